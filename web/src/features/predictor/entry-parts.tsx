import type { PredictorItem } from '../../api/calls/signals.ts';
import { useTranslation } from '../../i18n/index.ts';
import { EndTag } from '../../ui/condition-end.tsx';
import { WayTag } from '../../ui/tag.tsx';

/** One line of the predictor. */
export interface EntryLine {
  readonly item: PredictorItem;
  readonly digits: number;
  /** Made in the current hour. */
  readonly isNew: boolean;
}

/** An entry's direction, and what ended it if something did. */
export function EntryWay({ item }: { readonly item: PredictorItem }) {
  const { t: words } = useTranslation('words');
  const { way, ended } = item.tradeCondition;
  return (
    <span className="inline-flex items-center gap-1.5">
      <WayTag way={way}>{way ? words('buy') : words('sell')}</WayTag>
      <EndTag ended={ended} />
    </span>
  );
}
