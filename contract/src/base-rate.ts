import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';
import type { SignalName } from './signal-name.ts';
import type { Category } from './symbols.ts';

/** Resolved signals below which a hit rate is not stated. */
const BASE_RATE_MIN = 15;

/**
 * How often signals of the same kind reached their first target before their stop, with the matched entry beside it.
 * Shares are 0 to 1; what ended at neither is left out.
 */
export interface BaseRateView {
  /** What the signals are. */
  readonly kind: SignalName['kind'];
  readonly rate: number;
  /** Signals behind the rate: those that ended at target or stop. */
  readonly n: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** The same share for matched entries. */
  readonly baseline: number;
  /**
   * What the record says of these signals, by the difference in R, not by the rate. Null of a backtest with
   * rows enough: rules may have been chosen on its bars, so that nothing follows from it.
   */
  readonly verdict: RecordVerdict | null;
  /** Where the prices are from: `simulated`, `file`, or the name of a vendor's connector. */
  readonly source: string;
  /** A backtest: signals that were computed later, not published at their time. */
  readonly backfill: boolean;
  /** Where the signals are from; null: from every category, since this one has few. */
  readonly category: Category | null;
}

/** Figures of signals like those of a symbol, as `GET /record/rates/:symbol` answers them. */
export type RecordRate = Reply<typeof recordRoutes.recordRates>[number];

type RecordVerdict = RecordRate['figures']['verdict'];

const share = (value: number): number => Math.min(Math.max(value, 0), 1);

/**
 * The base rate of a kind and setup of signal: the share of first targets, with the interval of its difference to the
 * matched entries laid on theirs. Null without an interval or a baseline: then no rate may be stated.
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
    kind: found.kind,
    rate: hits.share,
    n,
    low: share(baseline + difference.low),
    high: share(baseline + difference.high),
    baseline,
    verdict: found.origin === 'live' || verdict === 'few' ? verdict : null,
    source: found.source,
    backfill: found.origin === 'backfill',
    category: found.category,
  };
}

/** Whether a rate says anything: there are resolved signals enough, with matched entries beside them. */
export function isRateStated(rate: BaseRateView): boolean {
  return rate.n >= BASE_RATE_MIN && rate.verdict !== 'few';
}
