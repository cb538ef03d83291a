import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { useTranslation } from '../../i18n/index.ts';
import { EndTag } from '../../ui/condition-end.tsx';
import { DirectionTag } from '../../ui/tag.tsx';

/** An entry of the predictor, as a row or a tile shows it. */
export interface EntryLine {
  readonly item: PredictorItem;
  /** Null for a symbol that is not listed. */
  readonly entry: SymbolEntry | null;
  /** Made in the current hour. */
  readonly isNew: boolean;
}

/** Shows an entry's direction, and what ended it. */
export function EntryDirection({ item }: { readonly item: PredictorItem }) {
  const { t: words } = useTranslation('words');
  const { way, ended } = item.tradeCondition;
  return (
    <span className="inline-flex items-center gap-1.5">
      <DirectionTag way={way}>{way ? words('buy') : words('sell')}</DirectionTag>
      <EndTag ended={ended} />
    </span>
  );
}
