import { DEFAULT_LANGUAGE, findLanguage, type Language } from '@rasat/contract';
import i18next from 'i18next';
import { useCallback, useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Catalogue } from './catalogue.ts';
import {
  formatChange,
  formatCount,
  formatDate,
  formatDay,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatSigned,
  formatUntil,
} from './format.ts';
import { chooseLanguage, languageCookie } from './language.ts';
import { LATER, type LaterArea } from './later.ts';

export { useTranslation } from 'react-i18next';

/** One chunk a language: a visitor loads only the catalogue of the chosen language. */
const CATALOGUES: Record<Language, () => Promise<{ readonly catalogue: Catalogue }>> = {
  tr: () => import('./tr/index.ts'),
  az: () => import('./az/index.ts'),
  en: () => import('./en/index.ts'),
};

/** Areas that were requested; a change of the language loads them too. */
const areas = new Set<LaterArea>();
/** The language that is being loaded and will be shown next; null for none. */
let coming: Language | null = null;

async function load(language: Language): Promise<void> {
  const [{ catalogue }] = await Promise.all([
    CATALOGUES[language](),
    ...[...areas].map((area) => loadArea(language, area)),
  ]);
  for (const [namespace, texts] of Object.entries(catalogue)) {
    i18next.addResourceBundle(language, namespace, texts, true, true);
  }
}

async function loadArea(language: Language, area: LaterArea): Promise<void> {
  for (const [namespace, texts] of Object.entries(await LATER[area][language]())) {
    i18next.addResourceBundle(language, namespace, texts, true, true);
  }
}

/** Loads the texts of areas in the current language. Await it before a screen with these texts is painted. */
export async function loadTexts(...wanted: readonly LaterArea[]): Promise<void> {
  const shown = findLanguage(i18next.language) ?? DEFAULT_LANGUAGE;
  // While the language changes, a requested area is loaded in both languages.
  const languages = new Set<Language>(coming === null ? [shown] : [shown, coming]);
  await Promise.all(
    wanted.flatMap((area) => {
      areas.add(area);
      return Array.from(languages, (language) => loadArea(language, area));
    }),
  );
}

/** Chooses the visitor's language and loads its texts before the first paint. Writes the cookie and `<html lang>`. */
export async function startTexts(): Promise<void> {
  const language = chooseLanguage(document.cookie, navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    initAsync: false,
  });
  await load(language);
  keep(language);
}

/** Switches the interface to a language, and stores it for a year. */
export async function switchLanguage(language: Language): Promise<void> {
  if (language === (coming ?? i18next.language)) return;
  coming = language;
  try {
    await load(language);
    // A later choice replaces this one.
    if (coming !== language) return;
    await i18next.changeLanguage(language);
    keep(language);
  } finally {
    if (coming === language) coming = null;
  }
}

function keep(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = languageCookie(language);
  document.documentElement.lang = language;
}

/** Returns the current language. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return findLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}

/** Formats of the current language. */
export interface Formats {
  readonly language: Language;
  readonly number: (value: number | null, digits: number) => string;
  readonly price: (value: number | null, digits?: number) => string;
  readonly count: (value: number | null) => string;
  readonly percent: (value: number | null, digits?: number) => string;
  readonly change: (value: number | null) => string;
  readonly signed: (value: number | null, digits?: number) => string;
  readonly day: (timeMs: number) => string;
  readonly date: (timeMs: number) => string;
  readonly moment: (timeMs: number | null) => string;
  /** Formats the end of a validity. */
  readonly until: (timeMs: number) => string;
  /** Formats an amount in kuruş. */
  readonly money: (amountKurus: number, short?: boolean) => string;
}

/** Returns the formats of the current language; the same object while the language stays. */
export function useFormats(): Formats {
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
      number: (value, digits) => formatNumber(language, value, digits),
      price: (value, digits) => formatPrice(language, value, digits),
      count: (value) => formatCount(language, value),
      percent: (value, digits) => formatPercent(language, value, digits),
      change: (value) => formatChange(language, value),
      signed: (value, digits) => formatSigned(language, value, digits),
      day: (timeMs) => formatDay(language, timeMs),
      date: (timeMs) => formatDate(language, timeMs),
      moment: (timeMs) => formatMoment(language, timeMs),
      until: (timeMs) => formatUntil(language, timeMs),
      money: (amountKurus, short) => formatMoney(language, amountKurus, short),
    }),
    [language],
  );
}

/** Returns the text for a code of the server. */
export function useErrorText(): (code: string) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback(
    (code) => (i18n.exists(code, { ns: 'errors' }) ? t(code as '500') : t('500')),
    [t, i18n],
  );
}
