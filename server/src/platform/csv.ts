/** What a cell begins with that a spreadsheet would compute: also their wide forms, and what it skips before them. */
const FORMULA = /^[\t\r\n=+\-@＝＋－＠]/;

/**
 * A row of a CSV file (RFC 4180) as spreadsheets in Turkish read it: fields apart by semicolons, texts in quotation
 * marks, numbers plain with a point and never with an exponent, nothing for null. A text that would be computed gets an
 * apostrophe before it, so that it is shown instead (OWASP, CSV injection).
 */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(';')}\r\n`;
}

/** What a file begins with, so that its letters are read as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

function csvField(field: string | number | null): string {
  if (typeof field === 'number') return plain(field);
  if (field === null) return '';
  const shown = FORMULA.test(field) ? `'${field}` : field;
  return `"${shown.replaceAll('"', '""')}"`;
}

/** A finite number without an exponent, to twenty places. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : String(BigInt(value));
}
