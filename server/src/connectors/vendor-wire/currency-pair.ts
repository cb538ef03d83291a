import { CURRENT_CALENDARS } from '@rasat/engine';
import type { Instrument } from '../connector.ts';
import { pairName } from './instrument-names.ts';

/** Decimals of most pairs, and of those that are stated in yen. */
const PAIR_DIGITS = 5;
const YEN_DIGITS = 3;

/** Returns the instrument of a pair of currencies, without its base resolution. */
export function currencyPair(base: string, quote: string): Omit<Instrument, 'base'> {
  return {
    symbol: `${base}${quote}`,
    category: 'forex',
    digits: quote === 'JPY' ? YEN_DIGITS : PAIR_DIGITS,
    name: pairName(base, quote),
    calendar: CURRENT_CALENDARS.forex,
  };
}
