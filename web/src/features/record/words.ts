import { useMemo } from 'react';
import { MONTHS } from '../../i18n/format.ts';
import { type Formats, useFormats, useTranslation } from '../../i18n/index.ts';
import type { Comparison, Subject } from './groups.ts';

/** How the record writes what it shows. */
export interface RecordWords {
  readonly formats: Formats;
  /** `+0,04 R`; the dash of what is not known stands alone. */
  readonly multiple: (value: number | null) => string;
  /** `+0,004` of a difference in R, with the decimal that tells on which side of nothing an interval ends. */
  readonly fine: (value: number | null) => string;
  /** `+3,8 puan` of a difference of shares, 0.01 is a point. */
  readonly points: (value: number | null) => string;
  /** `%54,6` of a share, 1 is all. */
  readonly share: (value: number | null) => string;
  /** `−0,01 ile +0,09` of an interval, each end written by `write`. */
  readonly range: (
    interval: { readonly low: number; readonly high: number },
    write: (value: number) => string,
  ) => string;
  readonly subject: (subject: Subject) => string;
  readonly verdict: (verdict: Comparison['verdict']) => string;
  /** `Mar 2025` of a month (year * 12 + 0 to 11). */
  readonly month: (month: number) => string;
  /** `Mar`. */
  readonly monthName: (month: number) => string;
}

/** The words of the record in the language on the screen. */
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

/** Names of the rows that differ, for the sentence that sums a plot up. */
export function namesOfDiffering(
  rows: readonly (Comparison & { readonly name: string })[],
): string {
  return rows
    .filter(({ verdict }) => verdict === 'interval-excludes-zero')
    .map(({ name }) => name)
    .join(', ');
}
