import { CHAIN_START, type LedgerRow, type OutcomeRow } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { hashOf, listLedgerAfter, listOutcomesAfter } from '../signals/index.ts';
import type { RecordRow } from './comparison.ts';
import type { Findings } from './findings.ts';
import { startHeadCheck } from './verify-heads.ts';

const BATCH = 5000;

/** How a row is not in its place: rows before it are gone, it does not follow the one before it, it says something else. */
export type ChainBreak = 'gap' | 'link' | 'changed';

/** What is told of a walk along both chains. */
export interface ChainListener {
  /** `before` is the number of the row that comes before this one in the database. */
  broken(row: RecordRow, how: ChainBreak, before: number): void;
  /** Each row, in order. */
  row?(row: RecordRow): void;
  progress?(rows: number): void;
}

/** Walks both chains from their first row; how many rows there are. */
export async function walkChains(
  db: Db,
  listener: ChainListener,
  signal?: AbortSignal,
): Promise<{ ledger: number; outcomes: number }> {
  const ledger = await walk<LedgerRow>(
    (after) => listLedgerAfter(db, after, BATCH),
    (row) => row.seq,
    listener,
    signal,
  );
  const outcomes = await walk<OutcomeRow>(
    (after) => listOutcomesAfter(db, after, BATCH),
    (row) => row.no,
    listener,
    signal,
  );
  return { ledger, outcomes };
}

/** Walks both chains and tells what is wrong with them and with the heads published over them. */
export async function verifyChains(
  db: Db,
  findings: Findings,
  onProgress: () => void,
): Promise<{ ledger: number; outcomes: number }> {
  const heads = await startHeadCheck(db, (what) => findings.add('heads', what));
  const counts = await walkChains(db, {
    broken(row, how, before) {
      const [where, own] = 'no' in row ? ['outcomes', row.no] : ['ledger', row.seq];
      if (how === 'gap') findings.add(where, `row ${missing(before + 1, own - 1)} missing`);
      else if (how === 'link') {
        findings.add(where, `row ${own} does not follow row ${before}: the link is broken`);
      } else findings.add(where, `row ${own} was changed after publication`);
    },
    row: heads.row,
    progress: onProgress,
  });
  await heads.end(counts);
  return counts;
}

async function walk<Row extends RecordRow>(
  read: (after: number) => Promise<Row[]>,
  numberOf: (row: Row) => number,
  listener: ChainListener,
  signal: AbortSignal | undefined,
): Promise<number> {
  let number = 0;
  let hash = CHAIN_START;
  let count = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await read(number);
    if (rows.length === 0) return count;
    for (const row of rows) {
      const own = numberOf(row);
      if (own !== number + 1) listener.broken(row, 'gap', number);
      else if (row.prevHash !== hash) listener.broken(row, 'link', number);
      if (hashOf(row) !== row.hash) listener.broken(row, 'changed', number);
      listener.row?.(row);
      number = own;
      hash = row.hash;
    }
    count += rows.length;
    listener.progress?.(rows.length);
  }
}

const missing = (from: number, to: number): string =>
  from === to ? `${from} is` : `${from} to ${to} are`;
