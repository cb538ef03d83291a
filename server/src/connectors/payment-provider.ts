import type { ErrorCode, Language, ProviderName } from '@rasat/contract';

/** Codes for a refused card, from the contract's catalogue of errors. */
export type CardCode = Extract<ErrorCode, `card-${string}`>;

/** Data about the payer that a provider requires; the port stores none of it. */
export interface Buyer {
  /** The public id. */
  readonly id: string;
  readonly name: string;
  readonly surname: string;
  readonly mail: string;
  /** Telephone number in the E.164 format. */
  readonly gsm: string;
  readonly identity: string;
  readonly address: string;
  readonly city: string;
  /** Country code, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly ip: string;
  readonly language: Language;
}

/** Order for a payment on a hosted page. */
export interface PaymentRequest {
  /** Our id of this attempt, never reused. */
  readonly attemptId: string;
  /** Number of the order. */
  readonly orderNumber: string;
  /** Name of the product in Turkish, as it may appear on the page. */
  readonly title: string;
  readonly amountKurus: number;
  readonly currency: 'TRY';
  readonly buyer: Buyer;
  /** Address to which the browser returns. */
  readonly returnUrl: string;
}

/** A page of the provider on which an attempt is paid. */
export interface HostedPage {
  /** The provider's id of the attempt, for later look-ups. */
  readonly token: string;
  readonly url: string;
  /** Time after which the page no longer takes a payment. */
  readonly expiresAtMs: number;
}

/** An attempt to look up: the request of `open` and its result. */
export interface OpenAttempt {
  readonly attemptId: string;
  readonly token: string;
  readonly expiresAtMs: number;
}

/**
 * State of an attempt at the provider. `pending`: the page may still be paid, or the payment is being decided.
 * `failed`: no money was captured and the page can no longer be paid. `captured`: the money was captured.
 */
export type PaymentState =
  | { readonly status: 'pending'; readonly refused: CardCode | null }
  | { readonly status: 'failed'; readonly code: CardCode }
  | {
      readonly status: 'captured';
      /** Unique at the provider. */
      readonly paymentId: string;
      /** Id that a refund names. */
      readonly transactionId: string;
      readonly attemptId: string;
      readonly orderNumber: string;
      /** 0 when the provider's amount is unreadable. */
      readonly amountKurus: number;
      /** As written by the provider; `TRY` is expected. */
      readonly currency: string;
      /** The amount as written by the provider, only when it is unreadable. */
      readonly unreadable?: string;
    };

/** A payment that a provider has under its own id. */
export type FoundPayment =
  | Extract<PaymentState, { readonly status: 'captured' }>
  /** The payment does not exist, or no money was captured. */
  | { readonly status: 'none' };

/** A line of the provider's own list: a capture or a refund. */
export interface Movement {
  /** Unique at the provider. */
  readonly id: string;
  /** `chargeback`: the card's bank took the money back. `other`: a line that this connector does not know. */
  readonly kind: 'charge' | 'refund' | 'chargeback' | 'other';
  /** Id of the payment that the line is about. */
  readonly paymentId: string;
  /** For a charge: our id of the attempt, as sent to the provider; empty when the line has none. */
  readonly attemptId: string;
  /** Never negative; null when it is unreadable. */
  readonly amountKurus: number | null;
  readonly currency: string;
  /** The provider's name for the line, and the amount as it wrote it. */
  readonly word: string;
}

/** A page of a day's list. */
export interface MovementPage {
  readonly movements: readonly Movement[];
  /** Number of pages of the day as of now. */
  readonly pages: number;
}

/** Order for a refund. */
export interface RefundRequest {
  /** Our id, never reused. A repeated request with the same id is paid back once. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly amountKurus: number;
  readonly currency: 'TRY';
  readonly ip: string;
}

/** `done`: paid back, now or by an earlier call. `refused`: the provider declines, with its own text. */
export type RefundResult =
  | { readonly status: 'done' }
  | { readonly status: 'refused'; readonly reason: string };

/** A notice that a provider sends by itself. It is only a hint; the state is looked up. */
export interface ProviderNotice {
  /** The provider's id of the attempt. */
  readonly token: string;
  /** The provider's name of the event, for the log of events. */
  readonly kind: string;
  /** The payment that the notice reports as captured; null when it names none. */
  readonly paymentId: string | null;
  /** Our id of the attempt, as sent to the provider; empty when the notice has none. */
  readonly attemptId: string;
}

/** The provider gave no trustworthy answer, so the outcome is unknown. The caller asks again later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * The port of a payment provider. It knows the provider's wire and nothing of the product: no database, no rights.
 * Every call ends within ten seconds. Each throws `ProviderUnavailable` when the outcome is unknown: no answer, a wrong
 * signature, a status of 500 and above.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Origins of its pages, to which our forms may redirect. */
  readonly origins: readonly string[];
  /** Opens a page for an attempt; returns a card code when the provider refuses to open one. */
  open(request: PaymentRequest): Promise<HostedPage | { readonly refused: CardCode }>;
  /**
   * Returns the state of an attempt. Reading it repeatedly changes nothing. For a provider that does not report an
   * expired page, the page expires at `expiresAtMs` of `open`, plus some minutes for a payment that was in progress.
   */
  lookUp(attempt: OpenAttempt): Promise<PaymentState>;
  /** Refunds a captured payment in full. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Looks up a payment by the provider's id. */
  findPayment(paymentId: string): Promise<FoundPayment>;
  /**
   * Returns a page of the provider's own list of an Istanbul day, `YYYY-MM-DD`. Pages are numbered from 1. The list of
   * the current day still grows.
   */
  listMovements(part: { readonly day: string; readonly page: number }): Promise<MovementPage>;
  /**
   * Returns the token that a browser brings back from the page, in the form fields or the query; null when there is
   * none.
   */
  readReturn(fields: Readonly<Record<string, string>>): string | null;
  /**
   * Reads a notice of the provider. `body` holds the bytes as received. Null when the signature is wrong; it is
   * compared in constant time.
   */
  readNotice(
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    body: Buffer,
  ): ProviderNotice | null;
}
