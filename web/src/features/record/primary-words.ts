import type { RecordHeadline } from '@rasat/contract';
import { type Formats, useTranslation } from '../../i18n/index.ts';
import type { RecordState } from './calls.ts';
import { useRecordWords } from './words.ts';

/** The primary question of a part of the record. */
export type Primary = NonNullable<RecordState['parts'][number]['primary']>;
/** A look that was taken. */
export type PrimaryLook = Primary['looks'][number];
/** A look that is not taken yet. */
export type ComingLook = Primary['coming'][number];

/** Texts of the primary question and of its looks. */
export interface PrimaryWords {
  readonly formats: Formats;
  /** The answer of the headline, in one or two sentences. */
  readonly answer: (headline: RecordHeadline) => string;
  /** The difference of a look with its interval; a dash without one. */
  readonly result: (look: PrimaryLook) => string;
  /** The probability of a look that chance alone gives its difference; a dash without one. */
  readonly chance: (look: PrimaryLook) => string;
  /** What a look claims. */
  readonly claim: (look: PrimaryLook) => string;
  /** How many rows of a coming look are missing, and by when they may be there. */
  readonly missing: (look: ComingLook) => string;
}

/** Decimals of a chance: those of the level, 0.0125. */
const CHANCE_DIGITS = 4;

/** Returns the texts of the primary question in the language of the page. */
export function usePrimaryWords(): PrimaryWords {
  const { t } = useTranslation('record');
  const { formats, fine, range } = useRecordWords();
  const chanceOf = (chance: number | null) => formats.number(chance, CHANCE_DIGITS);
  return {
    formats,
    answer({ kind, settled, look, next }) {
      if (kind === 'none') return t('primary.none');
      if (look === null) {
        return t('primary.early', {
          settled: formats.count(settled),
          rows: formats.count(next?.rows ?? null),
        });
      }
      const rows = formats.count(look.rows);
      if (look.difference === null) return t('primary.short', { rows });
      return t(`primary.${kind === 'early' ? 'open' : kind}`, {
        rows,
        value: t('multiple', { value: fine(look.difference.value) }),
        range: range(look.difference, fine),
        chance: chanceOf(look.chance),
      });
    },
    result: ({ difference }) =>
      difference
        ? `${t('multiple', { value: fine(difference.value) })} (${range(difference, fine)})`
        : formats.number(null, 0),
    chance: ({ chance }) => chanceOf(chance),
    claim: ({ claim }) => t(`primary.claim.${claim ?? 'none'}`),
    missing: ({ missing, expected }) =>
      expected === null
        ? t('primary.missing', { missing: formats.count(missing) })
        : t('primary.missingBy', {
            missing: formats.count(missing),
            date: formats.date(expected),
          }),
  };
}
