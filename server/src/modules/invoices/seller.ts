import { MOVES_MONEY } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';

/** Who sells, as it stands on every document. */
export interface Seller {
  readonly title: string;
  readonly taxOffice: string;
  readonly taxNumber: string;
  readonly address: string;
  /** The document shows how the product works and is no invoice for anybody. */
  readonly demonstration: boolean;
}

const stored = z.object({
  title: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  demonstration: z.boolean(),
});

/** Nobody: no such tax number can be given, and the address is none. */
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
 * The seller of the settings; null when nobody sells. On the bundled database there is a demonstration's seller when none
 * is set; what a provider takes that moves no money is a demonstration for every seller.
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

/** The seller of the settings, for a document. Throws when nobody sells. */
export function sellerOf(config: SellerConfig): Seller {
  const seller = findSeller(config);
  if (seller === null) throw new Error('SELLER_* must be set to issue invoices');
  return seller;
}

/** Reads a seller as a document keeps it. */
export function readSeller(value: unknown): Seller {
  return z.parse(stored, value);
}
