import { ENGINE_VERSION, isEngineVersion } from '@rasat/engine';
import { fromHex } from '../rows/bytes.ts';
import { CHAIN_START, chainedTextOf, originOf } from '../rows/chain.ts';
import { toHex } from '../rows/drafts.ts';
import type { Sha256 } from '../rows/input-hash.ts';
import { leafOf, rootOfPath } from '../tree/merkle.ts';
import { readFileBars } from './recompute-bars.ts';
import { baselineStep, twinStep } from './recompute-entries.ts';
import {
  checkOutcomeHashes,
  correctionsStep,
  followRow,
  outcomesStep,
  signalStep,
} from './recompute-run.ts';
import {
  type Comparison,
  compare,
  type OnRecomputeStep,
  type RecomputeReason,
  type RecomputeReport,
  type RecomputeStep,
  type RecomputeStepName,
  stepOf,
  unknownStep,
} from './recompute-step.ts';
import { checksumOf, type RecordFile } from './record-file.ts';

/**
 * Computes the row of a file again from its bars, under the row's own version of the engine if this program contains
 * it, and compares everything published of the row. It is pure, with the same result in every JavaScript engine.
 * `onStep` receives each step when it is done. The file cannot prove that its head was published: compare the root with
 * one from another source.
 */
export function recompute(
  file: RecordFile,
  sha256: Sha256,
  onStep: OnRecomputeStep = () => {},
): RecomputeReport {
  const steps: RecomputeStep[] = [];
  const report = (step: RecomputeStep): void => {
    steps.push(step);
    onStep(step);
  };
  /** A computation may fail with manipulated values. */
  const reportComputed = (name: RecomputeStepName, compute: () => RecomputeStep): void => {
    try {
      report(compute());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      report(stepOf(name, [compare('values', error.message, null)], 'impossible'));
    }
  };
  const { row } = file;
  report(stepOf('file', [compare('checksum', file.checksum, checksumOf(file, sha256))]));
  report(rowStep(file, sha256));
  report(stepOf('chain', [compare('prevHash', row.prevHash, expectedBefore(file))]));
  report(headStep(file, sha256));
  const outcomeHashes = checkOutcomeHashes(file, sha256);
  const withoutRun = (reason: RecomputeReason): void => {
    report(unknownStep('signal', reason));
    report(unknownStep('outcomes', reason, outcomeHashes));
  };

  const { columns, damaged } = readFileBars(file);
  if (columns === null) {
    report(stepOf('bars', [compare('chunk', damaged, null)], 'damaged-bars'));
    withoutRun('no-bars');
    if (hasEntries(file)) report(unknownStep('baseline', 'no-bars'));
    if (row.kind === 'levels') report(unknownStep('twin', 'no-bars'));
    report(unknownStep('corrections', 'no-bars'));
    return { steps, verdict: verdictOf(steps), bars: 0 };
  }
  const isKnown = isEngineVersion(row.engineVersion);
  const version = isEngineVersion(row.engineVersion) ? row.engineVersion : ENGINE_VERSION;
  const followed = followRow(file, columns, sha256, version);
  report(stepOf('bars', [compare('inputHash', row.inputHash, followed.inputHash)]));
  if (isKnown) {
    report(signalStep(file, followed));
    report(outcomesStep(file, followed, outcomeHashes));
  } else {
    withoutRun('other-engine');
  }
  if (hasEntries(file)) reportComputed('baseline', () => baselineStep(file, columns));
  if (row.kind === 'levels') reportComputed('twin', () => twinStep(file, columns));
  if (isKnown) report(correctionsStep(file, columns, followed));
  else report(unknownStep('corrections', 'other-engine'));
  return { steps, verdict: verdictOf(steps), bars: followed.barsRead };
}

/** Whether matched entries are compared: a forecast has none, so stored ones differ. */
const hasEntries = ({ row, baseline }: RecordFile): boolean =>
  row.kind !== 'forecast' || baseline !== null;

function rowStep({ row }: RecordFile, sha256: Sha256): RecomputeStep {
  const hash = toHex(sha256(new TextEncoder().encode(chainedTextOf(row))));
  return stepOf('row', [
    compare('hash', row.hash, hash),
    compare('origin', row.origin, originOf(row.barTime, row.createdAt)),
  ]);
}

const expectedBefore = ({ row, before }: RecordFile): string =>
  row.seq === 1 ? CHAIN_START : before;

/**
 * Compares the root of the head, the neighbour that is the row's own sibling in the tree, and the root over the
 * outcomes for each outcome that the head covers.
 */
function headStep(file: RecordFile, sha256: Sha256): RecomputeStep {
  const { row, before, after, head, path } = file;
  if (head === null) return unknownStep('head', 'no-head');
  const index = row.seq - 1;
  const leaf = (hash: string): Uint8Array => leafOf(fromHex(hash), sha256);
  const root = rootOfPath(leaf(row.hash), index, head.size, path.map(fromHex), sha256);
  const compared: Comparison[] = [compare('root', head.root, root && toHex(root))];
  const sibling = index % 2 === 1 ? before : row.seq < head.size ? after : null;
  if (sibling !== null) compared.push(compare('sibling', path[0] ?? null, toHex(leaf(sibling))));
  if (row.seq === head.size) compared.push(compare('hash', head.hash, row.hash));
  const { ended } = file;
  if (ended && (ended.path !== null || ended.row.seq <= head.size)) {
    const { seq, hash } = ended.row;
    const own = rootOfPath(leaf(hash), seq - 1, head.size, (ended.path ?? []).map(fromHex), sha256);
    compared.push(compare('ended.root', head.root, own && toHex(own)));
  }
  return stepOf('head', [...compared, ...compareOutcomePaths(file, head, sha256)]);
}

/** Compares the root that follows from each outcome's path; a covered outcome without a path differs. */
function compareOutcomePaths(
  { outcomes, outcomePaths }: RecordFile,
  head: NonNullable<RecordFile['head']>,
  sha256: Sha256,
): Comparison[] {
  const compared: Comparison[] = [];
  if (outcomePaths.length !== outcomes.length) {
    compared.push(compare('outcomePaths', outcomePaths.length, outcomes.length));
  }
  for (const [at, { no, leg, hash }] of outcomes.entries()) {
    const path = outcomePaths[at] ?? null;
    const isCovered = head.outcomesRoot !== null && no <= head.outcomes;
    if (path === null && !isCovered) continue;
    const leaf = leafOf(fromHex(hash), sha256);
    const root = path && rootOfPath(leaf, no - 1, head.outcomes, path.map(fromHex), sha256);
    compared.push(compare(`${leg}.outcomesRoot`, head.outcomesRoot, root && toHex(root)));
    if (no === head.outcomes)
      compared.push(compare(`${leg}.outcomesHash`, head.outcomesHash, hash));
  }
  return compared;
}

function verdictOf(steps: readonly RecomputeStep[]): RecomputeReport['verdict'] {
  const differing = steps.filter(({ state }) => state === 'differs');
  if (differing.length === 0) return 'equal';
  return differing.every(({ reason }) => reason === 'vendor') ? 'vendor' : 'differs';
}
