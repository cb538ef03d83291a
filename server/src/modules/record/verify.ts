import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { listSeries } from '../market/index.ts';
import { runningBuild, startBuildRules } from './build-rules.ts';
import { checkFigures } from './check-figures.ts';
import { checkSeries, readCheckMarks, WHOLE_SCOPE } from './check-series.ts';
import { startSorting } from './check-store.ts';
import { createFindings, type Finding } from './findings.ts';
import { listSeriesVersions } from './series-version.ts';
import { verifyChains } from './verify-chains.ts';
import { placeOf, verifySeries } from './verify-series.ts';

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
  /** 15-minute bars whose hour is not stored; no check covers their prices. */
  readonly uncovered: number;
  /** Rows and outcomes that break an invariant and are listed as inherited. */
  readonly inherited: number;
  readonly findings: readonly Finding[];
  /** Number of findings, including those that the list leaves out. */
  readonly found: number;
}

/**
 * Walks both chains of the record, checks the registered builds and recomputes what was published from the stored bars,
 * of every series or of one symbol's, archived ones included: by the engine, and by the second resolver with matched
 * entries, twins, the list of rows and the bars of other resolutions. Figures are computed again for all series. Reads
 * one snapshot of the database; a running server may continue meanwhile.
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
      const sorter = await startSorting(trx);
      const chains = await verifyChains(
        trx,
        findings,
        () => onProgress({ at: 'chains', done: 0, total }),
        builds.content,
        sorter.into((flaw) => findings.add(flaw.class, flaw.text)),
      );
      for (const { what, code } of await builds.end()) findings.add(`builds, ${code}`, what);
      const sum = { bars: 0, events: 0, ofOtherVersions: 0, uncovered: 0 };
      const versions = await listSeriesVersions(trx, wanted);
      const marks = await readCheckMarks(trx);
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
        const place = placeOf(series);
        const { uncovered } = await checkSeries(
          trx,
          series,
          { ...WHOLE_SCOPE, marks },
          sorter.into((flaw) => findings.add(`${place}, ${flaw.class}`, flaw.text)),
        );
        sum.uncovered += uncovered;
      }
      if (symbol === undefined) {
        onProgress({ at: 'figures', done: total, total });
        await checkFigures(trx, (flaw) => findings.add(flaw.class, flaw.text));
      }
      onProgress({ at: '', done: total, total });
      return {
        ledgerRows: chains.ledger,
        outcomes: chains.outcomes,
        series: wanted.length,
        ...sum,
        inherited: sorter.inherited,
        findings: findings.list(),
        found: findings.count,
      };
    },
    'repeatable read',
  );
}
