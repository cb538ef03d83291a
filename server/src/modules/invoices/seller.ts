import { MOVES_MONEY } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';

const stored = z.object({
  title: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  /** Whether the document is a demonstration and no invoice. */
  demonstration: z.boolean(),
});

/** Seller, as every document shows it. */
export type Seller = Readonly<z.output<typeof stored>>;

/** A seller that cannot exist: neither the tax number nor the address is assigned. */
const DEMONSTRATION: Omit<Seller, 'demonstration'> = {
  title: 'Rasat Gösterim Yazılım A.Ş.',
  taxOffice: 'Gösteri Vergi Dairesi',
  taxNumber: '0000000000',
  address: 'Örnek Mahallesi, Rasathane Sokağı No: 1, 34000 İstanbul',
};

/** Settings of the seller. */
export type SellerConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'paymentProvider'
  | 'sellerTitle'
  | 'sellerTaxOffice'
  | 'sellerTaxNumber'
  | 'sellerAddress'
>;

/**
 * Returns the seller of the settings; null when none is set. On the bundled database, a demonstration's seller replaces
 * a missing one. Documents of a provider that moves no money are demonstrations for every seller.
 */
export function findSeller(config: SellerConfig): Seller | null {
  const { sellerTitle: title, sellerTaxOffice: taxOffice } = config;
  const { sellerTaxNumber: taxNumber, sellerAddress: address } = config;
  if (title === null || taxOffice === null || taxNumber === null || address === null) {
    return config.databaseUrl === null ? { ...DEMONSTRATION, demonstration: true } : null;
  }
  const { paymentProvider } = config;
  const demonstration = paymentProvider !== null && !MOVES_MONEY[paymentProvider];
  return { title, taxOffice, taxNumber, address, demonstration };
}

/** Returns the seller of the settings, for a document. Throws when none is set. */
export function sellerOf(config: SellerConfig): Seller {
  const seller = findSeller(config);
  if (seller === null) throw new Error('SELLER_* must be set to issue invoices');
  return seller;
}

/** Reads the stored seller of a document. */
export function readSeller(value: unknown): Seller {
  return z.parse(stored, value);
}
