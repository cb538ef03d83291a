import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { useFormats } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { useLastPrice } from './last-price.ts';
import { inR } from './trade-result.ts';

/** Renders a result in multiples of the risk, with its sign; nothing for null. */
export function ResultInR({ r }: { readonly r: number | null }) {
  const formats = useFormats();
  if (r === null) return null;
  const text = formats.signed(r);
  const tone = /[1-9]/.test(text) ? (r > 0 ? 'text-up' : 'text-down-text') : 'text-ink-2';
  return <span className={cx('num font-semi', tone)}>{text} R</span>;
}

/** Renders the current result of an open trade, updated with every tick. */
export function LiveResult({
  entry,
  quote,
  way,
  price,
  risk,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly way: boolean;
  readonly price: number;
  readonly risk: number;
}) {
  const last = useLastPrice(entry.symbol, quote);
  return <ResultInR r={last && inR(way, price, risk, last.price)} />;
}
