import type { Clock } from '../../platform/clock.ts';
import type { PartContext } from '../../platform/part.ts';
import type { Bank, Payment } from './bank.ts';
import { SIGNATURE_HEADER, sign } from './signing.ts';

/** Tells the shop what happened. */
export interface Notices {
  /** Tells of a captured payment, again and again until the shop has taken it. */
  tell(payment: Payment): void;
  /** Resolves when nothing is on its way any more. */
  stop(): Promise<void>;
}

/** What notices need. */
export interface NoticesOptions {
  readonly bank: Bank;
  readonly clock: Clock;
  readonly log: PartContext['log'];
  readonly secret: Buffer;
  /** Where the shop takes them. */
  readonly url: () => string;
}

/** How long after a try the next one follows; after the last the shop has to ask by itself. */
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 900_000];
const TIMEOUT_MS = 10_000;
const COPIES = 5;

/** Notices of everything that the shop has not taken yet, begun again after a restart. */
export function startNotices(options: NoticesOptions): Notices {
  const { bank, clock, log } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const deliver = async (payment: Payment): Promise<void> => {
    for (const pauseMs of [...PAUSES_MS, 0]) {
      const copies = payment.capture?.ending === 'repeated' ? COPIES : 1;
      const posts = Array.from({ length: copies }, () => post(options, payment, stopping.signal));
      if ((await Promise.all(posts)).includes(true)) {
        await bank.noticed(payment);
        return;
      }
      if (pauseMs > 0) await clock.sleep(pauseMs, stopping.signal);
    }
    log.warn({ attempt: payment.attemptId }, 'demo bank: the shop did not take a notice');
  };
  const tell = (payment: Payment): void => {
    const { capture } = payment;
    if (!capture || capture.ending === 'lost' || capture.ending === 'silent') return;
    const run = deliver(payment)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'demo bank: a notice failed');
      })
      .finally(() => running.delete(run));
    running.add(run);
  };
  return {
    tell,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function post(
  { secret, url, clock, log }: NoticesOptions,
  payment: Payment,
  stopping: AbortSignal,
): Promise<boolean> {
  const { token, attemptId, orderNumber, amountKurus, currency, capture } = payment;
  const body = JSON.stringify({
    event: 'payment.captured',
    token,
    attemptId,
    orderNumber,
    amountKurus,
    currency,
    paymentId: capture?.paymentId,
    atMs: clock.now(),
  });
  try {
    const response = await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(secret, 'notice', '', body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    log.debug({ err: error, attempt: attemptId }, 'demo bank: the shop could not be told');
    return false;
  }
}
