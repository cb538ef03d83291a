const DAY_MINUTES = 1440;

/** Formats a length in minutes for a table: `2:05`. */
export function formatLength(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Reads typed minutes: null for an empty text, undefined for a length that cannot be saved. */
export function readMinutes(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!/^\d{1,4}$/.test(typed)) return undefined;
  const minutes = Number(typed);
  return minutes >= 1 && minutes <= DAY_MINUTES ? minutes : undefined;
}
