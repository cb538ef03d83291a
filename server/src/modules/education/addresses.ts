import { HOUR_MS, LIMITS, MINUTE_MS } from '@rasat/contract';
import type { Keys } from '../../platform/keys.ts';
import { checkAddress, type Signature, signAddress } from '../../platform/signed-address.ts';
import type { EducationContext } from './context.ts';

/** Purpose of a signed address: one PUT, or any number of reads until it expires. */
export type AddressPurpose = 'uploads' | 'images' | 'videos';

const LIFE_MS: Readonly<Record<AddressPurpose, number>> = {
  uploads: LIMITS.uploadMinutes * MINUTE_MS,
  images: LIMITS.imageMinutes * MINUTE_MS,
  videos: LIMITS.videoHours * HOUR_MS,
};

/** Returns a signed path on this origin. */
export function fileAddress(
  { keys, clock }: Pick<EducationContext, 'keys' | 'clock'>,
  purpose: AddressPurpose,
  id: string,
): string {
  const signed = signAddress(keys, `education.${purpose}`, [id], clock.now() + LIFE_MS[purpose]);
  return `/api/${purpose}/${id}?${new URLSearchParams({ ...signed }).toString()}`;
}

/** Throws `forbidden-403` unless `fileAddress` signed the address and the address has not expired. */
export function checkFileAddress(
  keys: Keys,
  purpose: AddressPurpose,
  id: string,
  given: Signature,
  nowMs: number,
): void {
  checkAddress(keys, `education.${purpose}`, [id], given, nowMs);
}
