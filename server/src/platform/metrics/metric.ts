import type { Distributed } from './distribution.ts';

/** A value of a metric now. */
export interface Sample {
  /** Values of its labels, from closed lists: names of sources, calls, jobs; never an address or a person. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number | Distributed;
}

/** A figure of the running server, as Prometheus reads it. */
export interface Metric {
  /** Name with its unit by the rules of Prometheus: base units, and `_total` for a counter. */
  readonly name: `rasat_${string}`;
  readonly help: string;
  /** A counter only grows while the process runs; a histogram has values that are distributions. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Whether an alert rule of `deploy/prometheus` must use it. */
  readonly isForAlerts?: boolean;
  /** Returns its present values; none where they are not known. */
  read(this: void): readonly Sample[] | Promise<readonly Sample[]>;
}
