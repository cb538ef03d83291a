import type { Bar, Resolution } from '@rasat/engine';
import type { Db } from '../../../platform/db/pool.ts';
import { END_OF_TIME_MS, readStoredBars } from '../store/read-bars.ts';
import { type HistoryWindow, WindowEntry } from './history-window.ts';

/** Where replies come from without asking the database again. */
export interface History {
  /** A JSON array of bars. `open` are the bars that are not closed yet, ascending. */
  json(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer>;
  /** The same, compressed with gzip; null for so few bars that nothing is gained. */
  gzip(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer | null>;
  /** The same bars in stored form (docs/formats/bars.md). */
  binary(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer>;
  /** Bars were appended: windows that reach the newest bar are read again. */
  forget(seriesId: number, resolution: Resolution): void;
}

/** The newest windows of five hundred symbols in four resolutions, compressed. */
const MOST_BYTES = 128_000_000;
const MOST_ASKED_ONCE = 5000;
/** About a kilobyte of JSON. */
const WORTH_COMPRESSING_BARS = 15;
/** A cache of replies in front of the stored bars; bounded by bytes, the longest unused goes first. */
export function createHistory(db: Db): History {
  const cache = new WindowCache(db);
  return {
    async json(window, open) {
      const entry = await cache.get(window);
      const bytes = entry.json(open, window.limit);
      cache.weigh(entry);
      return bytes;
    },
    async gzip(window, open) {
      const entry = await cache.get(window);
      if (entry.length < WORTH_COMPRESSING_BARS) return null;
      const bytes = await entry.gzip(open, window.limit);
      cache.weigh(entry);
      return bytes;
    },
    async binary(window, open) {
      const entry = await cache.get(window);
      const bytes = entry.binary(open, window.limit);
      cache.weigh(entry);
      return bytes;
    },
    forget: (seriesId, resolution) => cache.forget(`${seriesId} ${resolution}`),
  };
}

class WindowCache {
  readonly #db: Db;
  /** In order of use, the longest unused first. */
  readonly #entries = new Map<string, WindowEntry>();
  readonly #reading = new Map<string, Promise<WindowEntry>>();
  /** How often each series' bars have changed; what was read before a change is not kept. */
  readonly #versions = new Map<string, number>();
  /** Keys of past windows that were asked for once, the longest ago first. */
  readonly #askedOnce = new Set<string>();
  #bytes = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async get(window: HistoryWindow): Promise<WindowEntry> {
    const { series, resolution, toMs, limit } = window;
    const key = `${series.id} ${resolution} ${toMs ?? ''} ${limit}`;
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    // Many callers at once of one window are one read.
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(key, window).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(key: string, window: HistoryWindow): Promise<WindowEntry> {
    const { series, resolution, toMs, limit } = window;
    const group = `${series.id} ${resolution}`;
    const version = this.#versions.get(group);
    const beforeMs = toMs ?? END_OF_TIME_MS;
    const stored = await readStoredBars(this.#db, series.id, resolution, beforeMs, limit);
    const entry = new WindowEntry(key, group, series.digits, stored.chunks, stored.tail, window);
    const isWorthKeeping = toMs === null || this.#wasAskedBefore(key);
    if (isWorthKeeping && version === this.#versions.get(group)) {
      this.#entries.set(key, entry);
      this.weigh(entry);
    }
    return entry;
  }

  /** Windows of the past are endless, and most are looked at once: only the second look keeps one. */
  #wasAskedBefore(key: string): boolean {
    if (this.#askedOnce.delete(key)) return true;
    this.#askedOnce.add(key);
    const [oldest] = this.#askedOnce;
    if (this.#askedOnce.size > MOST_ASKED_ONCE && oldest !== undefined) {
      this.#askedOnce.delete(oldest);
    }
    return false;
  }

  /** Counts anew what an entry holds, and makes room. */
  weigh(entry: WindowEntry): void {
    if (this.#entries.get(entry.key) !== entry) return;
    this.#bytes += entry.bytes - entry.counted;
    entry.counted = entry.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= MOST_BYTES || oldest === entry) return;
      this.#drop(oldest);
    }
  }

  forget(group: string): void {
    this.#versions.set(group, (this.#versions.get(group) ?? 0) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.group === group && entry.mayGrow) this.#drop(entry);
    }
  }

  #drop(entry: WindowEntry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.counted;
  }
}
