import type { BoxKind, WireBox } from '@rasat/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { type Formats, useFormats, useTranslation } from '../i18n/index.ts';
import { type ChanceWords, chanceWords } from '../ui/chance.tsx';
import { toServerMs } from '../ui/use-now.ts';

/** Labels of a drawing's lines, in the reader's language. */
export interface DrawingWords {
  /** Texts of the chart; those of lines are below `labels`. */
  readonly t: TFunction<'chart'>;
  /** Returns the name of a box, with its term for a long-term box. */
  readonly box: (kind: BoxKind, term: WireBox['term']) => string;
  readonly formats: Pick<Formats, 'language' | 'percent'>;
  /** Returns the server's time, by which deadlines are named. */
  readonly nowMs: () => number;
  /** Returns the words of chances at the present time. */
  readonly chances: () => ChanceWords;
}

/** Returns the labels in the current language; the same object while the language stays. */
export function useDrawingWords(): DrawingWords {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  const { t: chance } = useTranslation('chance');
  const formats = useFormats();
  return useMemo(() => {
    const nowMs = (): number => toServerMs(Date.now());
    return {
      t,
      box: (kind, term) =>
        term === 'long' ? t('labels.long', { name: boxes(kind) }) : boxes(kind),
      formats,
      nowMs,
      chances: () => chanceWords(chance, formats, nowMs()),
    };
  }, [t, boxes, chance, formats]);
}
