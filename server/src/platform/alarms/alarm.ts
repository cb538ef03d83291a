import type { AlarmKind } from '@rasat/contract';

/** Figures in the text of an alarm, as they were when it began. */
export interface AlarmFacts {
  /** End of the known days of a calendar, UTC epoch milliseconds. */
  readonly endsMs?: number;
  /** Time at which a split or rename becomes effective, UTC epoch milliseconds. */
  readonly effectiveMs?: number;
  readonly usedPercent?: number;
  readonly freeMegabytes?: number;
  /** Bars of a source that differ from the stored ones, of those that were compared. */
  readonly differing?: number;
  readonly compared?: number;
}

/** A condition of one subject that holds now, or of which nothing is known now. */
export interface Finding {
  /** Source, symbol, calendar or job; empty for a condition of the whole server. */
  readonly subject: string;
  readonly state: 'holds' | 'unknown';
  /** Since when it holds; by default the time of the look. */
  readonly sinceMs?: number;
  readonly facts?: AlarmFacts;
}

/** A repeated look at the conditions of one kind. */
export interface AlarmWatch {
  readonly kind: AlarmKind;
  /** Time for which a condition must hold before the operator is told. */
  readonly holdMs: number;
  /** Time for which the findings of a look are used; by default until the next look at all conditions. */
  readonly everyMs?: number;
  /** Returns the conditions that hold or are unknown; every other one does not hold. A rejection means unknown. */
  look(this: void, nowMs: number): readonly Finding[] | Promise<readonly Finding[]>;
}

/** An alarm as it is stored. */
export interface StoredAlarm {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly facts: AlarmFacts;
  readonly beganMs: number;
  /** When its beginning was told; null while it was not. */
  readonly toldMs: number | null;
  /** Since when the condition does not hold; null while it holds or is unknown. */
  readonly absentMs: number | null;
  /** When the condition ended; null while the alarm lasts. */
  readonly endedMs: number | null;
  /** Start of the hour in which told beginnings are counted, and their number. */
  readonly hourBeganMs: number;
  readonly toldInHour: number;
}

/** Returns the key of an alarm: its kind and its subject, like `silent:binance`. */
export function alarmKey({ kind, subject }: Pick<StoredAlarm, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}
