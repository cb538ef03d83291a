import { CATEGORIES, DAY_MS, type Licence, ROUTES, staleAgeMs } from '@rasat/contract';
import type { Connector } from '../../connectors/connector.ts';
import { listLastingAlarms } from '../../platform/alarms/store.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Web } from '../../platform/http/web.ts';
import type { PartStatus } from '../../platform/part.ts';
import {
  ACCEPTED,
  countCorrections,
  countTicks,
  type FeedGaps,
  listEndingCalendars,
  listGaps,
  listRefusedTicks,
  listSymbols,
  type MarketBoard,
  type MarketSymbol,
  type SourceReport,
} from '../market/index.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Parts of the running server that the view of the feeds shows. */
export interface FeedOffice {
  /** Returns the state of each source; empty before the feed has started. */
  readonly feeds: () => readonly SourceReport[];
  /** Returns the licence under which the prices of a source are shown; null for a source that needs none. */
  readonly licenceOf: (source: string) => Licence | null;
  /** Returns the repair of gaps; undefined before the feed has started. */
  readonly gaps: () => FeedGaps | undefined;
  /** Returns the status of each part of the server, by name. */
  readonly parts: () => Readonly<Record<string, PartStatus>>;
  readonly board: Pick<MarketBoard, 'quotes'>;
}

type Quote = ReturnType<MarketBoard['quotes']>[number];

const CORRECTION_DAYS = 30;
const SHOWN_TICKS = 50;
const GAP_DAYS = 30;
const SHOWN_GAPS = 100;
/** Age up to which what was read of days serves further calls. */
const KEPT_MS = 10_000;

/** Serves the operator's view of the feeds. */
export function registerFeeds(
  web: Web,
  { feeds, licenceOf, gaps, parts, board }: FeedOffice,
): void {
  const readDays = keepFor(KEPT_MS, readOfDays);
  registerAdminRoute(web, ROUTES.adminFeeds, async ({ trx, nowMs }) => {
    const reports = feeds();
    const { symbols, counts, corrections, calendars } = await readDays(trx, nowMs);
    const bySource = Map.groupBy(symbols, ({ series }) => series.source);
    const sourceOf = new Map(symbols.map(({ symbol, series }) => [symbol, series.source]));
    const quotes = CATEGORIES.flatMap((category) => board.quotes(category, () => true));
    const quoted = Map.groupBy(quotes, ({ s }) => sourceOf.get(s));
    const silent = new Set(
      reports.flatMap(({ source, silentSinceMs }) => (silentSinceMs === null ? [] : [source])),
    );
    const lagging = quotes
      .filter(({ s, stale }) => stale && !silent.has(sourceOf.get(s) ?? ''))
      .map(({ s, d }) => ({ symbol: s, last: d }));
    return {
      serverTime: nowMs,
      sources: reports.map((report) => ({
        ...describeReport(report),
        licence: licenceOf(report.source),
        ...describeSymbols(bySource.get(report.source) ?? []),
        flow: countFlow(quoted.get(report.source) ?? []),
        day: countDay(counts, report.source),
      })),
      parts: Object.entries(parts()).map(([name, { ready, detail = '' }]) => ({
        name,
        ready,
        detail,
      })),
      alarms: (await listLastingAlarms(trx)).map(({ kind, subject, beganMs }) => ({
        kind,
        subject,
        since: beganMs,
      })),
      refusals: counts.flatMap(({ outcome, ...refusal }) =>
        outcome === ACCEPTED ? [] : [{ ...refusal, reason: outcome }],
      ),
      prints: await listRefusedTicks(trx, SHOWN_TICKS),
      corrections,
      lagging: lagging.toSorted((a, b) => (a.last ?? 0) - (b.last ?? 0)),
      calendars,
      gaps: await listGaps(trx, nowMs - GAP_DAYS * DAY_MS, SHOWN_GAPS),
      repair: [...(gaps()?.states() ?? [])],
    };
  });
}

/** Serves the start and the stop of the repair of gaps. */
export function registerGaps(
  web: Web,
  {
    sources,
    gaps,
  }: Pick<FeedOffice, 'gaps'> & { readonly sources: readonly Pick<Connector, 'name'>[] },
): void {
  const subjectOf = (source: string | undefined): string => {
    if (source === undefined) return 'feed';
    if (!sources.some(({ name }) => name === source)) throw new AppError('not-found-404');
    return `feed:${source}`;
  };
  registerAdminRoute(web, ROUTES.adminFillGaps, async ({ body, audit, afterwards }) => {
    await audit('feed.fill-gaps', subjectOf(body.source));
    afterwards(async () => {
      gaps()?.fill(body.source);
      return undefined;
    });
    return {};
  });
  registerAdminRoute(web, ROUTES.adminStopGaps, async ({ body, audit, afterwards }) => {
    await audit('feed.stop-gaps', subjectOf(body.source));
    afterwards(async () => {
      await gaps()?.stop(body.source);
      return undefined;
    });
    return {};
  });
}

/** Reads what changes slowly: the listed symbols, the counts of days, and the ends of the calendars. */
async function readOfDays(db: Db, nowMs: number) {
  return {
    symbols: await listSymbols(db),
    counts: await countTicks(db, nowMs - DAY_MS),
    corrections: await countCorrections(db, nowMs - CORRECTION_DAYS * DAY_MS),
    calendars: await listEndingCalendars(db, nowMs),
  };
}

/**
 * Returns a reading that serves the calls of the next `keptMs` too, so that open pages which are renewed often do not
 * repeat it. A failed one is not kept.
 */
function keepFor<T>(
  keptMs: number,
  read: (db: Db, nowMs: number) => Promise<T>,
): (db: Db, nowMs: number) => Promise<T> {
  let kept: { readonly atMs: number; readonly result: Promise<T> } | null = null;
  return (db, nowMs) => {
    if (kept !== null && Math.abs(nowMs - kept.atMs) < keptMs) return kept.result;
    const reading = { atMs: nowMs, result: read(db, nowMs) };
    kept = reading;
    reading.result.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.result;
  };
}

function describeReport({
  lastTickMs,
  silentSinceMs,
  refused,
  newestMs,
  minute,
  hourMs,
  ...report
}: SourceReport) {
  return {
    ...report,
    lastPrint: lastTickMs,
    silentSince: silentSinceMs,
    refused: { ...refused },
    newest: newestMs,
    minute: { ticks: minute.ticks, median: minute.medianMs, p95: minute.p95Ms },
    hour: [...hourMs],
  };
}

function describeSymbols(symbols: readonly MarketSymbol[]) {
  const categories = new Set(symbols.map(({ series }) => series.category));
  const limits = symbols.flatMap(
    ({ series: { source, category: type, delay } }) => staleAgeMs({ source, type, delay }) ?? [],
  );
  return {
    categories: CATEGORIES.filter((category) => categories.has(category)),
    limit: limits.length === 0 ? null : Math.min(...limits),
  };
}

function countFlow(quotes: readonly Quote[]) {
  const stale = quotes.filter((quote) => quote.stale).length;
  const closed = quotes.filter((quote) => !quote.stale && !quote.open).length;
  return { flowing: quotes.length - stale - closed, stale, closed };
}

function countDay(counts: Awaited<ReturnType<typeof countTicks>>, source: string) {
  let accepted = 0;
  let refused = 0;
  for (const { source: of, outcome, count } of counts) {
    if (of !== source) continue;
    if (outcome === ACCEPTED) accepted += count;
    else refused += count;
  }
  return { accepted, refused };
}
