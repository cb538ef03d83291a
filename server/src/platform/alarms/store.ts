import type { Db } from '../db/pool.ts';
import { alarmKey, type StoredAlarm } from './alarm.ts';
import type { AlarmTables } from './tables.ts';

const open = (db: Db) => db.withTables<AlarmTables>();

const selectAlarms = (db: Db) =>
  open(db)
    .selectFrom('operator_alarm')
    .select([
      'kind',
      'subject',
      'facts',
      'began_at as beganMs',
      'told_at as toldMs',
      'absent_at as absentMs',
      'ended_at as endedMs',
      'hour_began_at as hourBeganMs',
      'told_in_hour as toldInHour',
    ]);

/** Returns every stored alarm by its key; with `lock` no other transaction changes them before this one ends. */
export async function readAlarms(
  db: Db,
  { lock }: { readonly lock: boolean },
): Promise<Map<string, StoredAlarm>> {
  const rows = await (lock ? selectAlarms(db).forUpdate() : selectAlarms(db)).execute();
  return new Map(rows.map((row) => [alarmKey(row), row]));
}

/** Returns the alarms that were told and last, the oldest first. */
export function listLastingAlarms(db: Db): Promise<StoredAlarm[]> {
  return selectAlarms(db)
    .where('told_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('began_at')
    .orderBy('key')
    .execute();
}

/** Stores the state of an alarm. */
export async function saveAlarm(db: Db, alarm: StoredAlarm): Promise<void> {
  const row = {
    kind: alarm.kind,
    subject: alarm.subject,
    facts: JSON.stringify(alarm.facts),
    began_at: alarm.beganMs,
    told_at: alarm.toldMs,
    absent_at: alarm.absentMs,
    ended_at: alarm.endedMs,
    hour_began_at: alarm.hourBeganMs,
    told_in_hour: alarm.toldInHour,
  };
  await open(db)
    .insertInto('operator_alarm')
    .values({ key: alarmKey(alarm), ...row })
    .onConflict((clash) => clash.column('key').doUpdateSet(row))
    .execute();
}

/** Deletes alarms that ended before `beforeMs`; returns their number. */
export async function deleteEndedAlarms(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('operator_alarm')
    .where('ended_at', '<', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
