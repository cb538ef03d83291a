import type { Language } from '@rasat/contract';
import type { Locator } from 'playwright-core';

// Formats of figures, times and directions, for tests that compare a page with the API. Derived from the glossary ("How
// we write"), the design's rules for numbers and times, and CLDR; never from the product's formatters.

/** The text of a value that does not exist. */
export const NOTHING = '—';
/** U+2212, the true minus. */
const MINUS = '−';
const NO_BREAK = '\u00a0';

/** CLDR's group and decimal signs; Azerbaijani writes its figures as Turkish does, English as the United Kingdom. */
const SIGNS: Readonly<Record<Language, { readonly group: string; readonly decimal: string }>> = {
  tr: { group: '.', decimal: ',' },
  az: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
};

/** CLDR's abbreviated months, January first. */
const MONTHS: Readonly<Record<Language, string>> = {
  tr: 'Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara',
  az: 'yan fev mar apr may iyn iyl avq sen okt noy dek',
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
};

const WAYS: Readonly<Record<Language, { readonly buy: string; readonly sell: string }>> = {
  tr: { buy: 'Alış', sell: 'Satış' },
  az: { buy: 'Alış', sell: 'Satış' },
  en: { buy: 'Buy', sell: 'Sell' },
};

/** Texts of the ends of a condition: its stop (-1), its time (0), its second target (2). */
export const END_WORDS: Readonly<Record<Language, Readonly<Record<-1 | 0 | 2, string>>>> = {
  tr: { '-1': 'Zarar durdur görüldü', 0: 'Süresi doldu', 2: 'TP2 görüldü' },
  az: { '-1': 'Zərər dayandırıldı', 0: 'Müddəti bitdi', 2: 'TP2-yə çatdı' },
  en: { '-1': 'Stop loss hit', 0: 'Expired', 2: 'TP2 reached' },
};

/** The formats of a language. A value that does not exist (null) is a dash. */
export interface ExpectedTexts {
  readonly language: Language;
  /** A number with exactly `digits` decimals, grouped; a minus only when it is below zero after rounding. */
  readonly number: (value: number | null, digits: number) => string;
  /** A price with the decimals of its symbol, never shortened. */
  readonly price: (value: number | null, digits: number) => string;
  /** A whole number, grouped. */
  readonly count: (value: number | null) => string;
  /** 1 is one per cent: `%42,00`, `42,00 %`, `42.00%`. */
  readonly percent: (value: number | null, digits?: number) => string;
  /** A percentage with two decimals and a sign; one that rounds to zero has no sign. */
  readonly change: (value: number | null) => string;
  /** A number with a sign; one that rounds to zero has no sign. */
  readonly signed: (value: number | null, digits?: number) => string;
  /** An amount in kuruş: `3.900,00 TL`, `TRY 3,900.00`. */
  readonly money: (kurus: number) => string;
  /** `31 Ara`, with the year when it is not the year of `nowMs`. */
  readonly day: (timeMs: number, nowMs: number) => string;
  /** `31 Ara 2026`, always with the year. */
  readonly date: (timeMs: number) => string;
  /** `31 Ara 17:00`, with the year when it is not the year of `nowMs`. */
  readonly moment: (timeMs: number | null, nowMs: number) => string;
  readonly way: (buy: boolean) => string;
}

/** Returns the formats of a language. */
export function expectedTexts(language: Language): ExpectedTexts {
  const number = (value: number | null, digits: number) =>
    value === null ? NOTHING : `${isBelowZero(value, digits) ? MINUS : ''}${figure(value, digits)}`;
  const figure = (value: number, digits: number): string => {
    const [whole = '', part] = roundedDecimal(value, digits).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, SIGNS[language].group);
    return part === undefined ? grouped : `${grouped}${SIGNS[language].decimal}${part}`;
  };
  const share = (value: number, digits: number): string => {
    if (language === 'tr') return `%${figure(value, digits)}`;
    return `${figure(value, digits)}${language === 'az' ? NO_BREAK : ''}%`;
  };
  const day = (timeMs: number, nowMs: number) =>
    istanbul(timeMs).year === istanbul(nowMs).year ? shortDay(timeMs) : date(timeMs);
  const shortDay = (timeMs: number): string => {
    const { day: dayOfMonth, month } = istanbul(timeMs);
    return `${Number(dayOfMonth)} ${MONTHS[language].split(' ')[Number(month) - 1] ?? ''}`;
  };
  const date = (timeMs: number) => `${shortDay(timeMs)} ${istanbul(timeMs).year}`;
  return {
    language,
    number,
    price: number,
    count: (value) => number(value, 0),
    percent: (value, digits = 2) =>
      value === null
        ? NOTHING
        : `${isBelowZero(value, digits) ? MINUS : ''}${share(value, digits)}`,
    change: (value) => (value === null ? NOTHING : `${signOf(value, 2)}${share(value, 2)}`),
    signed: (value, digits = 2) =>
      value === null ? NOTHING : `${signOf(value, digits)}${figure(value, digits)}`,
    money: (kurus) => {
      const amount = number(kurus / 100, 2);
      return language === 'en' ? `TRY${NO_BREAK}${amount}` : `${amount}${NO_BREAK}TL`;
    },
    day,
    date,
    moment: (timeMs, nowMs) =>
      timeMs === null ? NOTHING : `${day(timeMs, nowMs)} ${hourText(timeMs)}`,
    way: (buy) => WAYS[language][buy ? 'buy' : 'sell'],
  };
}

/** `17:00` in Istanbul. */
export function hourText(timeMs: number): string {
  const { hour, minute } = istanbul(timeMs);
  return `${hour}:${minute}`;
}

/** `17:00:08` in Istanbul. */
export function clockText(timeMs: number): string {
  return `${hourText(timeMs)}:${istanbul(timeMs).second}`;
}

/** Returns the text of a tooltip: `2026-12-31T14:00:08Z`, with milliseconds unless they are zero. */
export function isoText(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000', '');
}

/** A label beside a price that became older than its source allows while a test ran; it depends on the test's pace. */
const STALE = /(^| )(?:akmıyor|axmır|stale)(?: \d\d:\d\d)?(?= |$)/g;

/**
 * Returns a visible text on one line, without the invisible word joiner and without labels of stale prices. No-break
 * spaces stay.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll('\u2060', '')
    .replace(/[ \t\n\r]+/g, ' ')
    .trim()
    .replace(STALE, '');
}

/** Returns the lines of a visible text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');
}

/** Reads the visible texts of a table's cells, row by row. */
export async function cellsOf(rows: Locator): Promise<string[][]> {
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
  );
  return texts.map((cells) => cells.map(oneLine));
}

/** Reads the accessible names of the elements of a role inside `element`, in order; white space is one blank. */
export async function namesOf(element: Locator, role: string): Promise<string[]> {
  const line = new RegExp(`^\\s*- ('?)${role} "((?:[^"\\\\]|\\\\.)*)"`);
  return (await element.ariaSnapshot()).split('\n').flatMap((text) => {
    const [, quote, name] = line.exec(text) ?? [];
    if (name === undefined) return [];
    const read = String(JSON.parse(`"${quote === "'" ? name.replaceAll("''", "'") : name}"`));
    return [read.replace(STALE, '')];
  });
}

/** Returns a text in the form of `namesOf`. */
export function asSpoken(text: string): string {
  return text.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim();
}

/**
 * Returns a number without its sign, rounded to `digits` decimals. A half of the shortest decimal of the number rounds
 * up, as in CLDR: 1.005 becomes 1.01.
 */
function roundedDecimal(value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  // The number is `units` divided by ten to the power of `scale`.
  const units = BigInt(whole + part);
  const scale = part.length - Number(exponent);
  const drop = scale - digits;
  const rounded =
    drop <= 0
      ? units * 10n ** BigInt(-drop)
      : (units * 2n + 10n ** BigInt(drop)) / (2n * 10n ** BigInt(drop));
  const text = rounded.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function isBelowZero(value: number, digits: number): boolean {
  return value < 0 && /[1-9]/.test(roundedDecimal(value, digits));
}

function signOf(value: number, digits: number): string {
  if (!/[1-9]/.test(roundedDecimal(value, digits))) return '';
  return value < 0 ? MINUS : '+';
}

const WALL = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Istanbul',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

type WallPart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** Returns the wall clock of Istanbul at a moment, by the time zone database. */
function istanbul(timeMs: number): Readonly<Record<WallPart, string>> {
  const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of WALL.formatToParts(timeMs)) {
    if (type in parts) parts[type as WallPart] = value;
  }
  return parts;
}
