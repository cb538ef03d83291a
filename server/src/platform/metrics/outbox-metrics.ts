import type { Clock } from '../clock.ts';
import type { Metric, Sample } from './metric.ts';

/** Messages of an outbox that wait to be sent. */
export interface Backlog {
  readonly waiting: number;
  /** When the oldest of them was written; null when none waits. */
  readonly oldestMs: number | null;
}

/** Returns the metrics of the outboxes, by their names. */
export function outboxMetrics(
  clock: Pick<Clock, 'now'>,
  outboxes: Readonly<Record<string, () => Promise<Backlog>>>,
): readonly Metric[] {
  const each = (figureOf: (backlog: Backlog) => number) => (): Promise<Sample[]> =>
    Promise.all(
      Object.entries(outboxes).map(async ([outbox, read]) => ({
        labels: { outbox },
        value: figureOf(await read()),
      })),
    );
  return [
    {
      name: 'rasat_outbox_waiting_messages',
      help: 'Mails and Telegram messages that wait to be sent.',
      type: 'gauge',
      read: each(({ waiting }) => waiting),
    },
    {
      name: 'rasat_outbox_oldest_age_seconds',
      help: 'Age of the oldest waiting message; 0 when none waits.',
      type: 'gauge',
      isForAlerts: true,
      read: each(({ oldestMs }) => (oldestMs === null ? 0 : (clock.now() - oldestMs) / 1000)),
    },
  ];
}
