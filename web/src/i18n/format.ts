import { DEFAULT_DIGITS, istanbulTime, type Language, LOCALES } from '@rasat/contract';

/** The text for a missing value. */
const NOTHING = '—';
const MINUS = '−';

/**
 * Locale of each language's numbers: Azerbaijani numbers are written as Turkish ones (1.234,56), because browsers
 * without data of Azerbaijani silently use English.
 */
const NUMBER_LOCALE: Readonly<Record<Language, string>> = { ...LOCALES, az: LOCALES.tr };

/** Short names of the months, January first. */
export const MONTHS: Record<Language, readonly string[]> = {
  tr: ['Oca', 'Şub', 'Mar', 'Nis', 'May', 'Haz', 'Tem', 'Ağu', 'Eyl', 'Eki', 'Kas', 'Ara'],
  az: ['yan', 'fev', 'mar', 'apr', 'may', 'iyn', 'iyl', 'avq', 'sen', 'okt', 'noy', 'dek'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** Short names of the days of the week, Sunday first. */
export const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Paz', 'Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt'],
  az: ['B.', 'B.e.', 'Ç.a.', 'Ç.', 'C.a.', 'C.', 'Ş.'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
};

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language}${digits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(NUMBER_LOCALE[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, made);
  return made;
}

/** Returns a number with exactly `digits` decimals, grouped, with a true minus sign; a rounded zero has no sign. */
export function formatNumber(language: Language, value: number | null, digits: number): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  const text = numberFormat(language, digits).format(Math.abs(value));
  return isNegative(value, digits) ? MINUS + text : text;
}

/** Returns a price with the symbol's decimals (5 when the symbol is unknown), never shortened. */
export function formatPrice(
  language: Language,
  value: number | null,
  digits: number = DEFAULT_DIGITS,
): string {
  return formatNumber(language, value, digits);
}

/** Returns a whole count, grouped. */
export function formatCount(language: Language, value: number | null): string {
  return formatNumber(language, value, 0);
}

/** Returns a share as percent, two decimals by default: `%42,00`, `42,00 %`, `42.00%`. `value` 1 is one per cent. */
export function formatPercent(language: Language, value: number | null, digits = 2): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  const sign = isNegative(value, digits) ? MINUS : '';
  return sign + percentBody(language, Math.abs(value), digits);
}

/** Returns a change in percent with its sign: `+%0,19`, `−%1,26`; a change that rounds to zero has no sign. */
export function formatChange(language: Language, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  return signOf(value, 2) + percentBody(language, Math.abs(value), 2);
}

/** Returns a number with its sign, for R multiples and distances: `+1,25`, `−0,40`; a rounded zero has none. */
export function formatSigned(language: Language, value: number | null, digits = 2): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  return signOf(value, digits) + formatNumber(language, Math.abs(value), digits);
}

function percentBody(language: Language, value: number, digits: number): string {
  const figure = numberFormat(language, digits).format(value);
  if (language === 'tr') return `%${figure}`;
  return language === 'az' ? `${figure}\u00a0%` : `${figure}%`;
}

function isNegative(value: number, digits: number): boolean {
  return value < 0 && Number(Math.abs(value).toFixed(digits)) !== 0;
}

function signOf(value: number, digits: number): string {
  if (Number(Math.abs(value).toFixed(digits)) === 0) return '';
  return value < 0 ? MINUS : '+';
}

const two = (value: number) => String(value).padStart(2, '0');

/** Returns `17:00`, in Istanbul. */
export function formatHour(timeMs: number): string {
  const wall = istanbulTime(timeMs);
  return `${two(wall.hour)}:${two(wall.minute)}`;
}

/** Returns `17:42:08`, in Istanbul. */
export function formatClock(timeMs: number): string {
  return `${formatHour(timeMs)}:${two(istanbulTime(timeMs).second)}`;
}

/** Returns `31 Ara`, with the year if `nowMs` is in another one. */
export function formatDay(language: Language, timeMs: number, nowMs: number = Date.now()): string {
  const wall = istanbulTime(timeMs);
  const day = `${wall.day} ${MONTHS[language][wall.month - 1] ?? ''}`;
  return wall.year === istanbulTime(nowMs).year ? day : `${day} ${wall.year}`;
}

/** Returns `31 Ara 2026`, in Istanbul, always with its year. */
export function formatDate(language: Language, timeMs: number): string {
  const wall = istanbulTime(timeMs);
  return `${wall.day} ${MONTHS[language][wall.month - 1] ?? ''} ${wall.year}`;
}

/**
 * Returns an amount of lira, given in kuruş: `3.900,00 TL`, `TRY 3,900.00`. `short` omits the decimals of whole lira.
 */
export function formatMoney(language: Language, amountKurus: number, short = false): string {
  const digits = short && amountKurus % 100 === 0 ? 0 : 2;
  const figure = formatNumber(language, amountKurus / 100, digits);
  // A no-break space keeps an amount on one line with its currency.
  return language === 'en' ? `TRY\u00a0${figure}` : `${figure}\u00a0TL`;
}

/** Returns `31 Ara 17:00`, with the year if `nowMs` is in another one; `—` without a time. */
export function formatMoment(
  language: Language,
  timeMs: number | null,
  nowMs: number = Date.now(),
): string {
  if (timeMs === null || !Number.isFinite(timeMs)) return NOTHING;
  return `${formatDay(language, timeMs, nowMs)} ${formatHour(timeMs)}`;
}

/** Months with the Azerbaijani suffix for the end of a validity, January first; the suffix follows vowel harmony. */
const AZ_UNTIL = [
  'yanvaradək',
  'fevraladək',
  'martadək',
  'aprelədək',
  'mayadək',
  'iyunadək',
  'iyuladək',
  'avqustadək',
  'sentyabradək',
  'oktyabradək',
  'noyabradək',
  'dekabradək',
] as const;

/** Returns the end of a validity: `31 Ara 17:00`; in Azerbaijani with its suffix: `10 dekabradək, 11:00`. */
export function formatUntil(
  language: Language,
  timeMs: number,
  nowMs: number = Date.now(),
): string {
  if (language !== 'az') return formatMoment(language, timeMs, nowMs);
  const { year, month, day } = istanbulTime(timeMs);
  const before = year === istanbulTime(nowMs).year ? '' : `${year}, `;
  return `${before}${day} ${AZ_UNTIL[month - 1] ?? ''}, ${formatHour(timeMs)}`;
}

/** Returns a moment in UTC, for tooltips: `2026-11-21T14:00:00Z`; `—` without a time. */
export function formatIsoUtc(timeMs: number | null): string {
  if (timeMs === null || !Number.isFinite(timeMs)) return NOTHING;
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}
