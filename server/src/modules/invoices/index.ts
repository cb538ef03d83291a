export {
  issueCreditNote,
  issueInvoice,
} from './issue.ts';
export { invoicesData, invoicesRetention } from './personal-data.ts';
export { registerInvoiceRoutes } from './routes.ts';
export { findSeller } from './seller.ts';
export { listInvoiceEntries } from './service.ts';
export { findInvoiceOfOrder } from './store.ts';
