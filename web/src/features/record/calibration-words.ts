import { CATEGORIES, type CalibrationScope } from '@rasat/contract';
import type { ConeSetup } from '@rasat/engine';
import { INTERVAL_WEEKS } from '@rasat/ledger';
import { useTranslation } from '../../i18n/index.ts';
import { shareRangeOf } from '../../ui/share-range.ts';
import { type Measured, rangeOf } from './calibration-figures.ts';
import { type RecordWords, useRecordWords } from './words.ts';

/** Texts and number formats of the calibration. */
export interface CalibrationWords extends Pick<RecordWords, 'formats' | 'points' | 'share'> {
  /** Distance of shares without a sign: `0,8 puan`. */
  readonly distance: (value: number) => string;
  /** Skill: `+%2,10`. */
  readonly skill: (value: number | null) => string;
  /** Share as a number of 100: `79,3`. */
  readonly of100: (value: number) => string;
  /** Interval of a mean error in points: `−0,4 ile +2,0`; a dash without one. */
  readonly errorRange: (error: Measured) => string;
  /** Interval of a skill; a dash without one. */
  readonly skillRange: (skill: Measured) => string;
  /** Interval of a share, as `%33,1 ile %39,3`; a dash without one. */
  readonly shareRange: (share: Measured) => string;
  /** Interval of a share as numbers of 100; a dash without one. */
  readonly of100Range: (share: Measured) => string;
  /** Value with its interval in brackets, such as `+0,8 (−0,4 ile +2,0)`, or that it has none. */
  readonly errorShort: (error: Measured) => string;
  readonly skillShort: (skill: Measured) => string;
  readonly of100Short: (share: Measured) => string;
  /** The 95% interval as a text, or why there is none. `range` is its text, `weeks` the weeks with forecasts. */
  readonly note: (measured: Measured, weeks: number, range: string) => string;
  /** Why there is no interval, by the number of weeks with forecasts. */
  readonly why: (weeks: number) => string;
  /** Range of chances in whole per cent: `%30 ile %40`. */
  readonly bin: (from: number, to: number) => string;
  readonly scope: (scope: CalibrationScope) => string;
  /** Explains a scope in a sentence. */
  readonly scopeNote: (scope: CalibrationScope) => string;
  /** Length of cones: `Aralık konisi, 1 gün`. */
  readonly cone: (group: ConeSetup) => string;
}

/** Returns the texts and number formats of the calibration in the language of the page. */
export function useCalibrationWords(): CalibrationWords {
  const { t } = useTranslation(['calibration', 'record', 'words']);
  const { formats, points, share, range } = useRecordWords();
  const none = formats.number(null, 0);
  const pointsOf = (value: number) => formats.signed(value * 100, 1);
  const skill = (value: number | null) => formats.change(value === null ? null : value * 100);
  const of100 = (value: number) => formats.number(value * 100, 1);
  const written = (ends: ReturnType<typeof rangeOf>, write: (value: number) => string) =>
    ends ? range(ends, write) : none;
  const short = (value: string, text: string) =>
    `${value} (${text === none ? t('noInterval') : text})`;
  const errorRange = (error: Measured) => written(rangeOf(error), pointsOf);
  const skillRange = (measured: Measured) => written(rangeOf(measured), skill);
  const of100Range = (measured: Measured) => written(shareRangeOf(measured), of100);
  const why = (weeks: number) =>
    weeks < INTERVAL_WEEKS
      ? t('few', { weeks: formats.count(weeks), needed: formats.count(INTERVAL_WEEKS) })
      : t('rare');
  const category = (scope: CalibrationScope) => CATEGORIES.find((each) => each === scope);
  return {
    formats,
    points,
    share,
    distance: (value) => t('record:points', { value: formats.number(value * 100, 1) }),
    skill,
    of100,
    errorRange,
    skillRange,
    shareRange: (measured) => written(shareRangeOf(measured), share),
    of100Range,
    errorShort: (error) => short(pointsOf(error.value), errorRange(error)),
    skillShort: (measured) => short(skill(measured.value), skillRange(measured)),
    of100Short: (measured) => short(of100(measured.value), of100Range(measured)),
    note: ({ halfWidth }, weeks, text) =>
      halfWidth === null ? why(weeks) : t('interval', { range: text }),
    why,
    bin: (from, to) => range({ low: from, high: to }, (end) => formats.percent(end, 0)),
    scope: (scope) => {
      const own = category(scope);
      return own ? t(`words:category.${own}`) : t(`choices.scopes.${scope as 'all'}`);
    },
    scopeNote: (scope) =>
      category(scope) ? t('choices.scopeNote.category') : t(`choices.scopeNote.${scope as 'all'}`),
    cone: (group) => t(`record:forecast.${group}`),
  };
}
