/** What a cell begins with that a spreadsheet would compute: also their wide forms, and what it skips before them. */
const FORMULA = /^[\t\r\n=+\-@＝＋－＠]/;

/**
 * A row of a CSV file (RFC 4180) as spreadsheets in Turkish read it: fields in quotation marks, apart by semicolons.
 * What would be computed gets an apostrophe before it, so that it is shown instead (OWASP, CSV injection).
 */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map((field) => quote(String(field ?? ''))).join(';')}\r\n`;
}

/** What a file begins with, so that its letters are read as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

function quote(field: string): string {
  const shown = FORMULA.test(field) ? `'${field}` : field;
  return `"${shown.replaceAll('"', '""')}"`;
}
