import type { Audience } from '../../connectors/connector.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Person, seesAnalysis } from '../../platform/http/person.ts';

/** Whether a caller, null for a guest, may have the prices of a source with that audience. */
export function mayHavePrices(audience: Audience, person: Person | null): boolean {
  if (audience === 'anyone') return true;
  return audience === 'signed-in' ? person !== null : seesAnalysis(person);
}

/** Throws `unauthorized-401` to a guest and `forbidden-403` to a person who may not have prices of that audience. */
export function assertMayHavePrices(audience: Audience, person: Person | null): void {
  if (mayHavePrices(audience, person)) return;
  throw new AppError(person === null ? 'unauthorized-401' : 'forbidden-403');
}
