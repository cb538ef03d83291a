import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { watchLists } from './api/calls/lists.ts';
import { useConnectionBreak } from './api/recovery/connection-break.ts';
import { watchRecovery } from './api/recovery/recovery.ts';
import { cacheMarket } from './api/session/market-cache.ts';
import { sessionQuery } from './api/session/session.ts';
import { onSignOutInOtherTab } from './api/session/sign-out-cleanup.ts';
import { StalePrices } from './ui/live-price.tsx';
import { STALE_AFTER_MS } from './ui/price-cell.ts';
import { toServerMs, useNow } from './ui/use-now.ts';

/**
 * Handles the connection of the whole page: caches the last prices for a start without a connection, repeats failed
 * reads after a reconnection, reads changed lists again, and marks every price as stale while the connection is lost.
 */
export function ConnectionKeeper({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  useEffect(() => watchRecovery(client), [client]);
  useEffect(() => watchLists(client), [client]);
  useEffect(() => {
    // Until the session is known, the visitor may be signed in. Stored data of a guest are removed when it is known.
    const isGuest = () => client.getQueryData(sessionQuery().queryKey)?.logged === false;
    return cacheMarket(client, () => !isGuest());
  }, [client]);
  useEffect(() => onSignOutInOtherTab(() => location.reload()), []);
  const cut = useConnectionBreak(useNow(), STALE_AFTER_MS, toServerMs) !== null;
  return <StalePrices value={cut}>{children}</StalePrices>;
}
