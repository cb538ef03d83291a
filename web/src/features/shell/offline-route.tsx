import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readReturnPath } from '../../api/session/access.ts';
import { useSession } from '../../api/session/session.ts';
import { NoConnection } from './no-connection.tsx';

/** Delay between the server's answer and the reload, so that an unstable connection does not reload pages endlessly. */
const GO_ON_AFTER_MS = 1500;

/** Renders the page that replaces pages that need the server. It opens the requested page when the server answers. */
export default function OfflineRoute() {
  const [params] = useSearchParams();
  const to = readReturnPath(params.get('to'), location.origin);
  const { state } = useSession();
  useEffect(() => {
    if (state !== 'known') return undefined;
    const timer = setTimeout(() => location.replace(to), GO_ON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, to]);
  return <NoConnection onRetry={() => location.replace(to)} />;
}
