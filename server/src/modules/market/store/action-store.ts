import type { ActionState } from '@rasat/contract';
import { type Selectable, sql } from 'kysely';
import type { CorporateAction } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { CorporateActionTable, MarketTables } from '../tables.ts';
import { sameSplit } from './split-store.ts';
import { lockSymbol } from './symbol-store.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** What a split or a rename does: the new shares for each old one, or the new name at the source. */
export type ActionTerms =
  | { readonly kind: 'split'; readonly factor: number }
  | { readonly kind: 'rename'; readonly to: string };

/** Split or rename that a source has told. */
export interface StoredAction {
  readonly id: number;
  readonly source: string;
  /** Name of the instrument at its source when the action was found. */
  readonly sourceSymbol: string;
  /** The symbol that the instrument feeds; when it feeds none, the one that it fed. */
  readonly symbol: string;
  readonly terms: ActionTerms;
  readonly effectiveMs: number;
  readonly foundMs: number;
  readonly state: ActionState;
  /** Public id of the administrator; null when a new history or a split by hand contained the action. */
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
  readonly appliedMs: number | null;
}

type ActionRow = Selectable<CorporateActionTable>;

function actionOf(row: ActionRow, symbol: string | null = null): StoredAction {
  const { kind, factor, name_to: to } = row;
  const terms: ActionTerms =
    kind === 'split' ? { kind, factor: factor ?? 1 } : { kind, to: to ?? row.source_symbol };
  return {
    id: row.id,
    source: row.source,
    sourceSymbol: row.source_symbol,
    symbol: symbol ?? row.symbol,
    terms,
    effectiveMs: row.effective_at,
    foundMs: row.found_at,
    state: row.state,
    decidedBy: row.decided_by,
    decidedMs: row.decided_at,
    appliedMs: row.applied_at,
  };
}

/** Action that waits for a decision or for its time, with the series that its instrument feeds. */
export interface PendingAction extends StoredAction {
  readonly seriesId: number;
}

/**
 * Returns whether a source feeds a symbol with splits, or with actions that are neither dismissed nor carried out. Most
 * symbols have none, and every history of every symbol asks.
 */
export async function hasActions(db: Db, source: string, symbol: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from series_split k where k.series_id = s.id)
      or exists (select from corporate_action a where a.source = s.source
        and a.source_symbol = s.source_symbol and a.state <> 'dismissed' and a.applied_at is null) as has
    from symbol join series s on s.id = symbol.series_id
    where symbol.name = ${symbol} and s.source = ${source}`.execute(db);
  return rows[0]?.has === true;
}

/**
 * Returns the actions that are neither dismissed nor carried out, of instruments that feed a symbol, the earliest first:
 * those of one source, or of all. A split that the series has already is left out.
 */
export async function listPendingActions(db: Db, source?: string): Promise<PendingAction[]> {
  const rows = await tables(db)
    .selectFrom('corporate_action as action')
    .innerJoin('series', (join) =>
      join
        .onRef('series.source', '=', 'action.source')
        .onRef('series.source_symbol', '=', 'action.source_symbol')
        .on('series.archived_at', 'is', null),
    )
    .selectAll('action')
    .select(['series.id as series_id', 'series.symbol as present'])
    .where('action.state', '!=', 'dismissed')
    .where('action.applied_at', 'is', null)
    .$if(source !== undefined, (query) => query.where('action.source', '=', source ?? ''))
    .where(
      sql<boolean>`not exists (select from series_split k where k.series_id = series.id
        and action.kind = 'split' and ${sameSplit(sql`action.effective_at`, sql`action.factor`)})`,
    )
    .orderBy('action.effective_at')
    .orderBy('action.id')
    .execute();
  return rows.map(({ series_id: seriesId, present, ...row }) => ({
    ...actionOf(row, present),
    seriesId,
  }));
}

/** Returns actions, first those that are neither dismissed nor carried out, then the newest decisions. */
export async function listActions(db: Db, most: number): Promise<StoredAction[]> {
  const rows = await tables(db)
    .selectFrom('corporate_action as action')
    .leftJoin('series', (join) =>
      join
        .onRef('series.source', '=', 'action.source')
        .onRef('series.source_symbol', '=', 'action.source_symbol')
        .on('series.archived_at', 'is', null),
    )
    .selectAll('action')
    .select('series.symbol as present')
    .orderBy(sql`action.state = 'dismissed' or action.applied_at is not null`)
    .orderBy(sql`action.decided_at desc nulls first`)
    .orderBy('action.effective_at')
    .orderBy('action.id')
    .limit(most)
    .execute();
  return rows.map(({ present, ...row }) => actionOf(row, present));
}

/** Locks an action until the transaction ends and returns it; undefined without one. */
export async function lockAction(trx: Db, id: number): Promise<StoredAction | undefined> {
  const row = await tables(trx)
    .selectFrom('corporate_action')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && actionOf(row);
}

/** Locks the actions of a source against other readings of what it tells until the transaction ends. */
export function lockActions(trx: Db, source: string): Promise<void> {
  return lockSymbol(trx, `actions ${source}`);
}

/**
 * Stores what a source has told of instruments that feed a symbol, and returns the new actions. One that is stored
 * already keeps its state, an open one gets the present terms; a split that its series has already is left out. Needs a
 * transaction.
 */
export async function saveActions(
  trx: Db,
  source: string,
  told: readonly CorporateAction[],
  nowMs: number,
): Promise<{ readonly symbol: string; readonly id: number }[]> {
  const saved: { symbol: string; id: number }[] = [];
  for (const action of told) {
    const { symbol, kind, effectiveMs } = action;
    const factor = kind === 'split' ? action.factor : null;
    const to = kind === 'rename' ? action.to : null;
    const { rows } = await sql<{ id: number; fresh: boolean }>`
      insert into corporate_action
        (source, source_symbol, symbol, kind, effective_at, factor, name_to, found_at)
      select ${source}, s.source_symbol, s.symbol, ${kind}, ${effectiveMs}::bigint,
        ${factor}::double precision, ${to}::text, ${nowMs}::bigint
      from series s
      where s.source = ${source} and s.symbol = ${symbol} and s.archived_at is null
        and not exists (
          select from series_split k
          where ${kind} = 'split' and k.series_id = s.id
            and ${sameSplit(sql`${effectiveMs}::bigint`, sql`${factor}::double precision`)}
        )
      on conflict (source, source_symbol, kind, effective_at)
        do update set factor = excluded.factor, name_to = excluded.name_to
        where corporate_action.state = 'open'
          and (corporate_action.factor is distinct from excluded.factor
            or corporate_action.name_to is distinct from excluded.name_to)
      returning id, xmax = 0 as fresh`.execute(trx);
    for (const { id, fresh } of rows) if (fresh) saved.push({ symbol, id });
  }
  return saved;
}

/** Returns the times of the splits of an instrument that an operator has dismissed. */
export async function listDismissedSplits(
  db: Db,
  source: string,
  sourceSymbol: string,
): Promise<Set<number>> {
  const rows = await tables(db)
    .selectFrom('corporate_action')
    .select('effective_at')
    .where('source', '=', source)
    .where('source_symbol', '=', sourceSymbol)
    .where('kind', '=', 'split')
    .where('state', '=', 'dismissed')
    .execute();
  return new Set(rows.map((row) => row.effective_at));
}

/** Returns the names that instruments of a source get by renames that are neither dismissed nor carried out. */
export async function listComingNames(db: Db, source: string): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('corporate_action')
    .select('name_to')
    .where('source', '=', source)
    .where('kind', '=', 'rename')
    .where('state', '!=', 'dismissed')
    .where('applied_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ name_to: name }) => name ?? []));
}

/** Stores an operator's decision. */
export async function decideAction(
  trx: Db,
  id: number,
  { state, by }: { readonly state: Exclude<ActionState, 'open'>; readonly by: string },
  nowMs: number,
): Promise<void> {
  await tables(trx)
    .updateTable('corporate_action')
    .set({ state, decided_by: by, decided_at: nowMs })
    .where('id', '=', id)
    .execute();
}

/** Stores that a confirmed action was carried out. */
export async function noteApplied(trx: Db, id: number, nowMs: number): Promise<void> {
  await tables(trx)
    .updateTable('corporate_action')
    .set({ applied_at: nowMs })
    .where('id', '=', id)
    .execute();
}

/** Marks the splits that a series has as confirmed and carried out, unless they are dismissed. */
export async function settleSplits(trx: Db, seriesId: number, nowMs: number): Promise<void> {
  await sql`
    update corporate_action a
    set state = 'confirmed', decided_at = coalesce(a.decided_at, ${nowMs}), applied_at = ${nowMs}
    from series s join series_split k on k.series_id = s.id
    where s.id = ${seriesId} and a.source = s.source and a.source_symbol = s.source_symbol
      and a.kind = 'split' and ${sameSplit(sql`a.effective_at`, sql`a.factor`)}
      and a.state <> 'dismissed' and a.applied_at is null`.execute(trx);
}
