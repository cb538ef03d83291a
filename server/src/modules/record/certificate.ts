import { DAY_MS, ENGINE_VERSION, ENGINE_VERSIONS, resolutionMs } from '@rasat/engine';
import { sliceColumns } from '@rasat/ledger';
import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { countBoxesOfOthers } from '../analysis/index.ts';
import { countBaseCorrections, listSeries, readBaseHistory } from '../market/index.ts';
import { findChainHeads, isRecorded, listEndedSeries } from '../signals/index.ts';
import { type BuildFault, runningBuild, startBuildRules } from './build-rules.ts';
import { insertCertificate, type NewFailure } from './certificate-store.ts';
import { createTally, type Tally } from './certificate-tally.ts';
import { certifyValues, whichDisguised } from './certify-values.ts';
import { checkFigures } from './check-figures.ts';
import {
  type Checkpoint,
  hashOfAll,
  type MetCounts,
  makeCheckpoint,
  metOf,
  NOTHING_MET,
  resumeAt,
} from './checkpoint.ts';
import { countRowsOfOthers, getCheckpoint, replaceCheckpoints } from './checkpoint-store.ts';
import { type ComparedItem, compareSeries } from './comparison.ts';
import { type Disguise, type DisguisedEvent, disguisedEvent, openDisguise } from './disguise.ts';
import type { Flaw } from './flaw.ts';
import { type NightPlan, NOT_WALKED, planNight } from './night-plan.ts';
import { openSince, type Published, readPublished } from './published.ts';
import { listCertificates } from './published-store.ts';
import { listSeriesVersions, type SeriesVersion } from './series-version.ts';
import { type StartRun, startEngine, stepThrough, type WalkPlace } from './step-through.ts';
import { type ChainRow, flawOfOrder, walkChains } from './verify-chains.ts';

/** Progress of a certificate. */
export interface CertifyProgress {
  /** `chains`, or the symbol being processed. */
  readonly at: string;
  /** Number of completed histories. */
  readonly done: number;
  readonly total: number;
  /** Bars processed so far. */
  readonly bars: number;
}

/** Options of a certificate. */
export interface CertifyOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (progress: CertifyProgress) => void;
  /** Aborts the check: the promise rejects with the signal's reason, and nothing is stored. */
  readonly signal?: AbortSignal;
  /** Engine to check over the whole history; the program's own engine when absent. */
  readonly start?: StartRun;
  /** Module that exports `start`, for the replay in disguise; the program's own engine when both are absent. */
  readonly engine?: URL;
  /** Reads the hash of the build that runs; default is the program's own. */
  readonly running?: () => Promise<string>;
}

/** Result of a certificate. */
export interface Certificate {
  readonly id: number;
  /** Number of items certified: rows of conditions and box trades, weekly sets, boxes, forecasts, outcomes. */
  readonly signals: number;
  readonly levelSets: number;
  readonly boxes: number;
  readonly forecasts: number;
  readonly outcomes: number;
  /** Number of items computed again this time; the others come from checkpoints of earlier nights. */
  readonly again: number;
  readonly engineFailures: number;
  readonly vendorFailures: number;
  readonly otherVersions: number;
  readonly corrections: number;
  /** Number of legs that were open when their series ended. */
  readonly voided: number;
  /** First thousand failures. */
  readonly failures: readonly NewFailure[];
  /** Bars processed. */
  readonly bars: number;
}

/** Time after which the figures are computed again by a certificate. */
const FIGURES_MS = 27.5 * DAY_MS;

/** Limit on the broken rows kept in memory. */
const MOST_BROKEN = 100_000;

/**
 * Checks that everything published follows from the bars that close by its time: walks both chains, checks the
 * registered builds, and processes every
 * recorded history bar by bar, archived ones too, with a run that receives no bar before the bar closes. An event fails
 * when the run does not produce it with the same fields, from the same bars and at its own time, or when its row
 * differs; a row without an event and an event without its row fail too. The cause is `vendor` when the stored bars up
 * to that time are not those that were analysed, else `engine`. Stores the certificate and its failures. A history is
 * processed once for each version of this program that has rows in it.
 *
 * A history without a failure continues from its checkpoint when the last certificate vouches for it. The seventh of
 * all histories that was processed from its first bar longest ago starts again from there, and a seventh of both chains
 * is walked again.
 */
export async function certify(db: Db, options: CertifyOptions): Promise<Certificate> {
  const { clock, onProgress = () => {}, signal, start, running = runningBuild } = options;
  const startedMs = clock.now();
  const recorded = (await listSeries(db)).filter(isRecorded);
  const histories = await listSeriesVersions(db, recorded);
  const plan = await planNight(db, histories, { nowMs: startedMs, whole: start !== undefined });
  const total = histories.length;
  let bars = 0;
  let done = 0;
  const tally = createTally();
  onProgress({ at: 'chains', done, total, bars });
  const { broken, faults, orders } = await findBroken(db, plan, running, signal);
  const areSound = broken.size === 0 && faults.length === 0;
  const walked = areSound && !start ? plan.walked : NOT_WALKED;
  const night: Night = {
    startedMs,
    start: start ?? startEngine,
    signal,
    broken,
    tally,
    checkpoints: [],
    anew: [],
    sameUntil: new Map(),
    disguise: start && !options.engine ? null : openDisguise(options.engine ?? null),
    disguised: await whichDisguised(
      db,
      plan.whole.map(({ series }) => series),
    ),
    progress(more, symbol) {
      bars += more;
      onProgress({ at: symbol, done, total, bars });
    },
    end() {
      done += 1;
    },
  };
  try {
    if (plan.continued.length > 0) {
      await inTransaction(db, (trx) => continueHistories(trx, plan, night), 'repeatable read');
    }
    for (const history of [...plan.whole, ...night.anew]) {
      await inTransaction(db, (trx) => certifyWhole(trx, history, night), 'repeatable read');
    }
  } finally {
    await night.disguise?.end();
  }
  for (const row of broken.values()) await tally.addBroken(db, row);
  for (const fault of faults) tally.addBuildFault(fault);
  const checked = await certifyValues(db, {
    recorded,
    startedMs,
    whole: start !== undefined,
    tally,
    ofChains: orders,
    disguised: night.disguised,
    sameUntilMs: ({ id }) => night.sameUntil.get(id) ?? Number.POSITIVE_INFINITY,
    signal,
  });
  const [last] = await listCertificates(db, 1);
  const isFigureNight = (last?.figures_at ?? 0) < startedMs - FIGURES_MS;
  if (isFigureNight) {
    const addFigures = (flaw: Flaw): void => tally.addFlaw(flaw, '');
    await inTransaction(db, (trx) => checkFigures(trx, addFigures, signal), 'repeatable read');
  }
  signal?.throwIfAborted();
  const ids = recorded.map(({ id }) => id);
  const corrections = await countBaseCorrections(db, ids);
  const voided = [...(await listEndedSeries(db)).values()].reduce(
    (sum, { detail }) => sum + detail.legs,
    0,
  );
  const otherVersions =
    (await countBoxesOfOthers(db, ids, ENGINE_VERSIONS)) + (await countRowsOfOthers(db, ids));
  // A run of another engine makes no checkpoints for the next night.
  const made = start ? [] : night.checkpoints;
  const id = await inTransaction(db, async (trx) => {
    await replaceCheckpoints(trx, made);
    await checked.save(trx);
    return insertCertificate(
      trx,
      {
        started_at: startedMs,
        finished_at: clock.now(),
        engine_version: ENGINE_VERSION,
        signals: tally.counts.signal,
        level_sets: tally.counts.levels,
        boxes: tally.counts.box,
        forecasts: tally.counts.forecast,
        outcomes: tally.counts.outcome,
        engine_failures: tally.counts.engine,
        vendor_failures: tally.counts.vendor,
        other_versions: otherVersions,
        corrections,
        voided,
        again: tally.again,
        oldest_whole: Math.min(startedMs, ...made.map((one) => one.whole_at)),
        checkpoints: start ? null : hashOfAll(made),
        figures_at: isFigureNight ? startedMs : (last?.figures_at ?? 0),
        ...walked,
      },
      tally.failures,
    );
  });
  onProgress({ at: '', done, total, bars });
  const { counts, again, failures } = tally;
  return {
    id,
    signals: counts.signal,
    levelSets: counts.levels,
    boxes: counts.box,
    forecasts: counts.forecast,
    outcomes: counts.outcome,
    again,
    engineFailures: counts.engine,
    vendorFailures: counts.vendor,
    otherVersions,
    corrections,
    voided,
    failures,
    bars,
  };
}

/** Rows that differ from their chained hash, by `nameOf`. */
type BrokenRows = Map<string, ChainRow>;

const nameOf = (row: ChainRow): string => ('no' in row ? `outcome ${row.no}` : `row ${row.seq}`);

async function findBroken(
  db: Db,
  { ledger, outcomes }: NightPlan,
  running: () => Promise<string>,
  signal: AbortSignal | undefined,
): Promise<{
  readonly broken: BrokenRows;
  readonly faults: readonly BuildFault[];
  readonly orders: readonly Flaw[];
}> {
  const broken: BrokenRows = new Map();
  const orders: Flaw[] = [];
  const builds = await startBuildRules(db, running);
  const keep = (row: ChainRow): void => {
    if (broken.size < MOST_BROKEN) broken.set(nameOf(row), row);
  };
  await walkChains(
    db,
    {
      broken: keep,
      gap: (_chain, _from, _to, next) => next && keep(next),
      content: builds.content,
      falls(row, beforeMs) {
        if (orders.length < MOST_BROKEN) orders.push(flawOfOrder(row, beforeMs));
      },
    },
    { ledger, outcomes, signal },
  );
  return { broken, faults: await builds.end(), orders };
}

/** State shared by the histories of a night. */
interface Night {
  readonly startedMs: number;
  readonly start: StartRun;
  readonly signal: AbortSignal | undefined;
  readonly broken: BrokenRows;
  readonly tally: Tally;
  /** Checkpoints for the next night. */
  readonly checkpoints: Checkpoint[];
  /** Histories whose checkpoint cannot be used. */
  readonly anew: SeriesVersion[];
  /** Time up to which the stored bars of a series are those that were analysed, where they differ later. */
  readonly sameUntil: Map<number, number>;
  /** Replays histories in disguise; null for another engine without a module. */
  readonly disguise: Disguise | null;
  /** Series that are replayed in disguise. */
  readonly disguised: ReadonlySet<number>;
  /** Adds processed bars of a history to the progress. */
  progress(bars: number, symbol: string): void;
  /** Counts a completed history. */
  end(): void;
}

/** Certifies histories from their checkpoints. */
async function continueHistories(trx: Db, { continued }: NightPlan, night: Night): Promise<void> {
  const readSince = await openSince(
    trx,
    continued.map(({ head }) => head),
  );
  const heads = await findChainHeads(trx);
  for (const history of continued) {
    const checkpoint = await getCheckpoint(trx, history);
    const published = await readSince(history, checkpoint);
    const place = resumeAt(history.series, checkpoint, published);
    if (!place || published.state.bars < place.bars) {
      night.anew.push(history);
      continue;
    }
    const before = { checkpoint, place, met: metOf(checkpoint) };
    night.tally.carry(before.met);
    await certifySeries(trx, history, { night, heads, published, before });
  }
}

/** Certifies a history from its first bar. */
async function certifyWhole(trx: Db, history: SeriesVersion, night: Night): Promise<void> {
  const heads = await findChainHeads(trx);
  const published = await readPublished(trx, history);
  await certifySeries(trx, history, { night, heads, published, before: null });
}

/** Checkpoint of a history, with the walk's place and the counts up to it. */
interface Before {
  readonly checkpoint: Checkpoint;
  readonly place: WalkPlace;
  readonly met: MetCounts;
}

async function certifySeries(
  trx: Db,
  history: SeriesVersion,
  of: {
    readonly night: Night;
    readonly heads: Awaited<ReturnType<typeof findChainHeads>>;
    readonly published: Published;
    readonly before: Before | null;
  },
): Promise<void> {
  const { series } = history;
  const { night, heads, published, before } = of;
  const { start, signal, broken, tally } = night;
  const { state, publishedTo, events, olderEvents } = published;
  const isPublished = [...events.values(), ...olderEvents.values()].every(
    ({ id }) => id <= publishedTo,
  );
  const hashes = new Set([
    ...[...events.values()].map((event) => text(event.inputHash)),
    ...[...published.ledger, ...published.outcomes].map((row) =>
      text(Buffer.from(row.inputHash, 'hex')),
    ),
  ]);
  // Most bars match none of these hashes, and a number is faster to look up than a text.
  const beginnings = new Set(
    [...hashes].map((hash) => Buffer.from(hash, 'latin1').readUInt32LE(0)),
  );
  const own: DisguisedEvent[] | null =
    before || !night.disguise || !night.disguised.has(series.id) ? null : [];
  const met = { ...(before?.met ?? NOTHING_MET) };
  const failed: ComparedItem[] = [];
  const comparison = compareSeries(series, published, (item) => {
    const isBroken = item.row !== null && broken.delete(nameOf(item.row));
    tally.count(item);
    met[item.what] += 1;
    if (isBroken || item.differences.length > 0) failed.push(item);
  });
  night.progress(0, series.symbol);
  // A row published with the hash that the bars have now proves that the bars up to its time are unchanged.
  let sameUntilMs = before?.checkpoint.through_ms ?? Number.NEGATIVE_INFINITY;
  const place = await stepThrough(trx, series, state, {
    of: published,
    start,
    from: before?.place,
    signal,
    listener: {
      events(records, atMs, hash) {
        for (const record of records) {
          comparison.meet(record, atMs, hash);
          own?.push(disguisedEvent(record, 0));
        }
      },
      bar(closeMs, hash) {
        if (beginnings.has(hash.readUInt32LE(0)) && hashes.has(text(hash))) sameUntilMs = closeMs;
      },
      progress: (bars) => night.progress(bars, series.symbol),
    },
  });
  comparison.end(place.barsHash);
  const areSame = place.bars === state.bars && place.barsHash.equals(state.inputHash);
  if (areSame) sameUntilMs = Number.POSITIVE_INFINITY;
  else {
    const known = night.sameUntil.get(series.id) ?? Number.POSITIVE_INFINITY;
    night.sameUntil.set(series.id, Math.min(known, sameUntilMs));
  }
  for (const item of failed) tally.fail(item, series.symbol, sameUntilMs);
  const isDisguised =
    own === null ||
    place.unreadable !== null ||
    (await isSameInDisguise(trx, history, { night, published, place, own }));
  night.end();
  const { cursorMs } = place;
  if (!isDisguised || failed.length > 0 || !areSame || cursorMs === null) return;
  if (isPublished) {
    night.checkpoints.push(
      makeCheckpoint(history, place, {
        cursorMs,
        wholeAtMs: before?.checkpoint.whole_at ?? night.startedMs,
        throughMs: Math.max(cursorMs + resolutionMs[series.base], state.advancedMs ?? 0),
        seq: heads.ledger.number,
        no: heads.outcomes.number,
        met,
      }),
    );
  } else if (before) night.checkpoints.push(before.checkpoint);
}

/** Replays a history in disguise; false, with a failure for each event, when other events come out. */
async function isSameInDisguise(
  trx: Db,
  { series }: SeriesVersion,
  of: {
    readonly night: Night;
    readonly published: Published;
    readonly place: WalkPlace;
    readonly own: readonly DisguisedEvent[];
  },
): Promise<boolean> {
  const { night, published, place, own } = of;
  const { version, rowsUntilMs, forecastsAfterMs, state } = published;
  const bars = await readBaseHistory(trx, series);
  const work = {
    series,
    of: { version, rowsUntilMs, forecastsAfterMs },
    bars: sliceColumns(bars, 0, place.bars),
    advancedMs: state.advancedMs,
  };
  const differing = (await night.disguise?.compare(work, own)) ?? [];
  for (const [name, timeMs] of differing) {
    night.tally.addFlaw(
      {
        class: 'disguise',
        what: whatOf(name),
        seq: null,
        leg: '',
        key: name.split(' ')[1] ?? name,
        timeMs,
        text: `${name} differs in disguise`,
      },
      series.symbol,
    );
  }
  return differing.length === 0;
}

/** Returns the kind of item that an event makes, from its compared name. */
function whatOf(name: string): Flaw['what'] {
  const [type] = name.split(' ');
  if (type === 'box' || type === 'levels' || type === 'forecast') return type;
  return type === 'condition' || type === 'trade' ? 'signal' : 'outcome';
}

const text = (hash: Buffer): string => hash.toString('latin1');
