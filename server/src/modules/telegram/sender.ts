import { DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { ServerContext } from '../../platform/part.ts';
import { type BotApi, BotCallFailed, type BotFailure, CALL_LIMIT_MS } from './bot-api.ts';
import {
  countWaiting,
  type LeasedMessage,
  leaseMessage,
  updateQuiet,
  updateSaid,
  updateUnsaid,
} from './message-store.ts';
import { deleteChat } from './store.ts';

const GIVEN_UP_AFTER_MS = DAY_MS;
/**
 * Lease of a message in milliseconds; longer than a call, so that no other process leases a message that is being sent.
 */
const LEASE_MS = 3 * CALL_LIMIT_MS;
const FIRST_BACKOFF_MS = 5000;
const LONGEST_BACKOFF_MS = MINUTE_MS;
/** Most milliseconds between two looks, even without a notification. */
const LOOK_MS = MINUTE_MS;
const SOON_MS = 100;

/** Sends the waiting messages one after the other, so that a chat receives them in the order of writing. */
export interface Sender {
  /** Sends until no message is due or the bot must pause; returns the milliseconds until the next call. */
  look(this: void, stopping: AbortSignal, cut: AbortSignal): Promise<number>;
  /** Message for the operator; empty without a problem. */
  detail(): string;
}

/** Creates the sender of this process; several processes share the outbox. */
export function createSender({ db, clock, log }: ServerContext, bot: BotApi): Sender {
  let backoffMs = 0;
  let backoffUntilMs = 0;
  let detail = '';
  let trouble = '';

  const settle = async (message: LeasedMessage, failure: BotFailure | null): Promise<void> => {
    const nowMs = clock.now();
    if (failure === null) {
      await updateSaid(db, message.id, nowMs);
      backoffMs = 0;
      trouble = '';
      return;
    }
    const { id, tries } = message;
    trouble = failure.word;
    log.warn({ message: id, tries, failure: failure.word }, 'a Telegram message was not sent');
    if (failure.kind === 'gone') {
      await updateUnsaid(db, message, failure.word, null);
      await deleteChat(db, { chat_id: message.chatId });
      return;
    }
    let pauseMs = 0;
    if (failure.kind === 'quiet') {
      pauseMs = failure.ms;
      await updateQuiet(db, bot.id, nowMs + pauseMs);
    }
    if (failure.kind === 'unavailable') {
      backoffMs = Math.min(backoffMs === 0 ? FIRST_BACKOFF_MS : backoffMs * 2, LONGEST_BACKOFF_MS);
      backoffUntilMs = nowMs + backoffMs;
      pauseMs = backoffMs;
    }
    const over = failure.kind === 'refused' || nowMs - message.writtenAtMs >= GIVEN_UP_AFTER_MS;
    await updateUnsaid(db, message, failure.word, over ? null : nowMs + pauseMs);
  };

  return {
    detail: () => detail,
    async look(stopping, cut) {
      while (!stopping.aborted && backoffUntilMs <= clock.now()) {
        const nowMs = clock.now();
        const message = await leaseMessage(db, bot.id, nowMs, nowMs + LEASE_MS);
        if (!message) break;
        const failure = await trySaying(bot, message, cut);
        // An aborted call is not recorded as a failure: the lease expires.
        if (failure !== null && cut.aborted) break;
        await settle(message, failure);
      }
      const { waiting, nextTryAtMs } = await countWaiting(db, bot.id);
      detail = waiting > 0 && trouble ? `${waiting} messages wait: ${trouble}` : '';
      const dueMs = Math.max(nextTryAtMs ?? Number.POSITIVE_INFINITY, backoffUntilMs);
      // Another process is leasing a due message that could not be leased here.
      return Math.min(Math.max(SOON_MS, dueMs - clock.now()), LOOK_MS);
    },
  };
}

async function trySaying(
  bot: BotApi,
  { chatId, text }: LeasedMessage,
  cut: AbortSignal,
): Promise<BotFailure | null> {
  try {
    await bot.say(chatId, text, cut);
    return null;
  } catch (error) {
    if (error instanceof BotCallFailed) return error.failure;
    throw error;
  }
}
