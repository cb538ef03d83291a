import { pipeline } from 'node:stream/promises';
import { type Bar, LEGS, type Leg, roundTo, simulateOutcome } from '@rasat/engine';
import {
  type BarColumns,
  createHistory,
  followLevels,
  type LedgerDraft,
  type LedgerRow,
  type MarketHistory,
  type OutcomeDraft,
  type OutcomeRow,
} from '@rasat/ledger';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Series } from '../server/src/modules/market/index.ts';
import { type ChainHead, findChainHeads } from '../server/src/modules/signals/index.ts';
import { makeLedgerRow, makeOutcomeRow } from '../server/src/modules/signals/ledger-row.ts';
import { seeded } from '../server/src/testing/bars.ts';
import type { Cluster } from './cluster.ts';

/** A series with its stored bars. */
export interface PlantedSeries {
  readonly series: Series;
  readonly bars: BarColumns;
}

/** An engine version other than the program's: its rows count as published live. */
const VERSION = 'bench';
const SETUPS = [
  ['condition', 'pivot'],
  ['condition', 'break'],
  ['box', '36.short'],
  ['box', '36.long'],
  ['box', '52.short'],
  ['box', '144.short'],
  ['box', 'hayyam.short'],
  ['box', 'crystal.short'],
] as const;
const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const LIFE_BARS = 14 * 24;
/** First bar of an entry, which needs twenty days before it. */
const FIRST_BAR = 24 * 24;
/** Age of a box at its trade. */
const BOX_AGE_BARS = 100;
const NO_HASH = '0'.repeat(64);
const COPY_ROWS = 20_000;

interface Walker extends PlantedSeries {
  readonly list: readonly Bar[];
  readonly history: MarketHistory;
}

/** A row and its outcomes in order; the chain adds the numbers. */
interface Signal {
  readonly row: LedgerDraft;
  readonly outcomes: readonly OutcomeDraft[];
}

/**
 * Publishes rows until the ledger has `total`, in order of time over all series: entries at closes of stored bars,
 * weekly sets, and their outcomes, in valid chains. It uses closes from `fromBar` on, by default all with enough
 * history. It writes by COPY, unlike the server.
 */
export async function plantLedger(
  { db, address }: Pick<Cluster, 'db' | 'address'>,
  planted: readonly PlantedSeries[],
  total: number,
  fromBar = FIRST_BAR,
): Promise<void> {
  const random = seeded(7);
  const walkers = planted.map(walkerOf);
  const heads = await findChainHeads(db);
  const chain = { ledger: heads.ledger, outcomes: heads.outcomes };
  const bars = Math.min(...planted.map((one) => one.bars.length));
  const wanted = total - heads.ledger.number;
  const density = (wanted / ((bars - fromBar) * planted.length)) * 1.02;
  const ledger: LedgerRow[] = [];
  const outcomes: OutcomeRow[] = [];
  const client = new pg.Client(address);
  await client.connect();
  try {
    for (let at = fromBar; at < bars && chain.ledger.number < total; at++) {
      for (const walker of walkers) {
        if (chain.ledger.number === total || random() >= density) continue;
        const closeMs = (walker.bars.openTimeMs[at] ?? 0) + HOUR_MS;
        // Weeks begin on Mondays; the epoch was a Thursday.
        const isMonday = (closeMs - 4 * 24 * HOUR_MS) % WEEK_MS === 0;
        const signal = isMonday ? setAt(walker, at, closeMs) : entryAt(walker, at, closeMs, random);
        chainSignal(signal, chain, ledger, outcomes);
      }
      if (ledger.length < COPY_ROWS) continue;
      await store(client, ledger.splice(0), outcomes.splice(0));
    }
    await store(client, ledger, outcomes);
  } finally {
    await client.end();
  }
  await sql`analyze`.execute(db);
}

function walkerOf({ series, bars }: PlantedSeries): Walker {
  const list = Array.from({ length: bars.length }, (_, at): Bar => {
    const [openTimeMs, open] = [bars.openTimeMs[at] ?? 0, bars.open[at] ?? 0];
    const [high, low, close] = [bars.high[at] ?? 0, bars.low[at] ?? 0, bars.close[at] ?? 0];
    return { openTimeMs, open, high, low, close, volume: bars.volume[at] ?? 0 };
  });
  return { series, bars, list, history: createHistory(bars, series) };
}

function headOf({ series }: Walker, barTime: number, eventKey: string) {
  const { symbol, source, id: seriesId } = series;
  return {
    symbol,
    source,
    seriesId,
    eventKey,
    engineVersion: VERSION,
    barTime,
    inputHash: NO_HASH,
  };
}

function outcomeOf(
  leg: Leg,
  status: -1 | 0 | 1,
  r: number,
  price: number,
  barTime: number,
): OutcomeDraft {
  return { leg, status, price, r, engineVersion: VERSION, barTime, detail: {}, inputHash: NO_HASH };
}

/** Returns a condition or box trade at the close of a bar. */
function entryAt(walker: Walker, at: number, closeMs: number, random: () => number): Signal {
  const { list, series } = walker;
  const price = list[at]?.close ?? 1;
  const buys = random() < 0.5;
  const sign = buys ? 1 : -1;
  const range = Math.max(
    2 * 10 ** -series.digits,
    roundTo(price * (0.004 + 0.02 * random()), series.digits),
  );
  const line = (risks: number): number =>
    Math.max(10 ** -series.digits, roundTo(price + sign * risks * range, series.digits));
  const [sl, tp1, tp2] = [line(-1), line(1), line(2)];
  const [kind, setup] = SETUPS[Math.floor(random() * SETUPS.length)] ?? SETUPS[0];
  const outcomes = LEGS.flatMap((leg) => {
    const imagined = { way: buys ? 'up' : 'down', price, risk: range, stop: sl } as const;
    const target = leg === 'tp1' ? tp1 : tp2;
    const { status, r, at: end } = simulateOutcome(list, at, { ...imagined, target }, LIFE_BARS);
    if (status === 0 && at + LIFE_BARS >= list.length) return [];
    const exit = Math.max(10 ** -series.digits, price + sign * r * range);
    return [outcomeOf(leg, status, r, exit, (list[end]?.openTimeMs ?? 0) + HOUR_MS)];
  });
  const expiry = closeMs + LIFE_BARS * HOUR_MS;
  const row: LedgerDraft = {
    ...headOf(walker, closeMs, `${kind}.${setup}.${closeMs}`),
    kind,
    setup,
    way: buys,
    price,
    range,
    sl,
    tp1,
    tp2,
    detail: { expiry, ...(kind === 'box' && { box: list[at - BOX_AGE_BARS]?.openTimeMs ?? 0 }) },
  };
  return { row, outcomes };
}

/** Returns the weekly set of the week that begins at this bar's close. */
function setAt(walker: Walker, at: number, closeMs: number): Signal {
  const { history, list, series } = walker;
  const anchor = list[at]?.close ?? 1;
  const lines = (sign: number): number[] =>
    [1, 2, 3, 4, 5].map((step) => roundTo(anchor * (1 + sign * 0.008 * step), series.digits));
  const [buy, sell] = [lines(1), lines(-1)];
  const { trade } = followLevels(history, { d: closeMs, anchor, buy, sell });
  const row: LedgerDraft = {
    ...headOf(walker, closeMs, `levels.${closeMs}`),
    kind: 'levels',
    setup: 'weekly',
    way: null,
    price: anchor,
    range: null,
    sl: null,
    tp1: null,
    tp2: null,
    detail: { d: closeMs, buy, sell },
  };
  if (!trade) return { row, outcomes: [] };
  const { way, openedMs, status1, status2, r1, r2, open } = trade;
  const price = (way > 0 ? buy : sell)[0] ?? anchor;
  const expiry = openedMs + LIFE_BARS * HOUR_MS;
  const detail = { way: way > 0, sl: anchor, tp1: price, tp2: price, expiry };
  const none = { status: null, r: null } as const;
  const known = { engineVersion: VERSION, inputHash: NO_HASH };
  const entry: OutcomeDraft = { ...known, ...none, leg: 'entry', price, barTime: openedMs, detail };
  if (open) return { row, outcomes: [entry] };
  const first = outcomeOf('tp1', status1, r1, price, openedMs + HOUR_MS);
  const second = outcomeOf('tp2', status2, r2, price, openedMs + HOUR_MS);
  return { row, outcomes: [entry, first, second] };
}

/** Appends a signal and its outcomes to both chains. */
function chainSignal(
  { row: draft, outcomes: drafts }: Signal,
  chain: { ledger: ChainHead; outcomes: ChainHead },
  ledger: LedgerRow[],
  outcomes: OutcomeRow[],
): void {
  const row = makeLedgerRow(
    draft,
    chain.ledger.number + 1,
    draft.barTime + 1000,
    chain.ledger.hash,
  );
  chain.ledger = { number: row.seq, hash: row.hash };
  ledger.push(row);
  for (const one of drafts) {
    const outcome = makeOutcomeRow(
      one,
      chain.outcomes.number + 1,
      row.seq,
      one.barTime + 1000,
      chain.outcomes.hash,
    );
    chain.outcomes = { number: outcome.no, hash: outcome.hash };
    outcomes.push(outcome);
  }
}

const bytea = (hex: string): string => `\\\\x${hex}`;
/** Returns a line of COPY's text form from several lists of values. */
const text = (...lists: readonly (readonly (string | number | boolean | null)[])[]): string =>
  `${lists
    .flat()
    .map((value) => (value === null ? '\\N' : String(value)))
    .join('\t')}\n`;

async function store(
  client: pg.Client,
  ledger: readonly LedgerRow[],
  outcomes: readonly OutcomeRow[],
): Promise<void> {
  await pipeline(
    ledger.map((row) =>
      text(
        [row.seq, row.symbol, row.source, row.seriesId, row.eventKey, row.kind, row.setup],
        [row.engineVersion, row.barTime, row.createdAt, row.origin, row.way, row.price],
        [row.range, row.sl, row.tp1, row.tp2, JSON.stringify(row.detail)],
        [bytea(row.inputHash), bytea(row.prevHash), bytea(row.hash)],
      ),
    ),
    client.query(
      copyFrom(`copy ledger (seq, symbol, source, series_id, event_key, kind, setup,
        engine_version, bar_time, created_at, origin, way, price, range, sl, tp1, tp2, detail,
        input_hash, prev_hash, hash) from stdin`),
    ),
  );
  await pipeline(
    outcomes.map((row) =>
      text(
        [row.no, row.seq, row.leg, row.status, row.price, row.r, row.engineVersion],
        [row.barTime, row.createdAt, row.origin, JSON.stringify(row.detail)],
        [bytea(row.inputHash), bytea(row.prevHash), bytea(row.hash)],
      ),
    ),
    client.query(
      copyFrom(`copy ledger_outcome (no, seq, leg, status, price, r, engine_version, bar_time,
        created_at, origin, detail, input_hash, prev_hash, hash) from stdin`),
    ),
  );
}
