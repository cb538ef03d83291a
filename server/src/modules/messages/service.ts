import {
  DAY_MS,
  type InLanguages,
  LIMITS,
  MINUTE_MS,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { countPeopleAt, findPerson } from '../accounts/index.ts';
import { countHoldersAt, listHolders } from '../rights/index.ts';
import {
  countAfter,
  findMark,
  findMessage,
  insertMessage,
  listAllMessages,
  listAppeared,
  listWrittenAfter,
  lockMessages,
  type Message,
  type MessageList,
  type ReadMark,
  updateCancelled,
  upsertMark,
} from './store.ts';

/** Milliseconds within which a repetition of the same message counts as a double click. */
const TWICE_MS = MINUTE_MS;

/** Message to send. Times are UTC epoch milliseconds. */
export interface NewMessage {
  readonly list: MessageList;
  readonly texts: InLanguages;
  /** Link, an http(s) address. */
  readonly link: string | null;
  /** Time at which the message appears; null means now. */
  readonly atMs: number | null;
}

/** Message as one person reads it. */
export type ReadMessage = Reply<typeof ROUTES.platformMessages>[number];

/** Message with its state and reach. */
export interface ListedMessage extends Message {
  readonly state: 'scheduled' | 'sent' | 'cancelled';
  /**
   * Number of present people who had the message in their list when it appeared; for a scheduled message, of those who
   * would have it now.
   */
  readonly recipients: number;
}

/**
 * Sends or schedules a message and returns its id; a scheduled message appears at its time. Throws `bad-fields-400` for
 * a time in the past or more than a year ahead, and `conflict-409` when the same message was written within the last
 * minute.
 */
export async function sendMessage(db: Db, message: NewMessage, nowMs: number): Promise<number> {
  const { list, texts, link } = message;
  const atMs = message.atMs ?? nowMs;
  const latestMs = nowMs + LIMITS.messageAheadDays * DAY_MS;
  if (message.atMs !== null && (atMs <= nowMs || atMs > latestMs)) {
    throw new AppError('bad-fields-400', { field: 'at' });
  }
  return inTransaction(db, async (trx) => {
    await lockMessages(trx);
    const recent = await listWrittenAfter(trx, nowMs - TWICE_MS);
    const isSame = (other: Message): boolean =>
      other.list === list &&
      other.link === link &&
      other.texts.tr === texts.tr &&
      other.texts.az === texts.az &&
      other.texts.en === texts.en;
    if (recent.some(isSame)) throw new AppError('conflict-409');
    return insertMessage(trx, { list, texts, link, atMs, createdAtMs: nowMs });
  });
}

/**
 * Cancels a scheduled message. Throws `not-found-404`, and `conflict-409` for one that has appeared or is cancelled
 * already.
 */
export function cancelMessage(db: Db, id: number, nowMs: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    const message = await findMessage(trx, id);
    if (!message) throw new AppError('not-found-404');
    if (message.cancelledAtMs !== null || message.atMs <= nowMs) throw new AppError('conflict-409');
    await updateCancelled(trx, id, nowMs);
  });
}

/** Returns how many of the present people a list reached at each of these moments. */
function countAudience(db: Db, list: MessageList, timesMs: readonly number[]): Promise<number[]> {
  return list === 'platform' ? countPeopleAt(db, timesMs) : countHoldersAt(db, 'lesson', timesMs);
}

/**
 * Returns the last messages, cancelled and scheduled ones included, the last to appear first, and how many people each
 * list reaches now.
 */
export async function listMessages(
  db: Db,
  nowMs: number,
): Promise<{
  readonly audience: Readonly<Record<MessageList, number>>;
  readonly messages: readonly ListedMessage[];
}> {
  const messages = await listAllMessages(db);
  const times = [nowMs, ...messages.map(({ atMs }) => Math.min(atMs, nowMs))];
  const counts = {
    platform: await countAudience(db, 'platform', times),
    class: await countAudience(db, 'class', times),
  };
  return {
    audience: { platform: counts.platform[0] ?? 0, class: counts.class[0] ?? 0 },
    messages: messages.map((message, at) => {
      const { list, atMs, cancelledAtMs } = message;
      const state = cancelledAtMs !== null ? 'cancelled' : atMs > nowMs ? 'scheduled' : 'sent';
      const recipients = state === 'cancelled' ? 0 : (counts[list][at + 1] ?? 0);
      return { ...message, state, recipients };
    }),
  };
}

/** Returns a list in a person's language; the class list is empty for a person who is not a student. */
export async function readList(
  db: Db,
  person: { readonly id: number; readonly student: boolean },
  list: MessageList,
  nowMs: number,
): Promise<ReadMessage[]> {
  if (list === 'class' && !person.student) return [];
  const reader = await findPerson(db, person.id);
  if (!reader) return [];
  const mark = await markOf(db, person.id, list, reader.created_at);
  return (await listAppeared(db, list, nowMs)).map(({ id, texts, link, atMs }) => ({
    id,
    message: texts[reader.language],
    ...(link !== null && { link }),
    datetime: atMs,
    unread: isAfter({ atMs, messageId: id }, mark),
  }));
}

/** Counts the messages of each list that a person has not read. */
export async function countUnread(
  db: Db,
  person: { readonly id: number; readonly student: boolean },
  nowMs: number,
): Promise<Record<MessageList, number>> {
  const reader = await findPerson(db, person.id);
  if (!reader) return { platform: 0, class: 0 };
  const count = async (list: MessageList): Promise<number> =>
    countAfter(db, list, await markOf(db, person.id, list, reader.created_at), nowMs);
  return { platform: await count('platform'), class: person.student ? await count('class') : 0 };
}

/** Marks a list as read up to a message. Throws `not-found-404` for a message that is not in the person's list. */
export async function markRead(
  db: Db,
  person: { readonly id: number; readonly student: boolean },
  through: { readonly list: MessageList; readonly messageId: number },
  nowMs: number,
): Promise<void> {
  const { list, messageId } = through;
  const message = await findMessage(db, messageId);
  const isThere = message?.list === list && message.atMs <= nowMs && message.cancelledAtMs === null;
  if (!isThere || (list === 'class' && !person.student)) throw new AppError('not-found-404');
  await upsertMark(db, person.id, list, { atMs: message.atMs, messageId });
}

/** Returns how far a person has read; messages from before the registration count as read. */
async function markOf(
  db: Db,
  personId: number,
  list: MessageList,
  since: number,
): Promise<ReadMark> {
  return (await findMark(db, personId, list)) ?? { atMs: since, messageId: 0 };
}

function isAfter(one: ReadMark, other: ReadMark): boolean {
  return one.atMs > other.atMs || (one.atMs === other.atMs && one.messageId > other.messageId);
}

/** Returns those of the people whom a list reaches at `nowMs`. */
export async function filterAudience(
  db: Db,
  list: MessageList,
  personIds: readonly number[],
  nowMs: number,
): Promise<number[]> {
  if (list === 'platform') return [...personIds];
  const students = new Set(await listHolders(db, 'lesson', nowMs));
  return personIds.filter((id) => students.has(id));
}
