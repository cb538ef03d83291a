import type { Logger } from 'pino';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Listen } from './db/notify.ts';
import type { Db } from './db/pool.ts';
import type { Keys } from './keys.ts';

/** Context of every part. A part uses the outside world and the other parts only through it. */
export interface PartContext {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Config;
  /** Subscribes to the notifications that other processes send with `notify`. */
  readonly listen: Listen;
  /**
   * Returns whether all notifications until three seconds ago have been received; false while the database does not
   * answer.
   */
  readonly hears: () => boolean;
}

/** Context of the web and the jobs, the only parts that handle encrypted data. */
export interface ServerContext extends PartContext {
  readonly keys: Keys;
}

/** Status of a part. */
export interface PartStatus {
  readonly ready: boolean;
  readonly detail?: string;
}

/** A running part of the server (`web`, `feed`, `analyst`, `jobs`). */
export interface Part {
  readonly name: string;
  status(): PartStatus;
  /** Ends everything that the part started; resolves when none of it runs any more. Calling twice is allowed. */
  stop(): Promise<void>;
}
