import type { Category, DelayClass } from '@rasat/contract';
import { type BaseResolution, type CalendarName, RESOLUTIONS } from '@rasat/engine';
import type { EndReason } from '@rasat/ledger';
import { type Selectable, sql } from 'kysely';
import type { Audience, Delay } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import {
  isForex,
  type MarketSymbol,
  REPLAY_SOURCE,
  type Series,
  type SymbolNames,
} from '../symbol.ts';
import type { MarketTables, SeriesTable } from '../tables.ts';

const SOURCE_COLUMNS = ['audience', 'delay_class', 'delay_ms'] as const;

const tables = (db: Db) => db.withTables<MarketTables>();

/** Facts of a source, null where it has no row. */
interface SourceRow {
  readonly audience: Audience | null;
  readonly delay_class: DelayClass | null;
  readonly delay_ms: number | null;
}

type SeriesRow = Selectable<SeriesTable> & SourceRow;

function seriesOf(row: SeriesRow): Series {
  return {
    id: row.id,
    symbol: row.symbol,
    epoch: row.epoch,
    source: row.source,
    sourceSymbol: row.source_symbol,
    audience: row.audience ?? 'subscribers',
    delay: row.delay_class && { class: row.delay_class, ms: row.delay_ms ?? 0 },
    category: row.category,
    digits: row.digits,
    base: row.base,
    calendar: row.calendar,
    fx: isForex(row.category),
    isWhole: row.whole,
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
      .select(SOURCE_COLUMNS)
      .select(['name_tr', 'name_az', 'name_en', 'kept'])
      .select((eb) =>
        eb
          .selectFrom('bar_head')
          .whereRef('bar_head.series_id', '=', 'series.id')
          .select(sql<string[] | null>`array_agg(resolution)`.as('list'))
          .as('resolutions'),
      )
      // A replaced symbol keeps its position: the order is that of the first epochs, which is the order of the sources'
      // lists.
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
    isKept: row.kept,
    series: seriesOf(row),
    resolutions: RESOLUTIONS.filter((r) => row.resolutions?.includes(r)),
  };
}

/** Returns every listed symbol with its current series, in the order in which symbols were first listed. */
export async function listSymbols(db: Db): Promise<MarketSymbol[]> {
  return (await selectSymbols(db).execute()).map(symbolOf);
}

/** Returns a listed symbol, or undefined. */
export async function findSymbol(db: Db, name: string): Promise<MarketSymbol | undefined> {
  const row = await selectSymbols(db).where('symbol.name', '=', name).executeTakeFirst();
  return row && symbolOf(row);
}

/** Returns every history epoch, archived ones included, by id. */
export async function listSeries(db: Db): Promise<Series[]> {
  const rows = await tables(db)
    .selectFrom('series')
    .leftJoin('market_source', 'market_source.name', 'series.source')
    .selectAll('series')
    .select(SOURCE_COLUMNS)
    .orderBy('id')
    .execute();
  return rows.map(seriesOf);
}

/** Returns the calendars of listed symbols besides replays, each once, by name. */
export async function listCalendars(db: Db): Promise<CalendarName[]> {
  const rows = await tables(db)
    .selectFrom('symbol')
    .innerJoin('series', 'series.id', 'symbol.series_id')
    .where('series.source', '!=', REPLAY_SOURCE)
    .select('calendar')
    .distinct()
    .orderBy('calendar')
    .execute();
  return rows.map(({ calendar }) => calendar);
}

/** Returns the symbols that a source feeds, by the names of their instruments at the source. */
export async function listSourceSymbols(db: Db, source: string): Promise<Map<string, string>> {
  const rows = await tables(db)
    .selectFrom('series')
    .select(['source_symbol', 'symbol'])
    .where('source', '=', source)
    .where('archived_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.source_symbol, row.symbol]));
}

/** Fields of a new history epoch. */
export interface NewSeries {
  readonly symbol: string;
  readonly source: string;
  /** Name of the instrument at its source; the symbol itself when absent. */
  readonly sourceSymbol?: string;
  readonly category: Category;
  readonly digits: number;
  readonly base: BaseResolution;
  readonly calendar: CalendarName;
  /** Whether its history is filled in one go; by default true. Else `saveWhole` tells when all of it is stored. */
  readonly whole?: boolean;
}

/** Why a series ends, and of a split, the new shares for each old one. */
export interface Ending {
  readonly reason: Exclude<EndReason, 'archived'>;
  readonly factor?: number;
}

/**
 * Starts a new history epoch of a symbol under a name, archives the current one, and lists the symbol if it is not
 * listed yet. `ending` says why the current epoch ends; by default another source, or an import that replaces its bars.
 * Needs a transaction.
 */
export async function insertSeries(
  db: Db,
  given: NewSeries,
  name: SymbolNames,
  nowMs: number,
  ending?: Ending,
): Promise<Series> {
  const { sourceSymbol = given.symbol, ...columns } = given;
  const { symbol } = columns;
  const before = await tables(db)
    .selectFrom('series')
    .select(['id', 'epoch', 'source'])
    .where('symbol', '=', symbol)
    .orderBy('epoch', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const reason = before?.source === given.source ? 'import' : 'source';
  const ended = await archiveSeries(db, symbol, ending ?? { reason }, nowMs);
  const row = await tables(db)
    .insertInto('series')
    .values({
      ...columns,
      source_symbol: sourceSymbol,
      epoch: (before?.epoch ?? 0) + 1,
      created_at: nowMs,
      archived_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteSuccessor(db, ended, row.id);
  const listed = {
    name_tr: name.tr,
    name_az: name.az,
    name_en: name.en,
    series_id: row.id,
  };
  await tables(db)
    .insertInto('symbol')
    .values({ name: symbol, ...listed })
    .onConflict((oc) => oc.column('name').doUpdateSet(listed))
    .execute();
  return seriesOf({ ...row, ...(await findSource(db, row.source)) });
}

async function findSource(db: Db, name: string): Promise<SourceRow> {
  const row = await tables(db)
    .selectFrom('market_source')
    .select(SOURCE_COLUMNS)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? { audience: null, delay_class: null, delay_ms: null };
}

/** Stores audience and age of a source's prices; true when one of them has changed. */
export async function saveSource(
  db: Db,
  name: string,
  { audience, delay }: { readonly audience: Audience; readonly delay: Delay },
): Promise<boolean> {
  const facts = { audience, delay_class: delay.class, delay_ms: delay.ms };
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('market_source')
    .values({ name, ...facts })
    .onConflict((clash) =>
      clash
        .column('name')
        .doUpdateSet(facts)
        .where((eb) =>
          eb.or([
            eb('market_source.audience', '!=', audience),
            eb('market_source.delay_class', 'is distinct from', delay.class),
            eb('market_source.delay_ms', '!=', delay.ms),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Ends the current history epoch of a symbol: waits for running appends and refuses later ones. Returns its id, or null
 * when none was current.
 */
async function archiveSeries(
  db: Db,
  symbol: string,
  { reason, factor }: Ending,
  nowMs: number,
): Promise<number | null> {
  await sql`
    update bar_head set closed = true
    where series_id in (select id from series where symbol = ${symbol} and archived_at is null)`.execute(
    db,
  );
  const current = await tables(db)
    .selectFrom('series')
    .select('id')
    .where('symbol', '=', symbol)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!current) return null;
  await tables(db)
    .updateTable('series')
    .set({ archived_at: nowMs, end_reason: reason, end_factor: factor ?? null })
    .where('id', '=', current.id)
    .execute();
  return current.id;
}

/** Stores that all of the source's history of a series is stored. */
export async function saveWhole(db: Db, seriesId: number): Promise<void> {
  await tables(db).updateTable('series').set({ whole: true }).where('id', '=', seriesId).execute();
}

/** Stores which series follows one that has ended. */
export async function noteSuccessor(db: Db, ended: number | null, to: number): Promise<void> {
  if (ended === null) return;
  await tables(db).updateTable('series').set({ end_to: to }).where('id', '=', ended).execute();
}

/**
 * Removes a symbol from the list and archives its series; data of the series stay. Returns the id of the series. Needs a
 * transaction.
 */
export async function removeSymbol(
  db: Db,
  symbol: string,
  nowMs: number,
  ending: Ending = { reason: 'retired' },
): Promise<number | null> {
  await tables(db).deleteFrom('symbol').where('name', '=', symbol).execute();
  return archiveSeries(db, symbol, ending, nowMs);
}

/** End of a series. */
export interface StoredEnd {
  readonly series: Series;
  readonly reason: EndReason;
  readonly archivedAtMs: number;
  readonly factor: number | null;
  /** The series that follows; null without one. */
  readonly to: { readonly symbol: string; readonly seriesId: number } | null;
}

/** Returns the ends of all archived series, or of one, by id. */
export async function listEnds(db: Db, seriesId?: number): Promise<StoredEnd[]> {
  const rows = await tables(db)
    .selectFrom('series')
    .leftJoin('market_source', 'market_source.name', 'series.source')
    .leftJoin('series as next', 'next.id', 'series.end_to')
    .selectAll('series')
    .select([...SOURCE_COLUMNS, 'next.id as next_id', 'next.symbol as next_symbol'])
    .where('series.archived_at', 'is not', null)
    .$if(seriesId !== undefined, (query) => query.where('series.id', '=', seriesId ?? 0))
    .orderBy('series.id')
    .execute();
  return rows.map((row) => ({
    series: seriesOf(row),
    reason: row.end_reason ?? 'archived',
    archivedAtMs: row.archived_at ?? 0,
    factor: row.end_factor,
    to:
      row.next_id === null || row.next_symbol === null
        ? null
        : { symbol: row.next_symbol, seriesId: row.next_id },
  }));
}

/** Returns the present name of a symbol that had this name before; undefined for any other name. */
export async function findRenamed(db: Db, name: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('symbol_alias')
    .select('now')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.now;
}

/** Stores that a symbol has another name now; its earlier names lead to the new one. */
export async function saveAlias(db: Db, name: string, now: string, nowMs: number): Promise<void> {
  await tables(db).deleteFrom('symbol_alias').where('name', '=', now).execute();
  await tables(db).updateTable('symbol_alias').set({ now }).where('now', '=', name).execute();
  await tables(db)
    .insertInto('symbol_alias')
    .values({ name, now, renamed_at: nowMs })
    .onConflict((clash) => clash.column('name').doUpdateSet({ now, renamed_at: nowMs }))
    .execute();
}

/** Updates the names of a listed symbol; `kept`: its source no longer changes them. False when it is not listed. */
export async function updateSymbol(
  db: Db,
  symbol: string,
  { name, kept }: { readonly name: SymbolNames; readonly kept?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('symbol')
    .set({
      name_tr: name.tr,
      name_az: name.az,
      name_en: name.en,
      ...(kept !== undefined && { kept }),
    })
    .where('name', '=', symbol)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the operator's choices: the only source that may feed each symbol, null for a retired one. */
export async function listChoices(db: Db): Promise<Map<string, string | null>> {
  const rows = await tables(db).selectFrom('symbol_choice').select(['name', 'source']).execute();
  return new Map(rows.map(({ name, source }) => [name, source]));
}

/** Stores the only source that may feed a symbol; null retires it. */
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

/** Locks a symbol against other writers until this transaction ends. */
export async function lockSymbol(db: Db, symbol: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market ${symbol}`}, 0))`.execute(db);
}
