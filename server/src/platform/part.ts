import type { Logger } from 'pino';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Listen } from './db/notify.ts';
import type { Db } from './db/pool.ts';
import type { Keys } from './keys.ts';

/** What every part is given: the only ways in which it may touch the world and the other parts. */
export interface PartContext {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Config;
  /** Hears what other processes say with `notify`. */
  readonly listen: Listen;
  /** Whether everything that others said until three seconds ago was heard; false while the database does not answer. */
  readonly hears: () => boolean;
}

/** What the web and the jobs are given: they alone handle what is encrypted. */
export interface ServerContext extends PartContext {
  readonly keys: Keys;
}

/** How a part is. */
export interface PartStatus {
  readonly ready: boolean;
  readonly detail?: string;
}

/** A running part of the server (`web`, `feed`, `analyst`, `jobs`). */
export interface Part {
  readonly name: string;
  status(): PartStatus;
  /** Ends everything that the part began; resolves when nothing of it runs any more. Calling twice is allowed. */
  stop(): Promise<void>;
}
