import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { decidePassage, readReturnPath } from './api/access.ts';
import { useSession } from './api/session.ts';
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx';
import { useErrorText, useTranslation } from './i18n/index.ts';
import { Empty } from './ui/states.tsx';
import { WaysOn } from './ui/ways-on.tsx';

/**
 * Opens a page to those who may see it, as the server does for documents: nothing protected is painted before the
 * session is known, and it is taken away again when the session or a right ends.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { info } = useSession();
  const asked = readReturnPath(new URLSearchParams(search).get('redirect'), location.origin);
  const passage = decidePassage(pathname, `${pathname}${search}`, info, asked);
  switch (passage.kind) {
    case 'open':
      return children;
    case 'wait':
      return <ShellSkeleton />;
    case 'elsewhere':
      // The page that stays closed says there what opens it.
      return <Navigate to={passage.to} state={{ closed: pathname }} replace />;
    case 'refused':
      return <Refused />;
  }
}

function Refused() {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center">
      <title>{`${t('crash.title')} · Rasat`}</title>
      <Empty level={1} title={errorText('forbidden-403')} action={<WaysOn />} />
    </main>
  );
}
