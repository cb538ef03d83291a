import { useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { SlotState } from './homework-slots.ts';

const TONES = {
  empty: 'quiet',
  writing: 'new',
  review: 'info',
  approved: 'ok',
  fix: 'warn',
} as const satisfies Record<SlotState, string>;

/** Shows the state of a slot. */
export function SlotTag({ state }: { readonly state: SlotState }) {
  const { t } = useTranslation('education');
  return <Tag tone={TONES[state]}>{t(`homework.state.${state}`)}</Tag>;
}
