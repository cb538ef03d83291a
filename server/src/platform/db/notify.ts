import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { clientConfig, type DatabaseAddress, type Db } from './pool.ts';

/**
 * Calls `fn` with the payload of every `notify` of a channel. Calls it with `null` when it starts to listen, and again
 * after a reconnection, since notifications may have been missed. The returned function stops it.
 */
export type Listen = (channel: string, fn: (payload: string | null) => void) => () => void;

/** The connection on which this process receives the notifications of other processes. */
export interface Listener {
  readonly listen: Listen;
  /**
   * Returns whether the database answers on this connection: a query is sent every second, and one of the last three
   * seconds was answered. While it is false, this process may have missed notifications.
   */
  hears(this: void): boolean;
  close(): Promise<void>;
}

/** Notifies every listening process; inside a transaction the notification is sent at the commit. */
export async function notify(db: Db, channel: string, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const BEAT_MS = 1000;
/** Time-out of a heartbeat's answer. */
const ANSWER_MS = 2000;
/**
 * Silence after which the connection is closed, because the machine at its other end may have vanished without closing
 * it.
 */
const MUTE_MS = 30_000;

/**
 * Opens the listening connection, checks every second that it still answers, and reopens it after every loss. Rejects
 * when the first attempt fails. `onConnect` runs first on every new connection; an error in it counts as a failed
 * attempt.
 */
export async function openListener(
  address: DatabaseAddress,
  log: Logger,
  onConnect: (client: pg.Client) => Promise<void> = async () => {},
): Promise<Listener> {
  const heard = new Map<string, Set<(payload: string | null) => void>>();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  /** Sending time of the last query that was answered. */
  let answeredMs = Number.NEGATIVE_INFINITY;

  const call = (fn: (payload: string | null) => void, payload: string | null): void => {
    try {
      fn(payload);
    } catch (error) {
      log.error({ err: error }, 'a listener failed');
    }
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client(clientConfig(address, 'rasat listener'));
    let lost = false;
    const onLoss = (): void => {
      if (lost) return;
      lost = true;
      if (client === next) client = null;
      answeredMs = Number.NEGATIVE_INFINITY;
      if (!closed) again(FIRST_RETRY_MS);
    };
    next.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'));
    next.on('notification', ({ channel, payload }) => {
      for (const fn of heard.get(channel) ?? []) call(fn, payload ?? '');
    });
    try {
      await next.connect();
      await onConnect(next);
      for (const channel of heard.keys())
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    next.on('end', onLoss);
    client = next;
  };
  const again = (delayMs: number): void => {
    retry = setTimeout(() => {
      connect().then(
        () => {
          if (closed) return void client?.end().catch(() => {});
          for (const set of heard.values()) for (const fn of set) call(fn, null);
          // Not set earlier, because notifications during the interruption were missed.
          answeredMs = performance.now();
        },
        () => {
          if (!closed) again(Math.min(delayMs * 2, LAST_RETRY_MS));
        },
      );
    }, delayMs);
  };

  // One after the other, because a connection runs one statement at a time.
  let said: Promise<unknown> = Promise.resolve();
  const inTurn = (say: (own: pg.Client) => Promise<unknown>): void => {
    said = said
      // After a loss the reconnection subscribes again and calls every listener.
      .then(() => client && say(client))
      .catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'could not listen');
      });
  };

  await connect();
  answeredMs = performance.now();
  let asking: pg.Client | null = null;
  let askedMs = 0;
  const beat = setInterval(() => {
    if (client && asking === client) {
      if (performance.now() - askedMs > MUTE_MS) void client.end().catch(() => {});
      return;
    }
    asking = client;
    askedMs = performance.now();
    const beatMs = askedMs;
    inTurn(async (own) => {
      try {
        await own.query('select 1');
        if (own === client) answeredMs = beatMs;
      } finally {
        if (asking === own) asking = null;
      }
    });
  }, BEAT_MS);
  beat.unref();
  return {
    listen(channel, fn) {
      const known = heard.get(channel);
      if (known) known.add(fn);
      else heard.set(channel, new Set([fn]));
      inTurn(async (own) => {
        if (!known) await own.query(`listen ${pg.escapeIdentifier(channel)}`);
        if (heard.get(channel)?.has(fn)) call(fn, null);
      });
      return () => {
        const set = heard.get(channel);
        if (!set?.delete(fn) || set.size > 0) return;
        heard.delete(channel);
        inTurn((own) => own.query(`unlisten ${pg.escapeIdentifier(channel)}`));
      };
    },
    hears: () => client !== null && performance.now() - answeredMs <= BEAT_MS + ANSWER_MS,
    async close() {
      closed = true;
      clearInterval(beat);
      clearTimeout(retry);
      // Does not wait for pending queries first, because a hanging database would block the close.
      await client?.end().catch(() => {});
      await said;
    },
  };
}
