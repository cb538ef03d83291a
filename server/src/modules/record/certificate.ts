import { ENGINE_VERSION } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { countBoxesOfOthers } from '../analysis/index.ts';
import { countBaseCorrections, listSeries, type Series } from '../market/index.ts';
import { countRowsOfOthers, isRecorded, listLedgerAfter } from '../signals/index.ts';
import { insertCertificate, type NewFailure } from './certificate-store.ts';
import { type ComparedItem, compareSeries, type RecordRow } from './comparison.ts';
import { readPublished } from './published.ts';
import { type StartRun, startEngine, stepThrough } from './step-through.ts';
import { walkChains } from './verify-chains.ts';

/** How far a certificate has come. */
export interface CertifyProgress {
  /** `chains` or the symbol that is being worked on. */
  readonly at: string;
  /** Histories that are done, of so many. */
  readonly done: number;
  readonly total: number;
  /** Bars worked through so far. */
  readonly bars: number;
}

/** What may be said beforehand. */
export interface CertifyOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (progress: CertifyProgress) => void;
  /** Ends it early: it rejects with the signal's reason, and nothing is stored. */
  readonly signal?: AbortSignal;
  /** The engine that is put to the test; that of the program when absent. */
  readonly start?: StartRun;
}

/** What a certificate says. */
export interface Certificate {
  readonly id: number;
  /** What was computed again: rows but weekly sets, weekly sets, boxes, outcomes. */
  readonly signals: number;
  readonly levelSets: number;
  readonly boxes: number;
  readonly outcomes: number;
  readonly engineFailures: number;
  readonly vendorFailures: number;
  readonly otherVersions: number;
  readonly corrections: number;
  /** The first thousand. */
  readonly failures: readonly NewFailure[];
  readonly bars: number;
}

const SHOWN_FAILURES = 1000;
/** With so many rows out of their chain there is nothing left to count. */
const MOST_BROKEN = 100_000;

/**
 * Checks that everything published is what the bars give that close by its time: walks both chains, and works every
 * recorded history through bar by bar, archived ones too, with a run that is handed no bar before it closes. An event
 * fails when it does not come out with the same fields, from the same bars and at its own time, or when its row does
 * not; so does a row without an event and an event without its row. The cause is `vendor` when the stored bars up to
 * that time are not those that were analysed, else `engine`. Stores the certificate and its failures.
 */
export async function certify(db: Db, options: CertifyOptions): Promise<Certificate> {
  const { clock, onProgress = () => {}, signal, start = startEngine } = options;
  const startedMs = clock.now();
  const histories = (await listSeries(db)).filter(isRecorded);
  const total = histories.length;
  const tally = createTally();
  let bars = 0;
  let done = 0;
  onProgress({ at: 'chains', done, total, bars });
  const broken = await findBroken(db, signal);
  for (const series of histories) {
    const tell = (more: number): void => {
      bars += more;
      onProgress({ at: series.symbol, done, total, bars });
    };
    tell(0);
    await inTransaction(
      db,
      (trx) => certifySeries(trx, series, { start, signal, broken, tally, tell }),
      'repeatable read',
    );
    done += 1;
  }
  for (const row of broken.values()) await tally.addBroken(db, row);
  signal?.throwIfAborted();
  const corrections = await countBaseCorrections(
    db,
    histories.map(({ id }) => id),
  );
  const { counts, failures } = tally;
  const id = await inTransaction(db, (trx) =>
    insertCertificate(
      trx,
      {
        started_at: startedMs,
        finished_at: clock.now(),
        engine_version: ENGINE_VERSION,
        signals: counts.signal,
        level_sets: counts.levels,
        boxes: counts.box,
        outcomes: counts.outcome,
        engine_failures: counts.engine,
        vendor_failures: counts.vendor,
        other_versions: counts.otherVersions,
        corrections,
      },
      failures,
    ),
  );
  onProgress({ at: '', done, total, bars });
  return {
    id,
    signals: counts.signal,
    levelSets: counts.levels,
    boxes: counts.box,
    outcomes: counts.outcome,
    engineFailures: counts.engine,
    vendorFailures: counts.vendor,
    otherVersions: counts.otherVersions,
    corrections,
    failures,
    bars,
  };
}

/** Rows that are not as they were chained, by `nameOf`. */
type BrokenRows = Map<string, RecordRow>;

const nameOf = (row: RecordRow): string => ('no' in row ? `outcome ${row.no}` : `row ${row.seq}`);

async function findBroken(db: Db, signal: AbortSignal | undefined): Promise<BrokenRows> {
  const broken: BrokenRows = new Map();
  const keep = (row: RecordRow): void => {
    if (broken.size < MOST_BROKEN) broken.set(nameOf(row), row);
  };
  await walkChains(db, { broken: keep }, signal);
  return broken;
}

async function certifySeries(
  db: Db,
  series: Series,
  options: {
    readonly start: StartRun;
    readonly signal: AbortSignal | undefined;
    readonly broken: BrokenRows;
    readonly tally: Tally;
    readonly tell: (bars: number) => void;
  },
): Promise<void> {
  const { start, signal, broken, tally, tell } = options;
  tally.counts.otherVersions +=
    (await countBoxesOfOthers(db, series.id, ENGINE_VERSION)) +
    (await countRowsOfOthers(db, series.id, ENGINE_VERSION));
  const published = await readPublished(db, series);
  const { state } = published;
  const hashes = new Set([
    ...[...published.events.values()].map((event) => text(event.inputHash)),
    ...[...published.ledger, ...published.outcomes].map((row) =>
      text(Buffer.from(row.inputHash, 'hex')),
    ),
  ]);
  const failed: ComparedItem[] = [];
  const comparison = compareSeries(series, published, (item) => {
    const isBroken = item.row !== null && broken.delete(nameOf(item.row));
    tally.count(item);
    if (isBroken || item.differences.length > 0) failed.push(item);
  });
  // Whatever was published over the bars up to some time and has the hash that they have now proves them unchanged.
  let sameUntilMs = Number.NEGATIVE_INFINITY;
  const { bars, barsHash } = await stepThrough(db, series, state, {
    start,
    signal,
    listener: {
      events(records, atMs, hash) {
        for (const record of records) comparison.meet(record, atMs, hash);
      },
      bar(closeMs, hash) {
        if (hashes.has(text(hash))) sameUntilMs = closeMs;
      },
      progress: tell,
    },
  });
  comparison.end();
  if (bars === state.bars && barsHash.equals(state.inputHash)) {
    sameUntilMs = Number.POSITIVE_INFINITY;
  }
  for (const item of failed) tally.fail(item, series.symbol, sameUntilMs);
}

const text = (hash: Buffer): string => hash.toString('latin1');

interface Tally {
  readonly counts: Record<ComparedItem['what'] | NewFailure['cause'] | 'otherVersions', number>;
  readonly failures: readonly NewFailure[];
  count(item: ComparedItem): void;
  fail(item: ComparedItem, symbol: string, sameUntilMs: number): void;
  /** A row that no history accounts for is not as it was chained. */
  addBroken(db: Db, row: RecordRow): Promise<void>;
}

function createTally(): Tally {
  const counts = {
    signal: 0,
    levels: 0,
    box: 0,
    outcome: 0,
    engine: 0,
    vendor: 0,
    otherVersions: 0,
  };
  const failures: NewFailure[] = [];
  const add = (failure: NewFailure): void => {
    counts[failure.cause] += 1;
    if (failures.length < SHOWN_FAILURES) failures.push(failure);
  };
  return {
    counts,
    failures,
    count({ what }) {
      counts[what] += 1;
    },
    fail({ what, key, seq, timeMs }, symbol, sameUntilMs) {
      const cause = timeMs <= sameUntilMs ? 'engine' : 'vendor';
      add({ symbol, seq, what, event_key: key, cause, bar_time: timeMs });
    },
    async addBroken(db, row) {
      const isOutcome = 'no' in row;
      const of = isOutcome ? (await listLedgerAfter(db, row.seq - 1, 1))[0] : row;
      const what = isOutcome ? 'outcome' : row.kind === 'levels' ? 'levels' : 'signal';
      const event_key = isOutcome ? `${of?.eventKey}.${row.leg}` : row.eventKey;
      const { seq, barTime } = row;
      const symbol = of?.symbol ?? '';
      add({ symbol, seq, what, event_key, cause: 'engine', bar_time: barTime });
    },
  };
}
