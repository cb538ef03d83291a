import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '@rasat/engine';
import { type EndToCheck, VOID } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { listEnds, type Series } from '../market/index.ts';
import {
  findPublishedMs,
  findPublisherWait,
  listEndedSeries,
  type Signal,
} from '../signals/index.ts';
import type { OnFlaw } from './flaw.ts';

/** Time in which the publisher has ended an archived series. */
const LATEST_MS = HOUR_MS;

/**
 * Returns the end of a series by which its outcomes are checked; null while it goes on. An archived series without a
 * register row counts as ended once the publisher has published a row more than an hour later. A series that was
 * archived before ends were registered counts from the first register row of its kind on.
 */
export async function findEndToCheck(db: Db, series: Series): Promise<EndToCheck | null> {
  const ended = await listEndedSeries(db);
  const row = ended.get(series.id);
  if (row) return { seq: row.seq, reason: row.detail.reason, atMs: row.detail.at };
  const [end] = series.archivedAtMs === null ? [] : await listEnds(db, series.id);
  if (!end || (await findPublisherWait(db)) !== null) return null;
  const first = Math.min(...[...ended.values()].map(({ createdAt }) => createdAt));
  const fromMs = end.reason === 'archived' ? first : end.archivedAtMs;
  const isLate = (await findPublishedMs(db)) > fromMs + LATEST_MS;
  return isLate ? { seq: null, reason: end.reason, atMs: end.archivedAtMs } : null;
}

/**
 * Checks the register row that ends a series: the series is archived, the row says why and what follows, and as many
 * outcomes of the series name it as it has legs. `signals` are those of all versions.
 */
export async function checkEnd(
  db: Db,
  series: Series,
  signals: readonly Signal[],
  onFlaw: OnFlaw,
): Promise<void> {
  const row = (await listEndedSeries(db)).get(series.id);
  if (!row) return;
  const { seq, detail, createdAt } = row;
  const [end] = await listEnds(db, series.id);
  const outcomes = signals.flatMap((signal) => signal.outcomes);
  const legs = outcomes.filter(
    (outcome) => outcome.status === VOID && outcome.detail.ended === seq,
  ).length;
  const expected = {
    symbol: series.symbol,
    seriesId: series.id,
    reason: end?.reason ?? null,
    factor: end?.factor ?? null,
    to: end?.to ?? null,
    legs,
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const field =
    end === undefined
      ? 'seriesId'
      : names.find((name) => !isDeepStrictEqual(detail[name], expected[name]));
  if (field === undefined) return;
  const what = end === undefined ? 'of a series that goes on' : `is another one: ${field}`;
  onFlaw({
    class: 'void-unfounded',
    what: 'register',
    seq,
    leg: '',
    key: `ended.${series.id}`,
    timeMs: createdAt,
    text: `the end in row ${seq} ${what}`,
  });
}
