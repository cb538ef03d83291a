import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';
import type { SignalName } from './signal-name.ts';
import type { Category } from './symbols.ts';

/** Fewest resolved signals for which a hit rate is stated. */
const BASE_RATE_MIN = 15;

/**
 * How often signals of the same kind reached their first target before their stop, with the share of matched entries.
 * Shares are 0 to 1; expired signals are left out.
 */
export interface BaseRateView {
  /** Kind of the signals. */
  readonly kind: SignalName['kind'];
  readonly rate: number;
  /** Number of signals in the rate: signals that ended at target or stop. */
  readonly n: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** The same share for matched entries. */
  readonly baseline: number;
  /**
   * The verdict of the record on these signals, from the difference in R, not from the rate. Null for a backtest with
   * enough rows: the rules may have been chosen on its bars, so it proves nothing.
   */
  readonly verdict: RecordVerdict | null;
  /** Source of the prices: `simulated`, `file`, or the name of a vendor's connector. */
  readonly source: string;
  /** True for a backtest: signals that were computed later, not published at their time. */
  readonly backfill: boolean;
  /** Category of the signals; null: of every category, because this one has few. */
  readonly category: Category | null;
}

/** Figures of signals like those of a symbol, as `GET /record/rates/:symbol` returns them. */
export type RecordRate = Reply<typeof recordRoutes.recordRates>[number];

type RecordVerdict = RecordRate['figures']['verdict'];

const share = (value: number): number => Math.min(Math.max(value, 0), 1);

/**
 * Returns the base rate of a kind and setup of signals: the share of first targets, with the interval of its difference
 * to the matched entries plus their share. Null without an interval or a baseline; then no rate may be stated.
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

/** Returns whether a rate may be stated: it has enough resolved signals, with matched entries. */
export function isRateStated(rate: BaseRateView): boolean {
  return rate.n >= BASE_RATE_MIN && rate.verdict !== 'few';
}
