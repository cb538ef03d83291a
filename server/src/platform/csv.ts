/**
 * Beginnings of a cell that a spreadsheet would compute, including their wide forms and the characters skipped before
 * them.
 */
const FORMULA = /^[\t\r\n=+\-@＝＋－＠]/;

/**
 * Formats a row of a CSV file (RFC 4180) for spreadsheets in Turkish: fields separated by semicolons, texts in
 * quotation marks, numbers with a point and without an exponent, an empty field for null. A text that a spreadsheet
 * would compute gets an apostrophe before it, so that it is shown instead (OWASP, CSV injection).
 */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(';')}\r\n`;
}

/** Beginning of a file that makes spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

function csvField(field: string | number | null): string {
  if (typeof field === 'number') return plainNumber(field);
  if (field === null) return '';
  const shown = FORMULA.test(field) ? `'${field}` : field;
  return `"${shown.replaceAll('"', '""')}"`;
}

/** Formats a finite number with a point and without an exponent, to twenty decimals. */
export function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : String(BigInt(value));
}
