import { useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { findOutcome, type TradeEnd } from './outcome.ts';

const TONES = {
  none: 'quiet',
  open: 'info',
  tp1: 'up',
  tp2: 'up',
  stopped: 'down',
  expired: 'quiet',
} as const;

/** What came of a trade, in a word. */
export function OutcomeTag({ trade }: { readonly trade: TradeEnd | null }) {
  const { t } = useTranslation('symbol');
  const outcome = findOutcome(trade);
  return <Tag tone={TONES[outcome]}>{t(`boxes.outcome.${outcome}`)}</Tag>;
}
