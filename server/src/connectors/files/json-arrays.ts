import type { FileFormat } from './formats.ts';
import type { RowShape } from './row-shape.ts';

/** One innermost array of a JSON text: its number from 1 and its text between the brackets. */
export interface JsonArray {
  readonly line: number;
  readonly text: string;
  /** Whether the text ended before the closing bracket. */
  readonly open: boolean;
}

const LONGEST_ARRAY = 65_536;

/**
 * Reads the innermost arrays of a JSON text as a stream, so that a file of any size needs little memory: `[[…],[…]]` of
 * Binance, ccxt and freqtrade, and the same list inside an object as Bybit and OKX wrap it.
 */
export async function* readJsonArrays(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly JsonArray[]> {
  let line = 0;
  let inside = '';
  let depth = 0;
  for await (const piece of pieces) {
    const batch: JsonArray[] = [];
    let from = 0;
    while (from < piece.length) {
      const opening = piece.indexOf('[', from);
      const closing = piece.indexOf(']', from);
      if (opening >= 0 && (closing < 0 || opening < closing)) {
        depth += 1;
        inside = '';
        from = opening + 1;
        continue;
      }
      const until = closing < 0 ? piece.length : closing;
      if (depth > 0 && inside.length < LONGEST_ARRAY) inside += piece.slice(from, until);
      if (closing >= 0 && depth > 0) {
        if (inside.trim() !== '') {
          line += 1;
          batch.push({ line, text: inside, open: false });
        }
        inside = '';
        // Between two innermost arrays there is no row until the next bracket opens.
        depth = 0;
      }
      from = until + 1;
    }
    if (batch.length > 0) yield batch;
  }
  if (depth > 0 && inside.trim() !== '') yield [{ line: line + 1, text: inside, open: true }];
}

/** Returns the fields of an array as texts. Vendors quote numbers to keep their digits, so quotes are dropped. */
export function arrayFields(text: string): readonly string[] {
  return text.split(',').map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
}

/** Returns the shape of JSON rows: freqtrade writes six bare numbers, exchanges write texts or more fields. */
export function jsonShape(rows: readonly JsonArray[]): RowShape | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const fields = arrayFields(first.text).length;
  if (fields < 6) return undefined;
  const format: FileFormat =
    fields === 6 && !first.text.includes('"') ? 'freqtrade' : 'klines-json';
  return {
    format,
    delimiter: ',',
    decimalComma: false,
    skipLines: 0,
    fields,
    columns: { time: 0, clock: null, open: 1, high: 2, low: 3, close: 4, volume: 5 },
    dayMs: null,
    divisor: 1,
    endLabels: false,
    zone: 'UTC',
    lastForming: format === 'klines-json',
    fillers: false,
  };
}
