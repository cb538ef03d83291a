import { TOUCH_CLASSES, type TouchClass } from '@rasat/engine';
import type { LedgerRow, OutcomeRow } from './chain.ts';

/** The content of a row of the kind `forecast` (docs/formats/ledger.md). */
export interface RecordedForecast {
  readonly model: string;
  readonly class: TouchClass;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Market weeks from the row's time to `until`. */
  readonly weeks: number;
  readonly levels: readonly number[];
  /** Chance of each level; of a cone the shares of its three pairs of edges. */
  readonly chances: readonly number[];
  /** Chances from the average range alone; empty for a cone. */
  readonly plain: readonly (number | null)[];
}

/** Returns the forecast of a row; null for a row of another kind or without the fields of a forecast. */
export function recordedForecast({
  kind,
  detail,
}: Pick<LedgerRow, 'kind' | 'detail'>): RecordedForecast | null {
  if (kind !== 'forecast') return null;
  const { model, until, weeks, levels, chances, plain } = detail;
  const touchClass = TOUCH_CLASSES.find((one) => one === detail.class);
  if (typeof model !== 'string' || touchClass === undefined) return null;
  if (typeof until !== 'number' || typeof weeks !== 'number') return null;
  if (!areNumbers(levels) || !areNumbers(chances) || !areNumbersOrNull(plain)) return null;
  return { model, class: touchClass, until, weeks, levels, chances, plain };
}

/**
 * Returns the close of the first bar that reached each level of a forecast, null where none did. Null for a void
 * forecast: no bar lay in its time, or its series ended before.
 */
export function firstTouches({
  status,
  detail,
}: Pick<OutcomeRow, 'status' | 'detail'>): (number | null)[] | null {
  const { bars, first } = detail;
  if (status !== null || bars === 0 || !areNumbersOrNull(first)) return null;
  return [...first];
}

function areNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

function areNumbersOrNull(value: unknown): value is readonly (number | null)[] {
  return Array.isArray(value) && value.every((one) => one === null || typeof one === 'number');
}
