import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { askCaller } from './caller-check.ts';

/** The database as a part sees it. A store names its tables with `db.withTables<MarketTables>()`. */
export type Db = Kysely<object>;

/** Where the database is: an address that the operator gave, or the socket of the embedded server. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string };

/** How a pool behaves. */
export interface PoolOptions {
  readonly maxConnections: number;
  /** After how long a statement is given up, by the server and by us; 0 never. Default 0. */
  readonly statementTimeoutMs?: number;
  /** How long a call waits for a connection. Default 5 seconds. */
  readonly connectTimeoutMs?: number;
  /** How the connections call themselves in the server's lists. */
  readonly name?: string;
  /** Told when an idle connection breaks. */
  readonly onError?: (error: Error) => void;
}

const INT8_OID = 20;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/** int8 becomes a number and is refused when it is no safe integer; everything else as `pg` does (numeric stays text). */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID
      ? parseInt8
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** How a connection calls itself: what it is for, and the process it belongs to, so that others know when that is gone. */
export function connectionName(purpose: string): string {
  return `${purpose} ${process.pid}`;
}

/** What every connection of the server is made from, the listening one included. */
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
  // A connection that breaks while a caller holds it, between two statements, must not end the process: the next
  // statement on it is refused.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepareNamed(client);
    if (timeoutMs > 0) endWhenMute(client);
  });
  return new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Ends a connection whose server has not answered in time: it would still carry out what it was sent, a `begin` too,
 * and the next holder of the connection would write into a transaction that is never committed.
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

/** What the driver says of a statement that was not answered within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

const STATEMENT_NAME = /^\/\* ([a-z-]+) \*\//;

/**
 * A statement whose text begins with a name, `/* stored-bars *\/`, is read and planned by the server once for each
 * connection and not with every call. Worth it where planning takes longer than running; the name belongs to one text.
 */
function prepareNamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const name = typeof first === 'string' ? STATEMENT_NAME.exec(first)?.[1] : undefined;
    return query(name === undefined ? first : { name, text: first }, ...rest);
  }) as pg.PoolClient['query'];
}

/**
 * Runs `fn` in one transaction: everything or nothing. Inside an already open transaction it joins that one. The last thing
 * that it does is to ask whether the call that it serves, if any, may still write. Default isolation is the server's (read
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

/** SQLSTATE classes and codes that say "not now": connection trouble, shutdown, too many connections, disk, timeout. */
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

/** Whether an error means that the database is unavailable or overloaded, not that a statement is wrong. */
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
