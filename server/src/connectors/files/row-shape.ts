import type { FileFormat } from './formats.ts';

/** Positions of a row's values and rules for reading them. */
export interface RowShape {
  readonly format: FileFormat;
  readonly delimiter: string;
  /** Whether prices use a decimal comma, `1,2345`. */
  readonly decimalComma: boolean;
  /** Lines before the first row. */
  readonly skipLines: number;
  /** Number of fields of a row; one empty field more is allowed. */
  readonly fields: number;
  readonly columns: RowColumns;
  /** Midnight of the date that the file's name gives, for times in milliseconds of the day; else null. */
  readonly dayMs: number | null;
  /** Divisor of prices. */
  readonly divisor: number;
  /** Whether times label the end of a bar; a day or a week is then labelled with its last date. */
  readonly endLabels: boolean;
  /** Zone of local times unless the caller names another one. */
  readonly zone: string;
  /** Whether the last row may still have been open when the file was written. */
  readonly lastForming: boolean;
  /** Whether the vendor fills days without trading with flat rows. */
  readonly fillers: boolean;
}

/** Field numbers from 0; null where a format has no such field. */
export interface RowColumns {
  readonly time: number;
  readonly clock: number | null;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

/** Splits a line into its fields; quotes around a field are dropped. */
export function splitFields(text: string, delimiter: string): readonly string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '"') {
      if (quoted && text.charAt(i + 1) === '"') {
        field += '"';
        i += 1;
      } else quoted = !quoted;
    } else if (char === delimiter && !quoted) {
      fields.push(field);
      field = '';
    } else field += char;
  }
  fields.push(field);
  return fields;
}

/** Returns whether a text is a vendor's mark for a missing value. */
export function isBlank(text: string): boolean {
  return text === '' || /^\s*(?:null|nan|n\/a|none|-)?\s*$/i.test(text);
}

/** Reads a number as files write it; NaN for any other text, also for literals of programming languages. */
export function readNumber(text: string, decimalComma: boolean): number {
  const plain = decimalComma ? text.replace(',', '.') : text;
  const value = Number(plain);
  // `Number` also accepts an empty text and 0x10.
  if (value === 0 && plain.trim() === '') return Number.NaN;
  const second = plain.charCodeAt(1) | 32;
  if (second === 120 || second === 111 || second === 98) return Number.NaN;
  return value;
}
