import { useMemo } from 'react';
import { MONTHS } from '../../i18n/format.ts';
import { type Formats, useFormats, useTranslation } from '../../i18n/index.ts';
import type { Comparison, Subject } from './groups.ts';

/** Texts and number formats of the record. */
export interface RecordWords {
  readonly formats: Formats;
  /** Multiple of the risk: `+0,04 R`; a dash alone for null. */
  readonly multiple: (value: number | null) => string;
  /** Difference in R: `+0,004`, with a third decimal that shows on which side of 0 an interval ends. */
  readonly fine: (value: number | null) => string;
  /** Difference of shares: `+3,8 puan`; 0.01 is one point. */
  readonly points: (value: number | null) => string;
  /** Share from 0 to 1: `%54,6`. */
  readonly share: (value: number | null) => string;
  /** Interval: `−0,01 ile +0,09`, each end formatted by `write`. */
  readonly range: (
    interval: { readonly low: number; readonly high: number },
    write: (value: number) => string,
  ) => string;
  readonly subject: (subject: Subject) => string;
  readonly verdict: (verdict: Comparison['verdict']) => string;
  /** Month (year * 12 + 0 to 11) with its year: `Mar 2025`. */
  readonly month: (month: number) => string;
  /** Month without its year: `Mar`. */
  readonly monthName: (month: number) => string;
}

/** Returns the texts and number formats of the record in the language of the page. */
export function useRecordWords(): RecordWords {
  const { t } = useTranslation(['record', 'boxes']);
  const formats = useFormats();
  return useMemo(() => {
    const monthName = (month: number): string => MONTHS[formats.language][month % 12] ?? '';
    return {
      formats,
      multiple: (value) =>
        value === null ? formats.number(null, 2) : t('multiple', { value: formats.signed(value) }),
      fine: (value) => formats.signed(value, 3),
      points: (value) =>
        value === null
          ? formats.number(null, 1)
          : t('points', { value: formats.signed(value * 100, 1) }),
      share: (value) => formats.percent(value === null ? null : value * 100, 1),
      range: ({ low, high }, write) => t('range', { low: write(low), high: write(high) }),
      subject: (subject) =>
        subject.kind === 'box'
          ? t(subject.term === 'long' ? 'kinds.boxLong' : 'kinds.box', {
              box: t(`boxes:${subject.box}`),
            })
          : t(`kinds.${subject.kind}`),
      verdict: (verdict) => (verdict === 'none' ? '' : t(`verdict.${verdict}`)),
      month: (month) => `${monthName(month)} ${Math.floor(month / 12)}`,
      monthName,
    };
  }, [t, formats]);
}

/** Joins the names of the rows whose interval excludes 0, for the summary of a plot. */
export function namesOfDiffering(
  rows: readonly (Comparison & { readonly name: string })[],
): string {
  return rows
    .filter(({ verdict }) => verdict === 'interval-excludes-zero')
    .map(({ name }) => name)
    .join(', ');
}
