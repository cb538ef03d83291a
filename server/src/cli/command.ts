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
  /** What follows the name, as shown in the list of commands. */
  readonly usage: string;
  readonly summary: string;
  /** Runs it with the words after its name and answers the exit code. Throw `StartError` for a sentence and 1. */
  run(args: readonly string[]): Promise<number>;
}

/**
 * Gives a command the database that the server uses, whether the server runs or not, brought to the newest form, and
 * closes everything afterwards. The bus is the command's own: what the server shall hear goes by `notify`.
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
