import { type Category, fold, LANGUAGES, MINUTE_MS } from '@rasat/contract';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { listSourceSymbols } from '../store/symbol-store.ts';

/** Options of the catalogues. */
export interface CataloguesOptions {
  readonly sources: readonly Connector[];
  readonly clock: Clock;
  /** Longest wait for a source, in real milliseconds; the reading goes on after it. Default 4 seconds. */
  readonly answerMs?: number;
}

/** A search of the catalogues; what is absent is not restricted. */
export interface CatalogueSearch {
  /** Words that are parts of a name, an asset or the symbol; case, accents and separators do not matter. */
  readonly text?: string | undefined;
  readonly source?: string | undefined;
  readonly category?: Category | undefined;
}

/** An instrument that a search found. */
export interface FoundInstrument {
  readonly source: string;
  readonly instrument: Instrument;
  /** The symbol that the source feeds with it; null for an instrument that is not listed. */
  readonly listed: string | null;
}

/** Result of a search. */
export interface CatalogueAnswer {
  /** The sources of the search; one that did not answer is not available. */
  readonly sources: readonly { readonly source: string; readonly available: boolean }[];
  /** Number of matching instruments. */
  readonly total: number;
  /** The best 50 of them. */
  readonly found: readonly FoundInstrument[];
}

/** Age at which a catalogue is read again. */
const KEPT_MS = 5 * MINUTE_MS;
const ANSWER_MS = 4000;
const MOST_FOUND = 50;

interface Entry {
  readonly instrument: Instrument;
  /** Folded symbol, and folded symbol and names. */
  readonly symbol: string;
  readonly text: string;
}

interface Catalogue {
  readonly connector: Connector;
  entries: readonly Entry[] | null;
  readMs: number;
  reading: Promise<readonly Entry[]> | null;
}

/** Lists of what the sources offer, each read when it is first searched and kept for five minutes. */
export class Catalogues {
  readonly #clock: Clock;
  readonly #answerMs: number;
  readonly #catalogues: readonly Catalogue[];

  constructor({ sources, clock, answerMs = ANSWER_MS }: CataloguesOptions) {
    this.#clock = clock;
    this.#answerMs = answerMs;
    this.#catalogues = sources.map((connector) => ({
      connector,
      entries: null,
      readMs: 0,
      reading: null,
    }));
  }

  /** Finds instruments: whole symbols first, then beginnings, ends and other parts. */
  async search(db: Db, { text = '', source, category }: CatalogueSearch): Promise<CatalogueAnswer> {
    const words = fold(text)
      .split(/[\s./_-]+/)
      .filter(Boolean);
    const asked = this.#catalogues.filter(
      ({ connector }) => source === undefined || connector.name === source,
    );
    const answers = await Promise.all(
      asked.map(async (catalogue) => {
        const { name } = catalogue.connector;
        const [entries, symbols] = await Promise.all([
          this.#read(catalogue),
          listSourceSymbols(db, name),
        ]);
        const matches = (entries ?? []).filter(
          (entry) =>
            (category === undefined || entry.instrument.category === category) &&
            words.every((word) => entry.text.includes(word)),
        );
        return { source: name, available: entries !== null, matches, symbols };
      }),
    );
    const ranked = answers
      .flatMap((answer) => answer.matches.map((entry) => ({ answer, entry })))
      .map((one) => ({ ...one, rank: words.length === 0 ? 0 : rankOf(one.entry, words) }))
      .toSorted((a, b) => a.rank - b.rank);
    return {
      sources: answers.map(({ source: name, available }) => ({ source: name, available })),
      total: ranked.length,
      found: ranked.slice(0, MOST_FOUND).map(({ answer, entry: { instrument } }) => ({
        source: answer.source,
        instrument,
        listed: answer.symbols.get(instrument.symbol) ?? null,
      })),
    };
  }

  /** Returns the entries of a catalogue; null when its source cannot be reached, or not soon. */
  async #read(catalogue: Catalogue): Promise<readonly Entry[] | null> {
    const isOld = this.#clock.steady() - catalogue.readMs >= KEPT_MS;
    if (catalogue.entries && !isOld) return catalogue.entries;
    catalogue.reading ??= this.#fetch(catalogue).finally(() => {
      catalogue.reading = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.#answerMs);
    });
    try {
      return await Promise.race([catalogue.reading.catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(catalogue: Catalogue): Promise<readonly Entry[]> {
    const instruments = await catalogue.connector.instruments();
    const entries = instruments.map((instrument): Entry => {
      const { symbol, name } = instrument;
      const names = LANGUAGES.map((language) => name[language]);
      return { instrument, symbol: fold(symbol), text: fold([symbol, ...names].join(' ')) };
    });
    catalogue.entries = entries;
    catalogue.readMs = this.#clock.steady();
    return entries;
  }
}

/** Returns how well an entry matches, 0 best; of two that match alike, that with the shorter symbol. */
function rankOf({ symbol }: Entry, words: readonly string[]): number {
  const [first = ''] = words;
  const whole = words.join('');
  const kinds = [
    symbol === whole,
    symbol.startsWith(whole),
    symbol.startsWith(first),
    symbol.endsWith(whole),
    symbol.includes(first),
    true,
  ];
  return kinds.indexOf(true) * 100 + symbol.length;
}
