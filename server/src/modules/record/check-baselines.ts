import { DAY_MS, WEEK_MS } from '@rasat/engine';
import {
  costMultiple,
  followSet,
  LEVEL_SET_LIFE_MS,
  matchedEntriesOf,
  type PreparedBars,
  type RoundTripCost,
  twinOf,
  weeklySetOf,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Signal } from '../signals/index.ts';
import { type Baseline, packEntries, paysCost } from './baseline-part.ts';
import { entryOf } from './baselines.ts';
import type { Flaw, OnFlaw } from './flaw.ts';
import type { RecordTwinTable } from './tables.ts';

/** Bars of a history, whole or up to the close of an earlier bar. */
export interface BarsUpTo {
  readonly whole: PreparedBars;
  /** Close of the last bar. */
  readonly endMs: number;
  /** Returns the bars that close by a time. */
  upTo(timeMs: number): PreparedBars;
}

/** Marks of the last computation of the record: its last row and outcome, and the cost of the symbol. */
export interface RunMarks {
  readonly toSeq: number;
  readonly toNo: number;
  readonly cost: RoundTripCost;
}

/**
 * Checks the matched entries of rows by the second resolver. Complete ones follow from all bars, others from those up
 * to their `barsTo`. A row up to the marks with an entry must have some; a forecast has no entry.
 */
export function checkBaselines(
  signals: readonly Signal[],
  stored: ReadonlyMap<number, Baseline>,
  of: { readonly symbol: string; readonly bars: BarsUpTo; readonly marks: RunMarks | null },
  onFlaw: OnFlaw,
): number {
  let count = 0;
  for (const signal of signals) {
    const { row } = signal;
    const entry = entryOf(signal);
    const add = (text: string): void => onFlaw(flawOf('baseline', signal, text));
    const baseline = stored.get(row.seq);
    if (!baseline) {
      const isDue = of.marks !== null && row.seq <= of.marks.toSeq;
      const hasEntry =
        row.kind !== 'forecast' &&
        (row.kind !== 'levels' ||
          (entry !== null &&
            signal.outcomes.some(({ leg, no }) => leg === 'entry' && no <= (of.marks?.toNo ?? 0))));
      if (isDue && hasEntry) add(`the matched entries of row ${row.seq} are missing`);
      continue;
    }
    count += 1;
    const openedMs = row.kind === 'levels' ? (entry?.barTime ?? row.barTime) : row.barTime;
    const field = differingField(baseline, row, openedMs, of);
    if (field !== null)
      add(`the matched entries of row ${row.seq} are not those of its bars: ${field}`);
  }
  return count;
}

const YEAR_MS = 365 * DAY_MS;

/** Returns the first field in which a baseline differs from what its bars give; null without a difference. */
function differingField(
  stored: Baseline,
  row: Signal['row'],
  openedMs: number,
  { symbol, bars, marks }: Parameters<typeof checkBaselines>[2],
): string | null {
  if (marks && !paysCost(stored, marks.cost)) return 'cost';
  const isWhole = stored.complete || stored.barsTo === bars.endMs;
  const prepared = isWhole ? bars.whole : bars.upTo(stored.barsTo);
  if (prepared.length === 0) return 'barsTo';
  const endMs = (prepared.openTimeMs[prepared.length - 1] as number) + prepared.lengthMs;
  if (stored.barsTo > bars.endMs || (!isWhole && endMs !== stored.barsTo)) return 'barsTo';
  const own = matchedEntriesOf(row, prepared);
  if (own === 'none') return 'entries';
  if (typeof own === 'string') {
    const coverage = own === 'days' ? 0 : Math.min(1, Math.max(0, (endMs - openedMs) / YEAR_MS));
    if (stored.reason !== own) return 'reason';
    if (stored.entries1.length > 0 || stored.entries2.length > 0) return 'entries';
    if (stored.complete !== (own !== 'wait')) return 'complete';
    return isSameCoverage(stored, coverage) ? null : 'coverage';
  }
  if (stored.reason !== null) return 'reason';
  if (!stored.entries1.equals(packEntries(own.thousandths1))) return 'entries at the first target';
  if (!stored.entries2.equals(packEntries(own.thousandths2))) return 'entries at the second target';
  let costs = 0;
  for (let j = 0; j < own.prices.length; j++) {
    const [price, risk] = [own.prices[j] as number, own.risks[j] as number];
    costs += Math.round(costMultiple(stored.cost, symbol, price, risk) * 1e6);
  }
  if (stored.costs !== costs) return 'costs';
  for (const field of ['targets1', 'stops1', 'targets2', 'open', 'complete'] as const) {
    if (stored[field] !== own[field]) return field;
  }
  return isSameCoverage(stored, own.coverage) ? null : 'coverage';
}

/** A complete baseline keeps the coverage of the bars with which it became complete. */
const isSameCoverage = (stored: Baseline, coverage: number): boolean =>
  stored.complete ? stored.coverage <= coverage : stored.coverage === coverage;

/** Checks what weekly sets and their twins came to by the second resolver. */
export function checkTwins(
  signals: readonly Signal[],
  stored: ReadonlyMap<number, Selectable<RecordTwinTable>>,
  of: { readonly bars: BarsUpTo; readonly marks: RunMarks | null },
  onFlaw: OnFlaw,
): number {
  let count = 0;
  for (const signal of signals) {
    const { row } = signal;
    const set = weeklySetOf(row);
    if (row.kind !== 'levels' || set === null) continue;
    const twin = stored.get(row.seq);
    if (!twin) {
      if (of.marks && row.seq <= of.marks.toSeq) {
        onFlaw(flawOf('twin', signal, `the twin of row ${row.seq} is missing`));
      }
      continue;
    }
    count += 1;
    const { bars } = of;
    const prepared = twin.complete ? bars.whole : bars.upTo(twin.bars_to);
    const own = followSet(set, prepared);
    const shifted = followSet(twinOf(set, phaseOf(set.d), prepared), prepared);
    const expected = {
      touch: own.touch,
      twin_touch: shifted.touch,
      twin_status1: shifted.trade?.status1 ?? null,
      twin_status2: shifted.trade?.status2 ?? null,
      twin_r1: shifted.trade?.r1 ?? null,
      twin_r2: shifted.trade?.r2 ?? null,
      complete: twin.bars_to >= set.d + LEVEL_SET_LIFE_MS,
    };
    const names = Object.keys(expected) as (keyof typeof expected)[];
    const field = names.find((name) => twin[name] !== expected[name]);
    if (field === undefined && twin.bars_to <= bars.endMs) continue;
    const text = `the twin of row ${row.seq} is not that of its bars: ${field ?? 'bars_to'}`;
    onFlaw(flawOf('twin', signal, text));
  }
  return count;
}

/** Monday of the week 0, 1970-01-05. */
const WEEK_ZERO_MS = 4 * DAY_MS;

/** Returns the phase of the twin of a week, from -39/80 to 39/80. */
function phaseOf(d: number): number {
  const week = Math.floor((d - WEEK_ZERO_MS) / WEEK_MS);
  const k = (((11 * week) % 40) + 40) % 40;
  return (2 * k - 39) / 80;
}

function flawOf(of: 'baseline' | 'twin', { row }: Signal, text: string): Flaw {
  const { seq, eventKey, barTime } = row;
  return { class: of, what: of, seq, leg: '', key: `${of}.${eventKey}`, timeMs: barTime, text };
}
