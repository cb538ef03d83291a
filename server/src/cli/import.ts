import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES, forEachLanguage } from '@rasat/contract';
import { resolutionMs, SOURCE_RESOLUTIONS } from '@rasat/engine';
import type { BarRow } from '../connectors/connector.ts';
import { openBaseBars } from '../connectors/files/base-bars.ts';
import { findZoneMisfit } from '../connectors/files/zone-fit.ts';
import {
  type ImportReport,
  type ImportRequest,
  importBars,
  isForex,
  type RefusedRow,
  type SymbolNames,
} from '../modules/market/index.ts';
import { createProgress } from '../progress.ts';
import { withContext } from './command.ts';
import {
  CALENDAR_MARKETS,
  type CommandLine,
  command,
  findCalendar,
  NAME_OPTIONS,
  oneOf,
  readCategory,
  readDigits,
  readFileOptions,
  readSymbol,
} from './command-line.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';

const OPTIONS = `
  --name TEXT, ${NAME_OPTIONS.map((name) => `--${name}`).join(', ')}   how the instrument is called
  --calendar ${CALENDAR_MARKETS.join('|')}      when its market opens
  --time-zone ZONE, --format FORMAT              how the file is read, where it does not say
  --factor-file FILE, --keep-last                for LEAN zips; for an export whose last row is closed
  --force                                        imports also what is implausible
  --report FILE                                  every refused row with its line and reason
  --replace                                      archives the symbol's history and begins a new one`;

/** Number of refused rows that are printed when no report is requested. */
const SHOWN_ROWS = 10;

/** `rasat import`: imports the bars of a file into the database, under a symbol of the source `file`. */
export const importFile = command({
  name: 'import',
  usage: `FILE --symbol S --resolution ${SOURCE_RESOLUTIONS.join('|')} --category ${CATEGORIES.join('|')} --digits N [--replace] [...]`,
  summary: 'the bars of a file as a symbol',
  details: OPTIONS,
  values: [
    'symbol',
    'resolution',
    'category',
    'digits',
    'name',
    ...NAME_OPTIONS,
    'calendar',
    'time-zone',
    'format',
    'factor-file',
    'report',
  ],
  switches: ['replace', 'force', 'keep-last'],
  async run(line) {
    const request = readRequest(line);
    try {
      const report = await withInterrupt((signal) => runImport(line, request, signal));
      tell(report, line.find('report'));
      return 0;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      process.stderr.write('Stopped; nothing was imported.\n');
      return 130;
    }
  },
});

function readRequest(line: CommandLine): ImportRequest {
  const calendar = findCalendar(line);
  const symbol = readSymbol(line);
  return {
    symbol,
    resolution: oneOf('resolution', line.get('resolution'), SOURCE_RESOLUTIONS),
    category: readCategory(line),
    digits: readDigits(line),
    replace: line.has('replace'),
    force: line.has('force'),
    ...readNames(line, symbol),
    ...(calendar && { calendar }),
  };
}

function readNames(line: CommandLine, symbol: string): { name?: SymbolNames } {
  const given = ['name', ...NAME_OPTIONS].some((one) => line.find(one));
  if (!given) return {};
  const plain = line.find('name') ?? symbol;
  return { name: forEachLanguage((language) => line.find(`name-${language}`) ?? plain) };
}

async function runImport(
  line: CommandLine,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<ImportReport> {
  const { resolution, category, digits } = request;
  const factorFile = line.find('factor-file');
  const source = path.resolve(line.words[0] ?? '');
  const { file, rows } = await openBaseBars(source, {
    ...readFileOptions(line),
    digits,
    resolution,
    fx: isForex(category),
    keepLast: line.has('keep-last'),
    ...(factorFile !== undefined && { factorFile: path.resolve(factorFile) }),
  });
  process.stderr.write(`${path.basename(source)}: ${file.format}, times in ${file.timeZone}\n`);
  const hours = {
    symbol: request.symbol,
    lengthMs: resolutionMs[resolution],
    zone: file.timeZone,
  };
  const checked: ImportRequest = line.find('time-zone')
    ? request
    : {
        ...request,
        findWrongHours: (openTimeMs, calendar) =>
          findZoneMisfit({ ...hours, openTimeMs, calendar }),
      };
  const progress = createProgress('Reading', process.stderr);
  let count = 0;
  async function* watched(): AsyncGenerator<BarRow> {
    for await (const row of rows) {
      count += 1;
      if (count % 1000 === 0) {
        progress.show(file.readBytes() / Math.max(1, file.sizeBytes));
        // Reads of a local file may never yield to the event loop, and then Ctrl-C is not handled.
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield row;
    }
    progress.show(1);
  }
  try {
    return await withContext(({ db, clock }) =>
      importBars(db, checked, watched(), clock.now(), signal),
    );
  } finally {
    progress.leave();
  }
}

function tell(report: ImportReport, reportFile: string | undefined): void {
  const { symbol, resolution, epoch, bars, stored, alreadyThere, refused } = report;
  process.stdout.write(
    `${symbol} ${resolution}, epoch ${epoch}: ${bars} bars in the file, ${stored} stored, ` +
      `${alreadyThere} already there, ${refused.length} refused\n`,
  );
  if (reportFile !== undefined) {
    writeFileSync(reportFile, refused.map((row) => `${describe(row)}\n`).join(''));
    return;
  }
  for (const row of refused.slice(0, SHOWN_ROWS)) process.stderr.write(`${describe(row)}\n`);
  if (refused.length > SHOWN_ROWS) {
    process.stderr.write(`and ${refused.length - SHOWN_ROWS} more; --report FILE lists them all\n`);
  }
}

function describe({ line, reason, text }: RefusedRow): string {
  return `line ${line}: ${REASONS[reason]}: ${text}`;
}

const REASONS: Readonly<Record<RefusedRow['reason'], string>> = {
  'not-finite': 'a value is no number',
  'not-positive': 'a price is zero or negative',
  range: 'high or low does not contain open and close, or the volume is negative',
  misaligned: 'it does not open at the beginning of a bar',
  'out-of-order': 'it is older than the row before it',
  duplicate: 'its time was in the file before',
  late: 'later bars are stored already',
  columns: 'it has too few or too many fields',
  time: 'its time cannot be read',
  'no-such-time': 'its local time was skipped by the clocks',
  number: 'a price or the volume cannot be read',
  'no-values': 'it has no prices',
  filler: 'it fills a day without trading',
  'still-forming': 'the bar was not over when the file was written',
  truncated: 'the file ends inside it',
  doubled: 'the row before it has the same time and other values',
  'time-jump': 'its time is far after the rows around it',
  future: 'it opens after the present',
  volume: 'no market trades so much',
  digits: 'a price has too many decimals or is too large',
  differs: 'a bar with other values is stored at its time',
};
