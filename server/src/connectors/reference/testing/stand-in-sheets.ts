import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { hashOf } from '../../vendor-wire/testing/seeded-random.ts';

// What the banks of the stand-in publish: a function of the bank, the currency and the day, in whole units, so that no
// rate depends on the arithmetic of the connector.

/** A bank of the stand-in. */
export type StandInBank = 'tcmb' | 'cbar' | 'ecb';

/** Days off of each bank besides Saturday and Sunday. */
const DAYS_OFF: Readonly<Record<StandInBank, readonly string[]>> = {
  tcmb: ['2024-01-01', '2025-01-01', '2026-01-01', '2026-10-29', '2026-03-20'],
  cbar: ['2024-01-01', '2025-01-01', '2026-01-01', '2026-03-09', '2026-11-09'],
  ecb: ['2024-01-01', '2025-01-01', '2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01'],
};

/** Time after 00:00 UTC at which the sheet of a day is published. */
const PUBLISHED_MS: Readonly<Record<StandInBank, number>> = {
  tcmb: 12 * HOUR_MS + 30 * MINUTE_MS,
  cbar: 5 * HOUR_MS,
  ecb: 15 * HOUR_MS,
};

/** Rates of the stand-in in whole units, and how far they move. */
const START: Readonly<Record<StandInBank, Readonly<Record<string, number>>>> = {
  // Ten-thousandths of a lira, buying.
  tcmb: { USD: 421_034, EUR: 485_112, GBP: 552_871, CHF: 520_409 },
  // Ten-thousandths of a manat, of a hundred roubles.
  cbar: { USD: 17_000, EUR: 19_757, GBP: 22_310, TRY: 403, RUB: 21_012 },
  // Ten-thousandths of a currency for a euro, hundredths of a yen.
  ecb: { USD: 11_523, GBP: 8_803, CHF: 9_311, JPY: 18_127 },
};
const MOVE = 0.02;
/** Ten-thousandths of a lira between buying and selling. */
const TCMB_SPREAD = 757;

/** Currencies of a bank. */
export function currenciesOf(bank: StandInBank): readonly string[] {
  return Object.keys(START[bank]);
}

/** Units of a currency that a rate of CBAR is the price of. */
export function nominalOf(code: string): number {
  return code === 'RUB' ? 100 : 1;
}

/** Returns the rate of a currency in whole units; of TCMB the buying rate. */
export function unitsOf(bank: StandInBank, code: string, dayMs: number): number {
  const start = START[bank][code] ?? 0;
  return Math.round(start * (1 + MOVE * hashOf(1, `${bank}${code}`, dayMs / DAY_MS)));
}

/** Returns the selling rate of TCMB in ten-thousandths. */
export function sellingOf(code: string, dayMs: number): number {
  return unitsOf('tcmb', code, dayMs) + TCMB_SPREAD;
}

/** Whether a bank has a sheet of a day that is not before its history. */
export function hasSheet(bank: StandInBank, dayMs: number): boolean {
  const day = new Date(dayMs);
  return day.getUTCDay() % 6 !== 0 && !DAYS_OFF[bank].includes(day.toISOString().slice(0, 10));
}

/** Returns the days of a bank whose sheets are published at `nowMs`, newest first, from `fromMs` on. */
export function publishedDays(bank: StandInBank, fromMs: number, nowMs: number): number[] {
  const days: number[] = [];
  const lastMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  for (let dayMs = lastMs; dayMs >= fromMs; dayMs -= DAY_MS)
    if (hasSheet(bank, dayMs) && dayMs + PUBLISHED_MS[bank] <= nowMs) days.push(dayMs);
  return days;
}

/** Returns the true rate of a symbol on a day; of the ECB only the pairs of the euro. */
export function trueRate(symbol: string, dayMs: number): number {
  if (symbol.endsWith('.ECB')) {
    const code = symbol.slice(3, 6);
    return Number(`${unitsOf('ecb', code, dayMs)}e-${code === 'JPY' ? 2 : 4}`);
  }
  const code = symbol.slice(0, 3);
  if (symbol.endsWith('AZN'))
    return Number(`${unitsOf('cbar', code, dayMs)}e-${code === 'RUB' ? 6 : 4}`);
  return Number(`${(unitsOf('tcmb', code, dayMs) + sellingOf(code, dayMs)) * 5}e-5`);
}

/** Returns the bars of a symbol for the days of sheets that have ended at `nowMs`, oldest first. */
export function trueBars(symbol: string, fromMs: number, nowMs: number): Bar[] {
  const bank = symbol.endsWith('.ECB') ? 'ecb' : symbol.endsWith('AZN') ? 'cbar' : 'tcmb';
  return publishedDays(bank, fromMs, nowMs)
    .filter((dayMs) => dayMs + DAY_MS <= nowMs)
    .toReversed()
    .map((dayMs) => {
      const price = trueRate(symbol, dayMs);
      return { openTimeMs: dayMs, open: price, high: price, low: price, close: price, volume: 0 };
    });
}
