import { istanbulIso, istanbulWallMs, type Language, LOCALES } from '@rasat/contract';

/** Formats a day in Istanbul for a letter: `5 Aralık 2026`, `5 dekabr 2026`, `5 December 2026`. */
export function longDay(language: Language, timeMs: number): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(istanbulWallMs(timeMs));
}

/** Formats a moment in Istanbul for a letter: `5 Aralık 2026, 17:00`. */
export function longMoment(language: Language, timeMs: number): string {
  // A single format of date and time would join them by a slash in Azerbaijani.
  return `${longDay(language, timeMs)}, ${istanbulIso(timeMs).slice(11)}`;
}

/** Formats an amount in kuruş as Turkish lira: `3.900,00 TL`, `TRY 3,900.00`. */
export function lira(language: Language, amountKurus: number): string {
  const figure = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amountKurus / 100);
  return language === 'en' ? `TRY ${figure}` : `${figure} TL`;
}
