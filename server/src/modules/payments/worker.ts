import { ProviderUnavailable } from '../../connectors/payment-provider.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Part } from '../../platform/part.ts';
import { openPayments, type PaymentContext, type PaymentOptions } from './payments.ts';
import type { RunOptions } from './reconciliations.ts';
import { sendReminders } from './reminders.ts';

/**
 * Returns the jobs of payments: the reconciliation every five minutes, the comparison with the provider's list every
 * night, reminders every hour.
 */
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
  const comparison: Job = {
    name: 'payments.compare',
    cron: '20 4 * * *',
    async run(context) {
      await reconcileNow(context, options, { anyway: true, compares: true });
    },
  };
  return [reconciliation, comparison, reminders];
}

async function reconcileNow(
  context: PaymentContext,
  options: PaymentOptions,
  how: RunOptions & { readonly anyway?: boolean } = {},
): Promise<void> {
  const { log } = context;
  const run = await openPayments(context, options).reconcile(how);
  const result = await run?.done;
  if (!result) return;
  const { compared, ...found } = result;
  if (found.changed + found.failed > 0) log.info(found, 'orders reconciled with the provider');
  if (compared && compared.found > 0) {
    log.warn(compared, "the provider's list differs; the back office shows where");
  }
  if (compared && !compared.isWhole) {
    log.warn(compared, "the provider's list could not be compared to its end");
    if (!how.stopping?.aborted)
      throw new ProviderUnavailable('the list could not be compared to its end');
  }
}

/** Runs a reconciliation at the start of the server, for events that happened while it was down. */
export function startPayments(context: PaymentContext, options: PaymentOptions): Part {
  let detail = '';
  const stopping = new AbortController();
  const first = options.provider
    ? reconcileNow(context, options, { anyway: true, stopping: stopping.signal }).catch(
        (error: unknown) => {
          detail = 'the first reconciliation failed; the next one comes by itself';
          context.log.error({ err: error }, detail);
        },
      )
    : Promise.resolve();
  return {
    name: 'payments',
    status: () => ({ ready: true, ...(detail && { detail }) }),
    stop() {
      // An unavailable provider delays each order; the remaining orders are looked up at the next start.
      stopping.abort();
      return first;
    },
  };
}
