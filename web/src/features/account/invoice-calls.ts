import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** Invoice or credit note of the person. */
export type InvoiceEntry = Reply<typeof ROUTES.invoices>[number];

/** Reads the person's invoices and credit notes, the oldest first. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: ['account', 'invoices'],
    queryFn: ({ signal }) => call('invoices', { query: {}, signal }),
    staleTime: 0,
  });

/** Returns the address of an invoice as PDF by its index, valid for ten minutes. Throws `ApiError`. */
export async function readInvoiceAddress(index: number): Promise<string> {
  const { url } = await call('invoice', { params: { id: String(index) }, query: {} });
  return url;
}
