import { HOUR_MS, LIMITS, MINUTE_MS } from '@rasat/contract';
import type { Keys } from '../../platform/keys.ts';
import { checkAddress, type Signature, signAddress } from '../../platform/signed-address.ts';
import type { EducationContext } from './context.ts';

/** What an address is good for: one PUT, or as many readings as its time allows. */
export type AddressPurpose = 'uploads' | 'images' | 'videos';

const LIFE_MS: Readonly<Record<AddressPurpose, number>> = {
  uploads: LIMITS.uploadMinutes * MINUTE_MS,
  images: LIMITS.imageMinutes * MINUTE_MS,
  videos: LIMITS.videoHours * HOUR_MS,
};

/** A path that proves itself, on this origin. */
export function fileAddress(
  { keys, clock }: Pick<EducationContext, 'keys' | 'clock'>,
  purpose: AddressPurpose,
  id: string,
): string {
  const signed = signAddress(keys, `education.${purpose}`, [id], clock.now() + LIFE_MS[purpose]);
  return `/api/${purpose}/${id}?${new URLSearchParams({ ...signed }).toString()}`;
}

/** Throws `forbidden-403` unless `fileAddress` gave that address out and its time has not run out. */
export function checkFileAddress(
  keys: Keys,
  purpose: AddressPurpose,
  id: string,
  given: Signature,
  nowMs: number,
): void {
  checkAddress(keys, `education.${purpose}`, [id], given, nowMs);
}
