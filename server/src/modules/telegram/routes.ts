import { createHash, timingSafeEqual } from 'node:crypto';
import { ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { createLinkToken } from './links.ts';
import { deleteChat, findChat, findUsername, updateChatSettings } from './store.ts';
import { takeUpdate, updateIdOf } from './updates.ts';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Serves the Telegram section of the account page and receives the bot's updates. */
export function registerTelegramRoutes(web: Web): void {
  const { db, clock, config } = web.context;
  const { telegramToken: token, telegramMode: mode, telegramSecret: secret } = config;
  const botId = token === null ? null : Number(token.split(':')[0]);

  registerRoute(web, ROUTES.telegram, async ({ person, query }) => {
    const { id, publicId } = person;
    const chat = await findChat(db, id);
    const username = botId === null ? undefined : await findUsername(db, botId);
    const start = chat || query.for === 'state' ? '' : `?start=${await createToken(id, username)}`;
    return {
      UID: publicId,
      active: chat !== undefined,
      link: username === undefined ? null : `https://t.me/${username}${start}`,
      signals: chat?.signals ?? false,
      messages: chat?.messages ?? false,
    };
  });

  const createToken = async (personId: number, username: string | undefined): Promise<string> =>
    username === undefined ? '' : createLinkToken(db, personId, clock.now());

  registerRoute(web, ROUTES.saveTelegram, async ({ person, body }) => {
    const { id, subscriber, admin } = person;
    if ('signals' in body && body.signals && !subscriber && !admin) {
      throw new AppError('forbidden-403');
    }
    await inTransaction(db, async (trx) => {
      if ('linked' in body) await deleteChat(trx, { person_id: id });
      else if (!(await updateChatSettings(trx, id, body))) throw new AppError('conflict-409');
    });
    return {};
  });

  registerRoute(
    web,
    ROUTES.telegramWebhook,
    async ({ headers, body }) => {
      if (token === null || mode !== 'webhook' || !isSecret(headers[SECRET_HEADER], secret)) {
        throw new AppError('unauthorized-401');
      }
      if (updateIdOf(body) === null) throw new AppError('bad-fields-400');
      await takeUpdate(web.context, body);
      return {};
    },
    { unlimited: true },
  );
}

/** Compares the secret in constant time. */
function isSecret(given: string | string[] | undefined, secret: string | null): boolean {
  if (typeof given !== 'string' || secret === null) return false;
  const [one, two] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && two !== undefined && timingSafeEqual(one, two);
}
