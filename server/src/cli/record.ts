import { type RecordReport, runRecord } from '../modules/record/index.ts';
import { StartError } from '../platform/start-error.ts';
import { withContext } from './command.ts';
import { command } from './command-line.ts';
import { withInterrupt } from './interrupt.ts';

/**
 * `rasat record`: updates the record's figures to now, with or without a running server; progress goes to stderr, the
 * result to stdout. Exits with 1 when the certificate names something that no longer follows from the bars.
 */
export const record = command({
  name: 'record',
  usage: '',
  summary: "computes the record's figures now",
  wordCount: 0,
  async run() {
    const began = performance.now();
    const report = await withInterrupt((signal) =>
      withContext((context) => runRecord(context, { signal, progress: showProgress })),
    );
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    if (!report) throw new StartError('The record is being computed already; its figures follow.');
    process.stdout.write(describe(report, (performance.now() - began) / 1000));
    const { engineFailures, vendorFailures } = report.certificate;
    return engineFailures + vendorFailures === 0 ? 0 : 1;
  },
});

function showProgress(share: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${Math.floor(share * 100)} %`);
}

function describe(report: RecordReport, seconds: number): string {
  const { rows, outcomes, baselines, twins, figures, head, certificate } = report;
  const { signals, levelSets, boxes, engineFailures, vendorFailures } = certificate;
  const failures = engineFailures + vendorFailures;
  const lines = [
    `${rows} rows and ${outcomes} outcomes, ${figures} figures in ${seconds.toFixed(1)} s`,
    `matched entries of ${baselines} rows and the twins of ${twins} weekly sets were computed`,
    `${signals} signals, ${levelSets} weekly sets, ${boxes} boxes and ${certificate.outcomes} outcomes were computed again`,
    failures === 0
      ? 'all of them follow from the bars up to their time'
      : `${failures} do not follow from the bars up to their time (engine ${engineFailures}, changed bars ${vendorFailures})`,
    head ? `head of ${head.day}: ${head.size} rows, ${head.hash}` : 'no row is published yet',
  ];
  return `${lines.join('\n')}\n`;
}
