import { DAY_MS, WEEK_MS } from '@rasat/engine';
import { inTransaction } from '../../platform/db/pool.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import type { NotifyPerson } from '../../platform/notify-person.ts';
import type { ServerContext } from '../../platform/part.ts';
import { findPerson } from '../accounts/index.ts';
import { listSubscriptionEnds, readRights } from '../rights/index.ts';
import { reminder } from './mails.ts';
import { open } from './order-store.ts';

/** Days before the end on which a reminder is sent, the nearest first. */
const DAYS = [1, 7] as const;

/**
 * Reminds subscribers whose subscription ends within seven days, and again within one, by mail and by the bot. Repeated
 * runs send each reminder once; within the last day the seven-day reminder is skipped. Returns how many were sent.
 */
export async function sendReminders(
  context: Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock'>,
  tell: NotifyPerson,
): Promise<number> {
  const { db, clock } = context;
  const nowMs = clock.now();
  let sent = 0;
  for (const { personId, endsAt } of await listSubscriptionEnds(db, nowMs, nowMs + WEEK_MS)) {
    const days = DAYS.find((one) => endsAt - nowMs <= one * DAY_MS) ?? 7;
    if (await remind(context, tell, { personId, endsAt, days }, nowMs)) sent += 1;
  }
  return sent;
}

async function remind(
  { db, keys, config }: Pick<ServerContext, 'db' | 'keys' | 'config'>,
  tell: NotifyPerson,
  { personId, endsAt, days }: { personId: number; endsAt: number; days: number },
  nowMs: number,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const person = await findPerson(trx, personId);
    if (!person) return false;
    const { numInsertedOrUpdatedRows } = await open(trx)
      .insertInto('subscription_reminder')
      .values({ person_id: personId, ends_at: endsAt, days, sent_at: nowMs })
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    const { student: isStudent } = await readRights(trx, personId, nowMs);
    const end = { days, endsAtMs: endsAt, isStudent };
    const { mail, text } = reminder(person, end, config.baseUrl);
    await writeMail(trx, keys, mail, nowMs);
    await tell(
      trx,
      { key: `subscription-end:${personId}:${endsAt}:${days}`, personId, text },
      nowMs,
    );
    return true;
  });
}
