import type { Job } from '../../platform/jobs/jobs.ts';
import type { Part } from '../../platform/part.ts';
import { openPayments, type PaymentContext, type PaymentOptions } from './payments.ts';
import { sendReminders } from './reminders.ts';

/** Reconciliation every five minutes, and reminders every hour. */
export function paymentJobs(options: PaymentOptions): readonly Job[] {
  const reminders: Job = {
    name: 'payments.remind',
    cron: '17 * * * *',
    async run(context) {
      const count = await sendReminders(context, options.tell);
      if (count > 0) context.log.info({ count }, 'people reminded of the end of a subscription');
    },
  };
  if (!options.provider) return [reminders];
  const reconciliation: Job = {
    name: 'payments.reconcile',
    cron: '*/5 * * * *',
    async run(context) {
      await reconcileNow(context, options);
    },
  };
  return [reconciliation, reminders];
}

async function reconcileNow(
  context: PaymentContext,
  options: PaymentOptions,
  anyway = false,
  stopping?: AbortSignal,
): Promise<void> {
  const run = await openPayments(context, options).reconcile(anyway, stopping);
  const found = await run?.done;
  if (found && found.changed + found.failed > 0) {
    context.log.info(found, 'orders reconciled with the provider');
  }
}

/** Looks up at once, when the server starts, what may have happened while nothing ran. */
export function startPayments(context: PaymentContext, options: PaymentOptions): Part {
  let detail = '';
  const stopping = new AbortController();
  const first = options.provider
    ? reconcileNow(context, options, true, stopping.signal).catch((error: unknown) => {
        detail = 'the first reconciliation failed; the next one comes by itself';
        context.log.error({ err: error }, detail);
      })
    : Promise.resolve();
  return {
    name: 'payments',
    status: () => ({ ready: true, ...(detail && { detail }) }),
    stop() {
      // A provider that is away takes its time with each order; what was not looked up is at the next start.
      stopping.abort();
      return first;
    },
  };
}
