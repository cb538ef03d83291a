import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tidy } from '../platform/testing.ts';

/** Message that the bot sent. */
export interface SaidMessage {
  readonly chatId: number;
  readonly text: string;
}

/** Refusal of a call, as the Bot API words it. */
export interface BotRefusal {
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: { readonly retry_after?: number };
}

/** Server that implements the Telegram Bot API (https://core.telegram.org/bots/api#making-requests). */
export interface BotServer {
  /** Value for `TELEGRAM_API`. */
  readonly url: string;
  readonly port: number;
  /** Messages that the server accepted, in order. */
  readonly said: SaidMessage[];
  /** Called methods, in order. */
  readonly calls: string[];
  /** Returns the webhook; null when none is set. */
  webhook(): { readonly url: string; readonly secret: string } | null;
  /** Returns the number of unconfirmed updates. */
  pending(): number;
  /** Sends a text to the bot; returns the update as delivered. */
  write(chatId: number, text: string, language?: string): Update;
  /** Blocks the bot in a chat; returns the update. */
  block(chatId: number): Update;
  /** Delivers an update to the webhook; returns the status. */
  deliver(update: Update): Promise<number>;
  stop(): Promise<void>;
}

/** Update as sent. */
export type Update = Readonly<Record<string, unknown>> & { readonly update_id: number };

/** Behaviour of the server; every option has a default. */
export interface BotServerOptions {
  readonly port?: number;
  /** Called for each message; a returned refusal refuses it, and a pending promise delays the sender. */
  readonly onMessage?: (
    message: SaidMessage,
  ) => BotRefusal | undefined | Promise<BotRefusal | undefined>;
}

/** Token that the server accepts. */
export const BOT_TOKEN = '7654321:fake-token-of-a-bot-for-tests_00001';
/** Name of the bot. */
export const BOT_NAME = 'rasat_test_bot';

const CONFLICT = {
  error_code: 409,
  description:
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
};
const UNAUTHORIZED = { error_code: 401, description: 'Unauthorized' };
const NOT_FOUND = { error_code: 404, description: 'Not Found' };

type Body = Readonly<Record<string, unknown>>;
/** Answer of a method: `{ result }` or a refusal. */
type Outcome = object;

/** Starts the server, stopped when the test ends. */
export async function startBotServer(t: Tidy, options: BotServerOptions = {}): Promise<BotServer> {
  const said: SaidMessage[] = [];
  const calls: string[] = [];
  let updates: Update[] = [];
  let webhook: { url: string; secret: string } | null = null;
  let nextId = 900_000_001;
  let waiting: ((outcome: Outcome) => void) | null = null;

  const getUpdates = async (body: Body): Promise<Outcome> => {
    if (webhook) return { ...CONFLICT, description: 'Conflict: webhook is active' };
    waiting?.(CONFLICT);
    const offset = typeof body.offset === 'number' ? body.offset : 0;
    updates = updates.filter((update) => update.update_id >= offset);
    const timeoutMs = Number(body.timeout ?? 0) * 1000;
    if (updates.length > 0 || timeoutMs === 0) return { result: updates };
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = setTimeout(resolve, timeoutMs, { result: [] });
    waiting = resolve;
    const outcome = await promise;
    clearTimeout(timer);
    if (waiting === resolve) waiting = null;
    return outcome;
  };

  const sendMessage = async (body: Body): Promise<Outcome> => {
    const message = { chatId: Number(body.chat_id), text: String(body.text) };
    if (message.text.length > 4096) {
      return { error_code: 400, description: 'Bad Request: message is too long' };
    }
    const refusal = await options.onMessage?.(message);
    if (refusal) return refusal;
    said.push(message);
    const chat = { id: message.chatId, type: 'private' };
    return { result: { message_id: said.length, date: 0, chat, text: message.text } };
  };

  const answer = async (method: string, body: Body): Promise<Outcome> => {
    switch (method) {
      case 'getMe':
        return {
          result: { id: 7_654_321, is_bot: true, first_name: 'Rasat', username: BOT_NAME },
        };
      case 'setWebhook':
        webhook = { url: String(body.url), secret: String(body.secret_token) };
        return { result: true };
      case 'deleteWebhook':
        webhook = null;
        return { result: true };
      case 'getUpdates':
        return getUpdates(body);
      case 'sendMessage':
        return sendMessage(body);
      default:
        return NOT_FOUND;
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    if (token === BOT_TOKEN) calls.push(method);
    const outcome =
      token === BOT_TOKEN
        ? await answer(method, text === '' ? {} : (JSON.parse(text) as Body))
        : UNAUTHORIZED;
    const failed = 'error_code' in outcome;
    response.statusCode = failed ? Number(outcome.error_code) : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: !failed, ...outcome }));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      waiting?.({ result: [] });
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.after(stop);

  const add = (content: Record<string, unknown>): Update => {
    const update = { update_id: nextId, ...content };
    nextId += 1;
    if (!webhook) {
      updates.push(update);
      waiting?.({ result: updates });
    }
    return update;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    said,
    calls,
    webhook: () => webhook,
    pending: () => updates.length,
    write(chatId, text, language) {
      const chat = { id: chatId, type: 'private', first_name: 'Ada' };
      const from = {
        id: chatId,
        is_bot: false,
        first_name: 'Ada',
        ...(language !== undefined && { language_code: language }),
      };
      return add({ message: { message_id: nextId, date: 0, chat, from, text } });
    },
    block(chatId) {
      const chat = { id: chatId, type: 'private', first_name: 'Ada' };
      const member = (status: string) => ({ status, user: { id: 7_654_321, is_bot: true } });
      return add({
        my_chat_member: {
          chat,
          date: 0,
          old_chat_member: member('member'),
          new_chat_member: member('kicked'),
        },
      });
    },
    async deliver(update) {
      if (!webhook) throw new RangeError('there is no webhook');
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': webhook.secret,
        },
        body: JSON.stringify(update),
      });
      return response.status;
    },
    stop,
  };
}
