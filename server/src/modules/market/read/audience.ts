import type { Audience } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { type Person, seesAnalysis } from '../../../platform/http/person.ts';

/**
 * Returns the narrowest audience of a caller, null for a guest. Callers with the same audience may see the same prices.
 */
export function audienceOf(person: Person | null): Audience {
  if (seesAnalysis(person)) return 'subscribers';
  return person === null ? 'anyone' : 'signed-in';
}

/** Whether callers of the audience `asking` may have the prices of a source with the audience `needed`. */
export function includesPrices(asking: Audience, needed: Audience): boolean {
  if (needed === 'anyone') return true;
  return needed === 'signed-in' ? asking !== 'anyone' : asking === 'subscribers';
}

/** Whether a caller, null for a guest, may have the prices of a source with that audience. */
export function mayHavePrices(audience: Audience, person: Person | null): boolean {
  return includesPrices(audienceOf(person), audience);
}

/** Throws `unauthorized-401` to a guest and `forbidden-403` to a person who may not have prices of that audience. */
export function assertMayHavePrices(audience: Audience, person: Person | null): void {
  if (mayHavePrices(audience, person)) return;
  throw new AppError(person === null ? 'unauthorized-401' : 'forbidden-403');
}
