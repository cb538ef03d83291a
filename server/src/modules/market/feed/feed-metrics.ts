import { GAP_STATES } from '@rasat/contract';
import { RESOLUTIONS } from '@rasat/engine';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Metric, Sample } from '../../../platform/metrics/metric.ts';
import type { GapCount } from '../store/gap-store.ts';
import { storedTopic } from '../topics.ts';
import type { SourceFigures, SourceStatus } from './source-feed.ts';
import type { SourceRefusal } from './tick-log.ts';

/** Every reason, so that a counter exists before its first refusal. */
const NONE_REFUSED: Readonly<Record<SourceRefusal, 0>> = {
  'not-finite': 0,
  'not-whole': 0,
  volume: 0,
  'not-positive': 0,
  digits: 0,
  future: 0,
  old: 0,
  duplicate: 0,
  jump: 0,
  late: 0,
  'unknown-symbol': 0,
};

/** Returns the metrics of the sources, and counts the bars that are stored on this bus from now on. */
export function feedMetrics(
  bus: Bus,
  sources: () => readonly SourceStatus[],
  figures: () => readonly SourceFigures[],
  gaps: () => Promise<readonly GapCount[]>,
): readonly Metric[] {
  const bars = new Map<string, number>(RESOLUTIONS.map((resolution) => [resolution, 0]));
  bus.subscribe(storedTopic, (events) => {
    for (const { resolution, bars: stored } of events) {
      bars.set(resolution, (bars.get(resolution) ?? 0) + (stored?.length ?? 0));
    }
  });
  const each = (figureOf: (status: SourceStatus) => number) => (): Sample[] =>
    sources().map((status) => ({ labels: { source: status.source }, value: figureOf(status) }));
  return [
    {
      name: 'rasat_ticks_accepted_total',
      help: 'Live prices of a source that were accepted.',
      type: 'counter',
      isForAlerts: true,
      read: each(({ accepted }) => accepted),
    },
    {
      name: 'rasat_ticks_refused_total',
      help: 'Live prices of a source that were refused, by reason.',
      type: 'counter',
      isForAlerts: true,
      read: () =>
        sources().flatMap(({ source, refused }) =>
          Object.entries({ ...NONE_REFUSED, ...refused }).map(([reason, value]) => ({
            labels: { source, reason },
            value,
          })),
        ),
    },
    {
      name: 'rasat_tick_lag_seconds',
      help: 'Time from a price at its source to its arrival here, by the clock of the source and ours.',
      type: 'histogram',
      isForAlerts: true,
      read: () => figures().map(({ source, lag }) => ({ labels: { source }, value: lag })),
    },
    {
      name: 'rasat_source_connected',
      help: 'Whether every subscription of a source is connected: 1 or 0.',
      type: 'gauge',
      isForAlerts: true,
      read: each(({ connected }) => Number(connected)),
    },
    {
      name: 'rasat_source_silent',
      help: 'Whether a source sends nothing although its markets are open: 1 or 0.',
      type: 'gauge',
      isForAlerts: true,
      read: each(({ silentSinceMs }) => Number(silentSinceMs !== null)),
    },
    {
      name: 'rasat_source_filled_ratio',
      help: 'Stored share of the history of a source, 0 to 1.',
      type: 'gauge',
      read: each(({ filled }) => filled),
    },
    {
      name: 'rasat_source_symbols',
      help: 'Symbols that a source feeds.',
      type: 'gauge',
      isForAlerts: true,
      read: each(({ symbols }) => symbols),
    },
    {
      name: 'rasat_source_gaps',
      help: 'Gaps of the histories of a source that were found in the last 30 days, by state.',
      type: 'gauge',
      isForAlerts: true,
      async read() {
        const counts = await gaps();
        return sources().flatMap(({ source }) =>
          GAP_STATES.map((state) => ({
            labels: { source, state },
            value: counts.find((one) => one.source === source && one.state === state)?.count ?? 0,
          })),
        );
      },
    },
    {
      name: 'rasat_bars_waiting_symbols',
      help: 'Symbols of a source whose closed bars wait to be stored.',
      type: 'gauge',
      read: () => figures().map(({ source, waiting: value }) => ({ labels: { source }, value })),
    },
    {
      name: 'rasat_bars_stored_total',
      help: 'Closed bars that were stored, by resolution, without those of fills of more than twenty at once.',
      type: 'counter',
      read: () => [...bars].map(([resolution, value]) => ({ labels: { resolution }, value })),
    },
  ];
}
