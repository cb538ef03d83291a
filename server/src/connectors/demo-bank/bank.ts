import { randomBytes, randomInt } from 'node:crypto';
import { istanbulDay } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { StartError } from '../../platform/start-error.ts';
import type { CardCode, Movement } from '../payment-provider.ts';
import { type CardForm, type Ending, judgeCard } from './cards.ts';
import { type BankEvent, event as eventSchema, type Order } from './events.ts';
import type { Journal } from './journal.ts';

/** A payment with its current state. */
export interface Payment extends Order {
  readonly token: string;
  readonly expiresAtMs: number;
  /** Reason for refusing the newest card; null when no card was refused. */
  refused: CardCode | null;
  refusals: number;
  /** Pending confirmation by the card's owner; null while none is pending. */
  challenge: { readonly code: string; readonly ending: Ending; readonly untilMs: number } | null;
  capture: { readonly paymentId: string; readonly ending: Ending; readonly atMs: number } | null;
  noticed: boolean;
  refundedKurus: number;
}

/** Result of trying a card. */
export type CardOutcome =
  | { readonly kind: 'faults'; readonly codes: readonly CardCode[] }
  | { readonly kind: 'refused'; readonly code: CardCode }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'over' };

/** Result of a confirmation code. */
export type CodeOutcome = { readonly kind: 'captured' | 'refused' | 'over' };

/** A request to pay money back. */
export interface Refund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountKurus: number;
}

/** The demonstration's bank: its payments and their operations. A promise resolves once its change is on the disk. */
export interface Bank {
  /** Opens a payment; the same attempt returns the same payment. */
  open(order: Order): Promise<Payment>;
  /** Returns the payment of a token, once its state is on the disk. */
  find(token: string): Promise<Payment | undefined>;
  /** Returns whether the payment's page no longer takes a payment. */
  isOver(payment: Payment): boolean;
  tryCard(payment: Payment, form: CardForm): Promise<CardOutcome>;
  confirm(payment: Payment, code: string): Promise<CodeOutcome>;
  refund(refund: Refund): Promise<'done' | 'unknown-payment' | 'too-much' | 'not-refundable'>;
  /** Returns the captured payment with that id, once its state is on the disk. */
  findPayment(paymentId: string): Promise<Payment | undefined>;
  /** Returns the captures and refunds of an Istanbul day, `YYYY-MM-DD`, in their order. */
  listMovements(day: string): Promise<readonly Movement[]>;
  /** Records that the shop accepted the notice. */
  noticed(payment: Payment): Promise<void>;
  /** Returns the captured payments whose notice the shop has not accepted. */
  unnoticed(): readonly Payment[];
}

const PAGE_LIFE_MS = 30 * 60_000;
const CODE_LIFE_MS = 5 * 60_000;
/** Number of refused cards after which the page closes, so that card numbers cannot be guessed on it. */
const MOST_REFUSALS = 10;
const TOKEN_BYTES = 24;

/** Opens the bank over its journal. Throws `StartError` when the journal is of another form. */
export async function openBank(journal: Journal, clock: Clock): Promise<Bank> {
  const payments = new Map<string, Payment>();
  const byAttempt = new Map<string, Payment>();
  const byPaymentId = new Map<string, Payment>();
  const refundIds = new Set<string>();
  const movements = new Map<string, Movement[]>();

  const move = (atMs: number, movement: Movement): void => {
    const day = istanbulDay(atMs);
    movements.set(day, [...(movements.get(day) ?? []), movement]);
  };

  const apply = (event: BankEvent): void => {
    if (event.type === 'journal') return;
    if (event.type === 'opened') {
      const { type: _, atMs: __, ...order } = event;
      const payment: Payment = {
        ...order,
        refused: null,
        refusals: 0,
        challenge: null,
        capture: null,
        noticed: false,
        refundedKurus: 0,
      };
      payments.set(event.token, payment);
      byAttempt.set(event.attemptId, payment);
      return;
    }
    if (event.type === 'refunded') {
      const { refundId, paymentId, amountKurus, atMs } = event;
      refundIds.add(refundId);
      const payment = getPayment(byPaymentId, paymentId);
      payment.refundedKurus += amountKurus;
      move(atMs, { ...lineOf(payment, amountKurus), id: refundId, kind: 'refund' });
      return;
    }
    const payment = getPayment(payments, event.token);
    change(payment, event);
    if (event.type !== 'captured') return;
    byPaymentId.set(event.paymentId, payment);
    const line = lineOf(payment, payment.amountKurus);
    move(event.atMs, { ...line, id: event.paymentId, kind: 'charge' });
  };
  // Memory changes first, so that the second of two concurrent calls sees the effect of the first. The call resolves
  // once the event is on the disk.
  const record = (event: BankEvent): Promise<void> => {
    apply(event);
    return journal.append(event);
  };

  for (const line of journal.events) {
    const event = z.safeParse(eventSchema, line);
    if (!event.success) throw new StartError('The journal of the demo bank is of another version.');
    apply(event.data);
  }
  if (journal.events.length === 0) await record({ type: 'journal', version: 1 });

  const isOver = (payment: Payment): boolean =>
    payment.capture !== null ||
    payment.refusals >= MOST_REFUSALS ||
    clock.now() >= payment.expiresAtMs;

  return {
    isOver,
    async open(order) {
      const known = byAttempt.get(order.attemptId);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const atMs = clock.now();
      const expiresAtMs = atMs + PAGE_LIFE_MS;
      if (known) await journal.settled();
      else await record({ type: 'opened', ...order, token, atMs, expiresAtMs });
      return known ?? getPayment(payments, token);
    },
    async find(token) {
      await journal.settled();
      return payments.get(token);
    },
    async tryCard(payment, form) {
      if (isOver(payment)) return { kind: 'over' };
      const atMs = clock.now();
      const { token } = payment;
      const verdict = judgeCard(form, atMs);
      if (verdict.faults) return { kind: 'faults', codes: verdict.faults };
      const { refusal, ending } = verdict.card;
      if (refusal) {
        await record({ type: 'refused', token, code: refusal, atMs });
        return { kind: 'refused', code: refusal };
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await record({ type: 'challenged', token, code, ending, atMs });
      return { kind: 'challenge' };
    },
    async confirm(payment, code) {
      const { challenge, token } = payment;
      if (isOver(payment) || !challenge) return { kind: 'over' };
      const atMs = clock.now();
      const good = code === challenge.code && atMs < challenge.untilMs;
      if (!good || challenge.ending === 'unconfirmed') {
        await record({ type: 'refused', token, code: 'card-bad-fields-400', atMs });
        return { kind: 'refused' };
      }
      const paymentId = `DB${randomBytes(8).toString('hex')}`;
      await record({ type: 'captured', token, paymentId, ending: challenge.ending, atMs });
      return { kind: 'captured' };
    },
    async refund({ refundId, paymentId, amountKurus }) {
      const payment = byPaymentId.get(paymentId);
      if (!payment) return 'unknown-payment';
      if (refundIds.has(refundId) || payment.refundedKurus === payment.amountKurus) {
        await journal.settled();
        return 'done';
      }
      if (payment.capture?.ending === 'kept') return 'not-refundable';
      if (payment.refundedKurus + amountKurus > payment.amountKurus) return 'too-much';
      await record({ type: 'refunded', paymentId, refundId, amountKurus, atMs: clock.now() });
      return 'done';
    },
    async findPayment(paymentId) {
      await journal.settled();
      return byPaymentId.get(paymentId);
    },
    async listMovements(day) {
      await journal.settled();
      return movements.get(day) ?? [];
    },
    noticed: ({ token }) => record({ type: 'noticed', token, atMs: clock.now() }),
    unnoticed: () =>
      [...payments.values()].filter(({ capture, noticed }) => capture !== null && !noticed),
  };
}

function lineOf(payment: Payment, amountKurus: number): Omit<Movement, 'id' | 'kind'> {
  const { attemptId, currency, capture } = payment;
  return {
    paymentId: capture?.paymentId ?? '',
    attemptId,
    amountKurus,
    currency,
    word: String(amountKurus),
  };
}

function change(
  payment: Payment,
  event: Extract<BankEvent, { type: 'refused' | 'challenged' | 'captured' | 'noticed' }>,
): void {
  switch (event.type) {
    case 'refused':
      payment.refused = event.code;
      payment.refusals += 1;
      payment.challenge = null;
      return;
    case 'challenged':
      payment.challenge = {
        code: event.code,
        ending: event.ending,
        untilMs: event.atMs + CODE_LIFE_MS,
      };
      return;
    case 'captured':
      payment.capture = { paymentId: event.paymentId, ending: event.ending, atMs: event.atMs };
      payment.challenge = null;
      payment.refused = null;
      return;
    case 'noticed':
      payment.noticed = true;
      return;
  }
}

function getPayment(payments: ReadonlyMap<string, Payment>, key: string): Payment {
  const payment = payments.get(key);
  if (!payment) throw new StartError('The journal of the demo bank has lost its beginning.');
  return payment;
}
