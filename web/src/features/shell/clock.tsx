import { formatClock } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useServerNow } from '../../ui/use-now.ts';

/** Shows the time in Istanbul, to the second. All times of the product are in this time zone. */
export function Clock() {
  const { t } = useTranslation('words');
  const nowMs = useServerNow();
  return (
    <span title={t('zoneLong')} className="num text-12 text-ink-3 max-desk:hidden">
      <b className="font-med text-ink-2">{nowMs === 0 ? '' : formatClock(nowMs)}</b> {t('zone')}
    </span>
  );
}
