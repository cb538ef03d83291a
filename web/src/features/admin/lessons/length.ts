const DAY_MINUTES = 1440;

/** A length in minutes as a table writes it: `2:05`. */
export function formatLength(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The minutes that were typed: null for none, undefined when it is no length that may be saved. */
export function readMinutes(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!/^\d{1,4}$/.test(typed)) return undefined;
  const minutes = Number(typed);
  return minutes >= 1 && minutes <= DAY_MINUTES ? minutes : undefined;
}

const KILO = 1024;

/** A size in bytes in the largest unit that leaves at least one: `1,4 GB`, `312 MB`, `8 KB`. */
export function formatSize(
  bytes: number,
  number: (value: number, digits: number) => string,
): string {
  const kilo = bytes / KILO;
  if (kilo < KILO) return `${number(Math.max(1, Math.round(kilo)), 0)} KB`;
  const mega = kilo / KILO;
  if (mega < KILO) return `${number(mega, mega < 10 ? 1 : 0)} MB`;
  const giga = mega / KILO;
  return `${number(giga, Number.isInteger(giga) ? 0 : 1)} GB`;
}
