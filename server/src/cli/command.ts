import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { createMemoryBus } from '../platform/bus/memory.ts';
import { createClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openListener } from '../platform/db/notify.ts';
import { openPool } from '../platform/db/pool.ts';
import { createLog } from '../platform/log.ts';
import type { PartContext } from '../platform/part.ts';

/** One command of `rasat`. */
export interface Command {
  /** Usage after the name, as shown in the list of commands. */
  readonly usage: string;
  readonly summary: string;
  /**
   * Runs the command with the words after its name and returns the exit code. A thrown `StartError` prints its sentence
   * and makes the exit code 1.
   */
  run(args: readonly string[]): Promise<number>;
}

/**
 * Gives a command the server's database, whether the server runs or not, migrates it first, and closes everything
 * afterwards. The bus belongs to the command only; use `notify` to reach a running server.
 */
export async function withContext<T>(fn: (context: PartContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env, ADAPTER_SETTINGS);
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  const db = openPool(database.address, { maxConnections: 4, name: 'rasat command' });
  try {
    await migrate(db);
    const listener = await openListener(database.address, log);
    try {
      return await fn({
        db,
        log,
        config,
        clock: createClock(),
        bus: createMemoryBus((error, topic) =>
          log.error({ err: error, topic }, 'a subscriber failed'),
        ),
        listen: listener.listen,
        hears: listener.hears,
      });
    } finally {
      await listener.close();
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
}
