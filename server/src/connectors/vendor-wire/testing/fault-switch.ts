/**
 * Faults that every vendor's stand-in plays, with their lines in `vendors.md`, section 13. Line 7 is the venue's clock
 * (`setClock`), and the last row of a page always forms (line 16). Faults of frames count the frames that they spoil,
 * those of replies the replies. A vendor's list is this one and its own: `{ ...COMMON_FAULTS, ...own }`.
 */
export const COMMON_FAULTS = {
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
  /** The connections of now stay open and send nothing any more. */
  dead: 8,
  /** Signs of life and no data. */
  'heartbeat-only': 9,
  /** One byte a second of a long frame, on the streams of now. */
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
} as const;

/** Name of a fault that every vendor's stand-in plays. */
export type CommonFault = keyof typeof COMMON_FAULTS;

/** Plays the faults that concern what is open at their beginning. An object, so that it may know more faults or fewer. */
export interface FaultListener<Name extends string> {
  begin(name: Name): void;
}

/** Switches the faults of a stand-in on and off by their names. */
export class FaultSwitch<Name extends string> {
  // The names are strings here, so that a switch of more faults is one of fewer as well.
  readonly #left = new Map<string, number>();
  readonly #played = new Map<string, number>();
  readonly #listeners: FaultListener<Name>[] = [];

  /** Tells a listener of every fault that begins. */
  onBegin(listener: FaultListener<Name>): void {
    this.#listeners.push(listener);
  }

  /** Plays a fault for the next `times` frames or replies, or until it is ended. */
  begin(name: Name, times = Number.POSITIVE_INFINITY): void {
    this.#left.set(name, times);
    for (const listener of this.#listeners) listener.begin(name);
  }

  /** Ends a fault, or all of them. */
  end(name?: Name): void {
    if (name === undefined) this.#left.clear();
    else this.#left.delete(name);
  }

  /** Returns whether a fault is on; it stays on. */
  isOn(name: Name): boolean {
    return (this.#left.get(name) ?? 0) > 0;
  }

  /** Returns whether a fault is on, and counts one frame or reply of it. */
  take(name: Name): boolean {
    const left = this.#left.get(name) ?? 0;
    if (left <= 0) return false;
    this.#left.set(name, left - 1);
    this.note(name);
    return true;
  }

  /** Counts a fault that was played. */
  note(name: Name): void {
    this.#played.set(name, (this.#played.get(name) ?? 0) + 1);
  }

  /** Returns how often a fault was played. */
  played(name: Name): number {
    return this.#played.get(name) ?? 0;
  }
}
