import { DAY_MS, ENGINE_VERSION } from '@rasat/engine';
import { CHAIN_START } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type ChainHead, type ChainName, findChainHeads, findHashes } from '../signals/index.ts';
import { hashOfAll } from './checkpoint.ts';
import { type CheckpointHead, listCheckpointHeads } from './checkpoint-store.ts';
import { listCertificates } from './published-store.ts';
import type { SeriesVersion } from './series-version.ts';
import type { RecordCertificateTable } from './tables.ts';
import { type Stretch, WHOLE_CHAIN } from './verify-chains.ts';

/** Work of a night. */
export interface NightPlan {
  /** Histories that continue from their checkpoints, and `whole`: histories that start from their first bar. */
  readonly continued: readonly (SeriesVersion & { readonly head: CheckpointHead })[];
  readonly whole: readonly SeriesVersion[];
  readonly ledger: readonly Stretch[];
  readonly outcomes: readonly Stretch[];
  /** Chain fields of the certificate when no row is broken. */
  readonly walked: Walked;
}

/** End of the walk of both chains, and of the part that was walked a second time. */
export type Walked = Pick<
  Selectable<RecordCertificateTable>,
  'chain_seq' | 'chain_hash' | 'chain_no' | 'chain_no_hash' | 'again_seq' | 'again_no'
>;

/** Chain fields of the certificate when the chains cannot be relied on. */
export const NOT_WALKED: Walked = {
  chain_seq: 0,
  chain_hash: null,
  chain_no: 0,
  chain_no_hash: null,
  again_seq: 0,
  again_no: 0,
};

/**
 * Number of nights in which every history is processed from its first bar once, and the age after which that is
 * repeated in any case.
 */
const NIGHTS = 7;
const OLDEST_MS = 6.5 * DAY_MS;

/**
 * Plans a night. A history continues from its checkpoint when the last certificate vouches for it, was issued over this
 * engine and both chains still hold the rows that it saw. The seventh of the histories that was processed from its
 * beginning longest ago starts again, and a seventh of each chain is walked a second time. `whole`: everything starts
 * again.
 */
export async function planNight(
  db: Db,
  histories: readonly SeriesVersion[],
  { nowMs, whole }: { readonly nowMs: number; readonly whole: boolean },
): Promise<NightPlan> {
  const now = await findChainHeads(db);
  const [last] = await listCertificates(db, 1);
  const seen = whole || !last ? null : await findSeen(db, last);
  const ledger = await planChain(now.ledger, seen?.ledger, (seq) => hashAt(db, 'ledger', seq));
  const outcomes = await planChain(now.outcomes, seen?.outcomes, (no) =>
    hashAt(db, 'outcomes', no),
  );
  const heads = await listCheckpointHeads(db);
  const vouched = seen !== null && last?.checkpoints?.equals(hashOfAll(heads)) === true;
  return {
    ...planHistories(histories, vouched ? heads : [], nowMs),
    ledger: ledger.stretches,
    outcomes: outcomes.stretches,
    walked: {
      chain_seq: now.ledger.number,
      chain_hash: Buffer.from(now.ledger.hash, 'hex'),
      chain_no: now.outcomes.number,
      chain_no_hash: Buffer.from(now.outcomes.hash, 'hex'),
      again_seq: ledger.again,
      again_no: outcomes.again,
    },
  };
}

function planHistories(
  histories: readonly SeriesVersion[],
  heads: readonly CheckpointHead[],
  nowMs: number,
): Pick<NightPlan, 'continued' | 'whole'> {
  const keyOf = (seriesId: number, version: string): string => `${seriesId} ${version}`;
  const byKey = new Map(heads.map((head) => [keyOf(head.series_id, head.engine_version), head]));
  const headOf = ({ series, version }: SeriesVersion) => byKey.get(keyOf(series.id, version));
  const known = histories.flatMap((history) => {
    const head = headOf(history);
    return head ? [{ ...history, head }] : [];
  });
  const oldest = known.toSorted((a, b) => a.head.whole_at - b.head.whole_at);
  const due = new Set(
    oldest
      .filter(({ head }, i) => i < known.length / NIGHTS || head.whole_at < nowMs - OLDEST_MS)
      .map(({ head }) => head),
  );
  const continued = known.filter(({ head }) => !due.has(head));
  const going = new Set(continued.map(({ head }) => head));
  const isWhole = (history: SeriesVersion): boolean => {
    const head = headOf(history);
    return head === undefined || !going.has(head);
  };
  return { continued, whole: histories.filter(isWhole) };
}

/** Last row of a chain that a certificate saw, and the end of the part that has been walked a second time. */
interface SeenChain extends ChainHead {
  readonly again: number;
}

/**
 * Returns the last rows of both chains that a certificate saw; null for a certificate of another engine or over broken
 * chains, and when a row has changed.
 */
async function findSeen(
  db: Db,
  last: Selectable<RecordCertificateTable>,
): Promise<{ readonly ledger: SeenChain; readonly outcomes: SeenChain } | null> {
  if (last.engine_version !== ENGINE_VERSION || !last.chain_hash || !last.chain_no_hash)
    return null;
  const ledger = {
    number: last.chain_seq,
    hash: last.chain_hash.toString('hex'),
    again: last.again_seq,
  };
  const outcomes = {
    number: last.chain_no,
    hash: last.chain_no_hash.toString('hex'),
    again: last.again_no,
  };
  const areThere =
    (await hashAt(db, 'ledger', ledger.number)) === ledger.hash &&
    (await hashAt(db, 'outcomes', outcomes.number)) === outcomes.hash;
  return areThere ? { ledger, outcomes } : null;
}

/** Returns the new stretch of a chain and the next part to walk again; the whole chain without a certificate. */
async function planChain(
  now: ChainHead,
  seen: SeenChain | undefined,
  hashAt: (number: number) => Promise<string | null>,
): Promise<{ readonly stretches: readonly Stretch[]; readonly again: number }> {
  if (!seen) return { stretches: [{ ...WHOLE_CHAIN, to: now.number }], again: 0 };
  const { number, hash, again } = seen;
  const step = Math.ceil(number / NIGHTS);
  // The last night of a round walks to the last row seen before it; rows that are new that night wait for the next
  // round.
  const after = number - again > step / 2 ? again : 0;
  const to = number - after > step * 1.5 ? after + step : number;
  const old = { after, hash: (await hashAt(after)) ?? '', to };
  return { stretches: [{ after: number, hash, to: now.number }, old], again: to };
}

/** Returns the hash of a row of a chain; null when the row is missing. */
async function hashAt(db: Db, chain: ChainName, number: number): Promise<string | null> {
  if (number === 0) return CHAIN_START;
  return (await findHashes(db, chain, [number])).get(number)?.toString('hex') ?? null;
}
