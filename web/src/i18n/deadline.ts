import { DAY_MS, istanbulTime, istanbulWallMs, type Language } from '@rasat/contract';
import { formatHour, formatMoment, WEEKDAYS } from './format.ts';

/** Days of the week in full, Sunday first. */
const LONG_WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Pazar', 'Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi'],
  az: [
    'bazar günü',
    'bazar ertəsi günü',
    'çərşənbə axşamı günü',
    'çərşənbə günü',
    'cümə axşamı günü',
    'cümə günü',
    'şənbə günü',
  ],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** Months in full, January first. */
const LONG_MONTHS: Readonly<Record<Language, readonly string[]>> = {
  tr: [
    'Ocak',
    'Şubat',
    'Mart',
    'Nisan',
    'Mayıs',
    'Haziran',
    'Temmuz',
    'Ağustos',
    'Eylül',
    'Ekim',
    'Kasım',
    'Aralık',
  ],
  az: [
    'yanvar',
    'fevral',
    'mart',
    'aprel',
    'may',
    'iyun',
    'iyul',
    'avqust',
    'sentyabr',
    'oktyabr',
    'noyabr',
    'dekabr',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

/** Turkish dative suffixes of the last digit (1 to 9), and of zero and whole tens. */
const DIGIT_SUFFIXES = ['', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a'] as const;
const TEN_SUFFIXES = ['a', 'a', 'ye', 'a', 'a', 'ye'] as const;

/** Returns the Turkish dative suffix of a time of day, by the word that is read last: its minute, or the full hour. */
function dativeOf(timeMs: number): string {
  const { hour, minute } = istanbulTime(timeMs);
  const read = minute === 0 ? hour : minute;
  return (read % 10 === 0 ? TEN_SUFFIXES[read / 10] : DIGIT_SUFFIXES[read % 10]) ?? '';
}

const dayNumber = (timeMs: number): number => Math.floor(istanbulWallMs(timeMs) / DAY_MS);

/** Returns the day of a deadline: its weekday within the next six days, else its date, with the year of another year. */
function deadlineDay(language: Language, timeMs: number, nowMs: number): string {
  const { weekday, day, month, year } = istanbulTime(timeMs);
  const apart = dayNumber(timeMs) - dayNumber(nowMs);
  if (timeMs >= nowMs && apart < 7) return LONG_WEEKDAYS[language][weekday] ?? '';
  const date = `${day} ${LONG_MONTHS[language][month - 1] ?? ''}`;
  return year === istanbulTime(nowMs).year ? date : `${date} ${year}`;
}

/**
 * Returns the moment until which something counts, in Istanbul's time and with the suffix of the language:
 * `Cuma 21:00’e kadar`, `cümə günü 21:00-dək`; in English without its preposition: `Friday 21:00`.
 */
export function formatDeadline(language: Language, timeMs: number, nowMs: number): string {
  const moment = `${deadlineDay(language, timeMs, nowMs)} ${formatHour(timeMs)}`;
  if (language === 'tr') return `${moment}’${dativeOf(timeMs)} kadar`;
  return language === 'az' ? `${moment}-dək` : moment;
}

/** Returns a past moment: `14:00` of today, `Cmt 14:00` within six days, else `14 Kas 14:00`. */
export function formatRecent(language: Language, timeMs: number, nowMs: number): string {
  const apart = dayNumber(nowMs) - dayNumber(timeMs);
  if (apart === 0) return formatHour(timeMs);
  if (apart < 0 || apart > 6) return formatMoment(language, timeMs, nowMs);
  return `${WEEKDAYS[language][istanbulTime(timeMs).weekday] ?? ''} ${formatHour(timeMs)}`;
}
