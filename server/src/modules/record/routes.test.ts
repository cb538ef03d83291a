import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RecordRate, Reply, ROUTES } from '@rasat/contract';
import { DEFAULT_COSTS, type Figures, isConsistent } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/sha256.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantSignal } from '../../testing/record.ts';
import { publishHead } from './heads.ts';
import { hasRow, registerRecordRoutes } from './routes.ts';

// What the calls say of what the nightly computation prepared, and how they refuse what cannot be asked.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 10, 16);
const clock = createManualClock(MONDAY + HOUR);
const context = await testContext({ after }, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = context;
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
const btcusd = await plantSeries(db, { symbol: 'BTCUSD', category: 'crypto', source: 'binance' });
const replay = await plantSeries(db, { symbol: 'EURUSD.R', source: 'replay' });
let share: number | null = null;
const server = await startTestServer(
  { after },
  {
    context,
    guard: async () => null,
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => share }),
  },
);

let calls = 0;

/** Every call comes from somewhere else: how often one may call is tested where it is told who sees what. */
function ask(path: string): Promise<Response> {
  calls += 1;
  return server.fetch(`/api${path}`, { headers: { 'x-forwarded-for': `10.0.0.${calls}` } });
}

async function get<T>(path: string): Promise<T> {
  const response = await ask(path);
  const body = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
  return body as T;
}

type Overview = Reply<typeof ROUTES.record>;
type FiguresReply = Reply<typeof ROUTES.recordFigures>;
type History = Reply<typeof ROUTES.recordHistory>;

test('an empty record is there, with nothing in it', async () => {
  assert.deepEqual(await get('/record'), {
    computing: null,
    run: null,
    head: null,
    certificate: null,
    parts: [],
  });
  assert.deepEqual(await get('/record/rows'), { rows: [], next: null });
  const part = 'source=file&origin=live';
  assert.deepEqual(await get(`/record/figures?${part}&period=all`), {
    groups: [],
    compared: 0,
    touches: [],
  });
  assert.deepEqual(await get(`/record/history?${part}`), { cumulative: [], months: [] });
  assert.deepEqual(await get('/record/heads'), []);
  assert.deepEqual(await get('/record/rates/EURUSD'), []);
});

function figuresOf(n: number): Figures {
  const interval = { value: 0.1, low: -0.1, high: 0.3 };
  const leg = {
    mean: 0.2,
    net: interval,
    baseline: 0.1,
    difference: interval,
    netBaseline: 0.05,
    netDifference: interval,
  };
  return {
    n,
    tp1: n,
    sl: 0,
    expired: 0,
    tp2: 0,
    voided: 0,
    matched: n,
    quarters: 4,
    days: 300,
    chance: 0.4,
    baseline: { tp1: 0.5, sl: 0.5, tp2: 0.3 },
    cost: 0.01,
    hits: { n, share: 0.6, baseline: 0.5, difference: interval },
    first: leg,
    second: {
      mean: null,
      net: null,
      baseline: null,
      difference: null,
      netBaseline: null,
      netDifference: null,
    },
    verdict: n < 15 ? 'few' : 'undecided',
  };
}

type Group = readonly [
  source: string,
  origin: string,
  period: string,
  kind: string,
  setup: string,
  category: string,
  n: number,
];

async function plantFigures(...groups: Group[]): Promise<void> {
  for (const [source, origin, period, kind, setup, category, n] of groups) {
    const months = [{ month: 24_300 + n, n, matched: n, netDifference: 0.5, netRange: null }];
    const point = {
      month: 24_300 + n,
      r: n,
      cost: 1,
      low: -1,
      middle: 0,
      high: 1,
      baselineCost: 1,
    };
    const isAll = period === 'all';
    await sql`
      insert into record_figures (source, origin, period, kind, setup, category, figures, months,
        cumulative)
      values (${source}, ${origin}, ${period}, ${kind}, ${setup}, ${category},
        ${JSON.stringify(figuresOf(n))}, ${isAll ? JSON.stringify(months) : null},
        ${isAll ? JSON.stringify([point]) : null})`.execute(db);
  }
}

test('figures are those of the source, the origin and the period, by group', async () => {
  await plantFigures(
    ['simulated', 'backfill', 'all', '', '', '', 100],
    ['simulated', 'backfill', 'all', 'box', '', '', 60],
    ['simulated', 'backfill', 'all', 'box', '36.short', 'forex', 20],
    ['simulated', 'backfill', '2025', '', '', '', 40],
    ['simulated', 'live', 'all', '', '', '', 7],
    ['file', 'backfill', 'all', '', '', '', 8],
  );
  const touches = {
    n: 30,
    twins: 28,
    held: 0.5,
    twinsHeld: null,
    difference: null,
    chance: null,
    verdict: 'few',
  };
  await sql`
    insert into record_touches (source, origin, period, category, touches)
    values ('simulated', 'backfill', 'all', '', ${JSON.stringify(touches)}),
      ('simulated', 'backfill', 'all', 'forex', ${JSON.stringify({ ...touches, n: 3 })}),
      ('file', 'backfill', 'all', '', ${JSON.stringify({ ...touches, n: 1 })})`.execute(db);
  const shown = await get<FiguresReply>(
    '/record/figures?source=simulated&origin=backfill&period=all',
  );
  assert.deepEqual(shown, {
    groups: [
      { kind: null, setup: null, category: null, figures: figuresOf(100) },
      { kind: 'box', setup: null, category: null, figures: figuresOf(60) },
      { kind: 'box', setup: '36.short', category: 'forex', figures: figuresOf(20) },
    ],
    compared: 1,
    touches: [
      { ...touches, category: null },
      { ...touches, n: 3, category: 'forex' },
    ],
  });
  const year = await get<FiguresReply>(
    '/record/figures?source=simulated&origin=backfill&period=2025',
  );
  assert.deepEqual(year.groups, [
    { kind: null, setup: null, category: null, figures: figuresOf(40) },
  ]);
  for (const [part, n] of [
    ['source=simulated&origin=live', 7],
    ['source=file&origin=backfill', 8],
  ] as const) {
    const { groups } = await get<FiguresReply>(`/record/figures?${part}&period=all`);
    assert.deepEqual(
      groups.map(({ figures }) => figures.n),
      [n],
    );
  }
});

test('a history is of one group, its months by category', async () => {
  await plantFigures(
    ['simulated', 'backfill', 'all', '', '', 'crypto', 11],
    ['simulated', 'backfill', 'all', '', '', 'forex', 12],
    ['simulated', 'backfill', 'all', 'box', '', 'crypto', 13],
  );
  const read = async (group: string) => {
    const { cumulative, months } = await get<History>(
      `/record/history?source=simulated&origin=backfill${group}`,
    );
    return {
      r: cumulative.map((point) => point.r),
      months: months.map(({ category, months: list }) => [category, ...list.map(({ n }) => n)]),
    };
  };
  assert.deepEqual(await read(''), {
    r: [100],
    months: [
      ['crypto', 11],
      ['forex', 12],
    ],
  });
  assert.deepEqual(await read('&category=forex'), { r: [12], months: [['forex', 12]] });
  assert.deepEqual(await read('&kind=box'), { r: [60], months: [['crypto', 13]] });
  assert.deepEqual(await read('&kind=box&setup=36.short&category=forex'), {
    r: [20],
    months: [['forex', 20]],
  });
  assert.deepEqual(await read('&kind=levels'), { r: [], months: [] });
});

test('base rates are those that say most: enough rows, then live, then of the own category', async () => {
  await plantFigures(
    // Enough in the category, live.
    ['binance', 'live', 'all', 'condition', '', 'crypto', 15],
    ['binance', 'live', 'all', 'condition', '', '', 90],
    ['binance', 'backfill', 'all', 'condition', '', 'crypto', 80],
    // Too few live anywhere.
    ['binance', 'live', 'all', 'condition', 'pivot', 'crypto', 3],
    ['binance', 'live', 'all', 'condition', 'pivot', '', 14],
    ['binance', 'backfill', 'all', 'condition', 'pivot', 'crypto', 50],
    ['binance', 'backfill', 'all', 'condition', 'pivot', '', 99],
    // Too few in the category.
    ['binance', 'backfill', 'all', 'box', '36.short', 'crypto', 2],
    ['binance', 'backfill', 'all', 'box', '36.short', '', 30],
    // Too few in the category live, where all of them are enough.
    ['binance', 'live', 'all', 'box', '144.short', 'crypto', 5],
    ['binance', 'live', 'all', 'box', '144.short', '', 40],
    ['binance', 'backfill', 'all', 'box', '144.short', 'crypto', 60],
    // Too few at all.
    ['binance', 'backfill', 'all', 'levels', 'weekly', 'crypto', 1],
    ['binance', 'backfill', 'all', 'levels', 'weekly', '', 4],
    // What belongs to others.
    ['binance', 'backfill', '2025', 'box', '52.long', 'crypto', 70],
    ['binance', 'live', 'all', 'box', '144.long', 'forex', 70],
    ['simulated', 'live', 'all', 'box', '', 'crypto', 70],
    ['file', 'live', 'all', 'condition', '', 'crypto', 900],
  );
  const rates = await get<RecordRate[]>('/record/rates/BTCUSD');
  assert.deepEqual(
    rates.map(({ figures, ...group }) => [
      group.kind,
      group.setup,
      group.category,
      group.source,
      group.origin,
      figures.n,
    ]),
    [
      ['box', '144.short', null, 'binance', 'live', 40],
      ['box', '36.short', null, 'binance', 'backfill', 30],
      ['condition', null, 'crypto', 'binance', 'live', 15],
      ['condition', 'pivot', 'crypto', 'binance', 'backfill', 50],
      ['levels', 'weekly', null, 'binance', 'backfill', 4],
    ],
  );
  const forex = await get<RecordRate[]>('/record/rates/EURUSD');
  assert.ok(forex.every(({ source }) => source === 'simulated'));
  for (const symbol of ['NOTHING', replay.symbol]) {
    assert.equal((await ask(`/record/rates/${symbol}`)).status, 404, symbol);
  }
});

test('the overview says what there is, what was computed, and what is being computed', async () => {
  await plantSignal(db, eurusd, { kind: 'condition', timeMs: MONDAY - DAY });
  await plantSignal(db, eurusd, { kind: 'condition', timeMs: MONDAY - HOUR });
  await plantSignal(db, eurusd, {
    kind: 'box',
    timeMs: MONDAY - 9 * DAY,
    createdAtMs: MONDAY,
  });
  await plantSignal(db, btcusd, { kind: 'box', timeMs: MONDAY - DAY, createdAtMs: MONDAY });
  const costs = [{ of: 'forex', unit: 'pips', amount: 1.8 }];
  await sql`
    insert into record_run (started_at, finished_at, engine_version, ledger_rows, outcomes, seed, costs)
    values (1, 2, 'e', 4, 0, ${Buffer.alloc(32, 7)}, ${JSON.stringify(costs)}),
      (3, null, 'e', 5, 0, ${Buffer.alloc(32, 8)}, '[]')`.execute(db);
  share = 0.25;
  const { computing, run, parts } = await get<Overview>('/record');
  assert.equal(computing, 0.25);
  assert.deepEqual(run, {
    finished: 2,
    engineVersion: 'e',
    rows: 4,
    outcomes: 0,
    seed: '07'.repeat(32),
    costs,
  });
  assert.deepEqual(
    parts.map(({ source, origin, rows, from, to }) => [source, origin, rows, from, to]),
    [
      ['binance', 'backfill', 1, MONDAY - DAY, MONDAY - DAY],
      ['simulated', 'backfill', 1, MONDAY - 9 * DAY, MONDAY - 9 * DAY],
      ['simulated', 'live', 2, MONDAY - DAY, MONDAY - HOUR],
    ],
  );
  assert.deepEqual(parts[1]?.periods.toSorted(), ['2025', 'all']);
  assert.deepEqual(parts[2]?.periods, ['all']);
});

test('heads come day by day, and a row says which one covers it first', async () => {
  await publishHead(db, clock);
  await plantSignal(db, eurusd, { kind: 'condition', timeMs: clock.now() });
  await clock.advance(DAY);
  await publishHead(db, clock);
  await plantSignal(db, eurusd, { kind: 'condition', timeMs: clock.now() });
  const heads = await get<{ day: string; size: number; root: string }[]>('/record/heads');
  assert.deepEqual(
    heads.map(({ day, size }) => [day, size]),
    [
      ['2026-11-17', 5],
      ['2026-11-16', 4],
    ],
  );
  assert.deepEqual((await get<Overview>('/record')).head, heads[0]);
  const covering = async (seq: number) =>
    (await get<{ head: unknown }>(`/record/rows/${seq}`)).head;
  assert.deepEqual(await covering(1), heads[1]);
  assert.deepEqual(await covering(5), heads[0]);
  assert.equal(await covering(6), null);
});

test('two days have a proof that the chains of one begin those of the other', async () => {
  const [to, from] = await get<Reply<typeof ROUTES.recordHeads>>('/record/heads');
  const ownTo = await get<Reply<typeof ROUTES.recordConsistency>>(
    '/record/heads/2026-11-16/consistency/2026-11-17',
  );
  assert.deepEqual([ownTo.from, ownTo.to], [from, to]);
  const treeOf = (size: number, root: string | null = '') => ({
    size,
    root: Buffer.from(root ?? '', 'hex'),
  });
  const bytes = (proof: readonly string[] | null) =>
    (proof ?? []).map((node) => Buffer.from(node, 'hex'));
  assert.ok(from && to);
  assert.ok(ownTo.rows.length > 0);
  assert.ok(
    isConsistent(treeOf(from.size, from.root), treeOf(to.size, to.root), bytes(ownTo.rows), sha256),
  );
  assert.ok(
    isConsistent(
      treeOf(from.outcomes, from.outcomesRoot),
      treeOf(to.outcomes, to.outcomesRoot),
      bytes(ownTo.outcomes),
      sha256,
    ),
  );
  const same = await get('/record/heads/2026-11-17/consistency/2026-11-17');
  assert.deepEqual(same, { from: to, to, rows: [], outcomes: [] });
});

test('heads that shrink, in a changed database, have no proof', async () => {
  await tamper(db, "update record_head set size = 40 where day = '2026-11-16'");
  const response = await ask('/record/heads/2026-11-16/consistency/2026-11-17');
  await tamper(db, "update record_head set size = 4 where day = '2026-11-16'");
  assert.equal(response.status, 409);
  assert.equal(((await response.json()) as { code: string }).code, 'conflict-409');
});

test('a row is there by its number alone, and its file is named after it', async () => {
  const named = await Promise.all(
    ['1', '6', '7', '0', '01', '-1', '1.5', 'x', '', '12345678901234567'].map((seq) =>
      hasRow(db, seq),
    ),
  );
  assert.deepEqual(named, [true, true, ...Array.from({ length: 8 }, () => false)]);
  const file = await ask('/record/rows/1/file');
  assert.equal(file.headers.get('content-disposition'), 'inline; filename="rasat-record-1.json"');
  await file.text();
  const all = await ask('/record/rows.csv');
  assert.equal(
    all.headers.get('content-disposition')?.includes('rasat-record-2026-11-17.csv'),
    true,
  );
  await all.text();
});

test('certificates come with what failed in the newest, and corrections beside what is stored', async () => {
  const bars = makeBars({ seed: 3, fromMs: MONDAY - 1200 * HOUR, bars: 1100 });
  await plantBars(db, eurusd, bars);
  for (let at = 1; at <= 31; at += 1) {
    await sql`
      insert into record_certificate (started_at, finished_at, engine_version, signals, level_sets,
        boxes, outcomes, engine_failures, vendor_failures, other_versions, corrections)
      values (${at}, ${at + 1}, 'e', ${at}, 2, 3, 4, 1, 1, 0, 5)`.execute(db);
  }
  await sql`
    insert into record_failure (certificate_id, no, class, count, symbol, seq, what, event_key, cause,
      bar_time)
    select id, n, case n when 1 then 'entry-price' else 'box' end, n + 4, 'EURUSD', case n when 1 then 7 end, case n when 1 then 'signal' else 'box' end,
      'k' || n, case n when 1 then 'vendor' else 'engine' end, ${MONDAY}
    from record_certificate, generate_series(1, 2) n where signals in (30, 31)`.execute(db);
  const openOf = (row: number) => bars.openTimeMs[row] ?? 0;
  // One in a closed chunk, one in the tail, one where there is no bar, one of a replay and one of other bars.
  await sql`
    insert into correction (series_id, resolution, t, reason, o, h, l, c, v, seen_at) values
      (${eurusd.id}, '60', ${openOf(500)}, 'differs', 1, 2, 0.5, 1.5, 9, 1),
      (${eurusd.id}, '60', ${openOf(1050)}, 'differs', 1, 2, 0.5, 1.5, 9, 2),
      (${eurusd.id}, '60', ${openOf(0) - HOUR}, 'late', 1, 2, 0.5, 1.5, 9, 3),
      (${replay.id}, '60', ${openOf(0)}, 'late', 1, 2, 0.5, 1.5, 9, 4),
      (${eurusd.id}, '15', ${openOf(500)}, 'differs', 1, 2, 0.5, 1.5, 9, 5)`.execute(db);
  const shown = await get<Reply<typeof ROUTES.recordCertificates>>('/record/certificates');
  assert.deepEqual(
    shown.certificates.map(({ signals }) => signals),
    Array.from({ length: 30 }, (_, at) => 31 - at),
  );
  assert.deepEqual((await get<Overview>('/record')).certificate, shown.certificates[0]);
  assert.deepEqual(shown.failures, [
    {
      class: 'entry-price',
      count: 5,
      symbol: 'EURUSD',
      seq: 7,
      what: 'signal',
      key: 'k1',
      cause: 'vendor',
      time: MONDAY,
    },
    {
      class: 'box',
      count: 6,
      symbol: 'EURUSD',
      seq: null,
      what: 'box',
      key: 'k2',
      cause: 'engine',
      time: MONDAY,
    },
  ]);
  assert.deepEqual([shown.inherited, shown.inheritedCount], [[], 0]);
  await sql`insert into record_inherited (seq, leg, class, symbol) values
    (9, '', 'early', 'EURUSD'), (8, 'tp1', 'outcome-time', 'EURUSD')`.execute(db);
  const listed = await get<Reply<typeof ROUTES.recordCertificates>>('/record/certificates');
  assert.deepEqual(listed.inherited, [
    { seq: 8, leg: 'tp1', class: 'outcome-time', symbol: 'EURUSD' },
    { seq: 9, leg: '', class: 'early', symbol: 'EURUSD' },
  ]);
  assert.equal(listed.inheritedCount, 2);
  const storedAt = (row: number) =>
    [bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[row]);
  const offered = [1, 2, 0.5, 1.5, 9];
  const symbol = 'EURUSD';
  assert.deepEqual(shown.corrections, [
    { symbol, time: openOf(0) - HOUR, reason: 'late', seen: 3, stored: null, offered },
    { symbol, time: openOf(1050), reason: 'differs', seen: 2, stored: storedAt(1050), offered },
    { symbol, time: openOf(500), reason: 'differs', seen: 1, stored: storedAt(500), offered },
  ]);
});

test('what cannot be asked is refused with the field, and what there is none of is missing', async () => {
  const figures = 'source=file&origin=live&period=all';
  const name = 'symbol=EURUSD&kind=box&setup=36.short&time=1';
  const refusals: readonly (readonly [path: string, field: string])[] = [
    ['/record?a=1', 'a'],
    ['/record/heads?a=1', 'a'],
    ['/record/heads/2026-11-16/consistency/2026-11-17?a=1', 'a'],
    ['/record/heads/2026-11-17/consistency/2026-11-16', 'to'],
    ...['2026-1-17', '20261117', '2026-11-17T00', '1', 'x'].flatMap((day): [string, string][] => [
      [`/record/heads/${day}/consistency/2026-11-17`, 'from'],
      [`/record/heads/2026-11-16/consistency/${day}`, 'to'],
    ]),
    ['/record/certificates?a=1', 'a'],
    ['/record/rates/EURUSD?a=1', 'a'],
    ['/record/rates/eurusd', 'symbol'],
    ['/record/rows/1?a=1', 'a'],
    ['/record/rows/1/file?a=1', 'a'],
    ['/record/figures', 'source'],
    [`/record/figures?${figures}&a=1`, 'a'],
    [`/record/figures?${figures.replace('file', 'File')}`, 'source'],
    [`/record/figures?${figures.replace('live', 'Live')}`, 'origin'],
    [`/record/figures?${figures.replace('all', '999')}`, 'period'],
    [`/record/figures?${figures}&period=12m`, 'period'],
    ['/record/history?source=file', 'origin'],
    ['/record/history?source=file&origin=live&kind=boxes', 'kind'],
    ['/record/history?source=file&origin=live&setup=A', 'setup'],
    ['/record/history?source=file&origin=live&category=gold', 'category'],
    ...['/record/rows', '/record/rows.csv'].flatMap((list): [string, string][] => [
      [`${list}?source=`, 'source'],
      [`${list}?origin=old`, 'origin'],
      [`${list}?kind=box&kind=levels`, 'kind'],
      [`${list}?setup=${'a'.repeat(21)}`, 'setup'],
      [`${list}?setup=%27%3B--`, 'setup'],
      [`${list}?category=Forex`, 'category'],
      [`${list}?symbol=eurusd`, 'symbol'],
      [`${list}?state=none`, 'state'],
      [`${list}?from=-1`, 'from'],
      [`${list}?from=1e3`, 'from'],
      [`${list}?before=99999999999999999`, 'before'],
      [`${list}?page=2`, 'page'],
    ]),
    ...['', '5', '-5', '5-', '1.5-5', '5-1e3', '5--5', '5-5-5', '99999999999999999-5'].map(
      (after): [string, string] => [`/record/rows?after=${after}`, 'after'],
    ),
    ['/record/rows.csv?after=5-5', 'after'],
    ['/record/find', 'symbol'],
    [`/record/find?${name.replace('EURUSD', 'eur-usd')}`, 'symbol'],
    [`/record/find?${name.replace('box', 'trade')}`, 'kind'],
    [`/record/find?${name.replace('36.short', '36_short')}`, 'setup'],
    [`/record/find?${name}0.5`, 'time'],
    [`/record/find?${name}&a=1`, 'a'],
    ...['0', '-1', '01', 'X', '1.5', '99999999999999999'].flatMap((seq): [string, string][] => [
      [`/record/rows/${seq}`, 'seq'],
      [`/record/rows/${seq}/file`, 'seq'],
    ]),
  ];
  for (const [path, field] of refusals) {
    const response = await ask(path);
    const body = (await response.json()) as { code: string; field?: string };
    assert.deepEqual(
      [response.status, body.code, body.field],
      [400, 'bad-fields-400', field],
      path,
    );
  }
  for (const path of [
    '/record/rows/4000',
    '/record/rows/4000/file',
    '/record/rows/9999999999999999',
    '/record/rows/9999999999999999/file',
    '/record/heads/2026-11-15/consistency/2026-11-17',
    '/record/heads/2026-11-16/consistency/2026-11-18',
    '/record/heads/0000-00-00/consistency/9999-99-99',
    `/record/find?${name}`,
    `/record/find?${name.replace('time=1', 'time=9999999999999999')}`,
    '/record/rates/NOTHING',
  ]) {
    const response = await ask(path);
    assert.equal(response.status, 404, path);
    assert.equal(((await response.json()) as { code: string }).code, 'not-found-404');
  }
  const rowsAfter = async (cursor: string) =>
    (await get<{ rows: unknown[] }>(`/record/rows?after=${cursor}`)).rows;
  const all = await rowsAfter('9999999999999999-9999999999999999');
  assert.ok(all.length > 0);
  assert.deepEqual(await rowsAfter('9999999999999999-0'), all);
  for (const before of ['0-9999999999999999', '-5-5']) {
    assert.deepEqual(await rowsAfter(before), []);
  }
});

test('a year of the last century is a period as well', async () => {
  await plantFigures(['binance', 'backfill', '1962', '', '', '', 3]);
  await plantSignal(db, btcusd, { kind: 'condition', timeMs: Date.UTC(1962, 4, 28) });
  const { parts } = await get<Overview>('/record');
  assert.ok(parts.some(({ periods }) => periods.includes('1962')));
  const year = await get<FiguresReply>('/record/figures?source=binance&origin=live&period=1962');
  assert.deepEqual(year, {
    groups: [],
    compared: 0,
    touches: [],
  });
});

test('no answer of the record speaks of what is proven, in a name or a value', async () => {
  const part = 'source=simulated&origin=backfill';
  const [row] = (await get<{ rows: { seq: number }[] }>('/record/rows')).rows;
  assert.ok(row);
  for (const path of [
    '/record',
    `/record/figures?${part}&period=all`,
    `/record/history?${part}`,
    '/record/rows',
    '/record/rows.csv',
    `/record/rows/${row.seq}`,
    '/record/heads',
    '/record/heads/2026-11-16/consistency/2026-11-17',
    '/record/certificates',
    '/record/rates/EURUSD',
  ]) {
    const text = await (await ask(path)).text();
    assert.ok(text.length > 1, path);
    assert.doesNotMatch(text, /prov(?:en|e)\b|kanıt|sübut/i, path);
  }
});
