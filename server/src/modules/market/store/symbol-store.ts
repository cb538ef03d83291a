import type { Category } from '@rasat/contract';
import { type CalendarName, RESOLUTIONS } from '@rasat/engine';
import { type Selectable, sql } from 'kysely';
import type { Audience } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import {
  type BaseResolution,
  isForex,
  type MarketSymbol,
  type Series,
  type SymbolNames,
} from '../symbol.ts';
import type { MarketTables, ReplayOptions, ReplayState, SeriesTable } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

type SeriesRow = Selectable<SeriesTable> & { readonly audience: Audience | null };

function seriesOf(row: SeriesRow): Series {
  return {
    id: row.id,
    symbol: row.symbol,
    epoch: row.epoch,
    source: row.source,
    audience: row.audience ?? 'subscribers',
    category: row.category,
    digits: row.digits,
    base: row.base,
    fx: isForex(row.category),
    archivedAtMs: row.archived_at,
  };
}

function selectSymbols(db: Db) {
  return (
    tables(db)
      .selectFrom('symbol')
      .innerJoin('series', 'series.id', 'symbol.series_id')
      .leftJoin('market_source', 'market_source.name', 'series.source')
      .selectAll('series')
      .select('audience')
      .select(['name_tr', 'name_az', 'name_en', 'calendar', 'kept'])
      .select((eb) =>
        eb
          .selectFrom('bar_head')
          .whereRef('bar_head.series_id', '=', 'series.id')
          .select(sql<string[] | null>`array_agg(resolution)`.as('list'))
          .as('resolutions'),
      )
      // A replaced symbol keeps its place: the order is that of the first epochs, which is the order of the sources' lists.
      .orderBy((eb) =>
        eb
          .selectFrom('series as first')
          .whereRef('first.symbol', '=', 'symbol.name')
          .select((first) => first.fn.min('first.id').as('id')),
      )
  );
}

type SymbolRow = Awaited<ReturnType<ReturnType<typeof selectSymbols>['execute']>>[number];

function symbolOf(row: SymbolRow): MarketSymbol {
  return {
    symbol: row.symbol,
    name: { tr: row.name_tr, az: row.name_az, en: row.name_en },
    calendar: row.calendar,
    isKept: row.kept,
    series: seriesOf(row),
    resolutions: RESOLUTIONS.filter((r) => row.resolutions?.includes(r)),
  };
}

/** Every listed symbol with its current series, in the order in which symbols were first listed. */
export async function listSymbols(db: Db): Promise<MarketSymbol[]> {
  return (await selectSymbols(db).execute()).map(symbolOf);
}

/** A listed symbol, or undefined. */
export async function findSymbol(db: Db, name: string): Promise<MarketSymbol | undefined> {
  const row = await selectSymbols(db).where('symbol.name', '=', name).executeTakeFirst();
  return row && symbolOf(row);
}

/** Every history epoch, archived ones included, by id. */
export async function listSeries(db: Db): Promise<Series[]> {
  const rows = await tables(db)
    .selectFrom('series')
    .leftJoin('market_source', 'market_source.name', 'series.source')
    .selectAll('series')
    .select('audience')
    .orderBy('id')
    .execute();
  return rows.map(seriesOf);
}

/** What a new history epoch is made of. */
export interface NewSeries {
  readonly symbol: string;
  readonly source: string;
  readonly category: Category;
  readonly digits: number;
  readonly base: BaseResolution;
}

/**
 * Begins a new history epoch of a symbol, archiving the current one, and lists the symbol if it is not listed yet. Names
 * and calendar of a listed symbol stay unless they are given. Call it inside a transaction.
 */
export async function insertSeries(
  db: Db,
  given: NewSeries,
  shown: { readonly name: SymbolNames; readonly calendar: CalendarName },
  nowMs: number,
): Promise<Series> {
  const { symbol } = given;
  const before = await tables(db)
    .selectFrom('series')
    .select(['id', 'epoch'])
    .where('symbol', '=', symbol)
    .orderBy('epoch', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  await archiveSeries(db, symbol, nowMs);
  const row = await tables(db)
    .insertInto('series')
    .values({ ...given, epoch: (before?.epoch ?? 0) + 1, created_at: nowMs, archived_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  const columns = {
    name_tr: shown.name.tr,
    name_az: shown.name.az,
    name_en: shown.name.en,
    calendar: shown.calendar,
    series_id: row.id,
  };
  await tables(db)
    .insertInto('symbol')
    .values({ name: symbol, ...columns })
    .onConflict((oc) => oc.column('name').doUpdateSet(columns))
    .execute();
  return seriesOf({ ...row, audience: await findAudience(db, row.source) });
}

async function findAudience(db: Db, source: string): Promise<Audience | null> {
  const row = await tables(db)
    .selectFrom('market_source')
    .select('audience')
    .where('name', '=', source)
    .executeTakeFirst();
  return row?.audience ?? null;
}

/** Notes who may have the prices of a source; true when that is new. */
export async function saveAudience(db: Db, name: string, audience: Audience): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('market_source')
    .values({ name, audience })
    .onConflict((clash) =>
      clash
        .column('name')
        .doUpdateSet({ audience })
        .where('market_source.audience', '!=', audience),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends the current history epoch of a symbol; what was being appended is in, nothing more gets in. */
async function archiveSeries(db: Db, symbol: string, nowMs: number): Promise<void> {
  await sql`
    update bar_head set closed = true
    where series_id in (select id from series where symbol = ${symbol} and archived_at is null)`.execute(
    db,
  );
  await tables(db)
    .updateTable('series')
    .set({ archived_at: nowMs })
    .where('symbol', '=', symbol)
    .where('archived_at', 'is', null)
    .execute();
}

/** Takes a symbol off the list and archives its series; what hangs on the series stays. Call it inside a transaction. */
export async function removeSymbol(db: Db, symbol: string, nowMs: number): Promise<void> {
  await tables(db).deleteFrom('symbol').where('name', '=', symbol).execute();
  await archiveSeries(db, symbol, nowMs);
}

/** Changes what is shown of a listed symbol; `kept`: its source changes it no more. True when there is one. */
export async function updateSymbol(
  db: Db,
  symbol: string,
  shown: { readonly name: SymbolNames; readonly calendar: CalendarName; readonly kept?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('symbol')
    .set({
      name_tr: shown.name.tr,
      name_az: shown.name.az,
      name_en: shown.name.en,
      calendar: shown.calendar,
      ...(shown.kept !== undefined && { kept: shown.kept }),
    })
    .where('name', '=', symbol)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What was said about symbols: the only source that may feed each, null for one that is retired. */
export async function listChoices(db: Db): Promise<Map<string, string | null>> {
  const rows = await tables(db).selectFrom('symbol_choice').select(['name', 'source']).execute();
  return new Map(rows.map(({ name, source }) => [name, source]));
}

/** Notes from which source alone a symbol is fed; null: it is retired. */
export async function saveChoice(
  db: Db,
  name: string,
  source: string | null,
  nowMs: number,
): Promise<void> {
  await tables(db)
    .insertInto('symbol_choice')
    .values({ name, source, chosen_at: nowMs })
    .onConflict((oc) => oc.column('name').doUpdateSet({ source, chosen_at: nowMs }))
    .execute();
}

/** Keeps other writers of the same symbol waiting until this transaction ends. */
export async function lockSymbol(db: Db, symbol: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market ${symbol}`}, 0))`.execute(db);
}

/** A refused live tick. */
export interface RefusedTick {
  readonly symbol: string;
  readonly timeMs: number;
  readonly price: number;
  readonly volume: number;
  readonly reason: string;
}

/** Notes refused ticks for the operator. */
export async function insertRefusedTicks(
  db: Db,
  source: string,
  ticks: readonly RefusedTick[],
  nowMs: number,
): Promise<void> {
  if (ticks.length === 0) return;
  await tables(db)
    .insertInto('refused_print')
    .values(
      ticks.map((tick) => ({
        source,
        symbol: tick.symbol,
        t: tick.timeMs,
        price: tick.price,
        volume: tick.volume,
        reason: tick.reason,
        seen_at: nowMs,
      })),
    )
    .execute();
}

/** Forgets refused ticks seen before `beforeMs`; how many. */
export async function deleteRefusedTicks(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('refused_print')
    .where('seen_at', '<', beforeMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** How many live ticks each source's gate has refused since `sinceMs`, by reason, the most first. */
export function countRefusals(db: Db, sinceMs: number) {
  return tables(db)
    .selectFrom('refused_print')
    .select((eb) => [
      'source',
      'reason',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('seen_at').as('last'),
    ])
    .where('seen_at', '>=', sinceMs)
    .groupBy(['source', 'reason'])
    .orderBy('count', 'desc')
    .execute();
}

/** The last refused live ticks, newest first. */
export function listRefusedTicks(db: Db, most: number) {
  return tables(db)
    .selectFrom('refused_print')
    .select(['source', 'symbol', 'reason', 'price', 't as d', 'seen_at as seen'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Bars that came too late or with other values since `sinceMs`, by symbol and reason, the last first. */
export function countCorrections(db: Db, sinceMs: number) {
  return tables(db)
    .selectFrom('correction')
    .innerJoin('series', 'series.id', 'correction.series_id')
    .select((eb) => [
      'symbol',
      'reason',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('seen_at').as('last'),
    ])
    .where('seen_at', '>=', sinceMs)
    .groupBy(['symbol', 'reason'])
    .orderBy('last', 'desc')
    .execute();
}

/** How many base bars of these histories came too late or with other values. */
export async function countBaseCorrections(db: Db, seriesIds: readonly number[]): Promise<number> {
  const row = await tables(db)
    .selectFrom('correction')
    .innerJoin('series', 'series.id', 'correction.series_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .whereRef('resolution', '=', 'base')
    .where('series.id', '=', sql<number>`any(${[...seriesIds]})`)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** A replay as it is asked for or runs. */
export interface Replay {
  readonly id: number;
  readonly symbol: string;
  readonly file: string;
  readonly options: ReplayOptions;
  readonly speed: number;
  readonly state: ReplayState;
  readonly played: number;
  readonly total: number;
  readonly detail: string | null;
  /** Milliseconds since the command that asked for it was last heard of. */
  readonly silentMs: number;
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Asks the running server for a replay; its id. */
export async function insertReplay(
  db: Db,
  replay: Pick<Replay, 'symbol' | 'file' | 'options' | 'speed'>,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('replay')
    .values({
      symbol: replay.symbol,
      file: replay.file,
      options: JSON.stringify(replay.options),
      speed: replay.speed,
      watched_at: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function selectReplays(db: Db) {
  return tables(db)
    .selectFrom('replay')
    .select([
      'id',
      'symbol',
      'file',
      'options',
      'speed',
      'state',
      'played',
      'total',
      'detail',
      sql<number>`${databaseNow} - watched_at`.as('silentMs'),
    ])
    .orderBy('id');
}

/** A replay, or undefined. */
export async function findReplay(db: Db, id: number): Promise<Replay | undefined> {
  return selectReplays(db).where('id', '=', id).executeTakeFirst();
}

/** Replays that are asked for or run, oldest first. */
export async function listOpenReplays(db: Db): Promise<Replay[]> {
  return selectReplays(db).where('state', 'in', ['asked', 'playing']).execute();
}

/** Notes how a replay is, or, with `watched`, that somebody still watches it; an ended one stays as it ended. */
export async function updateReplay(
  db: Db,
  id: number,
  change: Partial<Pick<Replay, 'state' | 'played' | 'total' | 'detail'>> | 'watched',
): Promise<void> {
  await tables(db)
    .updateTable('replay')
    .set(change === 'watched' ? { watched_at: databaseNow } : change)
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'playing'])
    .execute();
}

/** Forgets the bars of replays that ended before `beforeMs`; how many series. What was computed of them stays. */
export async function deleteReplayBars(db: Db, source: string, beforeMs: number): Promise<number> {
  const gone = tables(db)
    .selectFrom('series')
    .select('id')
    .where('source', '=', source)
    .where('archived_at', '<', beforeMs);
  await tables(db).deleteFrom('bar_tail').where('series_id', 'in', gone).execute();
  await tables(db).deleteFrom('bar_chunk').where('series_id', 'in', gone).execute();
  const heads = await tables(db)
    .deleteFrom('bar_head')
    .where('series_id', 'in', gone)
    .returning('series_id')
    .execute();
  return new Set(heads.map((head) => head.series_id)).size;
}
