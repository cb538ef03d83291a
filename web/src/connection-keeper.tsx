import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { watchLists } from './api/calls/lists.ts';
import { useConnectionBreak } from './api/recovery/connection-break.ts';
import { watchRecovery } from './api/recovery/recovery.ts';
import { keepMarket } from './api/session/kept-market.ts';
import { sessionQuery } from './api/session/session.ts';
import { onSignOutInOtherTab } from './api/session/sign-out-cleanup.ts';
import { StalePrices } from './ui/live-price.tsx';
import { STALE_AFTER_MS } from './ui/price-cell.ts';
import { toServerMs, useNow } from './ui/use-now.ts';

/**
 * Looks after the connection for the whole page: keeps the last prices for a start without one, asks again when it is
 * back, reads lists again when they changed, and turns every price quiet while it is away.
 */
export function ConnectionKeeper({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  useEffect(() => watchRecovery(client), [client]);
  useEffect(() => watchLists(client), [client]);
  useEffect(() => {
    // Until the session is known it may be somebody's; if it is a guest's, what was kept is forgotten then.
    const isGuest = () => client.getQueryData(sessionQuery().queryKey)?.logged === false;
    return keepMarket(client, () => !isGuest());
  }, [client]);
  useEffect(() => onSignOutInOtherTab(() => location.reload()), []);
  const cut = useConnectionBreak(useNow(), STALE_AFTER_MS, toServerMs) !== null;
  return <StalePrices value={cut}>{children}</StalePrices>;
}
