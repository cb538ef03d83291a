import type { Api, GrammyError } from 'grammy';
import type { Config } from '../../platform/config.ts';

/**
 * Reason why a call failed. `word` contains only codes: never a token, a chat or a text. `quiet`: Telegram asks the bot
 * to send nothing for `ms` milliseconds. `unavailable`: no call would have succeeded. `gone`: the chat has blocked the
 * bot or does not exist. `refused`: Telegram will never accept this one call.
 */
export type BotFailure =
  | { readonly kind: 'quiet'; readonly word: string; readonly ms: number }
  | { readonly kind: 'unavailable' | 'gone' | 'refused'; readonly word: string };

/** Error of a failed call. */
export class BotCallFailed extends Error {
  override readonly name = 'BotCallFailed';
  readonly failure: BotFailure;

  constructor(failure: BotFailure) {
    super(failure.word);
    this.failure = failure;
  }
}

/** Bot API calls of this server; each throws `BotCallFailed`. */
export interface BotApi {
  /** Id of the bot, read from the token without a call. */
  readonly id: number;
  /** Returns the bot's name, which its links contain. */
  getUsername(signal: AbortSignal): Promise<string>;
  /** Has Telegram send updates to that address, authenticated by the secret. */
  useWebhook(url: string, secret: string, signal: AbortSignal): Promise<void>;
  /** Has Telegram keep updates for `listUpdates`. */
  usePolling(signal: AbortSignal): Promise<void>;
  /** Returns the updates from `offset` on, and confirms earlier ones; waits up to `POLL_SECONDS` for the first. */
  listUpdates(offset: number | undefined, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Sends a plain text. */
  say(chatId: number, text: string, signal: AbortSignal): Promise<void>;
}

/** Seconds for which a call for updates stays open while there are none. */
export const POLL_SECONDS = 25;
/** Time-out of any other call, in milliseconds. */
export const CALL_LIMIT_MS = 20_000;
const POLL_LIMIT_MS = (POLL_SECONDS + 10) * 1000;
const POLL_MOST = 50;

const ALLOWED = ['message', 'my_chat_member'] as const;
/** Descriptions of a missing chat, in answers with status 400. */
const NO_CHAT = /chat not found|user not found|peer_id_invalid/i;

type Signal = Parameters<Api['getMe']>[0];

/** Opens the bot of the configured token, at the address that the settings name. */
export function openBotApi({ telegramToken, telegramApi }: Config): BotApi {
  if (telegramToken === null) throw new RangeError('there is no bot');
  const load = async () => {
    // Loaded with the first call: most machines have no bot, and the import slows down the start.
    const { Api, GrammyError } = await import('grammy');
    const apiRoot = telegramApi.replace(/\/+$/, '');
    const api = new Api(telegramToken, { apiRoot, timeoutSeconds: POLL_LIMIT_MS / 1000 });
    return { api, isAnswer: (error: unknown) => error instanceof GrammyError };
  };
  let loaded: ReturnType<typeof load> | undefined;

  const call = async <T>(
    fn: (api: Api, signal: Signal) => Promise<T>,
    stopping: AbortSignal,
    limitMs = CALL_LIMIT_MS,
  ): Promise<T> => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]);
    loaded ??= load();
    const { api, isAnswer } = await loaded;
    try {
      // The library's signal type comes from an older package, with which the platform's own is compatible.
      return await fn(api, signal as unknown as Signal);
    } catch (error) {
      throw new BotCallFailed(isAnswer(error) ? failureOf(error as GrammyError) : NO_ANSWER);
    }
  };

  return {
    id: Number(telegramToken.split(':')[0]),
    async getUsername(stopping) {
      const { username } = await call((api, signal) => api.getMe(signal), stopping);
      return username;
    },
    async useWebhook(url, secret, stopping) {
      const options = { secret_token: secret, allowed_updates: ALLOWED, max_connections: 10 };
      await call((api, signal) => api.setWebhook(url, options, signal), stopping);
    },
    async usePolling(stopping) {
      await call(
        (api, signal) => api.deleteWebhook({ drop_pending_updates: false }, signal),
        stopping,
      );
    },
    listUpdates(offset, stopping) {
      const options = {
        ...(offset !== undefined && { offset }),
        limit: POLL_MOST,
        timeout: POLL_SECONDS,
        allowed_updates: ALLOWED,
      };
      return call((api, signal) => api.getUpdates(options, signal), stopping, POLL_LIMIT_MS);
    },
    async say(chatId, text, stopping) {
      const options = { link_preview_options: { is_disabled: true } };
      await call((api, signal) => api.sendMessage(chatId, text, options, signal), stopping);
    },
  };
}

const NO_ANSWER: BotFailure = { kind: 'unavailable', word: 'NETWORK' };

/** Returns the failure that a refusing answer of Telegram means. */
function failureOf({ error_code: code, description, parameters }: GrammyError): BotFailure {
  const word = `HTTP ${code}`;
  if (code === 429) {
    const seconds = parameters.retry_after ?? 1;
    return { kind: 'quiet', word, ms: Math.min(Math.max(1, seconds), 86_400) * 1000 };
  }
  if (code === 403 || (code === 400 && NO_CHAT.test(description))) return { kind: 'gone', word };
  // 401 and 404: the token is invalid; 409: another client polls for updates.
  if (code === 400 || code === 413) return { kind: 'refused', word };
  return { kind: 'unavailable', word };
}
