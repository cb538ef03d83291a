import { SYMBOL_PATTERN } from '@rasat/contract';
import { DAY_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { KeptReading } from './kept-reading.ts';

/** An instrument of a vendor, with what the vendor's calls need of it. */
export interface OfferedInstrument {
  readonly instrument: Instrument;
}

/** Options of a catalogue. */
export interface VendorCatalogueOptions<O extends OfferedInstrument> {
  /** Name of the vendor in messages. */
  readonly vendor: string;
  /** Symbols that are listed at once, under our names; the others are optional. */
  readonly chosen: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns what the vendor lists; of two instruments with one symbol the first counts. */
  readonly read: () => Promise<readonly O[]>;
}

/** Age at which the lists are read again. */
const KEPT_MS = DAY_MS;

/** What a vendor offers, by our symbols; kept for a day. */
export class VendorCatalogue<O extends OfferedInstrument> {
  readonly #options: VendorCatalogueOptions<O>;
  readonly #offered: KeptReading<ReadonlyMap<string, O>>;

  constructor(options: VendorCatalogueOptions<O>) {
    this.#options = options;
    const { vendor, clock, log } = options;
    this.#offered = new KeptReading({
      clock,
      log,
      keptMs: KEPT_MS,
      failed: `the lists of ${vendor} could not be read again`,
      read: () => this.#read(),
    });
  }

  /** Returns every instrument. Throws while the first reading fails. */
  async list(): Promise<readonly Instrument[]> {
    return [...(await this.#offered.get()).values()].map(({ instrument }) => instrument);
  }

  /** Returns an instrument; null for a symbol that the vendor does not offer. */
  async find(symbol: string): Promise<Instrument | null> {
    return (await this.#offered.get()).get(symbol)?.instrument ?? null;
  }

  /** Returns what the vendor offers under a symbol. Throws for one that it does not offer. */
  async know(symbol: string): Promise<O> {
    const offered = (await this.#offered.get()).get(symbol);
    if (!offered) throw new Error(`${this.#options.vendor} has no such symbol`);
    return offered;
  }

  /** Returns what the last reading had under a symbol; undefined without it. */
  recall(symbol: string): O | undefined {
    return this.#offered.last?.get(symbol);
  }

  async #read(): Promise<ReadonlyMap<string, O>> {
    const { vendor, chosen, log, read } = this.#options;
    const listed = new Map<string, O>();
    for (const one of await read()) {
      const { symbol } = one.instrument;
      if (!SYMBOL_PATTERN.test(symbol) || listed.has(symbol)) continue;
      const optional = !chosen.includes(symbol);
      listed.set(symbol, {
        ...one,
        instrument: { ...one.instrument, ...(optional && { optional }) },
      });
    }
    const missing = chosen.filter((symbol) => !listed.has(symbol));
    if (missing.length > 0) log.error({ missing }, `${vendor} has no such symbols`);
    return listed;
  }
}
