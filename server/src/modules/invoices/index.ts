export {
  type InvoiceContext,
  type IssuedInvoice,
  issueCreditNote,
  issueInvoice,
  type PaidOrder,
} from './issue.ts';
export { invoicesData, invoicesRetention } from './personal-data.ts';
export { registerInvoiceRoutes } from './routes.ts';
export { type InvoiceEntry, listInvoiceEntries } from './service.ts';
