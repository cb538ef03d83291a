import { istanbulTime } from '@rasat/contract';
import type { CardCode } from '../payment-provider.ts';

/**
 * Outcome of a card after its owner has confirmed. `paid`: the payment succeeds. `silent`: the money is captured, and
 * then the bank does not answer for a while. `repeated`: the money is captured and five notices are sent at once.
 * `lost`: the money is captured, and neither a notice nor the browser reaches the shop. `kept`: the money is captured
 * and never refunded. `unconfirmed`: the confirmation fails for every code.
 */
export type Ending = 'paid' | 'silent' | 'repeated' | 'lost' | 'kept' | 'unconfirmed';

/** A card of the demonstration: its ending, or the reason why its bank refuses it at once. */
export interface TestCard {
  readonly number: string;
  readonly ending: Ending;
  readonly refusal: CardCode | null;
  /** Key of its text on the page. */
  readonly text: CardText;
}

/** Keys of the texts about a card on the page. */
export type CardText =
  | 'paid'
  | 'noFunds'
  | 'expired'
  | 'cvc'
  | 'fraud'
  | 'general'
  | 'unconfirmed'
  | 'unconfirmedToo'
  | 'silent'
  | 'repeated'
  | 'lost'
  | 'kept';

function card(number: string, text: CardText, ending: Ending): TestCard {
  return { number, text, ending, refusal: null };
}

function refused(number: string, text: CardText, refusal: CardCode): TestCard {
  return { number, text, ending: 'paid', refusal };
}

/** All test cards, as the page lists them. All but the last three are iyzico's (its sandbox does the same). */
export const TEST_CARDS: readonly TestCard[] = [
  card('5528790000000008', 'paid', 'paid'),
  refused('4111111111111129', 'noFunds', 'card-bad-fields-400'),
  refused('4125111111111115', 'expired', 'card-date-400'),
  refused('4124111111111116', 'cvc', 'card-cvc-400'),
  refused('4121111111111119', 'fraud', 'card-bad-fields-400'),
  refused('4130111111111118', 'general', 'card-bad-fields-400'),
  card('4131111111111117', 'unconfirmed', 'unconfirmed'),
  card('4141111111111115', 'unconfirmedToo', 'unconfirmed'),
  card('5406670000000009', 'kept', 'kept'),
  card('4161111111111110', 'silent', 'silent'),
  card('4162111111111119', 'repeated', 'repeated'),
  card('4163111111111118', 'lost', 'lost'),
];

/** Fields of the form, in the order of the page. */
export const CARD_FIELDS = ['holder', 'number', 'expiry', 'cvc'] as const;
/** One field of the form. */
export type CardField = (typeof CARD_FIELDS)[number];

/** Returns the field that a code is about; null when it is about the whole card. */
export function fieldOf(code: CardCode): CardField | null {
  switch (code) {
    case 'card-holder-400':
      return 'holder';
    case 'card-number-400':
      return 'number';
    case 'card-date-400':
      return 'expiry';
    case 'card-cvc-400':
      return 'cvc';
    case 'card-bad-fields-400':
      return null;
  }
}

/** Texts of the form as entered. */
export type CardForm = Readonly<Record<CardField, string>>;

/** The test card of a form, or its faults in the order of the fields. */
export type CardVerdict =
  | { readonly faults: readonly CardCode[] }
  | { readonly faults: null; readonly card: TestCard };

/** Checks a form at a moment. Every number that is no test card is a fault, so that no real card is entered here. */
export function judgeCard(form: CardForm, nowMs: number): CardVerdict {
  const faults: CardCode[] = [];
  const holder = form.holder.trim();
  if (!/\p{L}/u.test(holder) || holder.length > 50) faults.push('card-holder-400');
  const number = form.number.replaceAll(/[\s-]/g, '');
  const known = TEST_CARDS.find((one) => one.number === number);
  if (!isCardNumber(number) || !known) faults.push('card-number-400');
  if (!isStillGood(form.expiry, nowMs)) faults.push('card-date-400');
  if (!/^\d{3}$/.test(form.cvc.trim())) faults.push('card-cvc-400');
  return faults.length === 0 && known ? { faults: null, card: known } : { faults };
}

/** Returns whether the digits have a valid checksum (Luhn, ISO/IEC 7812-1 annex B). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

const LONGEST_YEARS = 20;

/**
 * Returns whether the expiry, `12/27`, `12 / 2027` or `1227`, is still valid. A card is valid until its month has ended
 * in Istanbul.
 */
function isStillGood(expiry: string, nowMs: number): boolean {
  const [, month = '', year = ''] =
    /^(\d{1,2})\s*[/.-]?\s*(\d{2}|\d{4})$/.exec(expiry.trim()) ?? [];
  if (month === '' || Number(month) < 1 || Number(month) > 12) return false;
  const now = istanbulTime(nowMs);
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const monthsLeft = (fullYear - now.year) * 12 + Number(month) - now.month;
  return monthsLeft >= 0 && monthsLeft <= LONGEST_YEARS * 12;
}
