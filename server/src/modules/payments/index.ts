export { findCourseSale, isCourseOnSale, setCourseSale } from './course-sale.ts';
export type { Order } from './ledger.ts';
export type { OrderEvent } from './order-machine.ts';
export { findOrder, findOrderId, listEvents } from './order-store.ts';
export {
  openPayments,
  type PaymentOptions,
  type Payments,
  type RefundOptions,
  refundOptionsOf,
} from './payments.ts';
export { paymentsData, paymentsRetention } from './personal-data.ts';
export type { PaidOrder } from './postgres-ledger.ts';
export { listPrices, type Price, readPrices, seedPrices, setPrice } from './prices.ts';
export { listReconciliations, type Reconciliation } from './reconciliations.ts';
export {
  closeReview,
  countOpenReviews,
  type ListedReview,
  listReviews,
} from './review-store.ts';
export { registerPaymentRoutes } from './routes.ts';
export type { PaymentsTables } from './tables.ts';
export { paymentJobs, startPayments } from './worker.ts';
