import type { TouchClass } from '@rasat/engine';
import {
  type LedgerDraft,
  type LedgerRow,
  MATCHED_ENTRIES,
  type OutcomeDraft,
  type SignalKind,
} from '@rasat/ledger';
import type { Series } from '../modules/market/index.ts';
import { packEntries } from '../modules/record/baseline-part.ts';
import { saveBaselines } from '../modules/record/baseline-store.ts';
import { findChainHeads, findChainHeadsOfAnyForm } from '../modules/signals/index.ts';
import { makeLedgerRow, makeOutcomeRow } from '../modules/signals/ledger-row.ts';
import { insertLedger, insertOutcomes } from '../modules/signals/store.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const NO_HASH = '0'.repeat(64);

/** Row to publish. */
export interface PlantedSignal {
  readonly kind: SignalKind;
  /** Default `pivot`, `36.short` and `weekly`. */
  readonly setup?: string;
  /** Time of the row; for a weekly set its Monday, which is known an hour before. */
  readonly timeMs: number;
  /** Default: a second later, which makes the row live. */
  readonly createdAtMs?: number;
  readonly engineVersion?: string;
}

const SETUPS = { condition: 'pivot', box: '36.short', levels: 'weekly' } as const;
const EVENTS = { condition: 'condition', box: 'trade', levels: 'levels' } as const;

/**
 * Publishes a signal after the last row of the ledger: it buys at 1.1 with a risk of 0.01, and the lines of a weekly
 * set are 0.01 apart around 1.1.
 */
export async function plantSignal(
  db: Db,
  series: Series,
  given: PlantedSignal,
): Promise<LedgerRow> {
  const { kind, setup = SETUPS[kind], timeMs, engineVersion = 'test' } = given;
  const isSet = kind === 'levels';
  const barTime = isSet ? timeMs - 3_600_000 : timeMs;
  const prices = { way: true, range: 0.01, sl: 1.09, tp1: 1.11, tp2: 1.12 };
  const none = { way: null, range: null, sl: null, tp1: null, tp2: null };
  const draft: LedgerDraft = {
    symbol: series.symbol,
    source: series.source,
    seriesId: series.id,
    eventKey: `${EVENTS[kind]}.${isSet ? '' : `${setup}.`}${timeMs}`,
    kind,
    setup,
    engineVersion,
    barTime,
    price: 1.1,
    ...(isSet ? none : prices),
    detail: isSet
      ? { d: timeMs, buy: [1.11, 1.12, 1.13], sell: [1.09, 1.08, 1.07] }
      : { expiry: timeMs + WEEK_MS },
    inputHash: NO_HASH,
  };
  return append(db, draft, given.createdAtMs ?? barTime + 1000);
}

async function append(db: Db, draft: LedgerDraft, createdAtMs: number): Promise<LedgerRow> {
  const { ledger: before } = await findChainHeadsOfAnyForm(db);
  const row = makeLedgerRow(draft, before.number + 1, createdAtMs, before.hash);
  await insertLedger(db, [row]);
  return row;
}

/** Forecast to publish. */
export interface PlantedForecast {
  /** Setup of a set of levels, or a cone. */
  readonly setup: string;
  readonly timeMs: number;
  readonly untilMs: number;
  /** End of the box of a box's levels. */
  readonly boxEndMs?: number;
  /** Default: a second later, which makes the row live. */
  readonly createdAtMs?: number;
  /** Default `fx`. */
  readonly touchClass?: TouchClass;
}

/**
 * Publishes a forecast after the last row of the ledger: of the levels 1.15 and 1.05 at a price of 1.1, the first
 * without a plain chance; a cone has edges 0.01 apart around it.
 */
export function plantForecast(
  db: Db,
  series: Series,
  { setup, timeMs, untilMs, boxEndMs, createdAtMs, touchClass = 'fx' }: PlantedForecast,
): Promise<LedgerRow> {
  const isCone = setup.startsWith('cone.');
  const none = { way: null, range: null, sl: null, tp1: null, tp2: null };
  const draft: LedgerDraft = {
    ...none,
    symbol: series.symbol,
    source: series.source,
    seriesId: series.id,
    eventKey: `forecast.${setup}.${timeMs}`,
    kind: 'forecast',
    setup,
    engineVersion: 'test',
    barTime: timeMs,
    price: 1.1,
    detail: {
      model: 'touch-1',
      class: touchClass,
      until: untilMs,
      boxEnd: boxEndMs ?? null,
      weeks: 0.987654,
      levels: isCone ? [1.09, 1.11, 1.08, 1.12, 1.07, 1.13] : [1.15, 1.05],
      chances: isCone ? [0.5, 0.8, 0.95] : [0.2917, 0.0042],
      plain: isCone ? [] : [null, 0.0061],
      ref: isCone ? null : 'levels.0',
    },
    inputHash: NO_HASH,
  };
  return append(db, draft, createdAtMs ?? timeMs + 1000);
}

/**
 * Publishes what came of a forecast when its time is over: the close of the first bar that reached each level. Without
 * a bar (`bars` 0) it is void.
 */
export async function plantTouches(
  db: Db,
  row: LedgerRow,
  first: readonly (number | null)[],
  bars = 24,
): Promise<void> {
  const { outcomes: before } = await findChainHeads(db);
  const barTime = Number(row.detail.until);
  const draft: OutcomeDraft = {
    leg: 'touch',
    status: null,
    price: 1.1,
    r: null,
    engineVersion: row.engineVersion,
    barTime,
    detail: { bars, touched: first.map((time) => (time === null ? 0 : 1)), first },
    inputHash: NO_HASH,
  };
  const no = before.number + 1;
  await insertOutcomes(db, [makeOutcomeRow(draft, no, row.seq, barTime + 1000, before.hash)]);
}

/**
 * Publishes an outcome of a row: the entry of a weekly set, which buys at 1.111, or the end of a leg after two hours.
 */
export async function plantOutcome(
  db: Db,
  row: LedgerRow,
  leg: OutcomeDraft['leg'],
  status: -1 | 0 | 1 | null = null,
): Promise<void> {
  const { outcomes: before } = await findChainHeads(db);
  const barTime = row.barTime + (leg === 'entry' ? 2 : 4) * 3_600_000;
  const entry = { way: true, sl: 1.101, tp1: 1.121, tp2: 1.131, expiry: barTime + 2 * WEEK_MS };
  const draft: OutcomeDraft = {
    leg,
    status,
    price: leg === 'entry' ? 1.111 : 1.12,
    r: leg === 'entry' ? null : (status ?? 0),
    engineVersion: row.engineVersion,
    barTime,
    detail: leg === 'entry' ? entry : {},
    inputHash: NO_HASH,
  };
  const no = before.number + 1;
  await insertOutcomes(db, [makeOutcomeRow(draft, no, row.seq, barTime + 1000, before.hash)]);
}

/**
 * Stores forty matched entries of a row: each returned `thousandths` at the first target, and `second` at the other,
 * and cost a tenth of its risk. They are complete with the bar that closes at `settledMs`, which is null by default.
 */
export async function plantEntries(
  db: Db,
  row: LedgerRow,
  thousandths: number,
  second = thousandths,
  settledMs: number | null = null,
): Promise<void> {
  const entriesOf = (value: number) => packEntries(new Int16Array(MATCHED_ENTRIES).fill(value));
  const baseline = {
    seq: row.seq,
    reason: null,
    entries1: entriesOf(thousandths),
    entries2: entriesOf(second),
    targets1: 20,
    stops1: 20,
    targets2: 10,
    open: 0,
    cost: { unit: 'basisPoints', amount: 10 } as const,
    costs: MATCHED_ENTRIES * 100_000,
    coverage: 0.5,
    complete: settledMs !== null,
    settledMs,
    barsTo: row.barTime,
  };
  await inTransaction(db, (trx) => saveBaselines(trx, row.seriesId, [baseline]));
}
