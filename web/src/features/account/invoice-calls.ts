import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** An invoice or a credit note of the person. */
export type InvoiceEntry = Reply<typeof ROUTES.invoices>[number];

/** The person's invoices and credit notes, the oldest first. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: ['account', 'invoices'],
    queryFn: ({ signal }) => call('invoices', { query: {}, signal }),
    staleTime: 0,
  });

/** Where one of them can be read as PDF, by its index; good for ten minutes. Throws `ApiError`. */
export async function readInvoiceAddress(index: number): Promise<string> {
  const { url } = await call('invoice', { params: { id: String(index) }, query: {} });
  return url;
}
