import { istanbulIso, istanbulToUtcMs } from '@rasat/contract';

/** Reads a date-time field in Istanbul's time, in epoch milliseconds; null when its text is no moment. */
export function readIstanbul(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const timeMs = istanbulToUtcMs(Date.parse(`${text}Z`));
  return Number.isFinite(timeMs) ? timeMs : null;
}

/** Formats a moment for a date-time field, in Istanbul's time, to the minute. */
export function writeIstanbul(timeMs: number): string {
  return istanbulIso(timeMs);
}
