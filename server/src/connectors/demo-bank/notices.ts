import type { Clock } from '../../platform/clock.ts';
import type { PartContext } from '../../platform/part.ts';
import type { Bank, Payment } from './bank.ts';
import { SIGNATURE_HEADER, sign } from './signing.ts';

/** Sends the notices to the shop. */
export interface Notices {
  /** Sends the notice of a captured payment and repeats it until the shop has accepted it or the retries end. */
  tell(payment: Payment): void;
  /** Resolves when no notice is being sent any more. */
  stop(): Promise<void>;
}

/** Dependencies of the notices. */
export interface NoticesOptions {
  readonly bank: Bank;
  readonly clock: Clock;
  readonly log: PartContext['log'];
  readonly secret: Buffer;
  /** Returns the address for notices at the shop. */
  readonly url: () => string;
}

/** Pauses between the attempts; after the last attempt the shop has to look up the payment itself. */
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 900_000];
const TIMEOUT_MS = 10_000;
const COPIES = 5;

/** Starts the notices: sends every notice that the shop has not accepted yet, also after a restart. */
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
