import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';
import type { SignalName } from './signal-name.ts';
import type { Category } from './symbols.ts';

/** Resolved signals below which a hit rate is not stated. */
const BASE_RATE_MIN = 15;

/**
 * How often signals of the same kind reached their first target before their stop, with the random entry beside it.
 * Shares are 0 to 1; what ended at neither is left out.
 */
export interface BaseRateView {
  readonly rate: number;
  /** Signals behind the rate: those that ended at target or stop. */
  readonly n: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** The same share for random entries. */
  readonly baseline: number;
  /** What the record says of these signals. It goes by the difference in R, not by the rate. */
  readonly verdict: 'differs' | 'not-proven' | 'few';
  /** Signals on prices that were made up. */
  readonly simulated: boolean;
  /** Signals that were computed afterwards, not published at their time. */
  readonly backfill: boolean;
  /** Where the signals are from; null: from every category, since this one has few. */
  readonly category: Category | null;
}

/** Figures of signals like those of a symbol, as `GET /record/rates/:symbol` answers them. */
export type RecordRate = Reply<typeof recordRoutes.recordRates>[number];

const share = (value: number): number => Math.min(Math.max(value, 0), 1);

/**
 * The base rate of a kind and setup of signal: the share of first targets, with the interval of its difference to the
 * random entries laid on theirs. Null without an interval or a baseline: then no rate may be stated.
 */
export function findBaseRate(
  rates: readonly RecordRate[],
  { kind, setup }: Pick<SignalName, 'kind' | 'setup'>,
): BaseRateView | null {
  const found = rates.find((rate) => rate.kind === kind && rate.setup === setup);
  if (!found) return null;
  const { hits, verdict } = found.figures;
  if (!hits?.difference) return null;
  const { n, baseline, difference } = hits;
  return {
    rate: hits.share,
    n,
    low: share(baseline + difference.low),
    high: share(baseline + difference.high),
    baseline,
    verdict,
    simulated: found.world === 'simulated',
    backfill: found.origin === 'backfill',
    category: found.category,
  };
}

/** Whether a rate says anything: there are resolved signals enough, with random entries beside them. */
export function isRateStated(rate: BaseRateView): boolean {
  return rate.n >= BASE_RATE_MIN && rate.verdict !== 'few';
}
