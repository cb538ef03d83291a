import { useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { getOutcome, type TradeEnd } from './outcome.ts';

const TONES = {
  none: 'quiet',
  open: 'info',
  tp1: 'up',
  tp2: 'up',
  stopped: 'down',
  expired: 'quiet',
} as const;

/** Colour of an outcome's word outside of a tag. */
export const OUTCOME_TONES = {
  none: 'text-ink-2',
  open: 'text-ink',
  tp1: 'text-up',
  tp2: 'text-up',
  stopped: 'text-down-text',
  expired: 'text-ink-2',
} as const;

/** Renders the outcome of a trade as a tag. */
export function OutcomeTag({ trade }: { readonly trade: TradeEnd | null }) {
  const { t } = useTranslation('symbol');
  const outcome = getOutcome(trade);
  return <Tag tone={TONES[outcome]}>{t(`boxes.outcome.${outcome}`)}</Tag>;
}
