import { DAY_MS, istanbulDay, istanbulDayStartMs, type ProviderName } from '@rasat/contract';
import { type Movement, ProviderUnavailable } from '../../connectors/payment-provider.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { NewReview, Order } from './ledger.ts';
import {
  type CapturedRow,
  findCaptured,
  findComparedDays,
  findFirstAttemptMs,
  insertDay,
  insertMovements,
  type Line,
  listLines,
  listMissing,
  type MissingRow,
} from './movement-store.ts';
import { findPayment, isHinted } from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';
import { driveRefunds, recordRefund } from './refund.ts';
import { hasReview, insertReview } from './review-store.ts';
import { settle } from './settle.ts';

/** Result of a comparison with the provider's list. */
export interface Compared {
  /** Number of lines read. */
  readonly lines: number;
  /** Number of reviews created. */
  readonly found: number;
  /** Whether every day was read and judged completely; the next run repeats the rest. */
  readonly isWhole: boolean;
}

/** Number of days that a first comparison reads, and in which missing lines are searched. */
const MOST_DAYS = 60;
/** Number of compared days that are read again, because a list can gain late lines. */
const AGAIN_DAYS = 2;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Compares our tables with the provider's own list, day by day from the last compared day to the present one. An
 * unknown payment is looked up first; each remaining difference becomes one review, also after repeated runs. A full
 * refund in the provider's panel ends the grant and is credited. An unavailable provider ends the run, and the next
 * one resumes with the same day. `stopping` ends it after a payment.
 */
export async function compareWithList(
  db: Db,
  path: PaymentPath,
  stopping?: AbortSignal,
): Promise<Compared> {
  const provider = path.provider.name;
  const today = istanbulDay(path.clock.now());
  const count = { lines: 0, found: 0 };
  try {
    let day = await readStart(db, provider, today);
    for (; day <= today; day = addDays(day, 1)) {
      if (!(await compareDay(db, path, day, count, stopping))) return { ...count, isWhole: false };
      if (day < today) await insertDay(db, provider, day, path.clock.now());
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { ...count, isWhole: false };
  }
  count.found += await reviewMissing(db, path);
  return { ...count, isWhole: true };
}

/** Returns the first day to compare. */
async function readStart(db: Db, provider: ProviderName, today: string): Promise<string> {
  const earliest = addDays(today, -MOST_DAYS);
  const compared = await findComparedDays(db, provider);
  const firstMs = compared ? null : await findFirstAttemptMs(db, provider);
  const first = firstMs == null ? today : istanbulDay(firstMs);
  const from = compared ? addDays(compared.last, 1 - AGAIN_DAYS) : first;
  // ISO days sort correctly as texts.
  return [from, earliest].toSorted().at(-1) ?? today;
}

/** Reads a day and judges every payment of it; returns whether all were decided. */
async function compareDay(
  db: Db,
  path: PaymentPath,
  day: string,
  count: { lines: number; found: number },
  stopping?: AbortSignal,
): Promise<boolean> {
  const provider = path.provider.name;
  const movements = await readDay(path, day);
  count.lines += movements.length;
  await insertMovements(db, provider, day, movements, path.clock.now());
  let isWhole = true;
  for (const paymentId of new Set(movements.map((one) => one.paymentId))) {
    if (stopping?.aborted) return false;
    const judged = await judgePayment(db, path, paymentId);
    count.found += judged.found;
    isWhole &&= judged.isDecided;
  }
  return isWhole;
}

/** Returns every line of a day, each once. */
async function readDay(path: PaymentPath, day: string): Promise<readonly Movement[]> {
  const found = new Map<string, Movement>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const part = await path.provider.listMovements({ day, page });
    for (const one of part.movements) found.set(one.id, one);
    // The list of the present day may grow while it is read.
    pages = Math.max(pages, part.pages);
  }
  return [...found.values()];
}

interface Judged {
  readonly found: number;
  /** False while the provider has not answered about the payment's attempt. */
  readonly isDecided: boolean;
}

/** Compares every line about a payment with our tables. */
async function judgePayment(db: Db, path: PaymentPath, paymentId: string): Promise<Judged> {
  const provider = path.provider.name;
  const lines = await listLines(db, provider, paymentId);
  const nowMs = path.clock.now();
  const { orderId, isDecided } = await resolveOwner(db, path, lines);
  if (!isDecided) return { found: 0, isDecided };
  const captured = await findCaptured(db, provider, paymentId);
  const note: Note = (line, kind, about = {}) =>
    reviewOf(provider, line, kind, { orderId: captured?.orderId ?? orderId, nowMs, ...about });
  const reviews = [
    ...lines.filter(isUnreadable).map((line) => note(line, 'unreadable')),
    ...lines
      .filter(({ kind, amountKurus }) => kind === 'chargeback' && amountKurus !== null)
      .map((line) => note(line, 'chargeback')),
    ...judgeCharges(lines, captured, note),
  ];
  const refunds = lines.filter(
    ({ kind, amountKurus }) => kind === 'refund' && amountKurus !== null,
  );
  if (!captured) reviews.push(...refunds.map((line) => note(line, 'unknown-refund')));
  let found = await insertAll(db, reviews);
  if (captured && refunds.length > 0)
    found += await judgeRefunds(db, path, captured, refunds, note);
  return { found, isDecided: true };
}

/** Function that makes the review of a line. */
type Note = (line: Line, kind: NewReview['kind'], about?: { readonly ours?: number }) => NewReview;

function isUnreadable({ kind, amountKurus }: Line): boolean {
  return kind === 'other' || amountKurus === null;
}

/**
 * Looks up the attempt that a charge names, when the charge has neither a captured payment nor a review here. Returns
 * the attempt's order, which is null for an unknown attempt, and whether the provider has answered.
 */
async function resolveOwner(
  db: Db,
  path: PaymentPath,
  lines: readonly Line[],
): Promise<{ readonly orderId: number | null; readonly isDecided: boolean }> {
  const provider = path.provider.name;
  const charge = lines.find(({ kind }) => kind === 'charge');
  if (!charge || charge.attemptId === '') return { orderId: null, isDecided: true };
  const owner = await path.ledger.findAttemptOwner(provider, charge.attemptId);
  if (!owner) return { orderId: null, isDecided: true };
  const { orderId, attemptId } = owner;
  const { paymentId, word } = charge;
  const isKnown =
    (await findCaptured(db, provider, paymentId)) !== undefined ||
    (await hasReview(db, provider, keyOf(charge)));
  if (isKnown) return { orderId, isDecided: true };
  const order = await settle(path, orderId, attemptId, { kind: 'listed', word, paymentId });
  return { orderId, isDecided: !isHinted(order.view, attemptId) };
}

function judgeCharges(
  lines: readonly Line[],
  captured: CapturedRow | undefined,
  note: Note,
): readonly NewReview[] {
  const charges = lines.filter(
    ({ kind, amountKurus }) => kind === 'charge' && amountKurus !== null,
  );
  if (!captured) return charges.map((line) => note(line, 'unknown-charge'));
  const [first] = charges;
  // A captured payment with an unreadable amount has put its order under review already.
  if (!first || captured.amountKurus === 0) return [];
  const isSame =
    sumOf(charges) === captured.amountKurus &&
    charges.every(({ currency }) => currency === captured.currency);
  return isSame ? [] : [note(first, 'amount', { ours: captured.amountKurus })];
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { amountKurus }) => sum + (amountKurus ?? 0), 0);
}

/**
 * Creates reviews for refunds that this product did not request, and returns how many are new. When the refunds add up
 * to the captured amount, the order is recorded as refunded.
 */
async function judgeRefunds(
  db: Db,
  path: PaymentPath,
  captured: CapturedRow,
  refunds: readonly Line[],
  note: Note,
): Promise<number> {
  const { orderId } = captured;
  const [{ paymentId } = { paymentId: '' }] = refunds;
  const isWhole =
    captured.amountKurus > 0 &&
    sumOf(refunds) >= captured.amountKurus &&
    refunds.every(({ currency }) => currency === captured.currency);
  const order = await path.ledger.transact({ orderId }, async (tx) => {
    const now = await tx.getOrder(orderId);
    const payment = findPayment(now.view, paymentId);
    if (!isWhole || !payment) return now;
    const why = { payment, reason: 'at-provider', by: null, where: 'provider' } as const;
    return (await recordRefund(path, tx, now, why)) ?? now;
  });
  const ours = refundOf(order, paymentId);
  if (ours?.state === 'asked') await driveRefunds(path, order);
  if (ours && ours.where !== 'provider') return 0;
  const kind = ours ? 'refunded-there' : 'partly-refunded';
  return insertAll(
    db,
    refunds.map((line) => note(line, kind)),
  );
}

function refundOf({ view }: Order, paymentId: string) {
  return view.refunds.findLast((one) => one.paymentId === paymentId && one.state !== 'refused');
}

/** Returns the review key of a line. A charge is keyed by its payment, because a notice may have named it earlier. */
function keyOf({ id, kind, paymentId }: Line): string {
  return kind === 'charge' ? `charge ${paymentId}` : `line ${id}`;
}

function reviewOf(
  provider: ProviderName,
  line: Line,
  kind: NewReview['kind'],
  about: { readonly orderId: number | null; readonly nowMs: number; readonly ours?: number },
): NewReview {
  const { orderId, nowMs, ours } = about;
  const { paymentId, amountKurus, currency, word, day } = line;
  return {
    provider,
    kind,
    key: keyOf(line),
    orderId,
    paymentId: paymentId === '' ? null : paymentId,
    amountKurus,
    currency,
    detail: { word, day, ...(ours !== undefined && { ours }) },
    foundAtMs: nowMs,
  };
}

async function insertAll(db: Db, reviews: readonly NewReview[]): Promise<number> {
  return inTransaction(db, async (trx) => {
    let found = 0;
    for (const review of reviews) if (await insertReview(trx, review)) found += 1;
    return found;
  });
}

/**
 * Adds reviews of payments and refunds that the lists of the compared days lack, except the last day, which may still
 * grow. Returns how many are new.
 */
async function reviewMissing(db: Db, path: PaymentPath): Promise<number> {
  const provider = path.provider.name;
  const nowMs = path.clock.now();
  const days = await findComparedDays(db, provider);
  if (!days) return 0;
  const untilMs = istanbulDayStartMs(days.last);
  const range = {
    fromMs: istanbulDayStartMs(days.first),
    sinceMs: untilMs - MOST_DAYS * DAY_MS,
    untilMs,
  };
  const missing = (kind: 'charge' | 'refund', row: MissingRow): NewReview => ({
    provider,
    kind: `missing-${kind}`,
    key: `missing ${kind} ${row.paymentId}`,
    orderId: row.orderId,
    paymentId: row.paymentId,
    amountKurus: null,
    currency: row.currency,
    detail: { ours: row.amountKurus },
    foundAtMs: nowMs,
  });
  const charges = await listMissing(db, provider, 'charge', range);
  const refunds = await listMissing(db, provider, 'refund', range);
  return insertAll(db, [
    ...charges.map((row) => missing('charge', row)),
    ...refunds.map((row) => missing('refund', row)),
  ]);
}
