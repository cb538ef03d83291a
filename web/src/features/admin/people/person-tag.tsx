import { useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { ListedPerson } from './calls.ts';
import { findDaysLeft } from './days-left.ts';

const TONES = { registered: 'quiet', student: 'quiet', subscriber: 'ok', ended: 'bad' } as const;

/** Renders the status of a person, with the days left of a subscription that ends soon. */
export function PersonTag({
  person: { state, end, admin },
  nowMs,
}: {
  readonly person: Pick<ListedPerson, 'state' | 'end' | 'admin'>;
  readonly nowMs: number;
}) {
  const { t } = useTranslation('adminPeople');
  if (admin) return <Tag tone="info">{t('admin')}</Tag>;
  const days = state === 'subscriber' ? findDaysLeft(end, nowMs) : null;
  return days === null ? (
    <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>
  ) : (
    <Tag tone="warn">{t('daysLeft', { count: days })}</Tag>
  );
}
