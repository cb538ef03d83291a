import type { BoxKind, WireBox } from '@rasat/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { type Formats, useFormats, useTranslation } from '../i18n/index.ts';

/** Labels of a drawing's lines, in the reader's language. */
export interface DrawingWords {
  /** Texts of the chart; those of lines are below `labels`. */
  readonly t: TFunction<'chart'>;
  /** Returns the name of a box, with its term for a long-term box. */
  readonly box: (kind: BoxKind, term: WireBox['term']) => string;
  readonly formats: Pick<Formats, 'percent' | 'moment' | 'until'>;
}

/** Returns the labels in the current language; the same object while the language stays. */
export function useDrawingWords(): DrawingWords {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  const formats = useFormats();
  return useMemo(
    () => ({
      t,
      box: (kind, term) =>
        term === 'long' ? t('labels.long', { name: boxes(kind) }) : boxes(kind),
      formats,
    }),
    [t, boxes, formats],
  );
}

/** Returns a chance, 0 to 1, in whole per cent; below one and above 99 per cent it is only said that it is. */
export function writeChance(
  chance: number,
  { t, formats }: Pick<DrawingWords, 't' | 'formats'>,
): string {
  if (chance < 0.01) return t('chance.under');
  if (chance > 0.99) return t('chance.over');
  return formats.percent(Math.round(chance * 100), 0);
}
