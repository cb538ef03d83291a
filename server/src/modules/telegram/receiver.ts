import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { ServerContext } from '../../platform/part.ts';
import { type BotApi, BotCallFailed, POLL_SECONDS } from './bot-api.ts';
import { leavePoll, takePoll, upsertBot } from './store.ts';
import { takeUpdate, updateIdOf } from './updates.ts';

/** Lease of the polling process; an open call ends well before another process takes over. */
const LEASE_MS = 3 * POLL_SECONDS * 1000;
/** Milliseconds between checks whether the polling process is gone. */
const STAND_BY_MS = 5000;
/** Milliseconds after which the webhook is set again. */
const REFRESH_MS = HOUR_MS;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = MINUTE_MS;

/** Path of the webhook. */
export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Registers the bot and, without a webhook, polls for updates. */
export interface Receiver {
  /** Receives updates or sets the webhook; returns the milliseconds until the next call. */
  look(this: void, stopping: AbortSignal): Promise<number>;
  /** Message for the operator; empty without a problem. */
  detail(): string;
  /** Lets another process take over at once. */
  leave(): Promise<void>;
}

/** Creates the receiver of this process; one of several processes polls. */
export function createReceiver(context: ServerContext, bot: BotApi): Receiver {
  const { db, clock, config, log } = context;
  const { telegramMode: mode, telegramSecret: secret, baseUrl } = config;
  const me = randomBytes(8).toString('hex');
  let introduced = false;
  let offset: number | undefined;
  let backoffMs = 0;
  let detail = 'not reached yet';

  const introduce = async (stopping: AbortSignal): Promise<void> => {
    await upsertBot(db, bot.id, await bot.getUsername(stopping));
    if (mode === 'webhook' && secret !== null) {
      await bot.useWebhook(`${baseUrl}${WEBHOOK_PATH}`, secret, stopping);
    } else await bot.usePolling(stopping);
    introduced = true;
    // Before the first poll, which stays open until a message comes.
    detail = '';
  };

  const poll = async (stopping: AbortSignal): Promise<number> => {
    const nowMs = clock.now();
    if (!(await takePoll(db, bot.id, me, nowMs, nowMs + LEASE_MS))) {
      // Unknown from here on: the other process may confirm updates meanwhile.
      offset = undefined;
      return STAND_BY_MS;
    }
    for (const update of await bot.listUpdates(offset, stopping)) {
      await takeUpdate(context, update);
      const id = updateIdOf(update);
      if (id !== null) offset = id + 1;
    }
    return 0;
  };

  return {
    detail: () => detail,
    async look(stopping) {
      try {
        if (!introduced || mode === 'webhook') await introduce(stopping);
        const restMs = mode === 'webhook' ? REFRESH_MS : await poll(stopping);
        detail = '';
        backoffMs = 0;
        return restMs;
      } catch (error) {
        if (!(error instanceof BotCallFailed)) throw error;
        if (stopping.aborted) return 0;
        const { failure } = error;
        detail = `not reached: ${failure.word}`;
        log.warn({ failure: failure.word }, 'Telegram was not reached');
        backoffMs = Math.min(
          backoffMs === 0 ? FIRST_BACKOFF_MS : backoffMs * 2,
          LONGEST_BACKOFF_MS,
        );
        return failure.kind === 'quiet' ? Math.max(failure.ms, backoffMs) : backoffMs;
      }
    },
    leave: () => leavePoll(db, bot.id, me),
  };
}
