/**
 * Faults that the stand-in plays, with the lines of `vendors.md`, section 13, that they are. Faults of frames count the
 * frames that they spoil, those of replies the replies.
 */
export const FAULTS = {
  /** Half of a frame, then the end of the connection. */
  'half-frame': 1,
  /** A frame that is cut at 16 KiB, in one chunk with its neighbours. */
  'cut-json': 2,
  'binary-frame': 3,
  /** An event of another kind, and an unknown field. */
  'unknown-event': 4,
  /** A price of `"NaN"`, `0`, `-1` or `1e400`. */
  'bad-price': 5,
  'many-decimals': 6,
  /** The connections of now stay open and say nothing any more. */
  dead: 8,
  /** Pings and no data. */
  'heartbeat-only': 9,
  /** One byte a second, on the streams of now. */
  trickle: 10,
  'slow-reply': 10,
  'http-500': 11,
  'http-502': 11,
  'http-503': 11,
  'reply-hangs': 11,
  'http-429-seconds': 12,
  'http-429': 12,
  'http-429-date': 12,
  'http-401': 13,
  'http-403': 13,
  'page-repeats-row': 14,
  'page-misses-row': 14,
  'page-descending': 15,
  'page-shuffled': 15,
  'page-empty': 15,
  'page-endless': 15,
  /** The end of every connection. */
  close: 17,
  'server-shutdown': 19,
  'server-shutdown-stays': 19,
  'id-hole': 21,
  'repeated-frame': 22,
  'out-of-order': 23,
  'kline-twice': 24,
  'trade-after-kline': 25,
  'no-closed-kline': 26,
  'http-418': 27,
  'code-1003': 28,
  'code-1121': 28,
  'http-451': 28,
  microseconds: 29,
  'no-ping': 33,
  /** New connections are accepted and get no data. */
  'silent-subscription': 34,
} as const;

/** Name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** Switches faults on and off. */
export class Faults {
  readonly #left = new Map<FaultName, number>();
  readonly #played = new Map<FaultName, number>();
  readonly #onBegin: (name: FaultName) => void;

  constructor(onBegin: (name: FaultName) => void) {
    this.#onBegin = onBegin;
  }

  /** Plays a fault for the next `times` frames or replies, or until it is ended. */
  begin(name: FaultName, times = Number.POSITIVE_INFINITY): void {
    this.#left.set(name, times);
    this.#onBegin(name);
  }

  /** Ends a fault, or all of them. */
  end(name?: FaultName): void {
    if (name === undefined) this.#left.clear();
    else this.#left.delete(name);
  }

  /** Whether a fault is on; it stays on. */
  isOn(name: FaultName): boolean {
    return (this.#left.get(name) ?? 0) > 0;
  }

  /** Whether a fault is on, and counts one frame or reply of it. */
  take(name: FaultName): boolean {
    const left = this.#left.get(name) ?? 0;
    if (left <= 0) return false;
    this.#left.set(name, left - 1);
    this.note(name);
    return true;
  }

  /** Counts a fault that was played. */
  note(name: FaultName): void {
    this.#played.set(name, (this.#played.get(name) ?? 0) + 1);
  }

  /** Returns how often a fault was played. */
  played(name: FaultName): number {
    return this.#played.get(name) ?? 0;
  }
}
