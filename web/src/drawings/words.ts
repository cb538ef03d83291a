import type { BoxKind, WireBox } from '@rasat/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/index.ts';

/** Labels of a drawing's lines, in the reader's language. */
export interface DrawingWords {
  /** Texts of the chart; those of lines are below `labels`. */
  readonly t: TFunction<'chart'>;
  /** Returns the name of a box, with its term for a long-term box. */
  readonly box: (kind: BoxKind, term: WireBox['term']) => string;
}

/** Returns the labels in the current language; the same object while the language stays. */
export function useDrawingWords(): DrawingWords {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  return useMemo(
    () => ({
      t,
      box: (kind, term) =>
        term === 'long' ? t('labels.long', { name: boxes(kind) }) : boxes(kind),
    }),
    [t, boxes],
  );
}
