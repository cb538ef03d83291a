import { HOUR_MS, MINUTE_MS } from '@rasat/contract';
import type { Finding, StoredAlarm } from './alarm.ts';

/** Time for which a condition must be absent before its alarm is over. */
export const OVER_MS = MINUTE_MS;
/** Greatest number of beginnings of one alarm that are told within an hour. */
export const MOST_PER_HOUR = 3;

/** What was seen of a condition since its alarm was last stored. */
export interface Sighting {
  readonly state: Finding['state'] | 'absent';
  /** When it was seen to hold; null when it did not hold in that time. */
  readonly held: { readonly sinceMs: number; readonly throughMs: number } | null;
  readonly facts: StoredAlarm['facts'];
}

/** Next state of an alarm, and what the operator has to be told; null when nothing changes. */
export interface Step {
  readonly alarm: StoredAlarm;
  readonly tells: 'begin' | 'over' | null;
}

/**
 * Returns the next state of an alarm. It begins when its condition is seen to hold and is told once the condition has
 * held for `holdMs`, unless `MOST_PER_HOUR` beginnings were told within the hour. It is over when the condition has been
 * absent for `OVER_MS`; that is told if the beginning was. An unknown condition neither begins nor ends a told alarm.
 */
export function advance(
  of: Pick<StoredAlarm, 'kind' | 'subject'>,
  known: StoredAlarm | undefined,
  sighting: Sighting,
  { nowMs, holdMs }: { readonly nowMs: number; readonly holdMs: number },
): Step | null {
  const open = known && known.endedMs === null ? known : undefined;
  const { held, state, facts } = sighting;
  if (held === null) return open ? rest(open, state, nowMs) : null;
  const began: StoredAlarm = open ?? {
    kind: of.kind,
    subject: of.subject,
    facts,
    beganMs: held.sinceMs,
    toldMs: null,
    absentMs: null,
    endedMs: null,
    hourBeganMs: known?.hourBeganMs ?? nowMs,
    toldInHour: known?.toldInHour ?? 0,
  };
  // A condition that ended while nothing could be stored is told of afterwards.
  const absentMs = state === 'absent' ? held.throughMs : null;
  const alarm = { ...began, absentMs };
  if (alarm.toldMs === null && held.throughMs - alarm.beganMs >= holdMs) {
    const isNewHour = nowMs - alarm.hourBeganMs >= HOUR_MS;
    const toldInHour = isNewHour ? 0 : alarm.toldInHour;
    if (toldInHour < MOST_PER_HOUR) {
      const hourBeganMs = toldInHour === 0 ? nowMs : alarm.hourBeganMs;
      const told = { ...alarm, toldMs: nowMs, hourBeganMs, toldInHour: toldInHour + 1 };
      return { alarm: told, tells: 'begin' };
    }
  }
  return open && open.absentMs === absentMs ? null : { alarm, tells: null };
}

/** Returns the next state of an alarm whose condition does not hold or is unknown. */
function rest(alarm: StoredAlarm, state: Sighting['state'], nowMs: number): Step | null {
  const { absentMs, toldMs } = alarm;
  if (state === 'unknown' && toldMs !== null) {
    return absentMs === null ? null : { alarm: { ...alarm, absentMs: null }, tells: null };
  }
  if (absentMs === null) return { alarm: { ...alarm, absentMs: nowMs }, tells: null };
  if (nowMs - absentMs < OVER_MS) return null;
  return {
    alarm: { ...alarm, endedMs: Math.max(absentMs, alarm.beganMs) },
    tells: toldMs === null ? null : 'over',
  };
}
