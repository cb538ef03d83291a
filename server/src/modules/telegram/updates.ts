import * as z from 'zod/mini';
import { countAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { findPerson } from '../accounts/index.ts';
import { linkChat } from './links.ts';
import { say } from './send.ts';
import { deleteChat, findChatById, insertUpdate } from './store.ts';
import { BOT_TEXTS, botLanguage } from './texts.ts';

const chat = z.object({ id: z.int(), type: z.string() });

/** Fields of an update that we read: https://core.telegram.org/bots/api#update. */
const update = z.object({
  update_id: z.int(),
  message: z.optional(
    z.object({
      chat,
      from: z.optional(z.object({ language_code: z.optional(z.string()) })),
      text: z.optional(z.string()),
    }),
  ),
  my_chat_member: z.optional(z.object({ chat, new_chat_member: z.object({ status: z.string() }) })),
});

type Message = NonNullable<z.output<typeof update>['message']>;

/** Parts of the server that handling updates uses. */
export type UpdateContext = Pick<PartContext, 'db' | 'clock' | 'config'>;

/** Limit on the answers to one chat; further messages are handled without an answer. */
const ANSWERS = { most: 20, windowMs: 60_000 };
const COMMAND = /^\/([a-z]{1,32})(?:@\w+)?(?:\s+(\S+))?\s*$/i;

/** Returns the id of an update; null for anything else. */
export function updateIdOf(given: unknown): number | null {
  const { success, data } = z.safeParse(z.object({ update_id: z.int() }), given);
  return success ? data.update_id : null;
}

/**
 * Handles an update: its changes and its answer are stored together with its id, so that a repeated update has one
 * effect, and a failed one has none. Only chats with one person count.
 */
export async function takeUpdate(context: UpdateContext, given: unknown): Promise<void> {
  const { clock } = context;
  const updateId = updateIdOf(given);
  if (updateId === null) return;
  const read = z.safeParse(update, given);
  await inTransaction(context.db, async (trx) => {
    if (!(await insertUpdate(trx, updateId, clock.now())) || !read.success) return;
    const { message, my_chat_member: member } = read.data;
    if (member?.chat.type === 'private' && member.new_chat_member.status === 'kicked') {
      await deleteChat(trx, { chat_id: member.chat.id });
    }
    if (message?.chat.type !== 'private') return;
    const counted = `telegram.chat ${message.chat.id}`;
    if ((await countAttempt(trx, counted, ANSWERS, clock.now())) > 0) return;
    await answer({ ...context, db: trx }, updateId, message);
  });
}

/** Executes a message and answers it, in the language of the person, or of the client that sent it. */
async function answer(
  { db, clock, config }: UpdateContext,
  updateId: number,
  { chat: { id: chatId }, from, text = '' }: Message,
): Promise<void> {
  const nowMs = clock.now();
  const accountUrl = `${config.baseUrl}/account?selected=telegram`;
  const [, command = '', token] = COMMAND.exec(text) ?? [];
  const opens = command === 'start' && token !== undefined;
  const linkedTo = opens ? await linkChat(db, token, chatId, nowMs) : undefined;
  const chat = await findChatById(db, chatId);
  const person = chat && (await findPerson(db, chat.personId));
  const texts = BOT_TEXTS[botLanguage(person?.language ?? from?.language_code)];
  const reply = (words: string, personId: number | null): Promise<boolean> =>
    say(db, { key: `update:${updateId}`, personId, chatId, text: words }, nowMs);

  if (opens && linkedTo === undefined) await reply(texts.noLink(accountUrl), person?.id ?? null);
  else if (!person) await reply(texts.stranger(accountUrl), null);
  else if (opens) await reply(texts.linked(person.public_id), person.id);
  else if (command === 'start') await reply(texts.already(person.public_id), person.id);
  else if (command === 'stop') {
    await deleteChat(db, { chat_id: chatId });
    await reply(texts.stopped, null);
  } else await reply(texts.help(accountUrl), person.id);
}
