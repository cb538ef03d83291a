import type { EngineVersion } from '@rasat/engine';
import type { BarColumns } from '../bars/bars-codec.ts';
import type { CanonicalValue } from '../rows/canonical-json.ts';
import { chainedTextOf, originOf } from '../rows/chain.ts';
import { draftOf, type LedgerDraft, type OutcomeDraft, toHex } from '../rows/drafts.ts';
import { openLegs, VOID, voidDraft } from '../rows/ended.ts';
import type { Sha256 } from '../rows/input-hash.ts';
import { registerText } from '../rows/register.ts';
import { type EventRecord, startSeriesRun } from '../rows/series-run.ts';
import { applyCorrections, countClosed, findBarValues } from './recompute-bars.ts';
import {
  type Comparison,
  compare,
  compareFields,
  type RecomputeStep,
  stepOf,
} from './recompute-step.ts';
import type { EndedRow, RecordFile } from './record-file.ts';

/** The engine's results for the row of a file. */
export interface FollowedRow {
  readonly version: EngineVersion;
  /** Bars that close by the row's time, and the rolling hash over them. */
  readonly barsRead: number;
  readonly inputHash: string;
  /** The row that the bars give for its key; null without one. */
  readonly signal: LedgerDraft | null;
  /** Its outcomes by leg, up to the time up to which the file has outcomes. */
  readonly outcomes: ReadonlyMap<OutcomeDraft['leg'], OutcomeDraft>;
}

/** Runs a version of the engine over the bars: to the row's time, then to that of its last outcomes. */
export function followRow(
  file: RecordFile,
  bars: BarColumns,
  sha256: Sha256,
  version: EngineVersion,
): FollowedRow {
  const { row, series, publishedTo } = file;
  const run = startSeriesRun(
    series,
    sha256,
    { noBars: new Uint8Array(32) },
    {
      version,
      forecastsAfterMs: row.kind === 'forecast' ? row.barTime - 1 : null,
    },
  );
  const readTo = (end: number): void => {
    while (run.bars < end) run.read(bars, run.bars);
  };
  const draft = (event: EventRecord) => draftOf(event, version, series);

  readTo(countClosed(bars, series.base, row.barTime));
  run.advance(row.barTime);
  const { bars: barsRead, inputHash } = run;
  const before = run.takeEvents();
  const found = before.find(({ key }) => key === row.eventKey);
  const signal = found ? draft(found) : null;

  readTo(countClosed(bars, series.base, publishedTo));
  run.advance(publishedTo);
  const outcomes = new Map<OutcomeDraft['leg'], OutcomeDraft>();
  for (const event of [...before, ...run.takeEvents()]) {
    if (!isOutcome(event)) continue;
    const outcome = draft(event);
    if (outcome?.to === 'outcome' && outcome.of === row.eventKey) {
      outcomes.set(outcome.row.leg, outcome.row);
    }
  }
  if (file.ended) addVoids(outcomes, file, file.ended.row, bars, toHex(run.inputHash));
  return {
    version,
    barsRead,
    inputHash: toHex(inputHash),
    signal: signal?.to === 'ledger' ? signal.row : null,
    outcomes,
  };
}

/** Adds an outcome for each leg that the bars leave open when the series ends. */
function addVoids(
  outcomes: Map<OutcomeDraft['leg'], OutcomeDraft>,
  { row, series, outcomes: published }: RecordFile,
  { seq, detail: { reason, at: atMs } }: EndedRow,
  bars: BarColumns,
  inputHash: string,
): void {
  const close = bars.close[bars.length - 1] ?? Number.NaN;
  const touch = outcomes.get('touch');
  const isVoid = published.some(({ leg, status }) => leg === 'touch' && status === VOID);
  // Time alone ends a forecast after the last bar; the series may have ended before the server advanced to it.
  if (touch && isVoid && countClosed(bars, series.base, touch.barTime - 1) === bars.length) {
    outcomes.delete('touch');
  }
  for (const leg of openLegs(row, [...outcomes.values()], atMs, series.fx)) {
    outcomes.set(leg, voidDraft(leg, row.engineVersion, { seq, reason, atMs, close, inputHash }));
  }
}

const isOutcome = ({ event }: EventRecord): boolean =>
  event.type === 'levelsTrade' || event.type === 'touched' || 'leg' in event;

/** Compares the row with the engine's, field by field. */
export function signalStep({ row }: RecordFile, { signal }: FollowedRow): RecomputeStep {
  if (signal === null) {
    return stepOf('signal', [compare('eventKey', row.eventKey, null)], 'no-signal');
  }
  const { seq: _seq, createdAt: _at, origin: _origin, prevHash: _prev, hash: _hash, ...own } = row;
  return stepOf('signal', compareFields(own, signal));
}

/** Compares each outcome's hash, its row, and its origin, and the register row that ends the series. */
export function checkOutcomeHashes(file: RecordFile, sha256: Sha256): Comparison[] {
  const { row, outcomes, ended } = file;
  const ofEnd = ended ? compareEnd(file, ended.row, sha256) : [];
  const own = outcomes.flatMap((outcome) => {
    const text = new TextEncoder().encode(chainedTextOf(outcome));
    const { leg, barTime, createdAt } = outcome;
    return [
      compare(`${leg}.seq`, outcome.seq, row.seq),
      compare(`${leg}.hash`, outcome.hash, toHex(sha256(text))),
      compare(`${leg}.origin`, outcome.origin, originOf(barTime, createdAt)),
    ];
  });
  return [...ofEnd, ...own];
}

/** Compares the hash of the register row that ends a series, its series, and that no bar of the file closes later. */
function compareEnd({ row, publishedTo }: RecordFile, end: EndedRow, sha256: Sha256): Comparison[] {
  const { seriesId, at } = end.detail;
  return [
    compare('ended.hash', end.hash, toHex(sha256(new TextEncoder().encode(registerText(end))))),
    compare('ended.seriesId', seriesId, row.seriesId),
    compare('ended.at', publishedTo >= at, true),
  ];
}

/** Compares the outcomes with the engine's, field by field. A missing, extra or double outcome differs. */
export function outcomesStep(
  file: RecordFile,
  followed: FollowedRow,
  hashes: readonly Comparison[],
): RecomputeStep {
  const missing = new Map(followed.outcomes);
  const compared = file.outcomes.flatMap((outcome) => {
    const { leg } = outcome;
    const computed = missing.get(leg);
    missing.delete(leg);
    if (!computed) return [compare(leg, outcome.price, null)];
    const {
      no: _no,
      seq: _seq,
      createdAt: _at,
      origin: _origin,
      prevHash: _prev,
      hash: _hash,
      ...own
    } = outcome;
    return compareFields(own, computed, `${leg}.`);
  });
  for (const { leg, price } of missing.values()) compared.push(compare(leg, null, price));
  return stepOf('outcomes', [...hashes, ...compared]);
}

const NO_HASH = new Uint8Array(32);

/** Compares the row and outcomes with those that the vendor's later values give. */
export function correctionsStep(
  file: RecordFile,
  bars: BarColumns,
  followed: FollowedRow,
): RecomputeStep {
  if (file.corrections.length === 0) return stepOf('corrections', []);
  const corrected = followRow(
    file,
    applyCorrections(bars, file.corrections),
    () => NO_HASH,
    followed.version,
  );
  const changes = compareFields(withoutHash(followed), withoutHash(corrected));
  const differing = changes.filter(({ equal }) => !equal);
  const values = file.corrections.map(({ time, offered }) =>
    compare(`bar.${time}`, findBarValues(bars, file.series.base, time), [...offered]),
  );
  return {
    name: 'corrections',
    state: differing.length === 0 ? 'equal' : 'differs',
    reason: differing.length === 0 ? null : 'vendor',
    compared: [...values, ...differing],
  };
}

/** Returns signal and outcomes as one object; a missing signal has no field. */
function withoutHash({ signal, outcomes }: FollowedRow): { [key: string]: CanonicalValue } {
  const all: { [key: string]: CanonicalValue } = {};
  const { inputHash: _hash, ...own } = signal ?? { inputHash: '' };
  Object.assign(all, own);
  for (const [leg, { inputHash: _own, ...outcome }] of outcomes) all[leg] = outcome;
  return all;
}
