import { DAY_MS } from '@rasat/engine';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import { findChainHeads, listSignalsSince, type Signal } from '../signals/index.ts';
import type { Tally } from './certificate-tally.ts';
import { checkSeries, WHOLE_SCOPE } from './check-series.ts';
import {
  findInheritedBound,
  insertInherited,
  isInherited,
  listChecks,
  listInheritedNames,
  nameOfFlaw,
  saveChecks,
} from './check-store.ts';
import type { Flaw } from './flaw.ts';
import type { RecordCheckTable, RecordTables } from './tables.ts';

/** Number of nights in which everything of every history is checked once, and the age after which it is due anyway. */
const NIGHTS = 7;
const OLDEST_MS = 6.5 * DAY_MS;

/** Input of the check of a night. */
export interface ValuesNight {
  readonly recorded: readonly Series[];
  readonly startedMs: number;
  /** Whether everything of every history is checked. */
  readonly whole: boolean;
  readonly tally: Tally;
  /** Flaws in the order of the chains. */
  readonly ofChains: readonly Flaw[];
  /** Returns the time up to which the stored bars of a series are those that were analysed. */
  sameUntilMs(series: Series): number;
  readonly signal: AbortSignal | undefined;
}

/** Checks that a certificate made, to be stored with it. */
export interface CheckedValues {
  readonly checks: readonly RecordCheckTable[];
  /** Stores the checks and the flaws that were found to be inherited. */
  save(trx: Db): Promise<void>;
}

/**
 * Checks the values of a night by the second resolver: of every history its rows and outcomes that are new since its
 * last check, and of the seventh whose whole check is oldest everything. Flaws of inherited rows that the first check
 * of a history finds are listed; later ones are failures.
 */
export async function certifyValues(db: Db, night: ValuesNight): Promise<CheckedValues> {
  const { recorded, startedMs, tally } = night;
  const bound = await findInheritedBound(db);
  const listed = await listInheritedNames(db);
  const known = await listChecks(db);
  const inherited: { flaw: Flaw; symbol: string }[] = [];
  const sort = (flaw: Flaw, symbol: string, isFirst: boolean, sameUntilMs: number): void => {
    if (isFirst && isInherited(flaw, bound)) inherited.push({ flaw, symbol });
    else if (!listed.has(nameOfFlaw(flaw))) tally.addFlaw(flaw, symbol, causeOf(flaw, sameUntilMs));
  };
  for (const flaw of night.ofChains) sort(flaw, '', known.size === 0, Number.POSITIVE_INFINITY);

  const checks: RecordCheckTable[] = [];
  const due = whichWhole(recorded, known, night);
  for (const series of recorded) {
    if (!due.has(series.id)) continue;
    night.signal?.throwIfAborted();
    const isFirst = !known.has(series.id);
    await inTransaction(
      db,
      async (trx) => {
        const heads = await findChainHeads(trx);
        await checkSeries(trx, series, WHOLE_SCOPE, (flaw) =>
          sort(flaw, series.symbol, isFirst, night.sameUntilMs(series)),
        );
        const numbers = { seq: heads.ledger.number, no: heads.outcomes.number };
        checks.push({ series_id: series.id, whole_at: startedMs, ...numbers });
      },
      'repeatable read',
    );
  }
  const others = recorded.filter((series) => !due.has(series.id));
  if (others.length > 0) {
    await inTransaction(
      db,
      (trx) => checkNew(trx, others, known, { night, checks, sort }),
      'repeatable read',
    );
  }
  return {
    checks,
    async save(trx) {
      await insertInherited(trx, inherited);
      await saveChecks(trx, checks);
    },
  };
}

function whichWhole(
  recorded: readonly Series[],
  known: ReadonlyMap<number, RecordCheckTable>,
  { whole, startedMs }: ValuesNight,
): ReadonlySet<number> {
  if (whole) return new Set(recorded.map(({ id }) => id));
  const wholeAt = ({ id }: Series): number => known.get(id)?.whole_at ?? Number.NEGATIVE_INFINITY;
  const oldest = recorded.toSorted((one, other) => wholeAt(one) - wholeAt(other));
  const due = oldest.filter(
    (series, i) => i < recorded.length / NIGHTS || wholeAt(series) < startedMs - OLDEST_MS,
  );
  return new Set(due.map(({ id }) => id));
}

/** Checks the rows and outcomes that are new since the last check of their history. */
async function checkNew(
  trx: Db,
  others: readonly Series[],
  known: ReadonlyMap<number, RecordCheckTable>,
  of: {
    readonly night: ValuesNight;
    readonly checks: RecordCheckTable[];
    readonly sort: (flaw: Flaw, symbol: string, isFirst: boolean, sameUntilMs: number) => void;
  },
): Promise<void> {
  const { night, checks, sort } = of;
  const heads = await findChainHeads(trx);
  const numbers = { seq: heads.ledger.number, no: heads.outcomes.number };
  const last = new Map(
    others.map(({ id }) => [id, known.get(id) ?? { seq: 0, no: 0, whole_at: 0 }]),
  );
  const least = {
    seq: Math.min(...[...last.values()].map(({ seq }) => seq)),
    no: Math.min(...[...last.values()].map(({ no }) => no)),
  };
  const found = new Map<number, Map<string, Signal[]>>();
  const seriesIds = others.map(({ id }) => id);
  for (const engineVersion of await listVersions(trx)) {
    for (const signal of await listSignalsSince(trx, { seriesIds, engineVersion }, least)) {
      const { seriesId, seq } = signal.row;
      const before = last.get(seriesId);
      const isNew = !before || seq > before.seq || signal.outcomes.some(({ no }) => no > before.no);
      if (!isNew) continue;
      const own = found.get(seriesId) ?? new Map<string, Signal[]>();
      found.set(seriesId, own);
      const list = own.get(engineVersion);
      if (list) list.push(signal);
      else own.set(engineVersion, [signal]);
    }
  }
  for (const series of others) {
    night.signal?.throwIfAborted();
    const signals = found.get(series.id);
    if (signals) {
      await checkSeries(trx, series, { signals, stored: false }, (flaw) =>
        sort(flaw, series.symbol, false, night.sameUntilMs(series)),
      );
    }
    const wholeAt = last.get(series.id)?.whole_at ?? 0;
    checks.push({ series_id: series.id, whole_at: wholeAt, ...numbers });
  }
}

async function listVersions(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<RecordTables>()
    .selectFrom('record_cell')
    .select('engine_version')
    .distinct()
    .execute();
  return rows.map((row) => row.engine_version);
}

/** Matched entries and twins follow from all bars; a 15-minute bar comes from the vendor alone. */
function causeOf(flaw: Flaw, sameUntilMs: number): 'engine' | 'vendor' {
  switch (flaw.class) {
    case 'state':
    case 'order':
    case 'early':
      return 'engine';
    case 'baseline':
    case 'twin':
    case 'bars':
      return sameUntilMs === Number.POSITIVE_INFINITY && flaw.key !== 'bars.15'
        ? 'engine'
        : 'vendor';
    default:
      return flaw.timeMs <= sameUntilMs ? 'engine' : 'vendor';
  }
}
