import { useCallback } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import type { WeeklyLevel } from './weekly-levels.ts';

/** Returns a function that names a weekly level. */
export function useLevelName(): (level: Pick<WeeklyLevel, 'side' | 'index'>) => string {
  const { t } = useTranslation('symbol');
  return useCallback(
    ({ side, index }) =>
      index === 0 ? t(`levels.${side}Entry`) : t(`levels.${side}Target`, { index }),
    [t],
  );
}
