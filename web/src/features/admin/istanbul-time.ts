import { istanbulIso, istanbulToUtcMs } from '@rasat/contract';

/** The moment that a field of date and time names, read in Istanbul; null when it names none. */
export function readIstanbul(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const timeMs = istanbulToUtcMs(Date.parse(`${text}Z`));
  return Number.isFinite(timeMs) ? timeMs : null;
}

/** How a field of date and time writes a moment, in Istanbul, to the minute. */
export function writeIstanbul(timeMs: number): string {
  return istanbulIso(timeMs);
}
