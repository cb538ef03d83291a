import { useCallback } from 'react';
import { useTranslation } from '../i18n/index.ts';
import type { DrawingButton } from './buttons.ts';

/** Returns a function that names a button, in full by default. The chart's texts must be loaded. */
export function useDrawingName(): (
  button: DrawingButton,
  place?: keyof DrawingButton['texts'],
) => string {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  return useCallback(
    ({ box, texts }, place = 'full') => {
      const name = box === null ? '' : boxes(box);
      const text = texts[place];
      return text === null ? name : t(`toggles.${text}`, { name });
    },
    [t, boxes],
  );
}
