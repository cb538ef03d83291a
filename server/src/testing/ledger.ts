import { CHAIN_START } from '@rasat/contract';
import type { Series } from '../modules/market/index.ts';
import { findLedgerHead, listLedgerAfter } from '../modules/signals/index.ts';
import { makeLedgerRow } from '../modules/signals/ledger-row.ts';
import { insertLedger } from '../modules/signals/store.ts';
import type { Db } from '../platform/db/pool.ts';

/** Publishes a condition that buys at 1.1 with a range of 0.01; answers its number. */
export async function plantCondition(
  db: Db,
  series: Series,
  { barTimeMs, createdAtMs }: { readonly barTimeMs: number; readonly createdAtMs: number },
): Promise<number> {
  const seq = (await findLedgerHead(db)) + 1;
  const [before] = await listLedgerAfter(db, seq - 2, 1);
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
  await insertLedger(db, [makeLedgerRow(draft, seq, createdAtMs, before?.hash ?? CHAIN_START)]);
  return seq;
}
