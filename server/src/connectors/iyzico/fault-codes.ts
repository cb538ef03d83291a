import type { CardCode } from '../payment-provider.ts';

/** A refusal in iyzico's terms. */
export interface Fault {
  readonly errorCode?: string | number | null | undefined;
  readonly errorGroup?: string | null | undefined;
}

/** Groups are looked up first, because several codes share one (https://docs.iyzico.com/en/add-ons/error-codes). */
const GROUPS: Readonly<Record<string, CardCode>> = {
  INVALID_CARD_NUMBER: 'card-number-400',
  BIN_NOT_FOUND: 'card-number-400',
  NO_SUCH_ISSUER: 'card-number-400',
  EXPIRED_CARD: 'card-date-400',
  INVALID_EXPIRE_YEAR_MONTH: 'card-date-400',
  INVALID_CVC2: 'card-cvc-400',
  INVALID_CVC2_LENGTH: 'card-cvc-400',
};

const CODES: Readonly<Record<string, CardCode>> = {
  '12': 'card-number-400',
  '10215': 'card-number-400',
  '10213': 'card-number-400',
  '10216': 'card-number-400',
  '13': 'card-date-400',
  '14': 'card-date-400',
  '17': 'card-date-400',
  '10054': 'card-date-400',
  '15': 'card-cvc-400',
  '10084': 'card-cvc-400',
  '10206': 'card-cvc-400',
  '16': 'card-holder-400',
  '19': 'card-holder-400',
};

/**
 * Returns the code that the person sees. Every refusal that is not about a field of the card has one common code: the
 * page must not show the bank's reasons, such as suspected fraud.
 */
export function cardCodeOf({ errorCode, errorGroup }: Fault): CardCode {
  return GROUPS[errorGroup ?? ''] ?? CODES[String(errorCode ?? '')] ?? 'card-bad-fields-400';
}

/** Returns whether a refusal is about a card or comes from its bank (codes of five digits). */
export function isAboutCard({ errorCode, errorGroup }: Fault): boolean {
  const code = String(errorCode ?? '');
  return code in CODES || (errorGroup ?? '') in GROUPS || /^10\d{3}$/.test(code);
}

/**
 * Returns whether a refusal is a system error (1, 2, 100001), a request that was not understood (6, 11), or a wrong key
 * or signature (1000 and on).
 */
export function isSystemFault({ errorCode }: Fault): boolean {
  const code = Number(errorCode ?? Number.NaN);
  return [1, 2, 6, 11].includes(code) || (code >= 1000 && code < 2000) || code >= 100_000;
}

/**
 * Returns whether a refusal is about the request (codes below 5000) and therefore gives no information about a payment.
 */
export function isAboutRequest(fault: Fault): boolean {
  const code = Number(fault.errorCode ?? Number.NaN);
  return isSystemFault(fault) || (code < 5000 && !isAboutCard(fault));
}
