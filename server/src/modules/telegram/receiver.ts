import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { ServerContext } from '../../platform/part.ts';
import { type BotApi, BotCallFailed, POLL_SECONDS } from './bot-api.ts';
import { leavePoll, takePoll, upsertBot } from './store.ts';
import { takeUpdate, updateIdOf } from './updates.ts';

/** A call that stays open ends well before another process takes over. */
const LEASE_MS = 3 * POLL_SECONDS * 1000;
/** How often to ask whether the process that asks for updates is gone. */
const STAND_BY_MS = 5000;
/** With a webhook: how often to make sure of it. */
const REFRESH_MS = HOUR_MS;
const FIRST_OUTAGE_PAUSE_MS = 2000;
const LAST_OUTAGE_PAUSE_MS = MINUTE_MS;

/** Where updates come to, by webhook or by asking. */
export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Introduces the bot and, without a webhook, asks for updates. */
export interface Receiver {
  /** Answers in how many milliseconds to come back. */
  look(this: void, stopping: AbortSignal): Promise<number>;
  /** What an operator should know; empty when all is well. */
  detail(): string;
  /** Lets another process take over at once. */
  leave(): Promise<void>;
}

/** Receives for this process; of several, one asks for updates. */
export function createReceiver(context: ServerContext, bot: BotApi): Receiver {
  const { db, clock, config, log } = context;
  const { telegramMode: mode, telegramSecret: secret, baseUrl } = config;
  const me = randomBytes(8).toString('hex');
  let introduced = false;
  let offset: number | undefined;
  let awayMs = 0;
  let detail = 'not reached yet';

  const introduce = async (stopping: AbortSignal): Promise<void> => {
    await upsertBot(db, bot.id, await bot.findUsername(stopping));
    if (mode === 'webhook' && secret !== null) {
      await bot.useWebhook(`${baseUrl}${WEBHOOK_PATH}`, secret, stopping);
    } else await bot.usePolling(stopping);
    introduced = true;
  };

  const poll = async (stopping: AbortSignal): Promise<number> => {
    const nowMs = clock.now();
    if (!(await takePoll(db, bot.id, me, nowMs, nowMs + LEASE_MS))) {
      // What the other one confirms meanwhile is not ours to know.
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
        awayMs = 0;
        return restMs;
      } catch (error) {
        if (!(error instanceof BotCallFailed)) throw error;
        if (stopping.aborted) return 0;
        const { failure } = error;
        detail = `not reached: ${failure.word}`;
        log.warn({ failure: failure.word }, 'Telegram was not reached');
        awayMs = Math.min(awayMs === 0 ? FIRST_OUTAGE_PAUSE_MS : awayMs * 2, LAST_OUTAGE_PAUSE_MS);
        return failure.kind === 'quiet' ? Math.max(failure.ms, awayMs) : awayMs;
      }
    },
    leave: () => leavePoll(db, bot.id, me),
  };
}
