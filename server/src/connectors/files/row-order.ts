import type { Bar } from '@rasat/engine';
import { longestGapMs, type RowRefusal } from '../connector.ts';

/** Number of rows on both sides of a gap that shows that it is a hole in the data. */
const SETTLED_ROWS = 20;

/** A row before its neighbours are checked. */
export type Candidate =
  | { readonly line: number; readonly text: string; readonly bar: Bar }
  | { readonly line: number; readonly text: string; readonly refusal: RowRefusal };

/** A candidate with its place; `afterMs` as in `BarRow`. */
export type Placed = Candidate & { readonly afterMs?: number };
type Row = Extract<Candidate, { readonly bar: unknown }>;

/**
 * Checks the time order of a file's rows. Refuses rows that go back or repeat a time, a row off the file's grid that is
 * followed by a good one, and rows far ahead in time whose next rows continue as before. `isOnGrid` returns whether the
 * file's bars open at a time.
 */
export class RowOrder {
  readonly #longestMs: number;
  readonly #isOnGrid: (timeMs: number) => boolean;
  #out: Placed[] = [];
  /** A row off the grid, until the next row is known. */
  #odd: Row | null = null;
  /** Refused rows after the odd row, so that rows are returned in the order of the file. */
  #behindOdd: Candidate[] = [];
  #forwardedMs = Number.NEGATIVE_INFINITY;
  #last: Row | null = null;
  #accepted = 0;
  /** Rows after a gap, or at the beginning, that are too few yet to be accepted. */
  #stretch: Row[] = [];
  /** The same rows together with the refused rows between them, in the order of the file. */
  #waiting: Candidate[] = [];

  constructor(stepMs: number, isOnGrid: (timeMs: number) => boolean) {
    this.#longestMs = longestGapMs(stepMs);
    this.#isOnGrid = isOnGrid;
  }

  /** Takes the next row; returns the rows that are decided. */
  take(candidate: Candidate): readonly Placed[] {
    if ('bar' in candidate) this.#sieve(candidate);
    else if (this.#odd) this.#behindOdd.push(candidate);
    else this.#tell(candidate);
    return this.#flush();
  }

  /** Decides the remaining rows at the end of the file. */
  end(): readonly Placed[] {
    if (this.#odd) this.#place(this.#odd);
    this.#forgetOdd();
    this.#settle(this.#last !== null);
    return this.#flush();
  }

  #forgetOdd(): void {
    this.#odd = null;
    for (const refused of this.#behindOdd) this.#tell(refused);
    this.#behindOdd = [];
  }

  /** Adds a refused row to the output, in its place among the rows. */
  #tell(refused: Candidate): void {
    (this.#stretch.length > 0 ? this.#waiting : this.#out).push(refused);
  }

  #wait(row: Row): void {
    this.#stretch.push(row);
    this.#waiting.push(row);
  }

  #flush(): readonly Placed[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #sieve(row: Row): void {
    const { openTimeMs } = row.bar;
    const odd = this.#odd;
    if (odd && openTimeMs > odd.bar.openTimeMs) {
      this.#place(odd);
      this.#forgetOdd();
    } else if (odd && openTimeMs > this.#forwardedMs && this.#isOnGrid(openTimeMs)) {
      this.#refuse(odd, 'misaligned');
      this.#forgetOdd();
    }
    if (this.#odd === null && !this.#isOnGrid(openTimeMs)) this.#odd = row;
    else this.#place(row);
  }

  #refuse(
    { line, text }: Row,
    refusal: 'misaligned' | 'time-jump' | 'doubled' | 'duplicate' | 'out-of-order',
  ): void {
    this.#tell({ line, text, refusal });
  }

  #place(row: Row): void {
    const timeMs = row.bar.openTimeMs;
    const top = this.#stretch.at(-1) ?? this.#last;
    if (!top) {
      this.#wait(row);
    } else if (timeMs > top.bar.openTimeMs) {
      this.#append(row, top);
    } else if (this.#goesOnBefore(timeMs)) {
      const rows = this.#waiting;
      this.#waiting = [];
      this.#stretch = [];
      for (const one of rows) {
        if ('bar' in one) this.#refuse(one, 'time-jump');
        else this.#tell(one);
      }
      if (this.#last) this.#append(row, this.#last);
      else this.#wait(row);
    } else if (timeMs === top.bar.openTimeMs) {
      this.#refuse(row, isSame(row, top) ? 'duplicate' : 'doubled');
    } else {
      this.#refuse(row, timeMs === this.#last?.bar.openTimeMs ? 'duplicate' : 'out-of-order');
    }
    this.#forwardedMs = (this.#stretch.at(-1) ?? this.#last)?.bar.openTimeMs ?? this.#forwardedMs;
  }

  #append(row: Row, top: Row): void {
    if (row.bar.openTimeMs - top.bar.openTimeMs > this.#longestMs) {
      this.#settle(this.#last !== null);
      this.#wait(row);
      return;
    }
    if (this.#stretch.length === 0) {
      this.#accept(row);
      return;
    }
    this.#wait(row);
    // With few rows before the gap it is unknown which side is right.
    if (this.#stretch.length >= SETTLED_ROWS) {
      this.#settle(this.#last !== null && this.#accepted < SETTLED_ROWS);
    }
  }

  /** Returns whether a row continues from before the stretch, or lies far before a stretch at the beginning. */
  #goesOnBefore(timeMs: number): boolean {
    const [first] = this.#stretch;
    if (!first) return false;
    if (this.#last) return timeMs < first.bar.openTimeMs && timeMs > this.#last.bar.openTimeMs;
    return timeMs < first.bar.openTimeMs - this.#longestMs;
  }

  #settle(isDoubtful: boolean): void {
    const [first] = this.#stretch;
    const rows = this.#waiting;
    this.#stretch = [];
    this.#waiting = [];
    const afterMs = this.#last?.bar.openTimeMs;
    for (const row of rows) {
      if (!('bar' in row)) this.#tell(row);
      else if (isDoubtful && row === first && afterMs !== undefined) {
        this.#accept({ ...row, afterMs });
      } else this.#accept(row);
    }
  }

  #accept(row: Row & { readonly afterMs?: number }): void {
    this.#last = row;
    this.#accepted += 1;
    this.#out.push(row);
  }
}

function isSame({ bar: one }: Row, { bar: other }: Row): boolean {
  return (
    one.open === other.open &&
    one.high === other.high &&
    one.low === other.low &&
    one.close === other.close &&
    one.volume === other.volume
  );
}
