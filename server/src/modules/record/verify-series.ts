import { isDeepStrictEqual } from 'node:util';
import { ENGINE_VERSION, ENGINE_VERSIONS } from '@rasat/engine';
import { canonicalJson } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import {
  countBoxesOfOthers,
  countMislabelledEvents,
  keepShown,
  listShownPast,
  listViews,
  type PastLine,
  pastLine,
  readPastLine,
  type SeriesRun,
  shownOf,
} from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { countRowsOfOthers } from './checkpoint-store.ts';
import { compareSeries, type Difference, type RecordRow } from './comparison.ts';
import type { Findings } from './findings.ts';
import { readPublished } from './published.ts';
import type { SeriesVersion } from './series-version.ts';
import { stepThrough } from './step-through.ts';

/** Counts of a verified series. */
export interface SeriesCount {
  readonly bars: number;
  readonly events: number;
  /** Rows of engine versions that this program does not contain; only their chain was checked. */
  readonly ofOtherVersions: number;
}

/** Returns the name of a history in findings. */
export const placeOf = ({ symbol, epoch }: Series): string => `${symbol} (epoch ${epoch})`;

type Add = (what: string) => void;

/**
 * Recomputes everything published of a series from its stored bars, under each of these versions, and compares the
 * results.
 */
export async function verifySeries(
  db: Db,
  series: Series,
  versions: readonly SeriesVersion[],
  findings: Findings,
): Promise<SeriesCount> {
  const place = placeOf(series);
  const ofOtherVersions =
    (await countBoxesOfOthers(db, [series.id], ENGINE_VERSIONS)) +
    (await countRowsOfOthers(db, [series.id]));
  const mislabelled = await countMislabelledEvents(db, series.id);
  if (mislabelled > 0) {
    findings.add(place, `${mislabelled} events are filed under other words than they say`);
  }
  const sum = { bars: 0, events: 0, ofOtherVersions };
  for (const of of versions) {
    const isPresent = of.version === ENGINE_VERSION;
    const where = isPresent ? place : `${place}, engine ${of.version}`;
    const { bars, events } = await verifyVersion(db, of, (what) => findings.add(where, what));
    sum.bars += bars;
    sum.events += events;
  }
  return sum;
}

async function verifyVersion(
  db: Db,
  of: SeriesVersion,
  add: Add,
): Promise<Pick<SeriesCount, 'bars' | 'events'>> {
  const { series, version } = of;
  const published = await readPublished(db, of);
  const { state } = published;
  let events = 0;
  let past: PastLine[] = [];
  const differences: Difference[] = [];
  const comparison = compareSeries(series, published, (item) => {
    differences.push(...item.differences);
  });
  const { run, bars, barsHash, complete, unreadable } = await stepThrough(db, series, state, {
    of: published,
    listener: {
      events(records, atMs, hash) {
        events += records.length;
        for (const record of records) comparison.meet(record, atMs, hash);
        past.push(...records.map(({ key, event }) => pastLine(key, JSON.stringify(event))));
        if (past.length > PAST_LINES) past = keepShown(past);
      },
      refused: (openTimeMs, refusal) =>
        add(`the engine refuses the stored bar of ${iso(openTimeMs)}: ${refusal}`),
    },
  });
  if (unreadable !== null) {
    add(`the stored bars cannot be read: ${unreadable}`);
    return { bars, events };
  }
  comparison.end(barsHash);
  const areSame = bars === state.bars && barsHash.equals(state.inputHash);
  if (bars < state.bars) add(`${state.bars} bars were analysed, ${bars} are stored`);
  else if (!areSame) {
    const first = differences.find(isOfOtherBars);
    const until = first ? ` before ${iso(first.timeMs)}` : '';
    add(`the stored bars differ from those that were analysed${until}`);
  }
  for (const difference of differences) {
    const words = describe(difference, areSame);
    if (words !== null) add(words);
  }
  if (complete && version === ENGINE_VERSION) await compareView(db, series, run, add);
  await comparePast(db, of, keepShown(past), add);
  return { bars, events };
}

/** Lines after which those that no page shows are dropped. */
const PAST_LINES = 5000;

/** Compares the past that pages show, folded or not, with what the bars give. */
async function comparePast(
  db: Db,
  { series, version }: SeriesVersion,
  expected: readonly PastLine[],
  add: Add,
): Promise<void> {
  const of = { seriesId: series.id, engineVersion: version };
  const stored = new Map((await listShownPast(db, of)).map(({ key, event }) => [key, event]));
  for (const line of expected) {
    const { key, event } = readPastLine(line);
    const shown = stored.get(key);
    stored.delete(key);
    if (!shown) add(`event ${key} is missing from the past that pages show`);
    else if (!isDeepStrictEqual(shown, event)) {
      add(`event ${key} in the past that pages show differs from what its bars give`);
    }
  }
  for (const key of stored.keys()) {
    add(`event ${key} in the past that pages show does not follow from the bars`);
  }
}

/** Whether a published item was made from other bars than those stored. */
function isOfOtherBars(difference: Difference): boolean {
  if (difference.of === 'event') return difference.how === 'bars';
  return difference.how === 'differs' && difference.fields.includes('inputHash');
}

/**
 * Describes a difference in a sentence; null when it only repeats that the bars differ, which is one finding of its
 * own.
 */
function describe(difference: Difference, barsAreSame: boolean): string | null {
  const { key, timeMs } = difference;
  if (difference.of === 'event') {
    switch (difference.how) {
      case 'missing':
        return `event ${key} is missing`;
      case 'differs':
        return `event ${key} differs from what its bars give`;
      case 'bars':
        return barsAreSame
          ? `event ${key} was made from other bars than those stored until ${iso(timeMs)}`
          : null;
      case 'untimely':
        return `event ${key} of ${iso(timeMs)} became known at ${iso(difference.knownMs)}`;
      case 'unfounded':
        return `event ${key} does not follow from the bars`;
    }
  }
  const { name } = difference;
  switch (difference.how) {
    case 'missing':
      return `the ${difference.in === 'ledger' ? 'row' : 'outcome'} of ${name} is missing`;
    case 'double':
      return `${nameOf(difference.row)} publishes ${name} a second time`;
    case 'unfounded':
      return `${nameOf(difference.row)} (${name}) does not follow from the bars`;
    case 'differs': {
      const fields = difference.fields.filter((field) => barsAreSame || field !== 'inputHash');
      if (fields.length === 0) return null;
      return `${nameOf(difference.row)} (${name}) differs from what its bars give: ${fields.join(', ')}`;
    }
  }
}

async function compareView(db: Db, series: Series, run: SeriesRun, add: Add): Promise<void> {
  const [shown] = await listViews(db, [series.id]);
  if (!shown || shown.engineVersion !== ENGINE_VERSION) return;
  // A view that a program without chances stored has none until the first analysis of this one.
  const { touch, ...rest } = shownOf(run.view());
  const own = 'touch' in shown.view ? { ...rest, touch } : rest;
  const expected = JSON.parse(JSON.stringify(own));
  if (canonicalJson(expected) !== canonicalJson(JSON.parse(JSON.stringify(shown.view)))) {
    add('the view that screens show differs from what the bars give');
  }
}

const nameOf = (row: RecordRow): string => ('no' in row ? `outcome ${row.no}` : `row ${row.seq}`);

const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
