import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { type ChainName, findChainHeads, readHashes } from '../signals/index.ts';
import { listHeads } from './head-store.ts';
import { headOf, type RecordHead } from './heads.ts';
import { compareHeads } from './verify-heads.ts';

/** Rows whose hashes are read in one query. */
const BATCH = 16_384;

/** Result of a comparison of kept heads with the record. */
export interface KeptHeadsReport {
  /** Numbers of rows and outcomes in the record. */
  readonly ledgerRows: number;
  readonly outcomes: number;
  /** Each difference, one sentence each; empty when the record goes on from every kept head. */
  readonly differences: readonly string[];
  /** Days of heads without a root over the outcomes, of which only their number and last hash were compared. */
  readonly withoutOutcomesRoot: readonly string[];
}

/**
 * Compares heads that a reader kept with one snapshot of the record: sizes, last hashes and roots with those that
 * follow from the hashes of the chains, and each head with the head of its day in the record. It does not compare the
 * rows with their hashes; `verifyRecord` does.
 */
export function verifyKeptHeads(db: Db, kept: readonly RecordHead[]): Promise<KeptHeadsReport> {
  return inTransaction(
    db,
    async (trx) => {
      const differences: string[] = [];
      const add = (what: string): void => {
        differences.push(what);
      };
      const published = new Map((await listHeads(trx)).map((head) => [head.day, headOf(head)]));
      for (const head of kept) compareWithPublished(head, published.get(head.day), add);
      const ends = await findChainHeads(trx);
      const comparison = compareHeads(kept, add);
      for (const [chain, last] of [
        ['ledger', Math.max(...kept.map(({ size }) => size))],
        ['outcomes', Math.max(...kept.map(({ outcomes }) => outcomes))],
      ] as const) {
        const to = Math.min(last, ends[chain].number);
        const missing = await walkHashes(trx, chain, to, comparison.row);
        if (missing !== null) add(`${chain}: row ${missing} is missing`);
      }
      comparison.end({ ledger: ends.ledger.number, outcomes: ends.outcomes.number });
      return {
        ledgerRows: ends.ledger.number,
        outcomes: ends.outcomes.number,
        differences,
        withoutOutcomesRoot: kept.filter((one) => one.outcomesRoot === null).map(({ day }) => day),
      };
    },
    'repeatable read',
  );
}

const NAMES = {
  size: 'number of rows',
  hash: 'hash of the last row',
  root: 'root over the rows',
  outcomes: 'number of outcomes',
  outcomesHash: 'hash of the last outcome',
  outcomesRoot: 'root over the outcomes',
  created: 'time',
} as const satisfies Readonly<Partial<Record<keyof RecordHead, string>>>;

/** Compares a kept head with that of its day in the record. */
function compareWithPublished(
  kept: RecordHead,
  published: RecordHead | undefined,
  add: (what: string) => void,
): void {
  if (!published) {
    add(`the record has no head of ${kept.day}`);
    return;
  }
  for (const name of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    if (kept[name] !== published[name]) {
      add(
        `the head of ${kept.day} has another ${NAMES[name]}: ` +
          `${kept[name] ?? 'none'} was kept, the record has ${published[name] ?? 'none'}`,
      );
    }
  }
}

/** Reads the hashes of the rows 1 to `to` of a chain; returns the number of the first missing row, else null. */
async function walkHashes(
  db: Db,
  chain: ChainName,
  to: number,
  onRow: (chain: ChainName, number: number, hash: Buffer) => void,
): Promise<number | null> {
  for (let from = 1; from <= to; from += BATCH) {
    const last = Math.min(from + BATCH - 1, to);
    const hashes = await readHashes(db, chain, from, last);
    for (let number = from; number <= last; number++) {
      const hash = hashes.at(number);
      if (!hash) return number;
      onRow(chain, number, hash);
    }
  }
  return null;
}
