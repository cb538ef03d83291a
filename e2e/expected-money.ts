import type { Language } from '@rasat/contract';
import { type ExpectedTexts, expectedTexts } from './expected-texts.ts';

// Formats besides those of `expected-texts.ts`: short amounts, periods, months and figures of the record.

/** How one language writes money, periods and figures of the record. */
export interface ExpectedMoney extends ExpectedTexts {
  /** An amount in kuruş, without decimals when they are zero: `2.250 TL`, `650,50 TL`. */
  readonly shortMoney: (kurus: number) => string;
  /** `Mar 2025`, of a month counted as in the API: year times 12 plus 0 to 11. */
  readonly month: (month: number) => string;
  /** `Mar`, of a month counted as in the API. */
  readonly monthName: (month: number) => string;
  /** `%54,6`, of a share between 0 and 1. */
  readonly share: (share: number) => string;
  /** `−0,01 ile +0,09`, of two formatted ends. */
  readonly range: (low: string, high: string) => string;
  /** `+3,8 puan`, of a difference of shares. */
  readonly points: (share: number) => string;
}

const FROM_TO: Readonly<Record<Language, string>> = { tr: ' ile ', az: ' ilə ', en: ' to ' };
const POINTS: Readonly<Record<Language, string>> = { tr: 'puan', az: 'bənd', en: 'points' };

/** Returns the formats of money, periods and figures of the record in a language. */
export function expectedMoney(language: Language): ExpectedMoney {
  const texts = expectedTexts(language);
  // The middle of a month belongs to the same month in Istanbul.
  const fifteenth = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 15, 12);
  const month = (one: number) => texts.date(fifteenth(one)).replace('15 ', '');
  return {
    ...texts,
    shortMoney: (kurus) => {
      if (kurus % 100 !== 0) return texts.money(kurus);
      const lira = texts.count(kurus / 100);
      return language === 'en' ? `TRY\u00a0${lira}` : `${lira}\u00a0TL`;
    },
    month,
    monthName: (one) => month(one).slice(0, 3),
    share: (share) => texts.percent(share * 100, 1),
    range: (low, high) => `${low}${FROM_TO[language]}${high}`,
    points: (share) => `${texts.signed(share * 100, 1)} ${POINTS[language]}`,
  };
}
