import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { askCaller } from './caller-check.ts';

/** The database as parts use it. A store names its tables with `db.withTables<MarketTables>()`. */
export type Db = Kysely<object>;

/** Address of the database: the operator's connection string, or the socket of the embedded server. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string };

/** Options of a pool. */
export interface PoolOptions {
  readonly maxConnections: number;
  /** Time-out of a statement, enforced by the database and by this process; 0 for none. Default 0. */
  readonly statementTimeoutMs?: number;
  /** Longest wait of a call for a connection. Default 5 seconds. */
  readonly connectTimeoutMs?: number;
  /** Name of the connections in the database's lists. */
  readonly name?: string;
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void;
}

const INT8_OID = 20;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/** Parses int8 as a number and refuses one that is no safe integer; other types as in `pg` (numeric stays text). */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID
      ? parseInt8
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Returns the name of a connection: its purpose and its process id, so that other processes can tell when its process
 * is gone.
 */
export function connectionName(purpose: string): string {
  return `${purpose} ${process.pid}`;
}

/** Returns the configuration of every connection of the server, also the listening one. */
export function clientConfig(address: DatabaseAddress, name = 'rasat'): pg.ClientConfig {
  return {
    ...address,
    types,
    application_name: connectionName(name),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    options: '-c timezone=UTC',
  };
}

/** Opens a pool; nothing connects before the first query. `db.destroy()` closes it. */
export function openPool(address: DatabaseAddress, options: PoolOptions): Db {
  const timeoutMs = options.statementTimeoutMs ?? 0;
  const pool = new pg.Pool({
    ...clientConfig(address, options.name),
    ...(options.connectTimeoutMs !== undefined && {
      connectionTimeoutMillis: options.connectTimeoutMs,
    }),
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    ...(timeoutMs > 0 && { statement_timeout: timeoutMs, query_timeout: timeoutMs + 500 }),
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks between two statements while a caller holds it must not end the process; the next
  // statement on it is refused.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepareNamed(client);
    if (timeoutMs > 0) endWhenMute(client);
  });
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  POOLS.set(db, pool);
  return db;
}

const POOLS = new WeakMap<Db, pg.Pool>();

/** Connections of a pool, and callers that wait for one. */
export interface PoolUse {
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** Returns the present use of a pool that `openPool` opened. Throws `RangeError` for another database. */
export function poolUse(db: Db): PoolUse {
  const pool = POOLS.get(db);
  if (!pool) throw new RangeError('not a pool');
  const { totalCount: open, idleCount, waitingCount: waiting } = pool;
  return { open, inUse: open - idleCount, waiting };
}

/**
 * Closes a connection after a statement timed out without an answer. The server may still execute that statement, even
 * a `begin`, and the connection's next holder would then write into a transaction that is never committed.
 */
function endWhenMute(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const end = (error: unknown): void => {
    const isMute = error instanceof Error && error.message === NO_ANSWER;
    if (isMute) (client as pg.PoolClient & pg.Client).end().catch(() => {});
  };
  client.query = ((...given: unknown[]) => {
    const answer = query(...given);
    if (answer instanceof Promise) answer.catch(end);
    return answer;
  }) as pg.PoolClient['query'];
}

/** Message of the driver for a statement without an answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

const STATEMENT_NAME = /^\/\* ([a-z-]+) \*\//;

/**
 * Prepares statements whose text begins with a name, `/* stored-bars *\/`: the server parses and plans them once per
 * connection instead of on every call. This pays where planning takes longer than running; a name belongs to one text.
 */
function prepareNamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const name = typeof first === 'string' ? STATEMENT_NAME.exec(first)?.[1] : undefined;
    return query(name === undefined ? first : { name, text: first }, ...rest);
  }) as pg.PoolClient['query'];
}

/**
 * Runs `fn` in one transaction: everything or nothing. Inside an open transaction it joins that one. Before the commit
 * it checks whether the call that it serves, if any, may still write. Default isolation is the server's (read
 * committed).
 */
export function inTransaction<T>(
  db: Db,
  fn: (trx: Db) => Promise<T>,
  isolation?: 'repeatable read' | 'serializable',
): Promise<T> {
  if (db.isTransaction) return fn(db);
  const builder = db.transaction();
  return (isolation ? builder.setIsolationLevel(isolation) : builder).execute(
    async (trx: Transaction<object>) => {
      const result = await fn(trx);
      await askCaller(trx);
      return result;
    },
  );
}

/**
 * SQLSTATE classes and codes of temporary failures: connection trouble, shutdown, too many connections, disk, time-out.
 */
const PASSING_STATES = /^(08...|53...|57P0[1-5]|57014|58030)$/;
const PASSING_SOCKET_ERRORS = new Set([
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);
const PASSING_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired)/;

/** Returns whether an error means that the database is unavailable or overloaded, not that a statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as Error & { code?: unknown }).code;
  if (typeof code === 'string') {
    if (PASSING_STATES.test(code)) return true;
    const syscall = (error as NodeJS.ErrnoException).syscall;
    if (
      PASSING_SOCKET_ERRORS.has(code) &&
      (syscall === 'connect' || syscall === 'read' || syscall === 'write')
    )
      return true;
  }
  return PASSING_MESSAGES.test(error.message);
}
