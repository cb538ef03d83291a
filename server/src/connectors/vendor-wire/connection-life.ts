import type { Clock, Timer } from '../../platform/clock.ts';
import { watchSilence } from './silence-watch.ts';

/** Reason for the end of a connection: the vendor refused it with a status, or it was lost. */
export interface SocketEnd {
  readonly reason: string;
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

/** Options of the life of a connection. */
export interface LifeOptions {
  readonly clock: Clock;
  /** Silence after which the connection counts as lost. */
  readonly silentMs: number;
  /** Ends the connection itself. */
  readonly terminate: () => void;
  /** Receives the end, once, unless the connection is closed before. */
  readonly ended: (end: SocketEnd) => void;
}

/** The life of a connection to a vendor's streams: a websocket's or a stream of events'. */
export interface ConnectionLife {
  readonly isOver: boolean;
  /** Notes a sign of life. */
  hear(): void;
  /** Calls `fn` after a time, unless the connection is over by then. */
  after(ms: number, fn: () => void): void;
  /** Ends the connection for a reason, which the listener receives. */
  end(end: SocketEnd): void;
  /** Ends the connection silently. */
  close(): void;
}

/** Begins to watch over a connection. */
export function beginLife({ clock, silentMs, terminate, ended }: LifeOptions): ConnectionLife {
  const timers = new Set<Timer>();
  let isOver = false;
  const life: ConnectionLife = {
    get isOver() {
      return isOver;
    },
    hear: () => watch.hear(),
    after(ms, fn) {
      if (isOver) return;
      const timer = clock.setTimeout(() => {
        timers.delete(timer);
        fn();
      }, ms);
      timers.add(timer);
    },
    end(end) {
      if (isOver) return;
      life.close();
      ended(end);
    },
    close() {
      isOver = true;
      watch.stop();
      for (const timer of timers) timer.cancel();
      terminate();
    },
  };
  const watch = watchSilence(clock, silentMs, () => life.end({ reason: 'silent for too long' }));
  return life;
}
