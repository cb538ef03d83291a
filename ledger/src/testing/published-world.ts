import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { ENGINE_VERSION, type EngineVersion, roundTo } from '@rasat/engine';
import { type BarColumns, createColumns, encodeBars, sliceColumns } from '../bars/bars-codec.ts';
import { createHistory } from '../baselines/history.ts';
import { matchEntries } from '../baselines/matched-entries.ts';
import { followLevels, shiftLevels } from '../baselines/placebo-levels.ts';
import { costMultiple } from '../figures/costs.ts';
import { fromHex } from '../rows/bytes.ts';
import type { CanonicalValue } from '../rows/canonical-json.ts';
import {
  CHAIN_START,
  chainedText,
  type LedgerRow,
  type OutcomeRow,
  originOf,
} from '../rows/chain.ts';
import { draftOf, toHex } from '../rows/drafts.ts';
import { recordedEntry, recordedLevels } from '../rows/entry.ts';
import { startSeriesRun } from '../rows/series-run.ts';
import { growTree, leafOf, rootOf, type SubtreeName, siblingsOf } from '../tree/merkle.ts';
import type {
  RecomputeReport,
  RecomputeStep,
  RecomputeStepName,
} from '../verification/recompute-step.ts';
import { checksumOf, type RecordFile } from '../verification/record-file.ts';

/** Returns SHA-256 as the product computes it. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Cost of a round trip in the series. */
const COST = { unit: 'basisPoints', amount: 10 } as const;
/** Opening time of the first bar. */
export const FROM = Date.UTC(2024, 0, 1);

type Writable<T> = T extends object
  ? {
      -readonly [K in keyof T]: K extends 'detail'
        ? Record<string, CanonicalValue>
        : Writable<T[K]>;
    }
  : T;
/** A record file that a test may change. */
export type WritableFile = Writable<Omit<RecordFile, 'ended'>> & Pick<RecordFile, 'ended'>;

/** A series and its published rows. */
export type World = ReturnType<typeof makeWorld>;

/** Returns a random walk of hours without a break; the same for the same seed. */
export function makeBars(seed: number, length: number): BarColumns {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const bars = createColumns(length);
  let last = 100;
  for (let i = 0; i < length; i++) {
    const path = [last];
    for (let k = 0; k < 4; k++) {
      last = roundTo(last * (1 + (random() + random() + random() - 1.5) * 0.004), 2);
      path.push(last);
    }
    bars.openTimeMs[i] = FROM + i * HOUR;
    bars.open[i] = path[0]!;
    bars.high[i] = Math.max(...path);
    bars.low[i] = Math.min(...path);
    bars.close[i] = last;
    bars.volume[i] = Math.floor(random() * 1000);
  }
  return bars;
}

/**
 * Returns what an unmanipulated server publishes for a series of so many hours under a version of the engine, and in
 * `waitHours` without a bar afterwards; forecasts are those made after `forecastsAfterMs`, by default none.
 */
export function makeWorld(
  length: number,
  {
    version = ENGINE_VERSION,
    seed = 7,
    forecastsAfterMs = null,
    waitHours = 0,
  }: {
    version?: EngineVersion;
    seed?: number;
    forecastsAfterMs?: number | null;
    waitHours?: number;
  } = {},
) {
  const bars = makeBars(seed, length);
  const series = {
    id: 3,
    symbol: 'SOLUSDT',
    source: 'simulated',
    category: 'crypto' as const,
    digits: 2,
    base: '60' as const,
    fx: false,
  };
  const run = startSeriesRun(
    series,
    sha256,
    { noBars: new Uint8Array(32) },
    { version, forecastsAfterMs },
  );
  for (let i = 0; i < bars.length; i++) run.read(bars, i);
  const publishedTo = FROM + (bars.length + waitHours) * HOUR;
  run.advance(publishedTo);
  const ledger: LedgerRow[] = [];
  const outcomes: OutcomeRow[] = [];
  const seqOf = new Map<string, number>();
  const chain = <T extends { readonly barTime: number }>(
    draft: T,
    place: object,
    prevHash: string,
  ) => {
    const createdAt = draft.barTime + 1500;
    const row = { ...draft, ...place, createdAt, origin: originOf(draft.barTime, createdAt) };
    const text = chainedText(prevHash, row as unknown as Record<string, CanonicalValue>);
    return { ...row, prevHash, hash: hash('sha256', text) };
  };
  for (const event of run.takeEvents()) {
    const draft = draftOf(event, version, series);
    if (draft?.to === 'ledger') {
      const seq = ledger.length + 1;
      seqOf.set(event.key, seq);
      const prevHash = ledger.at(-1)?.hash ?? CHAIN_START;
      ledger.push(chain(draft.row, { seq }, prevHash) as unknown as LedgerRow);
    } else if (draft?.to === 'outcome') {
      const place = { no: outcomes.length + 1, seq: seqOf.get(draft.of)! };
      const prevHash = outcomes.at(-1)?.hash ?? CHAIN_START;
      outcomes.push(chain(draft.row, place, prevHash) as unknown as OutcomeRow);
    }
  }
  const trees = { ledger: treeOver(ledger), outcomes: treeOver(outcomes) };
  return { bars, series, ledger, outcomes, publishedTo, trees };
}

/** Returns the root over the hashes of rows, and the audit path of each of them. */
function treeOver(rows: readonly { readonly hash: string }[]) {
  const nodes = new Map<string, Uint8Array>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) =>
    nodes.set(`${level} ${position}`, own),
  );
  for (const row of rows) tree.append(leafOf(fromHex(row.hash), sha256));
  const hashOf = (subtrees: readonly SubtreeName[]): string =>
    toHex(
      rootOf(
        subtrees.map(({ level, position }) => nodes.get(`${level} ${position}`)!),
        sha256,
      )!,
    );
  return {
    root: toHex(tree.root()),
    pathOf: (index: number) => siblingsOf(index, rows.length).map(hashOf),
  };
}

/** Returns the record file that an unmanipulated server serves for a row. */
export function fileOf(row: LedgerRow, of: World): WritableFile {
  const { bars, series, ledger, outcomes, publishedTo, trees } = of;
  const own = outcomes.filter(({ seq }) => seq === row.seq);
  const history = createHistory(bars, series);
  const entry = recordedEntry(row, own.find(({ leg }) => leg === 'entry') ?? null);
  const matched =
    entry &&
    matchEntries(history, entry, (price, risk) => costMultiple(COST, series.symbol, price, risk));
  const chunks: string[] = [];
  for (let at = 0; at < bars.length; at += 1000) {
    const part = sliceColumns(bars, at, Math.min(at + 1000, bars.length));
    chunks.push(Buffer.from(encodeBars(part, series.digits)).toString('base64'));
  }
  return withChecksum({
    format: 'rasat-record-row',
    version: 2,
    row,
    before: ledger[row.seq - 2]?.hash ?? CHAIN_START,
    after: ledger[row.seq]?.hash ?? null,
    outcomes: own,
    publishedTo,
    series,
    bars: chunks,
    corrections: [],
    head: {
      day: '2025-08-06',
      size: ledger.length,
      hash: ledger.at(-1)!.hash,
      root: trees.ledger.root,
      outcomes: outcomes.length,
      outcomesHash: outcomes.at(-1)!.hash,
      outcomesRoot: trees.outcomes.root,
      created: publishedTo,
    },
    path: trees.ledger.pathOf(row.seq - 1),
    outcomePaths: own.map(({ no }) => trees.outcomes.pathOf(no - 1)),
    baseline: matched && {
      reason: matched.reason,
      entries1: [...matched.thousandths1],
      entries2: [...matched.thousandths2],
      targets1: matched.targets1,
      stops1: matched.stops1,
      targets2: matched.targets2,
      open: matched.open,
      cost: COST,
      costs: matched.costs,
      coverage: matched.coverage,
      complete: matched.complete,
      barsTo: publishedTo,
    },
    twin: row.kind === 'levels' ? twinOf(row, history, publishedTo) : null,
  });
}

function withChecksum(file: Omit<RecordFile, 'checksum'>): WritableFile {
  const copy = structuredClone(file) as WritableFile;
  return { ...copy, checksum: checksumOf(file, sha256) };
}

function twinOf(
  row: LedgerRow,
  history: ReturnType<typeof createHistory>,
  barsTo: number,
): RecordFile['twin'] {
  const set = recordedLevels(row)!;
  const shifted = followLevels(history, shiftLevels(set, 2));
  const { trade } = shifted;
  return {
    touch: followLevels(history, set).touch,
    twinTouch: shifted.touch,
    twinStatus1: trade?.status1 ?? null,
    twinStatus2: trade?.status2 ?? null,
    twinR1: trade?.r1 ?? null,
    twinR2: trade?.r2 ?? null,
    complete: barsTo >= set.d + 21 * DAY,
    barsTo,
  };
}

/** Returns a changed copy of the file with a valid checksum, as a forger would write it. */
export function forge(file: RecordFile, change: (draft: WritableFile) => void): WritableFile {
  const draft = structuredClone(file) as WritableFile;
  change(draft);
  return withChecksum(draft);
}

/** Returns a step of a report by its name. */
export const stepOf = (report: RecomputeReport, name: RecomputeStepName): RecomputeStep =>
  report.steps.find((step) => step.name === name)!;
/** Returns the differing values of a report, as `step value`. */
export const differing = (report: RecomputeReport): string[] =>
  report.steps
    .filter(({ state }) => state === 'differs')
    .flatMap(({ name, compared }) =>
      compared.filter(({ equal }) => !equal).map(({ what }) => `${name} ${what}`),
    );

/** Returns a file of each kind of row, from a time when everything about a row is known. */
export function examplesOf(world: World) {
  const { ledger, outcomes } = world;
  const first = (kind: LedgerRow['kind'], outcomeCount?: number): WritableFile => {
    const row = ledger.find(
      ({ seq, kind: own, barTime }) =>
        own === kind &&
        barTime > FROM + 80 * DAY &&
        (outcomeCount === undefined ||
          outcomes.filter((outcome) => outcome.seq === seq).length === outcomeCount),
    );
    assert.ok(row);
    return fileOf(row, world);
  };
  return { condition: first('condition'), box: first('box', 2), levels: first('levels', 3) };
}
