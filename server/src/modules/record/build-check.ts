import { ENGINE_VERSION, resolutionMs } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { EngineBuild } from '../../platform/engine-build.ts';
import { listSeries } from '../market/index.ts';
import {
  type BuildCheck,
  findBuildCheck,
  findChainHeads,
  isRecorded,
  saveBuildCheck,
} from '../signals/index.ts';
import { listBuildCheckpoints, replaceBuildCheckpoints } from './build-check-store.ts';
import {
  type Checkpoint,
  type MetCounts,
  makeCheckpoint,
  metOf,
  NOTHING_MET,
  resumeAt,
} from './checkpoint.ts';
import { compareSeries, type Difference } from './comparison.ts';
import { openSince, type Published, readPublished } from './published.ts';
import { listSeriesVersions, type SeriesVersion } from './series-version.ts';
import { type StartRun, startEngine, stepThrough, type WalkPlace } from './step-through.ts';

/** Options of a check. */
export interface BuildCheckOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Receives the symbol that is computed, and the number of completed histories. */
  readonly onProgress?: (at: string, done: number, total: number) => void;
  /** Aborts the check: the promise rejects with the signal's reason, and nothing is stored. */
  readonly signal?: AbortSignal;
  /** Engine to check over the whole history; the program's own engine when absent. */
  readonly start?: StartRun;
}

/**
 * Computes every stored row and outcome of every engine version that the program contains again, in one snapshot of the
 * database, and stores whether they follow from the bars. `build` is the build that runs. Rows that the same build
 * reproduced before are not computed again: each history continues where that check ended.
 */
export async function checkBuild(
  db: Db,
  build: Pick<EngineBuild, 'hash'>,
  { clock, onProgress = () => {}, signal, start }: BuildCheckOptions,
): Promise<BuildCheck> {
  const sum: Sum = { rows: 0, outcomes: 0, differences: 0, first: null, made: [] };
  const heads = await inTransaction(
    db,
    async (trx) => {
      const last = await findChainHeads(trx);
      const recorded = (await listSeries(trx)).filter(isRecorded);
      const histories = await listSeriesVersions(trx, recorded);
      const open = start ? readWhole(trx) : await openPlaces(trx, build.hash);
      for (const [done, history] of histories.entries()) {
        onProgress(history.series.symbol, done, histories.length);
        const from = await open(history);
        const engine = start ?? startEngine;
        await checkHistory(trx, history, { from, sum, signal, start: engine, last });
      }
      return last;
    },
    'repeatable read',
  );
  signal?.throwIfAborted();
  const check: BuildCheck = {
    version: ENGINE_VERSION,
    checkedAtMs: clock.now(),
    rows: sum.rows,
    outcomes: sum.outcomes,
    through: heads.ledger.number,
    throughOutcome: heads.outcomes.number,
    differences: sum.differences,
    firstDifference: sum.first,
  };
  await inTransaction(db, async (trx) => {
    await saveBuildCheck(trx, build.hash, check);
    const isSound = sum.differences === 0 && start === undefined;
    await replaceBuildCheckpoints(trx, build.hash, isSound ? sum.made : []);
  });
  return check;
}

/** Sums of all histories. */
interface Sum {
  rows: number;
  outcomes: number;
  differences: number;
  /** First difference as a sentence. */
  first: string | null;
  readonly made: Checkpoint[];
}

/** Start of the comparison of a history: its first bar, or the end of an earlier check. */
interface From {
  readonly published: Published;
  readonly place: WalkPlace | undefined;
  readonly before: Checkpoint | null;
}

type Open = (history: SeriesVersion) => Promise<From>;

const readWhole =
  (trx: Db): Open =>
  async (history) => ({
    published: await readPublished(trx, history),
    place: undefined,
    before: null,
  });

/** Returns a function that opens a history at the end of the build's last check, if that found no difference. */
async function openPlaces(trx: Db, build: string): Promise<Open> {
  const check = await findBuildCheck(trx, build);
  const whole = readWhole(trx);
  if (check?.differences !== 0) return whole;
  const checkpoints = await listBuildCheckpoints(trx, build);
  if (checkpoints.length === 0) return whole;
  const readSince = await openSince(trx, checkpoints);
  return async (history) => {
    const { series, version } = history;
    const before = checkpoints.find(
      (one) => one.series_id === series.id && one.engine_version === version,
    );
    if (!before) return whole(history);
    const published = await readSince(history, before);
    const place = resumeAt(series, before, published);
    return !place || published.state.bars < place.bars
      ? whole(history)
      : { published, place, before };
  };
}

async function checkHistory(
  trx: Db,
  history: SeriesVersion,
  of: {
    readonly from: From;
    readonly sum: Sum;
    readonly start: StartRun;
    readonly signal: AbortSignal | undefined;
    readonly last: Awaited<ReturnType<typeof findChainHeads>>;
  },
): Promise<void> {
  const { series } = history;
  const { from, sum, start, signal, last } = of;
  const { published, place, before } = from;
  const { state, publishedTo, events, olderEvents } = published;
  const isPublished = [...events.values(), ...olderEvents.values()].every(
    ({ id }) => id <= publishedTo,
  );
  const met = metBefore(before);
  let differences = 0;
  const add = (what: string): void => {
    differences += 1;
    sum.first ??= `${series.symbol} (epoch ${series.epoch}): ${what}`;
  };
  const comparison = compareSeries(series, published, (item) => {
    if (item.what === 'box' || item.row !== null) met[item.what] += 1;
    for (const difference of item.differences) add(describe(difference));
  });
  const end = await stepThrough(trx, series, state, {
    of: published,
    start,
    from: place,
    signal,
    listener: {
      events(records, atMs, hash) {
        for (const record of records) comparison.meet(record, atMs, hash);
      },
      refused: (openTimeMs, refusal) => add(`the bar of ${openTimeMs} is refused: ${refusal}`),
    },
  });
  comparison.end(end.barsHash);
  if (end.bars !== state.bars || !end.barsHash.equals(state.inputHash)) {
    add('the stored bars are not those that were analysed');
  }
  sum.rows += met.signal + met.levels + met.forecast;
  sum.outcomes += met.outcome;
  sum.differences += differences;
  const { cursorMs } = end;
  if (differences > 0 || !isPublished || cursorMs === null) return;
  sum.made.push(
    makeCheckpoint(history, end, {
      cursorMs,
      wholeAtMs: before?.whole_at ?? 0,
      throughMs: Math.max(cursorMs + resolutionMs[series.base], state.advancedMs ?? 0),
      seq: last.ledger.number,
      no: last.outcomes.number,
      met,
    }),
  );
}

function metBefore(before: Checkpoint | null): { -readonly [K in keyof MetCounts]: number } {
  return { ...(before ? metOf(before) : NOTHING_MET) };
}

function describe(difference: Difference): string {
  const name =
    difference.of === 'row' ? `the row of ${difference.name}` : `event ${difference.key}`;
  const fields = difference.of === 'row' && difference.how === 'differs' ? difference.fields : [];
  return `${name}: ${[difference.how, ...fields].join(' ')}`;
}
