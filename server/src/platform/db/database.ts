import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import { type OnWait, startEmbedded } from './embedded.ts';
import type { DatabaseAddress } from './pool.ts';

/** The database of this process, bundled or external. */
export interface Database {
  readonly address: DatabaseAddress;
  /** Data folder of the bundled server; null for an operator's database. */
  readonly folder: string | null;
  /** Stops the bundled server unless another process uses it; close every pool first. */
  stop(): Promise<void>;
}

/**
 * Opens the database: the operator's when `DATABASE_URL` is set, else the bundled server, which is started unless it
 * runs. `onWait` is called when this process has only to wait for it. Throws `StartError`.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onWait: OnWait = () => {},
): Promise<Database> {
  if (config.databaseUrl !== null) {
    onWait();
    await assertReachable(config.databaseUrl);
    return {
      address: { connectionString: config.databaseUrl },
      folder: null,
      stop: async () => {},
    };
  }
  const report = (message: string, error?: unknown): void => log.error({ err: error }, message);
  const embedded = await startEmbedded(config.dataDir, report, undefined, onWait);
  const { address, folder } = embedded;
  return { address, folder, stop: () => embedded.stop() };
}

/**
 * Oldest supported server version. The product is tested on 18; older servers lack features that its statements use.
 */
const OLDEST_SERVER = 160_000;

async function assertReachable(connectionString: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  let version = 0;
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    version = rows[0]?.version ?? 0;
  } catch (error) {
    throw new StartError(`DATABASE_URL: no connection to the database (${reasonOf(error)}).`);
  } finally {
    await client.end().catch(() => {});
  }
  if (version < OLDEST_SERVER) {
    throw new StartError(
      `DATABASE_URL: the server is PostgreSQL ${Math.floor(version / 10_000)}; Rasat needs 16 or newer.`,
    );
  }
}

/** Returns the reason of a connection error. The driver's reasons name hosts, roles and databases, never passwords. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
