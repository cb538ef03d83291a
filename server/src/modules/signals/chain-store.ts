import { CHAIN_START } from '@rasat/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { HASH_BYTES } from './ledger-row.ts';
import type { LedgerHashTable } from './tables.ts';

/** Name of one of the two chains. */
export type ChainName = LedgerHashTable['chain'];

/** Last row of a chain; number 0 before the first. */
export interface ChainHead {
  readonly number: number;
  readonly hash: string;
}

/** Number of hashes in a block. */
const BLOCK = 256;

/** Each chain's rows that are in no part, and the column of row numbers. Rows of the register are never in a part. */
const HOT = {
  ledger: {
    table: sql`(
      select seq, prev_hash, hash from ledger
      union all
      select seq, prev_hash, hash from ledger_register
    )`,
    number: sql.ref('seq'),
  },
  outcomes: { table: sql.table('ledger_outcome'), number: sql.ref('no') },
} as const;

type ChainHeads = { readonly ledger: ChainHead; readonly outcomes: ChainHead };

/** Returns the last rows of both chains in one snapshot; the last rows are never folded. */
export function findChainHeads(db: Db): Promise<ChainHeads> {
  return findHeadsIn(db, HOT.ledger.table);
}

/** Returns what `findChainHeads` does, also in a database that is not migrated and has no register. */
export async function findChainHeadsOfAnyForm(db: Db): Promise<ChainHeads> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('ledger_register') is not null as found`.execute(db);
  return findHeadsIn(db, rows[0]?.found === true ? HOT.ledger.table : sql.table('ledger'));
}

async function findHeadsIn(db: Db, ledger: RawBuilder<unknown>): Promise<ChainHeads> {
  const { rows } = await sql<{ chain: ChainName; number: number; hash: Buffer }>`
    (select 'ledger' as chain, seq as number, hash from ${ledger} hot
      order by seq desc limit 1)
    union all
    (select 'outcomes', no, hash from ledger_outcome order by no desc limit 1)`.execute(db);
  const headOf = (chain: ChainName): ChainHead => {
    const last = rows.find((row) => row.chain === chain);
    return { number: last?.number ?? 0, hash: last?.hash.toString('hex') ?? CHAIN_START };
  };
  return { ledger: headOf('ledger'), outcomes: headOf('outcomes') };
}

/** Returns the last number of the ledger; 0 before the first row. */
export async function findLedgerHead(db: Db): Promise<number> {
  return (await findChainHeads(db)).ledger.number;
}

/** Returns the number up to which the hashes of a chain are stored in blocks; 0 without a block. */
export async function findSealed(db: Db, chain: ChainName): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select coalesce(max(block) + 1, 0)::bigint * ${sql.lit(BLOCK)} as sealed
    from ledger_hash where chain = ${chain}`.execute(db);
  return rows[0]?.sealed ?? 0;
}

/** Hashes of a chain by row number; undefined for a missing hash. */
export interface HashRange {
  /** Returns the hash of the row with this number. */
  at(number: number): Buffer | undefined;
  /** Returns the hash of the row before it, as stored with this row or at the start of its block. */
  before(number: number): Buffer | undefined;
}

interface StoredHash {
  readonly number: number;
  readonly hash: Buffer;
  readonly before: Buffer;
}

/** Returns the hashes of the rows `from` to `to`, both included, from their table and from blocks. */
export async function readHashes(
  db: Db,
  chain: ChainName,
  from: number,
  to: number,
): Promise<HashRange> {
  const { table, number } = HOT[chain];
  const [first, last] = [from, to].map((each) => Math.floor((each - 1) / BLOCK));
  // Rows are read first: a row that leaves its table in the meantime has its hash in a block.
  const hot = await sql<StoredHash>`
    select ${number} as number, hash, prev_hash as before from ${table} hot
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

/** Returns the hashes of these rows of a chain, by number; a missing row is left out. */
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
 * Returns the hashes of a chain's rows `from` to `to`, both included, concatenated in order, 32 bytes each. Throws when
 * one of them is missing.
 */
export async function readRowHashes(
  db: Db,
  chain: ChainName,
  from: number,
  to: number,
): Promise<Buffer> {
  const hashes = await readHashes(db, chain, from, to);
  const found = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => hashes.at(from + i));
  if (found.some((hash) => hash === undefined)) {
    throw new Error(`rows are missing from ${from} to ${to} of the ${chain}; see rasat verify`);
  }
  return Buffer.concat(found.filter((hash) => hash !== undefined));
}

/** Number of blocks built with one statement. */
const SEAL_BLOCKS = 400;

/**
 * Stores the hashes of rows after the last block in blocks, some hundred at most, without the last row of the chain.
 * Stops before a block in which a row is missing or does not follow the row before it. Returns the number up to which
 * the chain is then sealed, and whether there may be more to seal. Needs a transaction and a single writer.
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
      from ${table} hot where ${number} > ${sealed} and ${number} <= ${to}
        and ${number} < (select max(${number}) from ${table} every_row)
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
