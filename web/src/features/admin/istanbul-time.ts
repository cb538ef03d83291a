const ISTANBUL = '+03:00';
const ISTANBUL_MS = 3 * 3_600_000;

/** The moment that a field of date and time names, read in Istanbul; null when it names none. */
export function readIstanbul(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const timeMs = Date.parse(`${text}:00${ISTANBUL}`);
  return Number.isFinite(timeMs) ? timeMs : null;
}

/** How a field of date and time writes a moment, in Istanbul, to the minute. */
export function writeIstanbul(timeMs: number): string {
  return new Date(timeMs + ISTANBUL_MS).toISOString().slice(0, 16);
}
