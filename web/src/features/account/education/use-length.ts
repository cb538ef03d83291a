import { useTranslation } from '../../../i18n/index.ts';
import { splitMinutes } from './lesson-state.ts';

/** Returns a function that formats a length in minutes: `2 sa 05 dk`, `2 saat`, `6 dk`. */
export function useLength(): (minutes: number) => string {
  const { t } = useTranslation('education');
  return (length) => {
    const { hours, minutes } = splitMinutes(length);
    if (hours === 0) return t('minutes', { count: minutes });
    if (minutes === 0) return t('hours', { count: hours });
    return t('hoursMinutes', { hours, minutes: String(minutes).padStart(2, '0') });
  };
}
