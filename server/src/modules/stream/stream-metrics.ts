import type { Metric } from '../../platform/metrics/metric.ts';

/** The open live sockets. */
export interface SocketFigures {
  /** Sockets with tick channels, with analysis channels alone, and without a channel. */
  readonly ticks: number;
  readonly analyses: number;
  readonly idle: number;
  /** Sockets that get nothing new until they have read what waits for them. */
  readonly behind: number;
  /** Bytes that were written to all sockets and not yet sent. */
  readonly bufferedBytes: number;
}

const NONE: SocketFigures = { ticks: 0, analyses: 0, idle: 0, behind: 0, bufferedBytes: 0 };

/** Returns the metrics of the live sockets; `sockets` is undefined before the live socket has started. */
export function streamMetrics(sockets: () => SocketFigures | undefined): readonly Metric[] {
  const figures = (): SocketFigures => sockets() ?? NONE;
  return [
    {
      name: 'rasat_live_sockets',
      help: 'Open live sockets, by the channels that they have joined.',
      type: 'gauge',
      read() {
        const { ticks, analyses, idle } = figures();
        return Object.entries({ ticks, analyses, idle }).map(([kind, value]) => ({
          labels: { kind },
          value,
        }));
      },
    },
    {
      name: 'rasat_live_sockets_behind',
      help: 'Live sockets that are too slow for what is sent to them.',
      type: 'gauge',
      read: () => [{ value: figures().behind }],
    },
    {
      name: 'rasat_live_buffered_bytes',
      help: 'Bytes written to live sockets that the system has not sent.',
      type: 'gauge',
      read: () => [{ value: figures().bufferedBytes }],
    },
  ];
}
