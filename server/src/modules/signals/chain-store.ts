import { CHAIN_START } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { HASH_BYTES } from './ledger-row.ts';
import type { LedgerHashTable } from './tables.ts';

/** Which of the two chains. */
export type ChainName = LedgerHashTable['chain'];

/** The last row of a chain; number 0 before the first. */
export interface ChainHead {
  readonly number: number;
  readonly hash: string;
}

/** Hashes of a block. */
const BLOCK = 256;

/** Where the rows of a chain lie that are in no part yet, and what numbers them. */
const HOT = {
  ledger: { table: sql.table('ledger'), number: sql.ref('seq') },
  outcomes: { table: sql.table('ledger_outcome'), number: sql.ref('no') },
} as const;

/** The last rows of both chains at one moment; these are never folded. */
export async function findChainHeads(
  db: Db,
): Promise<{ readonly ledger: ChainHead; readonly outcomes: ChainHead }> {
  const { rows } = await sql<{ chain: ChainName; number: number; hash: Buffer }>`
    (select 'ledger' as chain, seq as number, hash from ledger order by seq desc limit 1)
    union all
    (select 'outcomes', no, hash from ledger_outcome order by no desc limit 1)`.execute(db);
  const headOf = (chain: ChainName): ChainHead => {
    const last = rows.find((row) => row.chain === chain);
    return { number: last?.number ?? 0, hash: last?.hash.toString('hex') ?? CHAIN_START };
  };
  return { ledger: headOf('ledger'), outcomes: headOf('outcomes') };
}

/** The last number of the ledger; 0 before the first row. */
export async function findLedgerHead(db: Db): Promise<number> {
  return (await findChainHeads(db)).ledger.number;
}

/** Up to which number the hashes of a chain lie in blocks; 0 without one. */
export async function findSealed(db: Db, chain: ChainName): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select coalesce(max(block) + 1, 0)::bigint * ${sql.lit(BLOCK)} as sealed
    from ledger_hash where chain = ${chain}`.execute(db);
  return rows[0]?.sealed ?? 0;
}

/** Hashes of a chain by number. A hash that is not there is undefined. */
export interface HashRange {
  /** Of the row with this number. */
  at(number: number): Buffer | undefined;
  /** Of the row before it, as the chain of that one's block or row says. */
  before(number: number): Buffer | undefined;
}

interface StoredHash {
  readonly number: number;
  readonly hash: Buffer;
  readonly before: Buffer;
}

/** The hashes of the rows `from` to `to`, both included, wherever they lie. */
export async function readHashes(
  db: Db,
  chain: ChainName,
  from: number,
  to: number,
): Promise<HashRange> {
  const { table, number } = HOT[chain];
  const [first, last] = [from, to].map((each) => Math.floor((each - 1) / BLOCK));
  // Rows first: one that leaves its table meanwhile has its hash in a block.
  const hot = await sql<StoredHash>`
    select ${number} as number, hash, prev_hash as before from ${table}
    where ${number} between ${from} and ${to}`.execute(db);
  const sealed = await sql<{ block: number; hashes: Buffer }>`
    select block, hashes from ledger_hash
    where chain = ${chain} and block between ${first} and ${last}`.execute(db);
  const rows = new Map(hot.rows.map((row) => [row.number, row]));
  const blocks = new Map(sealed.rows.map(({ block, hashes }) => [block, hashes]));
  const slice = (given: number, back: number): Buffer | undefined => {
    const at = ((given - 1) % BLOCK) + 1 - back;
    const hashes = blocks.get(Math.floor((given - 1) / BLOCK));
    return hashes?.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  };
  return {
    at: (given) => slice(given, 0) ?? rows.get(given)?.hash,
    before: (given) => slice(given, 1) ?? rows.get(given)?.before,
  };
}

/** The hashes of these rows of a chain, by number; a row that there is none of is not among them. */
export async function findHashes(
  db: Db,
  chain: ChainName,
  numbers: readonly number[],
): Promise<Map<number, Buffer>> {
  if (numbers.length === 0) return new Map();
  const { table, number } = HOT[chain];
  const { rows } = await sql<Pick<StoredHash, 'number' | 'hash'>>`
    with wanted as (select number from unnest(${[...numbers]}::bigint[]) w (number))
    select number, substring(h.hashes
      from ((number - 1) % ${sql.lit(BLOCK)})::int * ${sql.lit(HASH_BYTES)} + ${sql.lit(HASH_BYTES + 1)}
      for ${sql.lit(HASH_BYTES)}) as hash
    from wanted join ledger_hash h
      on h.chain = ${chain} and h.block = (number - 1) / ${sql.lit(BLOCK)}
    union all
    select t.${number}, t.hash from wanted join ${table} t on t.${number} = wanted.number`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.number, row.hash]));
}

/**
 * The hashes of the ledger's rows `from` to `to`, both included, in order and one behind the other, 32 bytes each.
 * Throws when one of them is missing.
 */
export async function readRowHashes(db: Db, from: number, to: number): Promise<Buffer> {
  const hashes = await readHashes(db, 'ledger', from, to);
  const found = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => hashes.at(from + i));
  if (found.some((hash) => hash === undefined)) {
    throw new Error(`rows are missing from ${from} to ${to} of the ledger; see rasat verify`);
  }
  return Buffer.concat(found.filter((hash) => hash !== undefined));
}

/** Blocks that are made of one statement. */
const SEAL_BLOCKS = 400;

/**
 * Puts the hashes of rows behind the last block into blocks, some hundred at most, the last row of the chain aside. Stops
 * before a block of which a row is missing or does not follow the one before it. Up to which number the chain is sealed
 * then, and whether there may be more to seal. In a transaction, by one at a time.
 */
export async function sealChain(
  trx: Db,
  chain: ChainName,
): Promise<{ readonly sealed: number; readonly more: boolean }> {
  const { table, number } = HOT[chain];
  const sealed = await findSealed(trx, chain);
  const to = sealed + SEAL_BLOCKS * BLOCK;
  const { rows } = await sql<{ block: number; before: Buffer; hashes: Buffer }>`
    select ((number - 1) / ${sql.lit(BLOCK)})::int as block,
      (array_agg(prev_hash order by number))[1] as before,
      string_agg(hash, '' order by number) as hashes
    from (
      select ${number} as number, hash, prev_hash, lag(hash) over (order by ${number}) as prior
      from ${table} where ${number} > ${sealed} and ${number} <= ${to}
        and ${number} < (select max(${number}) from ${table})
    ) u
    group by 1
    having count(*) = ${sql.lit(BLOCK)} and bool_and(prior is null or prior = prev_hash)
    order by 1`.execute(trx);
  const full: { readonly block: number; readonly hashes: Buffer }[] = [];
  let hash: Buffer = Buffer.from(
    sealed === 0 ? CHAIN_START : await hashAt(trx, chain, sealed),
    'hex',
  );
  for (const { block, before, hashes } of rows) {
    if (block !== sealed / BLOCK + full.length || !before.equals(hash)) break;
    full.push({ block, hashes: Buffer.concat([before, hashes]) });
    hash = hashes.subarray(-HASH_BYTES);
  }
  if (full.length === 0) return { sealed, more: false };
  await sql`
    insert into ledger_hash (chain, block, hashes)
    select ${chain}, block, hashes from unnest(
      ${full.map(({ block }) => block)}::int[], ${full.map(({ hashes }) => hashes)}::bytea[]
    ) u (block, hashes)`.execute(trx);
  return { sealed: sealed + full.length * BLOCK, more: full.length === SEAL_BLOCKS };
}

async function hashAt(db: Db, chain: ChainName, number: number): Promise<string> {
  return (await findHashes(db, chain, [number])).get(number)?.toString('hex') ?? '';
}
