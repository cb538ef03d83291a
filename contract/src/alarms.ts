/**
 * Kinds of conditions that the operator is told of.
 *
 * - `silent`: a source is connected and sends no prices although its markets are open
 * - `disconnected`: a source has not been connected for a minute
 * - `differing`: the history of a source differs from more than 0.5 % of the stored bars of the last three days
 * - `action`: a split or rename that a source tells waits for the operator's decision
 * - `calendar`: the known trading days of a market end within 60 days
 * - `disk`: the disk of the data is filling up
 * - `job`: the last run of a scheduled job failed, after its retries
 * - `database`: the database did not answer
 */
export const ALARM_KINDS = [
  'silent',
  'disconnected',
  'differing',
  'action',
  'calendar',
  'disk',
  'job',
  'database',
] as const;
/** See `ALARM_KINDS`. */
export type AlarmKind = (typeof ALARM_KINDS)[number];
