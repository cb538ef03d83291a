import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { listSeries } from '../market/index.ts';
import { runningBuild, startBuildRules } from './build-rules.ts';
import { createFindings, type Finding } from './findings.ts';
import { listSeriesVersions } from './series-version.ts';
import { verifyChains } from './verify-chains.ts';
import { verifySeries } from './verify-series.ts';

/** Progress of a verification. */
export interface VerifyProgress {
  /** Place being verified: `chains` or a symbol. */
  readonly at: string;
  readonly done: number;
  readonly total: number;
}

/** Result of a verification. */
export interface VerifyReport {
  readonly ledgerRows: number;
  readonly outcomes: number;
  readonly series: number;
  readonly bars: number;
  readonly events: number;
  /** Events of engine versions that this program does not contain; only the chain over them was checked. */
  readonly ofOtherVersions: number;
  readonly findings: readonly Finding[];
  /** Number of findings, including those that the list leaves out. */
  readonly found: number;
}

/**
 * Walks both chains of the record, checks the registered builds and recomputes what was published from the stored bars, of every series or of one
 * symbol's, archived ones included. Reads one snapshot of the database; a running server may continue meanwhile.
 */
export function verifyRecord(
  db: Db,
  options: {
    readonly symbol?: string;
    readonly onProgress?: (progress: VerifyProgress) => void;
    /** Reads the hash of the build that runs; default is the program's own. */
    readonly running?: () => Promise<string>;
  } = {},
): Promise<VerifyReport> {
  const { symbol, onProgress = () => {}, running = runningBuild } = options;
  return inTransaction(
    db,
    async (trx) => {
      const all = await listSeries(trx);
      const wanted = symbol === undefined ? all : all.filter((one) => one.symbol === symbol);
      const findings = createFindings();
      const total = wanted.length + 1;
      const builds = await startBuildRules(trx, running);
      const chains = await verifyChains(
        trx,
        findings,
        () => onProgress({ at: 'chains', done: 0, total }),
        builds.content,
      );
      for (const { what } of await builds.end()) findings.add('builds', what);
      const sum = { bars: 0, events: 0, ofOtherVersions: 0 };
      const versions = await listSeriesVersions(trx, wanted);
      for (const [i, series] of wanted.entries()) {
        onProgress({ at: series.symbol, done: i + 1, total });
        const count = await verifySeries(
          trx,
          series,
          versions.filter((one) => one.series === series),
          findings,
        );
        sum.bars += count.bars;
        sum.events += count.events;
        sum.ofOtherVersions += count.ofOtherVersions;
      }
      onProgress({ at: '', done: total, total });
      return {
        ledgerRows: chains.ledger,
        outcomes: chains.outcomes,
        series: wanted.length,
        ...sum,
        findings: findings.list(),
        found: findings.count,
      };
    },
    'repeatable read',
  );
}
