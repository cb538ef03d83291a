import { readFile } from 'node:fs/promises';
import { RecordFileError, readRecordFile } from '@rasat/contract';
import {
  type CanonicalValue,
  type Comparison,
  canonicalJson,
  type RecomputeReason,
  type RecomputeStep,
  type RecomputeStepName,
  type RecordFile,
  recompute,
} from '@rasat/ledger';
import { sha256 } from '../platform/sha256.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * Recomputes the row of a downloaded file and prints each step, without a server, a database or a network. Returns 0
 * when everything that can be checked is equal. Throws `StartError` when the file is no downloaded row.
 */
export async function verifyOffline(name: string): Promise<number> {
  const file = await readFileNamed(name);
  process.stdout.write(`${describeRow(file)}\n`);
  const { verdict, steps } = recompute(file, sha256, (step) => {
    process.stdout.write(`${describeStep(step)}\n`);
  });
  if (file.head) {
    const { day, root } = file.head;
    process.stdout.write(
      `The file cannot vouch for its head: compare the root of ${day}, ${root}, with one that was published elsewhere.\n`,
    );
  }
  const unknown = steps.filter(({ state }) => state === 'unknown').length;
  process.stdout.write(`${VERDICTS[verdict]}${unknown > 0 ? `, ${unknown} not known` : ''}\n`);
  return verdict === 'equal' ? 0 : 1;
}

const VERDICTS = {
  equal: 'equal: everything that can be known comes out as it was published',
  vendor:
    'vendor: the row is what its bars gave, but a vendor delivered others later, which would have given another',
  differs: 'differs: something is not what was published',
} as const;

async function readFileNamed(name: string): Promise<RecordFile> {
  let text: string;
  try {
    text = await readFile(name, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new StartError(missing ? `There is no file ${name}.` : `${name} cannot be read.`);
  }
  try {
    return readRecordFile(text);
  } catch (error) {
    if (!(error instanceof RecordFileError)) throw error;
    throw new StartError(`${name} ${refusalOf(error)}`);
  }
}

function refusalOf({ code, field }: RecordFileError): string {
  switch (code) {
    case 'no-record-file':
      return 'is not the file of a row of the record.';
    case 'other-version':
      return 'is the file of a row, but of a version that this program does not read.';
    case 'damaged':
      return `is damaged: "${field}" cannot be what it says.`;
  }
}

function describeRow({ row, series }: RecordFile): string {
  const { seq, symbol, source, kind, setup, barTime, createdAt, origin, engineVersion } = row;
  return (
    `row ${seq}: ${symbol} (${source}, ${series.category}), ${kind} ${setup}, known ${iso(barTime)}, ` +
    `published ${iso(createdAt)} (${origin}), engine ${engineVersion}`
  );
}

const STATES = { equal: 'equal', differs: 'DIFFERS', unknown: 'not known' } as const;

const NAMES: Readonly<Record<RecomputeStepName, string>> = {
  file: 'checksum of the file',
  row: "the row's own hash",
  chain: 'link to the row before',
  head: "place in the tree of the day's head",
  bars: 'hash of the bars up to it',
  signal: 'the row from the bars',
  outcomes: 'outcomes from the bars',
  baseline: 'matched entries',
  twin: 'shifted twin of the weekly set',
  corrections: 'later values of the vendor',
};

const REASONS: Readonly<Record<RecomputeReason, string>> = {
  'no-head': 'no head that was published covers it yet',
  'other-engine': 'it is of a version of the engine that this program does not have',
  'not-stored': 'they have not been computed yet',
  'no-bars': 'the bars cannot be read',
  'damaged-bars': 'a chunk of the bars is damaged',
  'no-signal': 'the bars give no such signal',
  impossible: 'nothing can be computed from its values',
  vendor: 'with them signal or outcomes would be others',
};

function describeStep({ name, state, reason, compared }: RecomputeStep): string {
  const equal = compared.filter((one) => one.equal).length;
  const why = reason === null ? describeEqual(name, equal) : REASONS[reason];
  const line = `${STATES[state].padEnd(9)}  ${NAMES[name]}${why === '' ? '' : `: ${why}`}`;
  const differing = compared.filter((one) => !one.equal).map(describeDifference);
  return [line, ...differing].join('\n');
}

function describeEqual(name: RecomputeStepName, equal: number): string {
  if (equal > 1) return `${equal} values`;
  return equal === 0 && name !== 'corrections' ? 'none' : '';
}

function describeDifference({ what, published, computed }: Comparison): string {
  const bar = /^bar\.(-?\d+)$/.exec(what);
  return bar
    ? `             bar of ${iso(Number(bar[1]))}: first ${show(published)}, later ${show(computed)}`
    : `             ${what}: published ${show(published)}, computed ${show(computed)}`;
}

const show = (value: CanonicalValue): string => (value === null ? 'none' : canonicalJson(value));

/** Formats a moment as ISO 8601; one outside the range of `Date` as its number. */
const iso = (timeMs: number): string =>
  Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : String(timeMs);
