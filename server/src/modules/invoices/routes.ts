import { ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { checkAddress, signAddress } from '../../platform/signed-address.ts';
import { findSeller } from './seller.ts';
import { createFileDrawer, INVOICE_LINK_MS, listInvoiceEntries } from './service.ts';
import { findInvoice } from './store.ts';

const PURPOSE = 'invoice';

/** Serves the invoices of a person and their files. */
export function registerInvoiceRoutes(web: Web): void {
  const { db, clock, keys, config } = web.context;
  const draw = createFileDrawer(keys);
  const partsOf = (invoiceId: number, personId: number) => [String(invoiceId), String(personId)];

  registerRoute(web, ROUTES.seller, () => findSeller(config));

  registerRoute(web, ROUTES.invoices, ({ person }) => listInvoiceEntries(db, person.id));

  registerRoute(web, ROUTES.invoice, async ({ params, person }) => {
    const row = await findInvoice(db, person.id, { index: Number(params.id) });
    if (!row) throw new AppError('not-found-404');
    const until = clock.now() + INVOICE_LINK_MS;
    const signed = signAddress(keys, PURPOSE, partsOf(row.id, person.id), until);
    return { url: `/api/invoices/${row.id}/file?${new URLSearchParams({ ...signed }).toString()}` };
  });

  registerRoute(web, ROUTES.invoiceFile, async ({ params, query, person, header }) => {
    // Another person's file is reported as missing, even at a validly signed address.
    const row = await findInvoice(db, person.id, { id: Number(params.id) });
    if (!row) throw new AppError('not-found-404');
    checkAddress(keys, PURPOSE, partsOf(row.id, person.id), query, clock.now());
    const { name, pdf } = await draw(row);
    header('content-disposition', `inline; filename="${name}"`);
    return new Prepared(pdf, 'application/pdf');
  });
}
