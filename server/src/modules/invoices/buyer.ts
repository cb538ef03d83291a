import * as z from 'zod/mini';
import type { Keys } from '../../platform/keys.ts';

const PURPOSE = 'invoice.buyer';

const stored = z.object({
  name: z.string(),
  mail: z.string(),
  identity: z.string(),
  address: z.string(),
});

/** Who bought, as it stood in the account at that moment. */
export type Buyer = Readonly<z.output<typeof stored>>;

/** A buyer as the database keeps it. */
export function sealBuyer(keys: Keys, buyer: Buyer): Buffer {
  return keys.encrypt(JSON.stringify(buyer), PURPOSE);
}

/** Reads a buyer; null when it was forgotten. */
export function openBuyer(keys: Keys, sealed: Buffer | null): Buyer | null {
  return sealed && z.parse(stored, JSON.parse(keys.decrypt(sealed, PURPOSE)));
}
