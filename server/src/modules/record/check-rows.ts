import { checkRow, type PreparedBars, type RowScope, type Violation } from '@rasat/ledger';
import type { Signal } from '../signals/index.ts';
import { kindOfRow } from './comparison.ts';
import { classOfViolation, type OnFlaw } from './flaw.ts';

/** Rows and outcomes that a check covers. */
export interface CheckedNumbers {
  readonly rows: number;
  readonly outcomes: number;
}

/**
 * Checks rows and their outcomes by the second resolver. An outcome is owed when a bar that closes by `dueToMs` decides
 * it, and when the series has an end.
 */
export function checkRows(
  signals: readonly Signal[],
  bars: PreparedBars,
  scope: RowScope,
  onFlaw: OnFlaw,
): CheckedNumbers {
  let outcomes = 0;
  for (const { row, outcomes: own } of signals) {
    outcomes += own.length;
    for (const violation of checkRow(row, own, bars, scope)) {
      const { leg, cause } = violation;
      const outcome = leg === null ? undefined : own.findLast((one) => one.leg === leg);
      onFlaw({
        class: classOfViolation(cause),
        what: leg !== null ? 'outcome' : kindOfRow(row),
        seq: row.seq,
        leg: leg ?? '',
        key: leg === null ? row.eventKey : `${row.eventKey}.${leg}`,
        timeMs: timeOf(violation, outcome?.barTime ?? row.barTime),
        text: describe(row.seq, violation),
        no: outcome?.no ?? null,
      });
    }
  }
  return { rows: signals.length, outcomes };
}

/** Returns the later time of a violation: that of the published value or that of the bar which decides it. */
function timeOf({ field, expected }: Violation, publishedMs: number): number {
  return field === 'barTime' && typeof expected === 'number'
    ? Math.max(expected, publishedMs)
    : publishedMs;
}

function describe(seq: number, { cause, leg, field, expected, found }: Violation): string {
  const of = leg === null ? `row ${seq}` : `the outcome ${leg} of row ${seq}`;
  return `${of} breaks a rule, ${cause}: ${field} is ${found ?? 'none'}, the bars give ${expected ?? 'none'}`;
}
