import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readReturnPath } from '../../api/session/access.ts';
import { useSession } from '../../api/session/session.ts';
import { NoConnection } from './no-connection.tsx';

/** Between being back and going on, so that a connection that comes and goes does not load pages without end. */
const GO_ON_AFTER_MS = 1500;

/** The page that stands for those that need the server. It goes on by itself as soon as the server answers. */
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
