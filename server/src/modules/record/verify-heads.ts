import { CHAIN_START, type GrowingTree, growTree, leafOf } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ChainName } from '../signals/index.ts';
import { listHeads, listNodes } from './head-store.ts';
import { headOf, type RecordHead, STORED_LEVEL } from './heads.ts';

/** Compares heads with the rows of the chains. */
interface HeadComparison {
  /** Compares each row of the ledger and then each outcome, in order. */
  readonly row: (chain: ChainName, number: number, hash: Buffer) => void;
  /** Ends the comparison with the numbers of existing rows. */
  readonly end: (counts: Readonly<Record<ChainName, number>>) => void;
}

/** Compares the published heads and nodes with the rows of the chains. */
export interface HeadCheck extends Pick<HeadComparison, 'row'> {
  /** Ends the check with the numbers of existing rows. */
  end(counts: Readonly<Record<ChainName, number>>): Promise<void>;
}

/** Part of a head about one chain. */
interface ChainPart {
  readonly day: string;
  readonly size: number;
  readonly hash: string;
  readonly root: string | null;
}

const CHAINS = ['ledger', 'outcomes'] as const;
const ROW = { ledger: 'row', outcomes: 'outcome' } as const;
const ROWS = { ledger: 'rows', outcomes: 'outcomes' } as const;

/**
 * Starts a comparison of heads with the last hashes and the roots that follow from the rows; `add` receives each
 * difference, and `onNode` each full subtree. A head without a root over the outcomes is compared without it.
 */
export function compareHeads(
  heads: readonly RecordHead[],
  add: (what: string) => void,
  onNode: (chain: ChainName, level: number, position: number, hash: Buffer) => void = () => {},
): HeadComparison {
  const treeOf = (chain: ChainName): GrowingTree<Buffer> =>
    growTree<Buffer>(sha256, [], ({ level, position, hash }) =>
      onNode(chain, level, position, hash),
    );
  const trees = { ledger: treeOf('ledger'), outcomes: treeOf('outcomes') };
  const parts = {
    ledger: Map.groupBy(heads.map(ledgerPart), ({ size }) => size),
    outcomes: Map.groupBy(heads.map(outcomesPart), ({ size }) => size),
  };
  const compareAt = (chain: ChainName, number: number, own: string): void => {
    for (const { day, hash, root } of parts[chain].get(number) ?? []) {
      if (hash !== own) add(`${ROW[chain]} ${number} is not that of ${day}`);
      if (root !== null && root !== trees[chain].root().toString('hex')) {
        add(`the ${ROWS[chain]} 1 to ${number} do not have the root that was published on ${day}`);
      }
    }
  };
  for (const chain of CHAINS) compareAt(chain, 0, CHAIN_START);
  return {
    row(chain, number, own) {
      trees[chain].append(leafOf(own, sha256));
      compareAt(chain, number, own.toString('hex'));
    },
    end({ ledger, outcomes }) {
      for (const { day, ...head } of heads) {
        if (head.size > ledger || head.outcomes > outcomes) {
          add(`on ${day} there were ${head.size} rows and ${head.outcomes} outcomes`);
        }
      }
    },
  };
}

const ledgerPart = ({ day, size, hash, root }: RecordHead): ChainPart => ({
  day,
  size,
  hash,
  root,
});

const outcomesPart = (head: RecordHead): ChainPart => ({
  day: head.day,
  size: head.outcomes,
  hash: head.outcomesHash,
  root: head.outcomesRoot,
});

/** Starts a check against the stored heads. Only the heads reveal a chain that was rewritten from its first row. */
export async function startHeadCheck(db: Db, add: (what: string) => void): Promise<HeadCheck> {
  const heads = (await listHeads(db)).map(headOf);
  const nodes = { ledger: new Map<string, Buffer>(), outcomes: new Map<string, Buffer>() };
  const { row, end } = compareHeads(heads, add, (chain, level, position, own) => {
    if (level >= STORED_LEVEL) nodes[chain].set(`${level} ${position}`, own);
  });
  return {
    row,
    async end(counts) {
      end(counts);
      for (const chain of CHAINS) {
        for (const { level, position, hash: own } of await listNodes(db, chain)) {
          if (!nodes[chain].get(`${level} ${position}`)?.equals(own)) {
            add(`node ${position} of level ${level} is not over the ${ROWS[chain]} that there are`);
          }
        }
      }
    },
  };
}
