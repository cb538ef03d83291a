import { useFormats, useTranslation } from '../i18n/index.ts';
import { type ConditionEnd, useEndWord } from './condition-end.tsx';
import { Ladder } from './ladder.tsx';
import { type CellSource, useCellPrice } from './live-price.tsx';
import type { CellPrice } from './price-cell.ts';

/** A trade with its stop and targets, with the fields of the wire. */
export interface LadderTrade {
  /** true: buy. */
  readonly way: boolean;
  readonly price: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  /** How the trade ended. The ladder of an ended trade is faded and has no live price. */
  readonly ended: ConditionEnd;
}

/** Renders a trade's ladder with the live price, and a sentence with the same content for screen readers. */
export function ConditionLadder({
  trade,
  source,
  first,
  digits,
  size = 'full',
  className,
}: {
  readonly trade: LadderTrade;
  readonly source: CellSource;
  readonly first: CellPrice | null;
  readonly digits: number;
  readonly size?: 'full' | 'compact';
  readonly className?: string;
}) {
  const { t } = useTranslation('words');
  const { price } = useFormats();
  const ended = useEndWord(trade.ended);
  const now = useCellPrice(source, first)?.price ?? null;
  const last = ended === null ? now : null;
  const format = (value: number): string => price(value, digits);
  const values = {
    way: trade.way ? t('buy') : t('sell'),
    stop: format(trade.sl),
    entry: format(trade.price),
    target1: format(trade.tp1),
    target2: format(trade.tp2),
  };
  return (
    <Ladder
      size={size}
      faded={ended !== null}
      {...(className === undefined ? {} : { className })}
      prices={{
        stop: trade.sl,
        entry: trade.price,
        target1: trade.tp1,
        target2: trade.tp2,
        last,
      }}
      sentence={
        ended !== null
          ? t('ladder.ended', { ...values, end: ended })
          : last === null
            ? t('ladder.unknown', values)
            : t('ladder.known', { ...values, last: format(last) })
      }
      words={{
        stop: t('stop'),
        entry: t('entry'),
        target1: t('target1'),
        target2: t('target2'),
      }}
      format={format}
    />
  );
}
