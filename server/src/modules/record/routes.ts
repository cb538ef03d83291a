import { LIMITS, type Query, type Reply, ROUTES } from '@rasat/contract';
import { CONDITION_SETUPS } from '@rasat/engine';
import type { CostSettings } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { type Person, seesAnalysis } from '../../platform/http/person.ts';
import {
  FileAnswer,
  Prepared,
  type RouteSettings,
  registerRoute,
} from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import {
  assertMayHavePrices,
  findSymbol,
  listNewestCorrections,
  listSeries,
  mayHavePrices,
  REPLAY_SOURCE,
  type Series,
} from '../market/index.ts';
import { type EndedRow, listEndedSeries } from '../signals/index.ts';
import { registerBuildRoutes } from './build-routes.ts';
import { registerCalibrationRoutes } from './calibration-routes.ts';
import { listInherited } from './check-store.ts';
import {
  findLastRun,
  type GroupFigures,
  type GroupHistory,
  listFigurePeriods,
  listGroupFigures,
  listGroupHistories,
  listTouches,
  listWholes,
  type RecordPart,
} from './figure-store.ts';
import { createFileQueue, type FileQueue } from './file-queue.ts';
import { hashesFile } from './hashes-file.ts';
import { findHead, findNewestHead, listHeads } from './head-store.ts';
import { headOf, proveConsistency } from './heads.ts';
import { listPrimary, type StoredPrimary } from './look-store.ts';
import { ALL, findCoveringHead, listCertificates, listFailures } from './published-store.ts';
import { findRates } from './rates.ts';
import { buildRowFile } from './row-file.ts';
import {
  findRowNumber,
  LIST_START,
  listPartSizes,
  listRowDetails,
  listRowPlaces,
  type RowDetails,
  type RowFilter,
  type RowPlace,
  type SignalKey,
} from './row-store.ts';
import { isSealed, type RowView, readEntries, showRow } from './rows.ts';
import { rowsFile } from './rows-file.ts';
import { seriesFile } from './series-file.ts';
import type { RecordCertificateTable } from './tables.ts';
import { isJudged } from './verdicts.ts';

/** Time-out of a file of all rows. */
const FILE_TIME_MS = 30 * 60_000;

/** Options of the record's routes. */
export interface RecordOptions {
  /** Costs of a round trip. */
  readonly costs: CostSettings;
  /** Returns the share of the running computation, 0 to 1; null while none runs. */
  readonly computing: () => number | null;
}

/** Serves the record: its figures, its rows with everything needed to recompute them, and its heads. */
export function registerRecordRoutes(web: Web, options: RecordOptions): void {
  const queue = createFileQueue(LIMITS.recordFilesAtOnce);
  registerFigureRoutes(web, options);
  registerCalibrationRoutes(web);
  registerRowRoutes(web, options, queue);
  registerSeriesRoutes(web, options, queue);
  registerProofRoutes(web);
  registerBuildRoutes(web);
}

function registerFigureRoutes(web: Web, { computing }: RecordOptions): void {
  const { db } = web.context;

  registerRoute(web, ROUTES.record, async () => {
    const [run, head, [certificate], sizes, periods, wholes, primary] = await Promise.all([
      findLastRun(db),
      findNewestHead(db),
      listCertificates(db, 1),
      listPartSizes(db),
      listFigurePeriods(db),
      listWholes(db),
      listPrimary(db),
    ]);
    return {
      computing: computing(),
      run: run
        ? {
            finished: run.finished_at ?? 0,
            engineVersion: run.engine_version,
            rows: run.ledger_rows,
            outcomes: run.outcomes,
            seed: run.seed.toString('hex'),
            costs: run.costs,
          }
        : null,
      head: head ? headOf(head) : null,
      certificate: certificate ? showCertificate(certificate) : null,
      parts: sizes.map((part) => ({
        ...part,
        periods: periods.filter(isOf(part)).map(({ period }) => period),
        whole: wholes.find(isOf(part))?.figures ?? null,
        primary: part.origin === 'live' ? showPrimary(primary.find(isSource(part.source))) : null,
      })),
    };
  });

  registerRoute(web, ROUTES.recordFigures, async ({ query }) => {
    const [groups, touches] = await Promise.all([
      listGroupFigures(db, query, query.period),
      listTouches(db, query, query.period),
    ]);
    return {
      groups: groups.map(showGroup),
      compared: groups.filter((group) => group.category === ALL && isJudged(group)).length,
      touches: touches.map(
        ({ category, touches: one }) =>
          ({ ...(one as object), category: orAll(category) }) as Touches,
      ),
    };
  });

  registerRoute(web, ROUTES.recordHistory, async ({ query }) => {
    const { kind = ALL, setup = ALL, category } = query;
    const groups = await listGroupHistories(db, query, { kind, setup });
    const whole = groups.find((group) => group.category === (category ?? ALL));
    return {
      cumulative: [...(whole?.cumulative ?? [])],
      months: groups
        .filter((group) => group.category !== ALL)
        .filter((group) => category === undefined || group.category === category)
        .map(showMonths),
    };
  });

  registerRoute(web, ROUTES.recordRates, async ({ params }) => {
    const found = await findSymbol(db, params.symbol);
    if (!found || found.series.source === REPLAY_SOURCE) throw new AppError('not-found-404');
    const { category, source } = found.series;
    return findRates(db, source, category);
  });
}

const isSource = (source: string) => (other: StoredPrimary) => other.source === source;

type Primary = Reply<typeof ROUTES.record>['parts'][number]['primary'];

function showPrimary(state: StoredPrimary | undefined): Primary {
  if (!state) return null;
  const { engineVersion, settled, pending, leftOut, voided, looks, coming } = state;
  return {
    engineVersion,
    settled,
    pending,
    leftOut,
    voided,
    looks: looks.map(({ takenMs: taken, costs, ...look }) => ({
      ...look,
      taken,
      costs: [...costs],
    })),
    coming: coming.map(({ expectedMs: expected, ...look }) => ({ ...look, expected })),
  };
}

/** Returns a predicate: whether something belongs to a part of the record. */
const isOf = (part: RecordPart) => (other: RecordPart) =>
  other.source === part.source && other.origin === part.origin;

type Figures = Reply<typeof ROUTES.recordFigures>;
type Touches = Figures['touches'][number];
type Months = Reply<typeof ROUTES.recordHistory>['months'][number];

/** Returns a name as it is sent; null for the name that means all. */
function orAll<T extends string>(word: string): T | null {
  return word === ALL ? null : (word as T);
}

function showGroup({ kind, setup, category, figures }: GroupFigures): Figures['groups'][number] {
  return { kind: orAll(kind), setup: orAll(setup), category: orAll(category), figures };
}

function showMonths({ category, months }: GroupHistory): Months {
  return { category: category as Months['category'], months: [...months] };
}

/** Returns a function that returns the view of a caller, now. */
function createViewOf(web: Web, { costs }: RecordOptions): (person: Person | null) => RowView {
  const { clock } = web.context;
  return (person) => ({ nowMs: clock.now(), costs, seesAll: seesAnalysis(person) });
}

/** Returns the name under which a caller's files are written one after the other. */
function fileCaller(person: Person | null, ip: string): string {
  return person ? `person ${person.id}` : addressKey(ip);
}

/** Settings of the calls that write a file in parts. */
const FILE_SETTINGS: RouteSettings = {
  guestCallsPerMinute: LIMITS.guestRecordFilesPerMinute,
  answerMs: FILE_TIME_MS,
};

function registerRowRoutes(web: Web, options: RecordOptions, queue: FileQueue): void {
  const { db } = web.context;
  const viewOf = createViewOf(web, options);

  registerRoute(web, ROUTES.recordRows, async ({ query, person }) => {
    const view = viewOf(person);
    const after = query.after === undefined ? LIST_START : readCursor(query.after);
    const { nowMs, seesAll } = view;
    const search = { filter: readFilter(query), after, nowMs, seesAll };
    const most = LIMITS.recordRows;
    const places = await listRowPlaces(db, search, most + 1);
    const rows = await listRowDetails(db, places.slice(0, most));
    const last = places.length > most ? rows.at(-1) : undefined;
    return { rows: rows.map((row) => showRow(row, view)), next: last ? cursorOf(last) : null };
  });

  registerRoute(
    web,
    ROUTES.recordRowsFile,
    ({ query, person, ip }) => {
      const caller = fileCaller(person, ip);
      queue.assertFree(caller);
      const view = viewOf(person);
      return new FileAnswer(rowsFile(db, readFilter(query), view, { caller, queue }));
    },
    FILE_SETTINGS,
  );

  registerRoute(web, ROUTES.recordFind, async ({ query }) => {
    const seq = await findRowNumber(db, keyOf(query));
    if (seq === undefined) throw new AppError('not-found-404');
    return { seq };
  });

  registerRoute(web, ROUTES.recordRow, async ({ params, person }) => {
    const row = await getRow(db, params.seq);
    const view = viewOf(person);
    const head = await findCoveringHead(db, row.seq);
    const shown = showRow(row, view);
    return {
      row: shown,
      audience: row.audience,
      entries: shown.baseline && row.baseline ? readEntries(row.baseline) : null,
      head: head ? headOf(head) : null,
    };
  });

  registerRoute(
    web,
    ROUTES.recordRowFile,
    async ({ params, person, header }) => {
      const row = await getRow(db, params.seq);
      if (isSealed(row, viewOf(person))) throw new AppError('forbidden-403');
      assertMayHavePrices(row.audience, person);
      const text = await buildRowFile(db, row.seq);
      if (text === undefined) throw new AppError('not-found-404');
      header('content-disposition', `inline; filename="rasat-record-${row.seq}.json"`);
      return new Prepared(Buffer.from(text));
    },
    { guestCallsPerMinute: LIMITS.guestRowFilesPerMinute },
  );
}

function registerSeriesRoutes(web: Web, options: RecordOptions, queue: FileQueue): void {
  const { db } = web.context;
  const viewOf = createViewOf(web, options);

  registerRoute(
    web,
    ROUTES.recordSeriesFile,
    async ({ params, query, person, ip }) => {
      const series = await findHistory(db, params.symbol, query.series);
      if (!series || series.source === REPLAY_SOURCE) throw new AppError('not-found-404');
      assertMayHavePrices(series.audience, person);
      const caller = fileCaller(person, ip);
      queue.assertFree(caller);
      return new FileAnswer(seriesFile(db, series, viewOf(person), { caller, queue }));
    },
    FILE_SETTINGS,
  );

  registerRoute(
    web,
    ROUTES.recordHashes,
    async ({ params: { chain }, person, ip }) => {
      const head = await findNewestHead(db);
      if (!head) throw new AppError('not-found-404');
      const caller = fileCaller(person, ip);
      queue.assertFree(caller);
      const size = chain === 'ledger' ? head.size : head.outcomes;
      return new FileAnswer(hashesFile(db, { chain, size, caller, queue }));
    },
    FILE_SETTINGS,
  );
}

/** Returns the present history of a symbol, or the one with an id, archived or not; undefined without one. */
async function findHistory(
  db: Db,
  symbol: string,
  id: string | undefined,
): Promise<Series | undefined> {
  if (id === undefined) return (await findSymbol(db, symbol))?.series;
  const all = await listSeries(db);
  return all.find((series) => series.id === Number(id) && series.symbol === symbol);
}

/** Whether an address contains the number of an existing row. */
export async function hasRow(db: Db, seq: string): Promise<boolean> {
  if (!/^[1-9]\d{0,15}$/.test(seq)) return false;
  return (await listRowDetails(db, [{ seq: Number(seq) }])).length > 0;
}

/** Returns the row whose number an address contains. Throws `not-found-404`. */
async function getRow(db: Db, seq: string): Promise<RowDetails> {
  const [row] = await listRowDetails(db, [{ seq: Number(seq) }]);
  if (!row) throw new AppError('not-found-404');
  return row;
}

function readFilter(query: Query<typeof ROUTES.recordRowsFile>): RowFilter {
  const { from, before, ...facts } = query;
  return {
    ...facts,
    fromMs: from === undefined ? undefined : Number(from),
    beforeMs: before === undefined ? undefined : Number(before),
  };
}

function cursorOf({ barTime, seq }: RowPlace): string {
  return `${barTime}-${seq}`;
}

/** Parses a cursor. The last minus separates its parts, since a time before 1970 has a minus sign. */
function readCursor(cursor: string): RowPlace {
  const at = cursor.lastIndexOf('-');
  return { barTime: Number(cursor.slice(0, at)), seq: Number(cursor.slice(at + 1)) };
}

/**
 * Returns the engine's keys for a signal that a screen shows. Throws `bad-fields-400` for a box or a weekly set without
 * a setup.
 */
function keyOf(query: Query<typeof ROUTES.recordFind>): SignalKey {
  const { symbol, kind, setup, time } = query;
  if (kind === 'condition') {
    const setups = setup === undefined ? CONDITION_SETUPS : [setup];
    return { symbol, kind, eventKeys: setups.map((one) => `condition.${one}.${time}`) };
  }
  if (setup === undefined) throw new AppError('bad-fields-400', { field: 'setup' });
  const name = kind === 'levels' ? `levels.${time}` : `trade.${setup}.${time}`;
  return { symbol, kind, eventKeys: kind === 'levels' && setup !== 'weekly' ? [] : [name] };
}

function registerProofRoutes(web: Web): void {
  const { db } = web.context;

  registerRoute(web, ROUTES.recordHeads, async () =>
    (await listHeads(db)).map(headOf).toReversed(),
  );

  registerRoute(web, ROUTES.recordConsistency, async ({ params }) => {
    if (params.from > params.to) throw new AppError('bad-fields-400', { field: 'to' });
    const [from, to] = [await findHead(db, params.from), await findHead(db, params.to)];
    if (!from || !to) throw new AppError('not-found-404');
    // Only a changed database has a later head over fewer rows; one such head is no beginning of the other.
    const shrinks = from.size > to.size || from.outcomes > to.outcomes;
    if (shrinks) throw new AppError('conflict-409');
    return proveConsistency(db, headOf(from), headOf(to));
  });

  registerRoute(web, ROUTES.recordCertificates, async ({ person }) => {
    const [certificates, inherited, corrections, ended] = await Promise.all([
      listCertificates(db, LIMITS.recordCertificates),
      listInherited(db, LIMITS.recordInherited),
      listNewestCorrections(db, LIMITS.recordCorrections),
      listEndedSeries(db),
    ]);
    const [newest] = certificates;
    const failures = newest ? await listFailures(db, newest.id) : [];
    return {
      certificates: certificates.map(showCertificate),
      failures: failures.map(({ event_key: key, bar_time: time, ...failure }) => ({
        ...failure,
        key,
        time,
      })),
      inherited: inherited.rows,
      inheritedCount: inherited.count,
      corrections: corrections.map((each) => {
        const { symbol, openTimeMs: time, reason, seenMs: seen, stored, offered } = each;
        const mayHave = mayHavePrices(each.audience, person);
        return {
          symbol,
          time,
          reason,
          seen,
          stored: mayHave && stored ? [...stored] : null,
          offered: mayHave ? [...offered] : null,
        };
      }),
      ended: [...ended.values()].slice(-LIMITS.recordEnds).toReversed().map(showEnd),
      endedCount: ended.size,
    };
  });
}

function showEnd({
  seq,
  createdAt: created,
  detail: { symbol, seriesId, reason, at, factor, to, legs },
}: EndedRow): Reply<typeof ROUTES.recordCertificates>['ended'][number] {
  return { seq, created, symbol, seriesId, reason, at, factor, to, legs };
}

function showCertificate(
  row: Selectable<RecordCertificateTable>,
): Reply<typeof ROUTES.recordCertificates>['certificates'][number] {
  return {
    finished: row.finished_at,
    engineVersion: row.engine_version,
    signals: row.signals,
    levelSets: row.level_sets,
    forecasts: row.forecasts,
    boxes: row.boxes,
    outcomes: row.outcomes,
    again: row.again,
    oldestWhole: row.oldest_whole,
    engineFailures: row.engine_failures,
    vendorFailures: row.vendor_failures,
    otherVersions: row.other_versions,
    corrections: row.corrections,
    voided: row.voided,
  };
}
