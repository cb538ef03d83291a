import type { ErrorCode } from '@rasat/contract';

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
  readonly language: 'tr' | 'az' | 'en';
}

/** What is to be paid on a hosted page. */
export interface PaymentRequest {
  /** Ours for this attempt, unique for ever: `conversationId` at iyzico. */
  readonly attemptId: string;
  /** The order's number: `basketId` at iyzico. */
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
      /** What a refund names; at iyzico the id of the one line of the basket. */
      readonly transactionId: string;
      readonly attemptId: string;
      readonly orderNumber: string;
      readonly amountKurus: number;
      /** As the provider writes it, `TRY` when all is well. */
      readonly currency: string;
    };

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
}

/** The provider gave no answer that can be believed: what it did is not known. It is asked again later. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/**
 * The port of a payment provider. It knows the provider's wire and nothing of the product: no database, no rights.
 * Every call ends within ten seconds. Each throws `ProviderAway` when the outcome is unknown: no answer, an answer
 * whose signature is wrong, a status of 500 and above.
 */
export interface PaymentProvider {
  readonly name: 'iyzico' | 'demo-bank';
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
