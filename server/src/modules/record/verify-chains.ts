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

/** A stretch of a chain: behind a row, which is known by its number and hash, to the row `to`, or to the end. */
export interface Stretch {
  readonly after: number;
  readonly hash: string;
  readonly to: number;
}

/** All of a chain. */
export const WHOLE_CHAIN: Stretch = { after: 0, hash: CHAIN_START, to: Number.POSITIVE_INFINITY };

/** Walks both chains from their first row, or stretches of them; how many rows were met. */
export async function walkChains(
  db: Db,
  listener: ChainListener,
  options: {
    readonly ledger?: readonly Stretch[];
    readonly outcomes?: readonly Stretch[];
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<{ ledger: number; outcomes: number }> {
  const { signal } = options;
  const met = { ledger: 0, outcomes: 0 };
  for (const stretch of options.ledger ?? [WHOLE_CHAIN]) {
    met.ledger += await walk<LedgerRow>(
      (after, most) => listLedgerAfter(db, after, most),
      (row) => row.seq,
      { stretch, listener, signal },
    );
  }
  for (const stretch of options.outcomes ?? [WHOLE_CHAIN]) {
    met.outcomes += await walk<OutcomeRow>(
      (after, most) => listOutcomesAfter(db, after, most),
      (row) => row.no,
      { stretch, listener, signal },
    );
  }
  return met;
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
  read: (after: number, most: number) => Promise<Row[]>,
  numberOf: (row: Row) => number,
  {
    stretch,
    listener,
    signal,
  }: {
    readonly stretch: Stretch;
    readonly listener: ChainListener;
    readonly signal: AbortSignal | undefined;
  },
): Promise<number> {
  let { after: number, hash } = stretch;
  let count = 0;
  for (;;) {
    signal?.throwIfAborted();
    const most = Math.min(BATCH, stretch.to - number);
    const rows = most > 0 ? await read(number, most) : [];
    if (rows.length === 0) return count;
    for (const row of rows) {
      const own = numberOf(row);
      if (own > stretch.to) return count;
      if (own !== number + 1) listener.broken(row, 'gap', number);
      else if (row.prevHash !== hash) listener.broken(row, 'link', number);
      if (hashOf(row) !== row.hash) listener.broken(row, 'changed', number);
      listener.row?.(row);
      number = own;
      hash = row.hash;
      count += 1;
    }
    listener.progress?.(rows.length);
  }
}

const missing = (from: number, to: number): string =>
  from === to ? `${from} is` : `${from} to ${to} are`;
