import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { deleteChat, deleteLinks, findChat, insertChat, insertLink, takeLink } from './store.ts';

/** Links kept for each person: reopening the page must not invalidate a link that it showed before. */
const LINKS_PER_PERSON = 5;
const TOKEN = /^[\w-]{22}$/;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a one-time token of 128 random bits that links a chat to the person; valid for fifteen minutes. */
export async function createLinkToken(db: Db, personId: number, nowMs: number): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const expiresAtMs = nowMs + LIMITS.telegramLinkMinutes * 60_000;
  await insertLink(db, { tokenHash: hashOf(token), personId, expiresAtMs }, LINKS_PER_PERSON);
  return token;
}

/**
 * Links the chat to the person of a token, inside a transaction, and uses the token up; returns the person. Undefined
 * for an invalid, used or expired token.
 */
export async function linkChat(
  trx: Db,
  token: string,
  chatId: number,
  nowMs: number,
): Promise<number | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const personId = await takeLink(trx, hashOf(token), nowMs);
  if (personId === undefined) return undefined;
  await deleteLinks(trx, personId);
  const chat = await findChat(trx, personId);
  if (chat?.chatId === chatId) return personId;
  await deleteChat(trx, { person_id: personId });
  await deleteChat(trx, { chat_id: chatId });
  await insertChat(trx, personId, chatId, nowMs);
  return personId;
}
