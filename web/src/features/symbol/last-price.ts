import { useEffect, useState } from 'react';
import type { Quote } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { useCellPrice } from '../../ui/live-price.tsx';
import { type CellPrice, firstPrice } from '../../ui/price-cell.ts';

/** Returns a symbol's newest price, updated once a frame. Use it in small components: each update renders them. */
export function useLastPrice(symbol: string, quote: Quote | null): CellPrice | null {
  return useCellPrice(livePrice(symbol), firstPrice(quote));
}

/** Returns a symbol's newest price, updated every `everyMs`, for texts that should not change while they are read. */
export function useCalmPrice(symbol: string, quote: Quote | null, everyMs: number): number | null {
  const first = firstPrice(quote);
  const [calm, setCalm] = useState<{ readonly symbol: string; readonly price: number } | null>(
    null,
  );
  useEffect(() => {
    const timer = setInterval(() => {
      const live = livePrice(symbol).get();
      if (live) setCalm({ symbol, price: live.price });
    }, everyMs);
    return () => clearInterval(timer);
  }, [symbol, everyMs]);
  return calm?.symbol === symbol ? calm.price : (first?.price ?? null);
}
