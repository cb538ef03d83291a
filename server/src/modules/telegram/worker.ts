import { startLoop } from '../../platform/loop.ts';
import type { Part, ServerContext } from '../../platform/part.ts';
import { openBotApi } from './bot-api.ts';
import { passMessagesOn } from './broadcast.ts';
import { createReceiver } from './receiver.ts';
import { TELEGRAM_CHANNEL } from './send.ts';
import { createSender } from './sender.ts';
import { tellSignals } from './signals.ts';

/** Pause after a failure of the database, in milliseconds. */
const AGAIN_MS = 5000;
const STOP_LIMIT_MS = 5000;

/**
 * Runs the bot when the operator has connected one: receives updates, sends messages, broadcasts, and notifies people
 * of new predictor rows. Always ready, because the server works without Telegram. Several processes share the work.
 */
export function startTelegram(context: ServerContext): Part {
  const { clock, config, listen, log } = context;
  if (config.telegramToken === null) {
    return { name: 'telegram', status: () => ({ ready: true, detail: 'no bot' }), async stop() {} };
  }
  const bot = openBotApi(config);
  const receiver = createReceiver(context, bot);
  const sender = createSender(context, bot);
  const onError = (error: unknown): number => {
    log.error({ err: error }, 'the Telegram bot was interrupted');
    return AGAIN_MS;
  };
  const sending = startLoop(clock, sender.look, onError);
  const receiving = startLoop(clock, receiver.look, onError);
  const telling = startLoop(clock, () => tellSignals(context), onError);
  const passing = startLoop(clock, () => passMessagesOn(context), onError);
  const off = listen(TELEGRAM_CHANNEL, sending.wake);

  return {
    name: 'telegram',
    status() {
      const detail = [receiver.detail(), sender.detail()].filter(Boolean).join('; ');
      return { ready: true, ...(detail && { detail }) };
    },
    async stop() {
      off();
      await Promise.all(
        [sending, receiving, telling, passing].map((loop) => loop.stop(STOP_LIMIT_MS)),
      );
      await receiver.leave().catch(onError);
    },
  };
}
