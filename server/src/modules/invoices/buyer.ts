import * as z from 'zod/mini';
import type { Keys } from '../../platform/keys.ts';

const PURPOSE = 'invoice.buyer';

const stored = z.object({
  name: z.string(),
  mail: z.string(),
  identity: z.string(),
  address: z.string(),
});

/** Buyer, as the account had them at the time of the purchase. */
export type Buyer = Readonly<z.output<typeof stored>>;

/** Encrypts a buyer for the database. */
export function sealBuyer(keys: Keys, buyer: Buyer): Buffer {
  return keys.encrypt(JSON.stringify(buyer), PURPOSE);
}

/** Decrypts a buyer; null when the buyer was deleted. */
export function openBuyer(keys: Keys, sealed: Buffer | null): Buyer | null {
  return sealed && z.parse(stored, JSON.parse(keys.decrypt(sealed, PURPOSE)));
}
