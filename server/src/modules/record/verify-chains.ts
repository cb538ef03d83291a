import { CHAIN_START, type RegisterRow } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import {
  type ChainName,
  chainHash,
  findChainHeads,
  type HashRange,
  hashOf,
  hashOfRegister,
  listRecentLedger,
  listRecentOutcomes,
  listRegister,
  type OpenPart,
  readHashes,
  readPartsOver,
} from '../signals/index.ts';
import { kindOfRow, type RecordRow } from './comparison.ts';
import type { Findings } from './findings.ts';
import type { Flaw, OnFlaw } from './flaw.ts';
import { startHeadCheck } from './verify-heads.ts';

/**
 * Numbers whose rows are read together. A part spans some 90,000 numbers and is opened for each slice that it overlaps.
 */
const SLICE = 500_000;

/** A row of a chain; a row of the register has a number of the ledger. */
export type ChainRow = RecordRow | RegisterRow;

/** Whether a row publishes no signal. */
export function isRegisterRow(row: ChainRow): row is RegisterRow {
  return !('no' in row) && !('symbol' in row);
}

/** Defect of a row: it does not follow the row before it, or its content does not match its hash. */
export type ChainBreak = 'link' | 'changed';

/** Listener to a walk along both chains. */
export interface ChainListener {
  /** Receives a broken row; `before` is the number of the row that precedes it. */
  broken(row: ChainRow, how: ChainBreak, before: number): void;
  /** Receives a range of missing rows; `next` is the row after them, undefined at the end of the chain. */
  gap(chain: ChainName, from: number, to: number, next: ChainRow | undefined): void;
  /** Receives each existing row, in order. */
  row?(chain: ChainName, number: number, hash: Buffer): void;
  /** Receives the content of each row of the ledger's chain, in any order. */
  content?(row: ChainRow): void;
  /** Receives each row whose `createdAt` lies before that of the row before it. */
  falls?(row: ChainRow, beforeMs: number): void;
  progress?(rows: number): void;
}

/** Stretch of a chain: after a row, given by its number and hash, up to the row `to`, or to the end. */
export interface Stretch {
  readonly after: number;
  readonly hash: string;
  readonly to: number;
}

/** The whole chain. */
export const WHOLE_CHAIN: Stretch = { after: 0, hash: CHAIN_START, to: Number.POSITIVE_INFINITY };

/** Walks both chains from their first row, or stretches of them; returns the number of rows read. */
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
  const heads = await findChainHeads(db);
  const met = { ledger: 0, outcomes: 0 };
  for (const chain of ['ledger', 'outcomes'] as const) {
    for (const given of options[chain] ?? [WHOLE_CHAIN]) {
      const stretch = { ...given, to: Math.min(given.to, heads[chain].number) };
      met[chain] += await walk(db, chain, stretch, { listener, signal });
    }
  }
  return met;
}

/**
 * Walks both chains and adds a finding for each defect in them and in the heads published over them. `content` receives
 * each row of the ledger's chain.
 */
export async function verifyChains(
  db: Db,
  findings: Findings,
  onProgress: () => void,
  content: (row: ChainRow) => void = () => {},
  onFlaw: OnFlaw = () => {},
): Promise<{ ledger: number; outcomes: number }> {
  const heads = await startHeadCheck(db, (what) => findings.add('heads', what));
  const counts = await walkChains(db, {
    gap: (chain, from, to) => findings.add(chain, `row ${missing(from, to)} missing`),
    broken(row, how, before) {
      const [chain, own] = 'no' in row ? ['outcomes', row.no] : ['ledger', row.seq];
      if (how === 'link') {
        findings.add(chain, `row ${own} does not follow row ${before}: the link is broken`);
      } else findings.add(chain, `row ${own} was changed after publication`);
    },
    row: heads.row,
    falls: (row, beforeMs) => onFlaw(flawOfOrder(row, beforeMs)),
    content,
    progress: onProgress,
  });
  await heads.end(counts);
  return counts;
}

/** Returns the flaw of a row that was published before the row before it. */
export function flawOfOrder(row: ChainRow, beforeMs: number): Flaw {
  const isOutcome = 'no' in row;
  const isRegister = isRegisterRow(row);
  const name = isOutcome ? `outcome ${row.no}` : `row ${row.seq}`;
  return {
    class: 'order',
    what: isRegister ? 'register' : kindOfRow(row),
    seq: row.seq,
    leg: isOutcome ? row.leg : '',
    key: isOutcome ? `outcome.${row.no}` : isRegister ? row.kind : row.eventKey,
    timeMs: row.createdAt,
    text: `${name} was published at ${row.createdAt}, before the row before it, ${beforeMs}`,
    no: isOutcome ? row.no : null,
  };
}

interface Walk {
  readonly listener: ChainListener;
  readonly signal: AbortSignal | undefined;
}

async function walk(
  db: Db,
  chain: ChainName,
  { after, hash, to }: Stretch,
  { listener, signal }: Walk,
): Promise<number> {
  let count = 0;
  let last: { number: number; hash: Buffer } = { number: after, hash: Buffer.from(hash, 'hex') };
  let createdAt = Number.NEGATIVE_INFINITY;
  if (after > 0 && listener.falls) {
    const range = { from: after, to: after, signal };
    createdAt = (await readSlice(db, chain, range, {})).createdAt(after);
  }
  for (let from = after + 1; from <= to; from += SLICE) {
    signal?.throwIfAborted();
    const range = { from, to: Math.min(to, from + SLICE - 1), signal };
    const slice = await readSlice(db, chain, range, listener);
    for (const number of slice.numbers) {
      const own = slice.hashes.at(number);
      const follows = slice.hashes.before(number);
      if (number !== last.number + 1) {
        listener.gap(chain, last.number + 1, number - 1, await slice.rowAt(number));
      } else if (follows && !follows.equals(last.hash)) {
        const row = await slice.rowAt(number);
        if (row) listener.broken(row, 'link', last.number);
      }
      const changed = slice.changed.get(number);
      if (changed) listener.broken(changed, 'changed', last.number);
      if (own) listener.row?.(chain, number, own);
      const at = slice.createdAt(number);
      if (at < createdAt) {
        const row = listener.falls && (await slice.rowAt(number));
        if (row) listener.falls?.(row, createdAt);
      }
      createdAt = at;
      last = { number, hash: own ?? Buffer.alloc(0) };
      count += 1;
    }
    listener.progress?.(slice.numbers.length);
  }
  if (last.number < to && to !== Number.POSITIVE_INFINITY) {
    listener.gap(chain, last.number + 1, to, undefined);
  }
  return count;
}

/** Rows of a chain from one number to another. */
interface Slice {
  readonly hashes: HashRange;
  /** Numbers of the existing rows, in order. */
  readonly numbers: readonly number[];
  /** Rows whose content does not match their hash. */
  readonly changed: ReadonlyMap<number, ChainRow>;
  rowAt(number: number): Promise<ChainRow | undefined>;
  /** Returns when a row was published; minus infinity for a missing row. */
  createdAt(number: number): number;
}

async function readSlice(
  db: Db,
  chain: ChainName,
  range: { readonly from: number; readonly to: number; readonly signal: AbortSignal | undefined },
  { content }: Pick<ChainListener, 'content'>,
): Promise<Slice> {
  const { from, to, signal } = range;
  const isWithin = (row: RecordRow): boolean => numberOf(row) >= from && numberOf(row) <= to;
  const seen = new Uint8Array(to - from + 1);
  const times = new Float64Array(to - from + 1).fill(Number.NEGATIVE_INFINITY);
  const changed = new Map<number, ChainRow>();
  const meet = (row: ChainRow, hash: Buffer | undefined, isSame: boolean): void => {
    const number = numberOf(row);
    seen[number - from] = 1;
    times[number - from] = row.createdAt;
    if (!hash || !isSame) changed.set(number, row);
    if (chain === 'ledger') content?.(row);
  };
  // Rows are read first: a row that is folded in the meantime is found in its part.
  const list = chain === 'ledger' ? listRecentLedger : listRecentOutcomes;
  const recent = (await list(db, from - 1, to - from + 1)).filter(isWithin);
  const register = chain === 'ledger' ? await listRegister(db, from, to) : [];
  const hashes = await readHashes(db, chain, from, to);
  for (const row of register) {
    const own = hashes.at(row.seq);
    meet(row, own, own?.toString('hex') === row.hash && hashOfRegister(row) === row.hash);
  }
  for (const row of recent) {
    const own = hashes.at(numberOf(row));
    meet(row, own, own?.toString('hex') === row.hash && hashOf(row) === row.hash);
  }
  for await (const rows of readFoldedRows(db, chain, from, to)) {
    signal?.throwIfAborted();
    for (const row of rows) {
      if (!isWithin(row)) continue;
      const own = hashes.at(numberOf(row));
      const before = hashes.before(numberOf(row))?.toString('hex') ?? '';
      meet(row, own, own?.toString('hex') === chainHash(before, row));
    }
  }
  const numbers: number[] = [];
  for (let i = 0; i < seen.length; i++) if (seen[i] === 1) numbers.push(from + i);
  return {
    hashes,
    numbers,
    changed,
    createdAt: (number) => times[number - from] ?? Number.NEGATIVE_INFINITY,
    async rowAt(number) {
      const known = [...recent, ...register].find((row) => numberOf(row) === number);
      if (known) return known;
      for await (const rows of readFoldedRows(db, chain, number, number)) {
        for (const row of rows) if (numberOf(row) === number) return row;
      }
      return undefined;
    },
  };
}

/** Yields the rows of one part at a time; awaiting each of a million rows would be slow. */
async function* readFoldedRows(
  db: Db,
  chain: ChainName,
  from: number,
  to: number,
): AsyncGenerator<Iterable<RecordRow>, void> {
  for await (const part of readPartsOver(db, chain, from, to)) yield rowsIn(part, chain);
}

function* rowsIn(part: OpenPart, chain: ChainName): Generator<RecordRow, void> {
  for (let place = 0; place < part.seqs.length; place++) {
    if (chain === 'ledger') yield part.rowAt(place);
    else yield* part.outcomesAt(place);
  }
}

const numberOf = (row: ChainRow): number => ('no' in row ? row.no : row.seq);

const missing = (from: number, to: number): string =>
  from === to ? `${from} is` : `${from} to ${to} are`;
