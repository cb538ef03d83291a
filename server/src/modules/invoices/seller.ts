import { MOVES_MONEY } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';

const stored = z.object({
  title: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  /** The document is a demonstration and no invoice. */
  demonstration: z.boolean(),
});

/** The seller, as it stands on every document. */
export type Seller = Readonly<z.output<typeof stored>>;

/** A seller that cannot exist: neither the tax number nor the address is assigned. */
const DEMONSTRATION: Omit<Seller, 'demonstration'> = {
  title: 'Rasat Gösterim Yazılım A.Ş.',
  taxOffice: 'Gösteri Vergi Dairesi',
  taxNumber: '0000000000',
  address: 'Örnek Mahallesi, Rasathane Sokağı No: 1, 34000 İstanbul',
};

/** What of the settings says who sells. */
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
 * The seller of the settings; null when none is set. On the bundled database a demonstration's seller takes its
 * place; what a provider takes that moves no money is a demonstration for every seller.
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

/** The seller of the settings, for a document. Throws when none is set. */
export function sellerOf(config: SellerConfig): Seller {
  const seller = findSeller(config);
  if (seller === null) throw new Error('SELLER_* must be set to issue invoices');
  return seller;
}

/** Reads a seller as a document keeps it. */
export function readSeller(value: unknown): Seller {
  return z.parse(stored, value);
}
