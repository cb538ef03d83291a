import type { Bar, Resolution } from '@rasat/engine';
import type { Db } from '../../../platform/db/pool.ts';
import { END_OF_TIME_MS, readStoredBars } from '../store/read-bars.ts';
import { type HistoryWindow, WindowEntry } from './history-window.ts';

/** Cached replies with bars. */
export interface History {
  /** Returns a JSON array of bars. `open` are the bars that are not closed yet, ascending. */
  json(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer>;
  /** Returns the same array compressed with gzip; null for so few bars that compression saves nothing. */
  gzip(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer | null>;
  /** Returns the same bars in stored form (docs/formats/bars.md). */
  binary(window: HistoryWindow, open: readonly Bar[]): Promise<Buffer>;
  /**
   * Drops the cached windows that reach the newest bar, after bars were appended; with `past` all windows, after bars
   * may have been inserted.
   */
  forget(seriesId: number, resolution: Resolution, which: { readonly past: boolean }): void;
}

/** Room for the newest windows of five hundred symbols in four resolutions, compressed. */
const MOST_BYTES = 128_000_000;
const MOST_ASKED_ONCE = 5000;
/** About a kilobyte of JSON. */
const WORTH_COMPRESSING_BARS = 15;
/**
 * Creates a cache of replies in front of the stored bars. Bytes are limited; the least recently used entry is dropped
 * first.
 */
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
    forget: (seriesId, resolution, { past }) => cache.forget(`${seriesId} ${resolution}`, past),
  };
}

class WindowCache {
  readonly #db: Db;
  /** Entries in order of use, the least recently used first. */
  readonly #entries = new Map<string, WindowEntry>();
  readonly #reading = new Map<string, Promise<WindowEntry>>();
  /** Number of changes of each series' bars; a read that began before a change is not cached. */
  readonly #versions = new Map<string, number>();
  /** Keys of past windows requested once, the oldest request first. */
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
    // Concurrent requests of one window share one read.
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

  /**
   * Whether a past window was requested before. Only the second request caches it: past windows are countless, and most
   * are requested once.
   */
  #wasAskedBefore(key: string): boolean {
    if (this.#askedOnce.delete(key)) return true;
    this.#askedOnce.add(key);
    const [oldest] = this.#askedOnce;
    if (this.#askedOnce.size > MOST_ASKED_ONCE && oldest !== undefined) {
      this.#askedOnce.delete(oldest);
    }
    return false;
  }

  /** Updates the counted bytes of an entry and drops others when the cache is full. */
  weigh(entry: WindowEntry): void {
    if (this.#entries.get(entry.key) !== entry) return;
    this.#bytes += entry.bytes - entry.counted;
    entry.counted = entry.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= MOST_BYTES || oldest === entry) return;
      this.#drop(oldest);
    }
  }

  forget(group: string, past: boolean): void {
    this.#versions.set(group, (this.#versions.get(group) ?? 0) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.group === group && (past || entry.mayGrow)) this.#drop(entry);
    }
  }

  #drop(entry: WindowEntry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.counted;
  }
}
