import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { authorizePage, readReturnPath } from './api/session/access.ts';
import { restoreMarketCache } from './api/session/market-cache.ts';
import { useSession, useSessionUnavailable } from './api/session/session.ts';
import { NoConnectionPage } from './features/shell/no-connection.tsx';
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx';
import { useErrorText, useTranslation } from './i18n/index.ts';
import { FallbackLinks } from './ui/fallback-links.tsx';
import { Empty } from './ui/states.tsx';
import { opensOffline } from './worker/rules.ts';

/**
 * Shows a page only to people with access, as the server does for documents. A protected page is not painted before the
 * session is known, and is removed when the session or a right ends.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { info } = useSession();
  const trouble = useSessionUnavailable();
  const restored = useRestored(trouble);
  const asked = readReturnPath(new URLSearchParams(search).get('redirect'), location.origin);
  const access = authorizePage(pathname, `${pathname}${search}`, info, asked);
  switch (access.kind) {
    case 'open':
      return children;
    case 'wait':
      // Without an answer the session is unknown; cached market data hold no personal data.
      if (trouble && opensOffline(pathname)) return restored ? children : <ShellSkeleton />;
      return trouble ? <NoConnectionPage to={`${pathname}${search}`} /> : <ShellSkeleton />;
    case 'redirect':
      return <Navigate to={access.to} replace />;
    case 'refused':
      return <Refused />;
  }
}

/**
 * Returns whether the market data that the browser stored are restored; restores them when `needed`. When the session
 * is known, all of them are read again, since some would otherwise count as fresh while the page is open.
 */
function useRestored(needed: boolean): boolean {
  const client = useQueryClient();
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    if (!needed || restored) return;
    restoreMarketCache(client, Date.now())
      .catch(() => undefined)
      .finally(() => setRestored(true));
  }, [client, needed, restored]);
  useEffect(() => {
    if (restored && !needed) void client.invalidateQueries({ queryKey: ['market'] });
  }, [client, needed, restored]);
  return restored;
}

function Refused() {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center">
      <title>{`${t('crash.title')} · Rasat`}</title>
      <Empty level={1} title={errorText('forbidden-403')} action={<FallbackLinks />} />
    </main>
  );
}
