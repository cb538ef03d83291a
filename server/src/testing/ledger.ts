import type { LedgerRow, OutcomeRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { foldEvents, listFoldable } from '../modules/analysis/index.ts';
import type { Series } from '../modules/market/index.ts';
import { foldSignals, listFoldableSignals, sealChains } from '../modules/signals/fold.ts';
import {
  chainRows,
  findChainHeads,
  findPublisherCursor,
  listSignals,
  type Signal,
  type SignalSeries,
} from '../modules/signals/index.ts';
import { makeLedgerRow } from '../modules/signals/ledger-row.ts';
import { decodePart, encodePart } from '../modules/signals/part.ts';
import { insertLedger, insertOutcomes } from '../modules/signals/store.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';

/** Publishes a condition that buys at 1.1 with a range of 0.01; returns its number. */
export async function plantCondition(
  db: Db,
  series: Series,
  { barTimeMs, createdAtMs }: { readonly barTimeMs: number; readonly createdAtMs: number },
): Promise<number> {
  const { ledger } = await findChainHeads(db);
  const seq = ledger.number + 1;
  const draft = {
    symbol: series.symbol,
    source: series.source,
    seriesId: series.id,
    eventKey: `condition.${barTimeMs}`,
    kind: 'condition',
    setup: 'test',
    engineVersion: 'test',
    barTime: barTimeMs,
    way: true,
    price: 1.1,
    range: 0.01,
    sl: 1.09,
    tp1: 1.11,
    tp2: 1.12,
    detail: {},
    inputHash: '0'.repeat(64),
  } as const;
  await insertLedger(db, [makeLedgerRow(draft, seq, createdAtMs, ledger.hash)]);
  return seq;
}

/** Returns every row of the ledger, folded or not, in order. */
export async function readLedger(db: Db): Promise<LedgerRow[]> {
  const rows = (await readSignals(db)).map(({ row }) => row);
  rows.sort((one, other) => one.seq - other.seq);
  return chainRows(db, 'ledger', rows, (row) => row.seq);
}

/** Returns every outcome, folded or not, in order. */
export async function readOutcomes(db: Db): Promise<OutcomeRow[]> {
  const rows = (await readSignals(db)).flatMap(({ outcomes }) => outcomes);
  rows.sort((one, other) => one.no - other.no);
  return chainRows(db, 'outcomes', rows, (row) => row.no);
}

async function readSignals(db: Db): Promise<Signal[]> {
  const { rows } = await sql<SignalSeries>`
    select distinct series_id as "seriesId", engine_version as "engineVersion"
    from record_cell`.execute(db);
  const signals: Signal[] = [];
  for (const series of rows) signals.push(...(await listSignals(db, series)));
  return signals;
}

/** Moves folded rows back into their tables, where a statement can change them; the product never does this. */
export async function unfold(db: Db): Promise<void> {
  const [ledger, outcomes] = [await readLedger(db), await readOutcomes(db)];
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of ['ledger', 'ledger_outcome', 'ledger_part', 'ledger_hash']) {
      await sql`delete from ${sql.table(table)}`.execute(trx);
    }
    await insertLedger(trx, ledger);
    await insertOutcomes(trx, outcomes);
  });
}

/**
 * Folds the published rows of every history, as far as its chain is sealed; returns the number of rows of both chains.
 */
export async function foldAll(db: Db): Promise<number> {
  const due = { olderThanMs: Number.MAX_SAFE_INTEGER, moreThan: 0 };
  const cursor = await findPublisherCursor(db);
  for (const history of await listFoldable(db, cursor, due)) {
    await inTransaction(db, (trx) => foldEvents(trx, history, cursor));
  }
  const sealed = await inTransaction(db, sealChains);
  let folded = 0;
  for (const series of await listFoldableSignals(db, sealed, due)) {
    folded += await inTransaction(db, (trx) => foldSignals(trx, series, sealed));
  }
  return folded;
}

/** Rewrites a part as an attacker with the keys of the database could, with its rows as `change` returns them. */
export async function changePart(
  db: Db,
  firstSeq: number,
  change: (signals: Signal[]) => readonly Signal[],
): Promise<void> {
  const { rows } = await sql<SignalSeries & { data: Buffer }>`
    select series_id as "seriesId", engine_version as "engineVersion", data from ledger_part
    where first_seq = ${firstSeq}`.execute(db);
  const [part] = rows;
  if (!part) throw new Error(`no part begins with row ${firstSeq}`);
  const data = await encodePart(change(decodePart(part.data, part)));
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update ledger_part set data = ${data} where first_seq = ${firstSeq}`.execute(trx);
  });
}
