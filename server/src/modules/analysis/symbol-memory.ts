import type { MarketSymbol } from '../market/index.ts';

interface Kept<T> {
  readonly seriesId: number;
  readonly value: Promise<T | undefined>;
}

/** Cache of stored values of current series, by symbol. Reads all missing values in one query. */
export class SymbolMemory<T extends { readonly seriesId: number }> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #readStored: (seriesIds: readonly number[]) => Promise<readonly T[]>;

  constructor(readStored: (seriesIds: readonly number[]) => Promise<readonly T[]>) {
    this.#readStored = readStored;
  }

  /** Returns each symbol with the stored value of its series, in the order of `wanted`; undefined without a value. */
  async read(
    wanted: readonly MarketSymbol[],
  ): Promise<{ readonly symbol: MarketSymbol; readonly stored: T | undefined }[]> {
    const missing = wanted.filter(
      ({ symbol, series }) => this.#kept.get(symbol)?.seriesId !== series.id,
    );
    if (missing.length > 0) this.#readMissing(missing);
    const values = wanted.map(({ symbol }) => this.#kept.get(symbol)?.value);
    return Promise.all(wanted.map(async (symbol, i) => ({ symbol, stored: await values[i] })));
  }

  /** Drops these symbols, or all for null, so that they are read again. */
  forget(symbols: readonly string[] | null): void {
    if (symbols === null) this.#kept.clear();
    else for (const symbol of symbols) this.#kept.delete(symbol);
  }

  #readMissing(missing: readonly MarketSymbol[]): void {
    const read = this.#readStored(missing.map(({ series }) => series.id)).then(
      (found) => new Map(found.map((one) => [one.seriesId, one])),
    );
    for (const { symbol, series } of missing) {
      const kept: Kept<T> = { seriesId: series.id, value: read.then((map) => map.get(series.id)) };
      this.#kept.set(symbol, kept);
      kept.value.catch(() => {
        if (this.#kept.get(symbol) === kept) this.#kept.delete(symbol);
      });
    }
  }
}
