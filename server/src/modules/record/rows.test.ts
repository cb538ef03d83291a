import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { WEEK_MS } from '@rasat/engine';
import { DEFAULT_COSTS, type LedgerRow, type OutcomeRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { interruptTwice } from '../../testing/locks.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import {
  plantEntries,
  plantForecast,
  plantOutcome,
  plantSignal,
  plantTouches,
} from '../../testing/record.ts';
import { startAnalyst } from '../analysis/index.ts';
import { listSeries, type Series, symbolsTopic } from '../market/index.ts';
import { startPublisher } from '../signals/index.ts';
import { registerRecordRoutes } from './routes.ts';
import type { ShownRow } from './row-store.ts';

// The record that the engine makes of some markets, and what the calls say of it beside what both chains say.

const MONDAY = Date.UTC(2023, 0, 2);
const HOUR = 3_600_000;
const BARS = 9000;
const clock = createManualClock(MONDAY + BARS * HOUR);
const context = await testContext({ after }, { clock });
const { db } = context;

const old = await plantSeries(db, { symbol: 'GBPUSD' });
await plantBars(db, old, makeBars({ seed: 11, fromMs: MONDAY, bars: 3000, isOpen: isForexOpen }));
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
const forexBars = Math.floor((BARS * 120) / 168) - 100;
await plantBars(
  db,
  eurusd,
  makeBars({ seed: 12, fromMs: MONDAY, bars: forexBars, isOpen: isForexOpen }),
);
const btcusd = await plantSeries(db, { symbol: 'BTCUSD', category: 'crypto', source: 'somewhere' });
await plantBars(db, btcusd, makeBars({ seed: 13, fromMs: MONDAY, bars: BARS }));
await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
  const fresh = await plantSeries(db, { symbol: 'GBPUSD', source: 'file' });
  const bars = makeBars({ seed: 14, fromMs: MONDAY, bars: 3000, isOpen: isForexOpen });
  await plantBars(db, fresh, bars);
  context.bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
  await wait(async () => {
    const { rows } = await sql<{ done: boolean }>`
      select not exists (select from analysis_event where id > p.event_id)
        and (select count(*) from analysis_state where bars > 2000) = 4 as done
      from publisher_cursor p`.execute(db);
    return rows[0]?.done === true;
  });
});
// Some of today, live.
for (let at = 0; at < 30; at += 1) {
  const row = await plantSignal(db, eurusd, { kind: 'condition', timeMs: clock.now() - at * 1000 });
  if (at % 3 > 0) await plantOutcome(db, row, 'tp1', at % 3 === 1 ? 1 : -1);
}
await plantSignal(db, btcusd, {
  kind: 'levels',
  timeMs: MONDAY + Math.ceil((BARS * HOUR) / WEEK_MS) * WEEK_MS,
});

// Forecasts: a running one, one whose time is over, a void one, and a cone that an edge of 50 % ended.
const DAY = 24 * HOUR;
const now = clock.now();
const times = (fromMs: number, untilMs: number) => ({ timeMs: fromMs, untilMs });
await plantForecast(db, btcusd, { setup: 'weekly', ...times(now - HOUR, now + DAY) });
const reached = await plantForecast(db, eurusd, {
  setup: '36.short',
  ...times(now - 3 * DAY, now - DAY),
  boxEndMs: now,
});
await plantTouches(db, reached, [null, now - 2 * DAY]);
const empty = await plantForecast(db, eurusd, {
  setup: 'cone.1d',
  ...times(now - DAY, now - HOUR),
});
await plantTouches(db, empty, Array(6).fill(null), 0);
const cone = await plantForecast(db, btcusd, {
  setup: 'cone.4w',
  ...times(now - 30 * DAY, now - 2 * DAY),
  createdAtMs: now,
});
await plantTouches(db, cone, [now - 29 * DAY, ...Array(5).fill(null)]);

/** Every call is of another subscriber: this is not about how often one may call. */
const server = await startTestServer(
  { after },
  {
    context,
    guard: async (_access, { headers }) => ({
      id: Number(headers['x-person']),
      publicId: 'TEST',
      sessionId: 1,
      subscriber: true,
      student: true,
      admin: false,
    }),
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);

type Page = { rows: ShownRow[]; next: string | null };

let calls = 0;

function ask(path: string): Promise<Response> {
  calls += 1;
  return server.fetch(`/api${path}`, { headers: { 'x-person': String(calls) } });
}

async function get<T>(path: string): Promise<T> {
  const response = await ask(path);
  const body = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
  return body as T;
}

async function listAll(filter: string, onPage: (page: Page) => unknown = () => {}) {
  const rows: ShownRow[] = [];
  let after = '';
  for (;;) {
    const page = await get<Page>(`/record/rows?${filter}${after}`);
    rows.push(...page.rows);
    await onPage(page);
    assert.ok(page.rows.length <= LIMITS.recordRows);
    if (page.next === null) return rows;
    assert.equal(page.rows.length, LIMITS.recordRows);
    after = `&after=${page.next}`;
  }
}

/** What both chains say, by number. */
const published = await readLedger(db);
const ledger = published.filter(({ kind }) => kind !== 'forecast');
const forecasts = published.filter(({ kind }) => kind === 'forecast');
const outcomes = Map.groupBy(await readOutcomes(db), ({ seq }) => seq);
const series = new Map((await listSeries(db)).map((one) => [one.id, one]));

function outcomeOf(row: LedgerRow, leg: OutcomeRow['leg']): OutcomeRow | undefined {
  return outcomes.get(row.seq)?.find((one) => one.leg === leg);
}

function stateOf(row: LedgerRow): ShownRow['state'] {
  const end = outcomeOf(row, 'tp1');
  if (end?.status === 2 || outcomeOf(row, 'entry')?.status === 2) return 'void';
  if (end) return end.status === 1 ? 'tp1' : end.status === -1 ? 'sl' : 'expired';
  if (row.kind !== 'levels' || outcomeOf(row, 'entry')) return 'open';
  return (row.detail.d as number) + WEEK_MS > clock.now() ? 'waiting' : 'untouched';
}

/** The numbers of rows in the order of the list: the newest bars first. */
function listed(rows: readonly LedgerRow[]): number[] {
  return rows.toSorted((a, b) => b.barTime - a.barTime || b.seq - a.seq).map(({ seq }) => seq);
}

/**
 * Cost of a round trip in multiples of the risk by docs/formats/record.md: a pip of EURUSD, 1.4 of GBPUSD, ten basis
 * points of a coin's price; null for a weekly set that nothing entered.
 */
function costOf(row: LedgerRow, entry: OutcomeRow | undefined): number | null {
  const level = (entry?.detail.way ? row.detail.buy : row.detail.sell) as number[] | undefined;
  const isSet = row.kind === 'levels';
  if (isSet && entry === undefined) return null;
  const price = isSet ? entry!.price : row.price;
  const risk = isSet ? Math.abs(level![0]! - row.price) : row.range!;
  const costs: Readonly<Record<string, number>> = {
    EURUSD: 0.0001,
    GBPUSD: 0.00014,
    BTCUSD: 0.001 * price,
  };
  return costs[row.symbol]! / risk;
}

/** Columns of the file in the order of docs/formats/record.md. */
const CSV_COLUMNS = [
  'seq symbol category source origin kind setup engineVersion barTime createdAt state sealed',
  'way price range sl tp1 tp2 week buyLevels sellLevels',
  'entryTime entryWay entryPrice entrySl entryTp1 entryTp2 entryExpiry',
  'firstStatus firstPrice firstR firstTime secondStatus secondPrice secondR secondTime cost',
  'baselineFirst baselineSecond baselineNetFirst baselineNetSecond baselineEntries baselineTp1',
  'baselineCoverage baselineComplete unmatched touch twinTouch hash',
  'leafIndex entryNo entryHash firstNo firstHash secondNo secondHash',
  'endReason endRow endTime',
  'until weeks levels chances plain firstTouches touchNo touchHash',
].flatMap((line) => line.split(' '));
const NUMBERS =
  /^(seq|leafIndex|weeks|(entry|first|second|touch)No|price|range|sl|tp[12]|entry(Price|Sl|Tp[12])|(first|second)(Status|Price|R)|cost|baseline((Net)?(First|Second)|Entries|Tp1|Coverage)|touch|twinTouch)$/;

const FACTS = {
  source: (row: LedgerRow) => row.source,
  origin: (row: LedgerRow) => row.origin,
  kind: (row: LedgerRow) => row.kind,
  setup: (row: LedgerRow) => row.setup,
  category: (row: LedgerRow) => series.get(row.seriesId)?.category ?? '',
  symbol: (row: LedgerRow) => row.symbol,
  state: stateOf,
} as const;

test('every row of both chains is listed once, the newest bars first, as it was published', async () => {
  assert.ok(ledger.length > 1000, `${ledger.length} rows`);
  const rows = await listAll('');
  const order = rows.map(({ seq }) => seq);
  assert.deepEqual(order, listed(ledger));
  const inChain = order.toSorted((a, b) => b - a);
  assert.notDeepEqual(order, inChain, 'one symbol was published after the other');
  const byState = Map.groupBy(ledger, stateOf);
  for (const state of ['open', 'waiting', 'untouched', 'tp1', 'sl', 'expired', 'void'] as const) {
    assert.ok((byState.get(state)?.length ?? 0) > 0, `there is a row ${state}`);
  }
  for (const shown of rows) {
    const row = ledger.find(({ seq }) => seq === shown.seq) as LedgerRow;
    const { digits } = series.get(row.seriesId) as Series;
    for (const [name, factOf] of Object.entries(FACTS)) {
      assert.equal(shown[name as keyof typeof FACTS], factOf(row), `${name} of ${row.seq}`);
    }
    const { hash, engineVersion, barTime, createdAt, way, price, range, sl, tp1, tp2 } = row;
    const told = { hash, engineVersion, barTime, createdAt, way, price, range, sl, tp1, tp2 };
    assert.partialDeepStrictEqual(shown, { ...told, digits, sealed: false, forecast: null });
    assert.deepEqual(shown.levels, row.kind === 'levels' ? row.detail : null);
    const first = outcomeOf(row, 'entry');
    const entry = first?.status === 2 ? undefined : first;
    const entered = entry && { time: entry.barTime, price: entry.price, ...entry.detail };
    assert.deepEqual(shown.entry, entered ?? null);
    for (const leg of ['tp1', 'tp2'] as const) {
      const end = outcomeOf(row, leg);
      const ended = end && { status: end.status, price: end.price, r: end.r, time: end.barTime };
      assert.deepEqual(shown.legs[leg], ended ?? null);
    }
    const ended = outcomes.get(row.seq)?.find(({ status }) => status === 2);
    const { reason, ended: seq } = ended?.detail ?? {};
    assert.deepEqual(shown.ended, ended ? { reason, seq, time: ended.barTime } : null);
    const cost = costOf(row, entry);
    if (cost === null) assert.equal(shown.cost, null);
    else assert.ok(Math.abs((shown.cost ?? 0) - cost) < 1e-9, `cost of ${row.seq}`);
  }
});

/** The numbers of the rows that the chains say belong to a filter, in the order of the list. */
function expected(filter: Readonly<Record<string, string>>): number[] {
  const { from = '0', before = '9000000000000000', ...facts } = filter;
  const found = ledger.filter((row) => {
    const isNamed = Object.entries(facts).every(
      ([name, value]) => FACTS[name as keyof typeof FACTS](row) === value,
    );
    return isNamed && row.barTime >= Number(from) && row.barTime < Number(before);
  });
  return listed(found);
}

async function assertListed(filter: Readonly<Record<string, string>>): Promise<number> {
  const rows = await listAll(new URLSearchParams(filter).toString());
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    expected(filter),
    JSON.stringify(filter),
  );
  return rows.length;
}

test('each filter alone lists what the chains say', async () => {
  for (const [name, factOf] of Object.entries(FACTS)) {
    for (const value of new Set(ledger.map(factOf))) {
      assert.ok((await assertListed({ [name]: value })) > 0);
    }
  }
  const middle = String(MONDAY + 3000 * HOUR);
  assert.ok((await assertListed({ from: middle })) > 0);
  assert.ok((await assertListed({ before: middle })) > 0);
  assert.ok((await assertListed({ from: middle, before: String(MONDAY + 3100 * HOUR) })) > 0);
  assert.equal(await assertListed({ from: middle, before: middle }), 0);
  assert.equal(await assertListed({ from: '9999999999999999' }), 0);
  assert.equal(await assertListed({ symbol: 'NOTHING' }), 0);
});

test('filters together list what the chains say', async () => {
  // One digit of a number for each filter, so that combinations of every size come.
  let state = 7;
  const draw = (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * n);
  };
  let found = 0;
  for (let at = 0; at < 60; at += 1) {
    const row = ledger[draw(ledger.length)] as LedgerRow;
    const filter: Record<string, string> = {};
    for (const [name, factOf] of Object.entries(FACTS)) {
      if (draw(3) === 0) filter[name] = factOf(row);
    }
    if (draw(3) === 0) filter.from = String(row.barTime - draw(500) * HOUR);
    if (draw(3) === 0) filter.before = String(row.barTime + draw(500) * HOUR);
    found += await assertListed(filter);
  }
  assert.ok(found > 2000);
});

test('pages have no gap and no double while rows are appended and decided', async () => {
  const before = expected({ category: 'forex' });
  const behind: number[] = [];
  const ahead: number[] = [];
  const append = async (timeMs: number): Promise<number> => {
    const row = await plantSignal(db, eurusd, { kind: 'box', timeMs });
    ledger.push(row);
    await plantOutcome(db, row, 'tp1', 1);
    outcomes.set(row.seq, [{ leg: 'tp1', status: 1 } as OutcomeRow]);
    return row.seq;
  };
  const seen = await listAll('category=forex', async ({ rows, next }) => {
    ahead.push(await append(clock.now() + ledger.length));
    const last = rows.at(-1);
    if (next === null || !last) return;
    // Computed afterwards: of the time at which the page ended, and of either side of it.
    ahead.push(await append(last.barTime + 1), await append(last.barTime));
    behind.push(await append(last.barTime - 1));
  });
  assert.ok(behind.length > 10);
  const order = seen.map(({ seq }) => seq);
  assert.deepEqual(
    order.filter((seq) => !behind.includes(seq)),
    before,
  );
  assert.deepEqual(
    order.filter((seq) => behind.includes(seq)),
    behind,
  );
  const isThere = (await listAll('category=forex')).map(({ seq }) => seq);
  assert.deepEqual(isThere, expected({ category: 'forex' }));
  assert.ok(ahead.every((seq) => isThere.includes(seq)));
});

/** A row as its line in the file names it (docs/formats/record.md). */
function csvOf(row: ShownRow): Record<string, string> {
  const text = (value: number | string | null | undefined) => String(value ?? '');
  const time = (ms: number | undefined) => (ms === undefined ? '' : new Date(ms).toISOString());
  const way = (buy: boolean | null | undefined) =>
    typeof buy === 'boolean' ? (buy ? 'buy' : 'sell') : '';
  const list = (values: readonly (number | string | null)[] | null | undefined) =>
    values?.map((value) => value ?? 'none').join(' ') ?? '';
  const { levels, entry, baseline, forecast } = row;
  const { tp1: first, tp2: second } = row.legs;
  return {
    seq: text(row.seq),
    symbol: row.symbol,
    category: row.category,
    source: row.source,
    origin: row.origin,
    kind: row.kind,
    setup: row.setup,
    engineVersion: row.engineVersion,
    barTime: time(row.barTime),
    createdAt: time(row.createdAt),
    state: row.state,
    sealed: text(String(row.sealed)),
    way: way(row.way),
    price: text(row.price),
    range: text(row.range),
    sl: text(row.sl),
    tp1: text(row.tp1),
    tp2: text(row.tp2),
    week: time(levels?.d),
    buyLevels: levels?.buy.join(' ') ?? '',
    sellLevels: levels?.sell.join(' ') ?? '',
    entryTime: time(entry?.time),
    entryWay: way(entry?.way),
    entryPrice: text(entry?.price),
    entrySl: text(entry?.sl),
    entryTp1: text(entry?.tp1),
    entryTp2: text(entry?.tp2),
    entryExpiry: time(entry?.expiry),
    firstStatus: text(first?.status),
    firstPrice: text(first?.price),
    firstR: text(first?.r),
    firstTime: time(first?.time),
    secondStatus: text(second?.status),
    secondPrice: text(second?.price),
    secondR: text(second?.r),
    secondTime: time(second?.time),
    cost: text(row.cost),
    baselineFirst: text(baseline?.first),
    baselineSecond: text(baseline?.second),
    baselineNetFirst: text(baseline?.netFirst),
    baselineNetSecond: text(baseline?.netSecond),
    baselineEntries: text(baseline?.entries),
    baselineTp1: text(baseline?.tp1),
    baselineCoverage: text(baseline?.coverage),
    baselineComplete: baseline === null ? '' : String(baseline.complete),
    unmatched: text(row.unmatched),
    touch: text(row.touch),
    twinTouch: text(row.twinTouch),
    hash: row.hash,
    leafIndex: text(row.seq - 1),
    ...marksOf(row),
    endReason: text(row.ended?.reason),
    endRow: text(row.ended?.seq),
    endTime: time(row.ended?.time),
    until: time(forecast?.until),
    weeks: text(forecast?.weeks),
    levels: list(forecast?.levels),
    chances: list(forecast?.chances),
    plain: list(forecast?.plain),
    firstTouches: list(forecast?.first?.map((ms) => (ms === null ? null : time(ms)))),
  };
}

/** Number and hash of each outcome of a row, by its leg, as the chain has them. */
function marksOf({ seq }: ShownRow): Record<string, string> {
  const names = { entry: 'entry', first: 'tp1', second: 'tp2', touch: 'touch' } as const;
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, leg]) => {
      const found = chained.get(seq)?.find((one) => one.leg === leg);
      return [
        [`${name}No`, String(found?.no ?? '')],
        [`${name}Hash`, found?.hash ?? ''],
      ];
    }),
  );
}

/** Outcomes of the chain by row, read again after tests have added some. */
let chained: ReadonlyMap<number, OutcomeRow[]> = outcomes;

test('the file has the same rows, and reads as CSV', async () => {
  // A weekly set whose first level broke while that of its twin held, with a baseline at each exit.
  const week = ledger.find(({ kind }) => kind === 'levels') as LedgerRow;
  await plantEntries(db, week, -250, 375);
  chained = Map.groupBy(await readOutcomes(db), ({ seq }) => seq);
  await sql`insert into record_twin (seq, touch, twin_touch, complete, bars_to) values (${week.seq}, -1, 1, true, 0)`.execute(
    db,
  );
  for (const filter of [
    '',
    'source=file',
    'kind=levels&state=untouched',
    'kind=forecast',
    'symbol=NOTHING',
  ]) {
    const response = await ask(`/record/rows.csv?${filter}`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*\.csv$/);
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    assert.ok(text.startsWith('\u{feff}"seq";"symbol"'));
    assert.ok(text.endsWith('\r\n'));
    const [head = [], ...lines] = text
      .slice(1, -2)
      .split('\r\n')
      .map((line) => line.split(';').map((field) => field.replace(/^"(.*)"$/, '$1')));
    assert.deepEqual(head, CSV_COLUMNS);
    assert.ok(lines.every((fields) => fields.length === CSV_COLUMNS.length));
    for (const [at, name] of head.entries()) {
      if (!NUMBERS.test(name)) continue;
      const wrong = lines.find((fields) => !/^(-?\d+(\.\d+)?)?$/.test(fields[at]!));
      assert.equal(wrong, undefined, `${name} is a plain number`);
    }
    const rows = lines.map((fields) =>
      Object.fromEntries(head.map((name, at) => [name, fields[at]])),
    );
    const listed = await listAll(filter);
    assert.deepEqual(
      rows.map(({ seq }) => Number(seq)),
      listed.map(({ seq }) => seq),
    );
    if (filter === '') {
      const planted = listed.find(({ seq }) => seq === week.seq);
      assert.deepEqual(
        [planted?.touch, planted?.twinTouch, planted?.baseline?.first, planted?.baseline?.second],
        [-1, 1, -0.25, 0.375],
      );
    }
    for (const [at, row] of listed.entries()) assert.deepEqual(rows[at], csvOf(row), `${row.seq}`);
  }
});

test('a list of the file has a word in the place of a missing value, and no sign before a text', async () => {
  const csv = await (await ask('/record/rows.csv?kind=forecast')).text();
  const iso = (ms: number) => `"${new Date(ms).toISOString()}"`;
  const ends = csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';').slice(CSV_COLUMNS.indexOf('until'), -2).join(';'));
  const head = (untilMs: number) => `${iso(untilMs)};0.987654`;
  const edges = '"1.09 1.11 1.08 1.12 1.07 1.13";"0.5 0.8 0.95";';
  const levels = '"1.15 1.05";"0.2917 0.0042";"none 0.0061"';
  assert.deepEqual(ends, [
    `${head(now + DAY)};${levels};`,
    `${head(now - HOUR)};${edges};`,
    `${head(now - DAY)};${levels};"none ${new Date(now - 2 * DAY).toISOString()}"`,
    `${head(now - 2 * DAY)};${edges};"${new Date(now - 29 * DAY).toISOString()}${' none'.repeat(5)}"`,
  ]);
});

test('forecasts are listed when their kind is asked for, and with no signal', async () => {
  const seqs = async (filter: string) => (await listAll(filter)).map(({ seq }) => seq);
  const all = listed(forecasts);
  assert.equal(all.length, 4);
  assert.deepEqual(await seqs('kind=forecast'), all);
  assert.deepEqual(await seqs('kind=forecast&symbol=BTCUSD'), [all[0], cone.seq]);
  assert.deepEqual(await seqs('kind=forecast&setup=cone.1d'), [empty.seq]);
  assert.deepEqual(await seqs('kind=forecast&origin=backfill'), [cone.seq]);
  assert.deepEqual(await seqs('kind=forecast&state=ended'), [reached.seq, cone.seq]);
  assert.deepEqual(await seqs('kind=forecast&state=void'), [empty.seq]);
  assert.deepEqual(await seqs('kind=forecast&state=open'), [all[0]]);
  assert.deepEqual(await seqs('kind=forecast&state=decided'), all.slice(1));
  // Without the kind no filter finds one.
  for (const filter of ['setup=cone.1d', 'state=ended']) assert.deepEqual(await seqs(filter), []);
  for (const filter of ['', 'source=somewhere', 'origin=live', 'state=open', 'state=void']) {
    const kinds = new Set((await listAll(filter)).map(({ kind }) => kind));
    assert.ok(kinds.size > 0 && !kinds.has('forecast'), filter);
  }
});

test('a forecast is shown as it was published, with what came of it and no trade', async () => {
  const rows = new Map((await listAll('kind=forecast')).map((row) => [row.seq, row]));
  const none = { way: null, range: null, sl: null, tp1: null, tp2: null, levels: null };
  const noTrade = { entry: null, legs: { tp1: null, tp2: null }, ended: null, cost: null };
  const noTest = { baseline: null, unmatched: null, touch: null, twinTouch: null };
  for (const row of rows.values()) {
    const { hash, barTime, price } = forecasts.find(({ seq }) => seq === row.seq) as LedgerRow;
    const told = { hash, barTime, price, sealed: false };
    assert.partialDeepStrictEqual(row, { ...told, ...none, ...noTrade, ...noTest });
  }
  const model = { model: 'touch-1', class: 'fx', weeks: 0.987654 };
  assert.deepEqual(rows.get(reached.seq)?.forecast, {
    ...model,
    until: now - DAY,
    levels: [1.15, 1.05],
    chances: [0.2917, 0.0042],
    plain: [null, 0.0061],
    trial: false,
    first: [null, now - 2 * DAY],
  });
  assert.deepEqual(rows.get(cone.seq)?.forecast, {
    ...model,
    until: now - 2 * DAY,
    levels: [1.09, 1.11, 1.08, 1.12, 1.07, 1.13],
    chances: [0.5, 0.8, 0.95],
    plain: [],
    trial: true,
    first: [now - 29 * DAY, null, null, null, null, null],
  });
  assert.equal(rows.get(empty.seq)?.forecast?.first, null, 'no bar lay in its time');
  const running = [...rows.values()].find(({ state }) => state === 'open');
  assert.equal(running?.forecast?.first, null);
});

test('a file whose statements are ended has every row all the same', async () => {
  const read = async () => (await ask('/record/rows.csv')).text();
  const whole = await read();
  assert.ok(whole.length > 10_000);
  assert.equal(await interruptTwice(db, 'record_row', read), whole);
});

test('a signal is found by the name that screens have for it', async () => {
  const names = new Map<string, number>();
  for (const row of ledger) {
    const { symbol, kind, setup, barTime, seriesId } = row;
    if (seriesId === old.id) continue;
    const time = kind === 'levels' ? Number(row.detail.d) : barTime;
    names.set(new URLSearchParams({ symbol, kind, setup, time: String(time) }).toString(), row.seq);
  }
  let at = 0;
  for (const [name, seq] of names) {
    // Each costs a call.
    if (at++ % 15 === 0) assert.deepEqual(await get(`/record/find?${name}`), { seq });
  }
  const archived = ledger.find((row) => row.seriesId === old.id && row.kind === 'condition');
  assert.ok(archived);
  for (const name of [
    `symbol=GBPUSD&kind=condition&setup=${archived.setup}&time=${archived.barTime}`,
    'symbol=NOTHING&kind=condition&setup=pivot&time=1',
    'symbol=EURUSD&kind=condition&setup=pivot&time=9999999999999999',
  ]) {
    const response = await ask(`/record/find?${name}`);
    assert.equal(response.status, 404, name);
  }
});

test('one row comes with its forty entries', async () => {
  const row = ledger.find(({ kind }) => kind === 'condition') as LedgerRow;
  assert.deepEqual((await get<{ entries: unknown }>(`/record/rows/${row.seq}`)).entries, null);
  await plantEntries(db, row, -250);
  const shown = await get<{ row: ShownRow; entries: unknown; head: unknown }>(
    `/record/rows/${row.seq}`,
  );
  const forty = Array.from({ length: 40 }, () => -250);
  assert.deepEqual(shown.entries, { first: forty, second: forty });
  assert.deepEqual(shown.row.baseline, {
    entries: 40,
    first: -0.25,
    second: -0.25,
    netFirst: -0.35,
    netSecond: -0.35,
    tp1: 20,
    coverage: 0.5,
    complete: false,
  });
  assert.equal(shown.row.hash, row.hash);
  assert.equal(shown.row.unmatched, null);
  assert.equal(shown.head, null);
});
