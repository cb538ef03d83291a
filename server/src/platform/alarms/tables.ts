import type { AlarmKind } from '@rasat/contract';
import type { JSONColumnType } from 'kysely';
import type { AlarmFacts } from './alarm.ts';

/** An alarm that lasts, or that ended within the last day. */
export interface OperatorAlarmTable {
  key: string;
  kind: AlarmKind;
  subject: string;
  facts: JSONColumnType<AlarmFacts>;
  began_at: number;
  told_at: number | null;
  absent_at: number | null;
  ended_at: number | null;
  hour_began_at: number;
  told_in_hour: number;
}

/** The table of the alarms. */
export type AlarmTables = {
  operator_alarm: OperatorAlarmTable;
};
