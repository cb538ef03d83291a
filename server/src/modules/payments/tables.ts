import type { OrderState, Product, ProviderName, Purchase } from '@rasat/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Movement } from '../../connectors/payment-provider.ts';
import type { ReviewKind } from './ledger.ts';
import type { CaptureRole } from './order-machine.ts';

/** Price of a product from a moment on. */
export interface PriceTable {
  id: GeneratedAlways<number>;
  product: Product;
  amount: number;
  valid_from: number;
  set_at: number;
  set_by: string | null;
}

/** Decision whether the course is on sale. */
export interface CourseSaleTable {
  id: GeneratedAlways<number>;
  on_sale: boolean;
  set_at: number;
  set_by: string | null;
}

/** Order as created. */
export interface PurchaseTable {
  id: GeneratedAlways<number>;
  number: string;
  person_id: number | null;
  product: Product;
  amount: number;
  vat_rate: number;
  currency: 'TRY';
  agreement_version: string;
  agreement_sha256: Buffer;
  refund_version: string;
  refund_sha256: Buffer;
  provider: ProviderName;
  created_at: number;
}

/** Current state of an order. */
export interface PurchaseHeadTable {
  purchase_id: number;
  person_id: number | null;
  purchase: Purchase;
  state: OrderState;
  version: number;
  watched: boolean;
  changed_at: number;
}

/** Attempt to pay an order. */
export interface PurchaseAttemptTable {
  id: string;
  purchase_id: number;
  created_at: number;
}

/** Provider's page for an attempt. */
export interface PaymentPageTable {
  attempt_id: string;
  provider: ProviderName;
  token: string;
  opened_at: number;
}

/** Event of an order, or a provider's notice about an unknown one. */
export interface ProviderEventTable {
  id: GeneratedAlways<number>;
  purchase_id: number | null;
  version: number | null;
  kind: string;
  attempt_id: string | null;
  refund_id: string | null;
  at: number;
  detail: unknown;
}

/** Payment that a provider captured. */
export interface CapturedPaymentTable {
  id: GeneratedAlways<number>;
  provider: ProviderName;
  payment_id: string;
  transaction_id: string;
  purchase_id: number;
  attempt_id: string;
  amount: number;
  currency: string;
  role: CaptureRole;
  captured_at: number;
}

/** Intent to refund a payment. */
export interface RefundTable {
  id: string;
  purchase_id: number;
  captured_payment_id: number;
  try: number;
  reason: string;
  asked_by: string | null;
  created_at: number;
}

/** Answer to a call with an Idempotency-Key. */
export interface PurchaseKeyTable {
  person_id: number;
  key: string;
  body_sha256: Buffer;
  created_at: number;
  answer: string | null;
}

/** Review for an administrator; it is closed once, and not changed otherwise. */
export interface PaymentReviewTable {
  id: GeneratedAlways<number>;
  provider: ProviderName;
  kind: ReviewKind;
  key: string;
  purchase_id: number | null;
  payment_id: string | null;
  amount: number | null;
  currency: string | null;
  detail: unknown;
  found_at: number;
  closed_at: number | null;
  closed_by: string | null;
  note: string | null;
}

/** Line of the provider's list. */
export interface ProviderMovementTable {
  id: GeneratedAlways<number>;
  provider: ProviderName;
  movement_id: string;
  /** `YYYY-MM-DD` */
  day: string;
  kind: Movement['kind'];
  payment_id: string;
  attempt_id: string;
  amount: number | null;
  currency: string;
  word: string;
  read_at: number;
}

/** Day whose list was compared. */
export interface ProviderDayTable {
  provider: ProviderName;
  /** `YYYY-MM-DD` */
  day: string;
  compared_at: number;
}

/** Run of the reconciliation. */
export interface ReconciliationTable {
  id: GeneratedAlways<number>;
  started_at: number;
  ended_at: number | null;
  looked: Generated<number>;
  changed: Generated<number>;
  failed: Generated<number>;
  lines: Generated<number | null>;
  found: Generated<number | null>;
  list_failed: Generated<boolean>;
}

/** Reminder that was sent. */
export interface SubscriptionReminderTable {
  person_id: number;
  ends_at: number;
  days: number;
  sent_at: number;
}

/** Tables of this module. */
export type PaymentsTables = {
  price: PriceTable;
  course_sale: CourseSaleTable;
  purchase: PurchaseTable;
  purchase_head: PurchaseHeadTable;
  purchase_attempt: PurchaseAttemptTable;
  payment_page: PaymentPageTable;
  provider_event: ProviderEventTable;
  captured_payment: CapturedPaymentTable;
  refund: RefundTable;
  purchase_key: PurchaseKeyTable;
  payment_review: PaymentReviewTable;
  provider_movement: ProviderMovementTable;
  provider_day: ProviderDayTable;
  reconciliation: ReconciliationTable;
  subscription_reminder: SubscriptionReminderTable;
};
