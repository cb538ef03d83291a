import { CHAIN_START, type LedgerRow, type OutcomeRow } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { hashOf, listLedgerAfter, listOutcomesAfter } from '../signals/index.ts';
import type { Findings } from './findings.ts';

const BATCH = 5000;

/** Walks both chains from their first row; how many rows there are. Findings are told to `findings`. */
export async function verifyChains(
  db: Db,
  findings: Findings,
  onProgress: (rows: number) => void,
): Promise<{ ledger: number; outcomes: number }> {
  const ledger = await walk('ledger', (after) => listLedgerAfter(db, after, BATCH), {
    numberOf: (row: LedgerRow) => row.seq,
    findings,
    onProgress,
  });
  const outcomes = await walk('outcomes', (after) => listOutcomesAfter(db, after, BATCH), {
    numberOf: (row: OutcomeRow) => row.no,
    findings,
    onProgress: (rows) => onProgress(ledger + rows),
  });
  return { ledger, outcomes };
}

async function walk<Row extends LedgerRow | OutcomeRow>(
  where: string,
  read: (after: number) => Promise<Row[]>,
  options: {
    readonly numberOf: (row: Row) => number;
    readonly findings: Findings;
    readonly onProgress: (rows: number) => void;
  },
): Promise<number> {
  const { numberOf, findings, onProgress } = options;
  let number = 0;
  let hash = CHAIN_START;
  let count = 0;
  for (;;) {
    const rows = await read(number);
    if (rows.length === 0) return count;
    for (const row of rows) {
      const own = numberOf(row);
      if (own !== number + 1) {
        findings.add(where, `row ${missing(number + 1, own - 1)} missing`);
      } else if (row.prevHash !== hash) {
        findings.add(where, `row ${own} does not follow row ${number}: the link is broken`);
      }
      if (hashOf(row) !== row.hash) findings.add(where, `row ${own} was changed after publication`);
      number = own;
      hash = row.hash;
    }
    count += rows.length;
    onProgress(count);
  }
}

const missing = (from: number, to: number): string =>
  from === to ? `${from} is` : `${from} to ${to} are`;
