import type { Quote, SymbolEntry } from '../../api/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Ladder } from '../../ui/ladder.tsx';
import { useLastPrice } from './last-price.ts';
import type { LadderPrices } from './price-place.ts';

/** A trade on its ladder, the ring at the live price; faded and without it once the trade is over. */
export function TradeLadder({
  entry,
  quote,
  way,
  prices,
  ended,
  size,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly way: boolean;
  readonly prices: LadderPrices;
  /** What ended it, in a word; null while it runs. */
  readonly ended: string | null;
  readonly size: 'full' | 'compact';
}) {
  const { t } = useTranslation('words');
  const formats = useFormats();
  const now = useLastPrice(entry.symbol, quote)?.price ?? null;
  const last = ended === null ? now : null;
  const price = (value: number) => formats.price(value, entry.digits);
  const values = {
    way: way ? t('buy') : t('sell'),
    stop: price(prices.sl),
    entry: price(prices.p),
    target1: price(prices.tp1),
    target2: price(prices.tp2),
  };
  return (
    <Ladder
      size={size}
      prices={{
        stop: prices.sl,
        entry: prices.p,
        target1: prices.tp1,
        target2: prices.tp2,
        last,
      }}
      words={{
        stop: t('stop'),
        entry: t('entry'),
        target1: t('target1'),
        target2: t('target2'),
      }}
      format={price}
      faded={ended !== null}
      sentence={
        ended !== null
          ? t('ladder.ended', { ...values, end: ended })
          : last === null
            ? t('ladder.unknown', values)
            : t('ladder.known', { ...values, last: price(last) })
      }
    />
  );
}
