import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Ladder } from '../../ui/ladder.tsx';
import { useLastPrice } from './last-price.ts';

/** The prices of a trade: stop, entry and both targets. */
export interface TradePrices {
  readonly sl: number;
  readonly p: number;
  readonly tp1: number;
  readonly tp2: number;
}

/** End of a trade: the outcome as a word, the exit price, and whether the stop ended it. */
export interface LadderEnd {
  readonly word: string;
  /** Null when unknown; the ladder then has no mark. */
  readonly price: number | null;
  readonly stopped: boolean;
}

/** Renders a trade on its ladder: a ring at the live price while it is open, then a mark at its exit. */
export function TradeLadder({
  entry,
  quote,
  way,
  prices,
  end,
  size,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly way: boolean;
  readonly prices: TradePrices;
  /** Null while it is open. */
  readonly end: LadderEnd | null;
  readonly size: 'full' | 'bare';
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const now = useLastPrice(entry.symbol, quote)?.price ?? null;
  const price = (value: number) => formats.price(value, entry.digits);
  const values = {
    way: way ? t('words:buy') : t('words:sell'),
    stop: price(prices.sl),
    entry: price(prices.p),
    target1: price(prices.tp1),
    target2: price(prices.tp2),
  };
  const sentence = (): string => {
    if (end?.price === null) return t('words:ladder.ended', { ...values, end: end.word });
    if (end) return t('trade.ladderEnded', { ...values, end: end.word, exit: price(end.price) });
    if (now === null) return t('words:ladder.unknown', values);
    return t('words:ladder.known', { ...values, last: price(now) });
  };
  return (
    <Ladder
      size={size}
      prices={{
        stop: prices.sl,
        entry: prices.p,
        target1: prices.tp1,
        target2: prices.tp2,
        last: end ? end.price : now,
      }}
      mark={end ? (end.stopped ? 'cross' : 'dot') : 'ring'}
      words={{
        stop: t('words:stop'),
        entry: t('words:entry'),
        target1: t('words:target1'),
        target2: t('words:target2'),
      }}
      format={price}
      sentence={sentence()}
    />
  );
}
