import { type VerifyProgress, type VerifyReport, verifyRecord } from '../modules/record/index.ts';
import { StartError } from '../platform/start-error.ts';
import { withContext } from './command.ts';
import { command, readSymbol } from './command-line.ts';
import { verifyHeads } from './verify-heads.ts';
import { verifyOffline } from './verify-offline.ts';

/**
 * `rasat verify`: walks the record's chains and recomputes every published row from the stored bars; progress goes to
 * stderr, the result to stdout. Exits with 1 when a check fails. With `--offline` it checks only the row of one
 * downloaded file, with `--head` only the heads of a file against the record.
 */
export const verify = command({
  name: 'verify',
  usage: '[--symbol S | --offline FILE | --head FILE]',
  summary:
    'recomputes every published row and checks the chain; or one row, or kept heads, from a file',
  wordCount: 0,
  values: ['symbol', 'offline', 'head'],
  async run(line) {
    const [first, second] = ['symbol', 'offline', 'head'].filter(
      (name) => line.find(name) !== undefined,
    );
    if (second !== undefined) {
      throw new StartError(`--${first} and --${second} cannot be used together.`);
    }
    const file = line.find('offline');
    if (file !== undefined) return verifyOffline(file);
    const heads = line.find('head');
    if (heads !== undefined) return verifyHeads(heads);
    const symbol = line.find('symbol') === undefined ? undefined : readSymbol(line);
    const report = await withContext(({ db }) =>
      verifyRecord(db, { ...(symbol !== undefined && { symbol }), onProgress: showProgress }),
    );
    if (symbol !== undefined && report.series === 0) {
      throw new StartError(`There is no symbol ${symbol}.`);
    }
    process.stdout.write(describe(report));
    return report.found === 0 ? 0 : 1;
  },
});

function showProgress({ at, done, total }: VerifyProgress): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K${done === total ? '' : `${done}/${total} ${at}`}`);
  }
}

function describe(report: VerifyReport): string {
  const { ledgerRows, outcomes, series, bars, events, ofOtherVersions, findings, found } = report;
  const lines = findings.map(({ where, what }) => `${where}: ${what}`);
  const looked =
    `${ledgerRows} rows and ${outcomes} outcomes in the record; ${events} events of ` +
    `${series} histories recomputed from ${bars} bars`;
  lines.push(looked);
  if (ofOtherVersions > 0) {
    lines.push(`${ofOtherVersions} events of other engine versions: only their chain was checked`);
  }
  if (report.uncovered > 0) {
    lines.push(
      `${report.uncovered} 15-minute bars have no hour that covers them: they were not checked`,
    );
  }
  if (report.inherited > 0) {
    lines.push(`${report.inherited} inherited rows and outcomes break an invariant`);
  }
  lines.push(found === 0 ? 'no gap, double or difference' : `${found} findings`);
  return `${lines.join('\n')}\n`;
}
