import { growTree, leafOf } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ChainName } from '../signals/index.ts';
import { listHeads, listNodes } from './head-store.ts';
import { headOf, STORED_LEVEL } from './heads.ts';

/** Compares the published heads and nodes with the rows of the chains. */
export interface HeadCheck {
  /** Checks each row of the ledger and then each outcome, in order. */
  readonly row: (chain: ChainName, number: number, hash: Buffer) => void;
  /** Ends the check with the numbers of existing rows. */
  end(counts: { readonly ledger: number; readonly outcomes: number }): Promise<void>;
}

/** Starts a check against the stored heads. Only the heads reveal a chain that was rewritten from its first row. */
export async function startHeadCheck(db: Db, add: (what: string) => void): Promise<HeadCheck> {
  const heads = (await listHeads(db)).map(headOf);
  const bySize = Map.groupBy(heads, (head) => head.size);
  const byOutcomes = Map.groupBy(heads, (head) => head.outcomes);
  const nodes = new Map<string, Buffer>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) => {
    if (level >= STORED_LEVEL) nodes.set(`${level} ${position}`, own);
  });
  return {
    row(chain, number, own) {
      if (chain === 'outcomes') {
        for (const head of byOutcomes.get(number) ?? []) {
          if (head.outcomesHash !== own.toString('hex')) {
            add(`outcome ${number} is not that of ${head.day}`);
          }
        }
        return;
      }
      tree.append(leafOf(own, sha256));
      for (const head of bySize.get(number) ?? []) {
        if (head.hash !== own.toString('hex')) add(`row ${number} is not that of ${head.day}`);
        if (head.root !== tree.root().toString('hex')) {
          add(`the rows 1 to ${number} do not have the root that was published on ${head.day}`);
        }
      }
    },
    async end({ ledger, outcomes }) {
      for (const { day, ...head } of heads) {
        if (head.size > ledger || head.outcomes > outcomes) {
          add(`on ${day} there were ${head.size} rows and ${head.outcomes} outcomes`);
        }
      }
      for (const { level, position, hash: own } of await listNodes(db)) {
        if (!nodes.get(`${level} ${position}`)?.equals(own)) {
          add(`node ${position} of level ${level} is not over the rows that there are`);
        }
      }
    },
  };
}
