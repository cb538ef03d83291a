import type { FailureClass } from '@rasat/contract';
import { DAY_MS } from '@rasat/engine';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import {
  findChainHeads,
  listEndedSeries,
  listSignalsSince,
  type Signal,
} from '../signals/index.ts';
import type { Tally } from './certificate-tally.ts';
import { checkSeries, readCheckMarks, WHOLE_SCOPE } from './check-series.ts';
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
import { listPublishedVersions } from './series-version.ts';
import type { RecordCheckTable } from './tables.ts';

/**
 * Slices of a night: the part of the histories and the least number of them. A whole check takes a tenth of a second, a
 * check of what is new a hundredth, a replay in disguise a quarter of a second.
 */
const WHOLE = { nights: 28, least: 10 } as const;
const NEW = { nights: 7, least: 100 } as const;

/** Age after which a whole check is due in any case. */
const OLDEST_MS = 27.5 * DAY_MS;

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
  /** Series that were replayed in disguise this night. */
  readonly disguised: ReadonlySet<number>;
  readonly signal: AbortSignal | undefined;
}

const disguisedAt = (
  { id }: Series,
  known: ReadonlyMap<number, RecordCheckTable>,
  { disguised, startedMs }: ValuesNight,
): number => (disguised.has(id) ? startedMs : (known.get(id)?.disguised_at ?? 0));

/** Slice of the histories that are replayed from their first bar, for the replay in disguise. */
const DISGUISE = { nights: 14, least: 10 } as const;

/** Returns the series of these histories that are replayed in disguise: those whose last one is oldest. */
export async function whichDisguised(
  db: Db,
  histories: readonly Series[],
): Promise<ReadonlySet<number>> {
  const known = await listChecks(db);
  const all = [...new Map(histories.map((series) => [series.id, series])).values()];
  const due = sliceOf(all, DISGUISE, ({ id }) => known.get(id)?.disguised_at ?? 0);
  return new Set(due.map(({ id }) => id));
}

/** Checks that a certificate made, to be stored with it. */
export interface CheckedValues {
  readonly checks: readonly RecordCheckTable[];
  /** Stores the checks and the flaws that were found to be inherited. */
  save(trx: Db): Promise<void>;
}

/**
 * Checks the values of a night by the second resolver: of a seventh of the histories, at least a hundred, the rows and
 * outcomes that are new since their last check, and of a twenty-eighth, at least ten, and of those that have ended since
 * then, everything. Flaws of inherited
 * rows that the first check of a history finds are listed; later ones are failures.
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
  const due = whichWhole(recorded, known, night, await listEndedSeries(db));
  for (const series of recorded) {
    if (!due.has(series.id)) continue;
    night.signal?.throwIfAborted();
    const isFirst = !known.has(series.id);
    await inTransaction(
      db,
      async (trx) => {
        const heads = await findChainHeads(trx);
        const scope = { ...WHOLE_SCOPE, marks: await readCheckMarks(trx) };
        await checkSeries(trx, series, scope, (flaw) =>
          sort(flaw, series.symbol, isFirst, night.sameUntilMs(series)),
        );
        const numbers = { seq: heads.ledger.number, no: heads.outcomes.number };
        checks.push({
          series_id: series.id,
          whole_at: startedMs,
          checked_at: startedMs,
          disguised_at: disguisedAt(series, known, night),
          ...numbers,
        });
      },
      'repeatable read',
    );
  }
  const rest = recorded.filter((series) => !due.has(series.id));
  const others = sliceOf(rest, NEW, ({ id }) => known.get(id)?.checked_at ?? 0);
  if (others.length > 0) {
    await inTransaction(
      db,
      (trx) => checkNew(trx, others, known, { night, checks, sort }),
      'repeatable read',
    );
  }
  const stored = new Set(checks.map((check) => check.series_id));
  for (const series of rest) {
    const check = known.get(series.id);
    if (!check || stored.has(series.id) || !night.disguised.has(series.id)) continue;
    checks.push({ ...check, disguised_at: startedMs });
  }
  return {
    checks,
    async save(trx) {
      await insertInherited(trx, inherited);
      await saveChecks(trx, checks);
    },
  };
}

/** Returns the slice of a night: those of the histories whose last time is smallest. */
function sliceOf(
  all: readonly Series[],
  { nights, least }: { readonly nights: number; readonly least: number },
  timeOf: (series: Series) => number,
): Series[] {
  const count = Math.max(least, Math.ceil(all.length / nights));
  return all.toSorted((one, other) => timeOf(one) - timeOf(other)).slice(0, count);
}

function whichWhole(
  recorded: readonly Series[],
  known: ReadonlyMap<number, RecordCheckTable>,
  { whole, startedMs }: ValuesNight,
  ended: ReadonlyMap<number, { readonly seq: number }>,
): ReadonlySet<number> {
  if (whole) return new Set(recorded.map(({ id }) => id));
  const wholeAt = ({ id }: Series): number => known.get(id)?.whole_at ?? Number.NEGATIVE_INFINITY;
  const late = recorded.filter((series) => wholeAt(series) < startedMs - OLDEST_MS);
  // A series that has ended since its last check: none of its rows may stay open, old ones included.
  const over = recorded.filter(({ id }) => (ended.get(id)?.seq ?? 0) > (known.get(id)?.seq ?? 0));
  return new Set([...sliceOf(recorded, WHOLE, wholeAt), ...late, ...over].map(({ id }) => id));
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
  for (const engineVersion of await listPublishedVersions(trx, seriesIds)) {
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
  const marks = await readCheckMarks(trx);
  for (const series of others) {
    night.signal?.throwIfAborted();
    const signals = found.get(series.id);
    if (signals) {
      await checkSeries(trx, series, { signals, stored: false, marks }, (flaw) =>
        sort(flaw, series.symbol, false, night.sameUntilMs(series)),
      );
    }
    const wholeAt = last.get(series.id)?.whole_at ?? 0;
    checks.push({
      series_id: series.id,
      whole_at: wholeAt,
      checked_at: night.startedMs,
      disguised_at: disguisedAt(series, known, night),
      ...numbers,
    });
  }
}

/** Classes that no bar decides, and those that follow from all bars. */
const OF_NO_BAR: readonly FailureClass[] = [
  'state',
  'order',
  'early',
  'void-unfounded',
  'void-missing',
];
const OF_ALL_BARS: readonly FailureClass[] = ['baseline', 'twin', 'bars'];

/** Returns the cause of a flaw; a 15-minute bar comes from the vendor alone. */
function causeOf(flaw: Flaw, sameUntilMs: number): 'engine' | 'vendor' {
  if (OF_NO_BAR.includes(flaw.class)) return 'engine';
  if (OF_ALL_BARS.includes(flaw.class)) {
    return sameUntilMs === Number.POSITIVE_INFINITY && flaw.key !== 'bars.15' ? 'engine' : 'vendor';
  }
  return flaw.timeMs <= sameUntilMs ? 'engine' : 'vendor';
}
