import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { Db } from '../db/pool.ts';

/** Called with the number of bytes since the last call. */
export type OnBytes = (bytes: number) => void;

/** A stream that passes its input on and measures its length, its lines and its SHA-256. */
export interface Tap extends Transform {
  /** Returns the measures so far. Call it once, at the end: the hash can be read only once. */
  measure(): { readonly bytes: number; readonly lines: number; readonly sha256: string };
}

const LINE_FEED = 10;

/** Creates a tap. */
export function createTap(onBytes: OnBytes = () => {}): Tap {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
        lines += 1;
      }
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  return Object.assign(tap, { measure: () => ({ bytes, lines, sha256: hash.digest('hex') }) });
}

/** Returns a stream that discards its input, for content that is only measured. */
export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Writes a stream to a new file that only its owner may read, syncs it to the disk and measures it. */
export async function writePiece(
  file: string,
  stages: readonly [Readable, ...Transform[]],
  signal: AbortSignal,
  onBytes?: OnBytes,
): Promise<{ bytes: number; sha256: string }> {
  const tap = createTap(onBytes);
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline([...stages, tap, target], { signal });
  const { bytes, sha256 } = tap.measure();
  return { bytes, sha256 };
}

/** Returns the length and the SHA-256 of a file. */
export async function measureFile(
  file: string,
  signal: AbortSignal,
  onBytes?: OnBytes,
): Promise<{ bytes: number; sha256: string }> {
  const tap = createTap(onBytes);
  await pipeline([createReadStream(file), tap, nowhere()], { signal });
  return tap.measure();
}

/** Syncs the names inside a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One connection for both kinds of statements: the driver's streams, and Kysely's in the same transaction. */
export interface OneConnection {
  readonly client: pg.Client;
  readonly db: Db;
}

/**
 * Runs `fn` on a connection of its own and closes the connection afterwards, even in the middle of a statement; the
 * database server then rolls back its transaction.
 */
export async function withConnection<T>(
  config: ClientConfig,
  fn: (connection: OneConnection) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  const lent = {
    query: client.query.bind(client),
    release: () => {},
  };
  const db = new Kysely<object>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => lent as unknown as pg.PoolClient,
        end: async () => {},
      },
    }),
  });
  try {
    return await fn({ client, db });
  } finally {
    await client.end().catch(() => {});
  }
}
