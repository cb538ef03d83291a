import type { ErrorCode, Language, ProviderName } from '@rasat/contract';

/** Refusals of a card, as the catalogue names them. */
export type CardCode = Extract<ErrorCode, `card-${string}`>;

/** Who pays, as a provider asks for it; nothing of it is kept by the port. */
export interface Buyer {
  /** The public id. */
  readonly id: string;
  readonly name: string;
  readonly surname: string;
  readonly mail: string;
  /** E.164. */
  readonly gsm: string;
  readonly identity: string;
  readonly address: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly ip: string;
  readonly language: Language;
}

/** What is to be paid on a hosted page. */
export interface PaymentRequest {
  /** Ours for this attempt, unique for ever. */
  readonly attemptId: string;
  /** The order's number. */
  readonly orderNumber: string;
  /** What is sold, in Turkish, as it may stand on the page. */
  readonly title: string;
  readonly amountKurus: number;
  readonly currency: 'TRY';
  readonly buyer: Buyer;
  /** Where the browser comes back to. */
  readonly returnUrl: string;
}

/** A page of the provider on which an attempt is paid. */
export interface HostedPage {
  /** The provider's name for the attempt; looks it up later. */
  readonly token: string;
  readonly url: string;
  /** After this moment nothing can be paid on it any more. */
  readonly expiresAtMs: number;
}

/** An attempt as it is looked up: what `open` was asked and what it answered. */
export interface OpenAttempt {
  readonly attemptId: string;
  readonly token: string;
  readonly expiresAtMs: number;
}

/**
 * How an attempt stands at the provider. `pending`: something may still be paid on the page, or is being decided.
 * `failed`: nothing was taken and nothing can be taken any more on this page. `captured`: the money was taken.
 */
export type PaymentState =
  | { readonly status: 'pending'; readonly refused: CardCode | null }
  | { readonly status: 'failed'; readonly code: CardCode }
  | {
      readonly status: 'captured';
      /** Unique at the provider. */
      readonly paymentId: string;
      /** What a refund names. */
      readonly transactionId: string;
      readonly attemptId: string;
      readonly orderNumber: string;
      /** 0 when the provider wrote an amount that cannot be read. */
      readonly amountKurus: number;
      /** As the provider writes it, `TRY` when all is well. */
      readonly currency: string;
      /** The amount as the provider wrote it, only when it cannot be read. */
      readonly unreadable?: string;
    };

/** Money that a provider took, by its own name for it. */
export type FoundPayment =
  | Extract<PaymentState, { readonly status: 'captured' }>
  /** There is no such payment, or nothing was taken by it. */
  | { readonly status: 'none' };

/** A line of the provider's own list: money that was taken, or that went back from there. */
export interface Movement {
  /** Unique at the provider. */
  readonly id: string;
  /** `chargeback`: the card's bank took the money back. `other`: something that this connector does not know. */
  readonly kind: 'charge' | 'refund' | 'chargeback' | 'other';
  /** Of the payment that it is about. */
  readonly paymentId: string;
  /** Of a charge: our name for the attempt, as the provider was given it; empty when it says none. */
  readonly attemptId: string;
  /** Never negative; null when it cannot be read. */
  readonly amountKurus: number | null;
  readonly currency: string;
  /** What the provider calls it, and the amount as it wrote it. */
  readonly word: string;
}

/** A part of the list of a day. */
export interface MovementPage {
  readonly movements: readonly Movement[];
  /** How many parts the day has as of now. */
  readonly pages: number;
}

/** The money that goes back. */
export interface RefundRequest {
  /** Ours, unique for ever: asked twice, it is paid back once. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly amountKurus: number;
  readonly currency: 'TRY';
  readonly ip: string;
}

/** `done`: paid back (also when it had been before). `refused`: the provider will not, with its own word for it. */
export type RefundResult =
  | { readonly status: 'done' }
  | { readonly status: 'refused'; readonly reason: string };

/** Something that a provider says by itself; it is a hint alone, what is true is looked up. */
export interface ProviderNotice {
  /** The provider's name for the attempt. */
  readonly token: string;
  /** The provider's word for what happened, for the log of events. */
  readonly kind: string;
  /** The payment that is said to have been taken; null when none is named. */
  readonly paymentId: string | null;
  /** Our name for the attempt, as the provider was given it; empty when it says none. */
  readonly attemptId: string;
}

/** The provider gave no answer that can be believed: what it did is not known. It is asked again later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * The port of a payment provider. It knows the provider's wire and nothing of the product: no database, no rights.
 * Every call ends within ten seconds. Each throws `ProviderUnavailable` when the outcome is unknown: no answer, a
 * wrong signature, a status of 500 and above.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Origins of its pages, to which a form of ours may lead. */
  readonly origins: readonly string[];
  /** Opens a page for an attempt; answers a card code when the provider refuses to open one. */
  open(request: PaymentRequest): Promise<HostedPage | { readonly refused: CardCode }>;
  /**
   * How an attempt stands. Reading it any number of times changes nothing. A provider that does not say when a page
   * has run out goes by `expiresAtMs`, which `open` answered, and some minutes more for what was under way by then.
   */
  lookUp(attempt: OpenAttempt): Promise<PaymentState>;
  /** Pays back the whole of a captured payment. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** What is true of a payment that the provider named. */
  findPayment(paymentId: string): Promise<FoundPayment>;
  /**
   * A part of the provider's own list of a day, which is written `YYYY-MM-DD` and goes by the clock of Istanbul. Parts
   * are numbered from 1. The list of the present day still grows.
   */
  listMovements(part: { readonly day: string; readonly page: number }): Promise<MovementPage>;
  /** The token that a browser brings back from the page, in the form fields or the query; null when there is none. */
  readReturn(fields: Readonly<Record<string, string>>): string | null;
  /**
   * Reads what the provider says by itself. `body` are the bytes as they came. Null when its signature is wrong, which
   * is compared in constant time.
   */
  readNotice(
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    body: Buffer,
  ): ProviderNotice | null;
}
