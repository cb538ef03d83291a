import {
  type Bar,
  bucketStart,
  type CalendarName,
  createAggregator,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type SourceResolution,
  sessionFrom,
} from '@rasat/engine';
import type { Urgency } from './request-budget.ts';
import type { Sending } from './rest-host.ts';

/** A page of a vendor's bars. */
export interface BarPage {
  /** The bars, open-labelled in UTC, in any order. */
  readonly rows: readonly Bar[];
  /** The vendor's time when it answered. */
  readonly venueMs: number;
}

/** Bars of one symbol at a vendor. */
export interface BarPages {
  /** Length of the rows: a part of an hour, an hour or a day. */
  readonly stepMs: number;
  /** Longest span of a page. */
  readonly spanMs: number;
  /**
   * Span by which pages overlap, so that a row that one page leaves out at its edge is in the other; longer than the
   * pauses of the market.
   */
  readonly overlapMs: number;
  /** Returns the rows with `fromMs <= openTimeMs < toMs`. */
  page(
    span: { readonly fromMs: number; readonly toMs: number },
    sending: Sending,
  ): Promise<BarPage>;
}

/** Bars that are to be read. */
export interface BarRequest {
  readonly symbol: string;
  /** Length of the bars that are made of the rows; `rows` returns the rows themselves. */
  readonly resolution: SourceResolution | 'rows';
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What makes bars of rows. */
export interface BarRules {
  readonly calendar: CalendarName;
  /** Whether rows outside the sessions of the calendar are left out, for a vendor that also sends extended hours. */
  readonly inSessions: boolean;
  /** Time after its end at which a bar is final. */
  readonly finalMs: number;
  /** Returns the vendor's time from which a bar with this opening is final, for a vendor that has whole days alone. */
  readonly readyMs?: (openTimeMs: number) => number;
  readonly urgency?: Urgency;
}

const LENGTHS: Readonly<Record<SourceResolution, number>> = {
  '15': 15 * MINUTE_MS,
  '60': HOUR_MS,
  '1D': DAY_MS,
};

/** Returns the bars of `listBars` in one list, for a short span. */
export async function collectBars(
  pages: BarPages,
  request: BarRequest,
  rules: BarRules,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const some of listBars(pages, request, rules)) bars.push(...some);
  return bars;
}

/**
 * Returns the closed bars of a symbol in batches. Rows outside the market's sessions are left out, shorter rows
 * become bars, and pages overlap. A page whose rows contradict each other, lie outside the asked span, or are
 * absent although the market was open is asked for again once. Throws when it is still not sound.
 */
export async function* listBars(
  pages: BarPages,
  { symbol, resolution, fromMs, toMs, signal }: BarRequest,
  rules: BarRules,
): AsyncGenerator<readonly Bar[]> {
  const sending: Sending = { urgency: rules.urgency ?? 'history', signal };
  const stepMs = resolution === 'rows' ? pages.stepMs : LENGTHS[resolution];
  // A page ends where a bar ends, so that none is made of a part of its rows.
  const spanMs = Math.max(DAY_MS, Math.floor((pages.spanMs - pages.overlapMs) / DAY_MS) * DAY_MS);
  let throughMs = Number.NEGATIVE_INFINITY;
  let atMs = Math.floor(fromMs / stepMs) * stepMs;
  while (atMs < toMs && !signal?.aborted) {
    const untilMs = Math.min(bucketStart('1D', atMs, false) + spanMs, ceil(toMs, stepMs));
    const span = { fromMs: Math.max(0, atMs - pages.overlapMs), toMs: untilMs };
    // Rows that were read before are in the overlap, so that an empty page cannot be right.
    const mayBeEmpty = throughMs < span.fromMs;
    const asked = { ...span, symbol, mayBeEmpty };
    const { rows, venueMs } = await readPage(pages, asked, rules.calendar, sending);
    const isWanted = ({ openTimeMs }: Bar): boolean =>
      openTimeMs > throughMs && openTimeMs >= fromMs && openTimeMs < toMs;
    const isFinal = ({ openTimeMs }: Bar): boolean =>
      openTimeMs + stepMs + rules.finalMs <= venueMs &&
      (rules.readyMs?.(openTimeMs) ?? openTimeMs) <= venueMs;
    const bars = buildBars(rows, resolution, pages.stepMs, rules).filter(isWanted).filter(isFinal);
    throughMs = bars.at(-1)?.openTimeMs ?? throughMs;
    if (bars.length > 0) yield bars;
    if (venueMs <= atMs) return;
    atMs = untilMs;
  }
}

/** A span that a page is asked for, and whether the vendor may have no row in it. */
interface AskedPage {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly mayBeEmpty: boolean;
}

async function readPage(
  pages: BarPages,
  asked: AskedPage,
  calendar: CalendarName,
  sending: Sending,
): Promise<BarPage> {
  const { symbol, fromMs, toMs } = asked;
  for (let tries = 0; ; tries += 1) {
    const { rows, venueMs } = await pages.page({ fromMs, toMs }, sending);
    const inside = rows.filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs);
    const sorted = sortRows(inside);
    const isEmpty = inside.length === 0 && hasSession(calendar, asked, venueMs);
    if (sorted && !isEmpty) return { rows: sorted, venueMs };
    if (tries === 0) continue;
    if (!sorted) throw new Error(`bars of ${symbol}: two rows of one time differ`);
    if (rows.length > 0) throw new Error(`bars of ${symbol}: a page of another time`);
    if (!asked.mayBeEmpty) throw new Error(`bars of ${symbol}: a page without the rows before it`);
    return { rows: sorted, venueMs };
  }
}

/** Returns rows in order of time, each time once; null when two of one time differ. */
function sortRows(rows: readonly Bar[]): readonly Bar[] | null {
  const sorted = rows.toSorted((a, b) => a.openTimeMs - b.openTimeMs);
  const kept: Bar[] = [];
  for (const row of sorted) {
    const before = kept.at(-1);
    if (before?.openTimeMs !== row.openTimeMs) kept.push(row);
    else if (!isSame(before, row)) return null;
  }
  return kept;
}

function isSame(a: Bar, b: Bar): boolean {
  return (
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  );
}

/** Whether a market was open within a span before `nowMs`. */
function hasSession(
  calendar: CalendarName,
  span: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): boolean {
  return sessionFrom(calendar, span.fromMs).openMs < Math.min(span.toMs, nowMs);
}

function buildBars(
  rows: readonly Bar[],
  resolution: BarRequest['resolution'],
  stepMs: number,
  { calendar, inSessions }: BarRules,
): readonly Bar[] {
  const [first] = rows;
  if (resolution === '1D' || !first) return rows;
  let session = sessionFrom(calendar, first.openTimeMs);
  const isInSession = ({ openTimeMs }: Bar): boolean => {
    if (session.closeMs <= openTimeMs) session = sessionFrom(calendar, openTimeMs);
    return session.openMs < openTimeMs + stepMs;
  };
  const kept = inSessions ? rows.filter(isInSession) : rows;
  if (resolution === 'rows' || stepMs === LENGTHS[resolution]) return kept;
  const longer = createAggregator('15', resolution, false);
  const built = kept.flatMap((row) => longer.push(row) ?? []);
  const open = longer.current();
  return open ? [...built, open] : built;
}

const ceil = (ms: number, stepMs: number): number => Math.ceil(ms / stepMs) * stepMs;
