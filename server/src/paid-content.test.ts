import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import {
  CATEGORIES,
  type Category,
  PAGES,
  type Right,
  ROUTES,
  VERSION_HEADER,
} from '@rasat/contract';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { startApp } from './app.ts';
import { findSignals } from './modules/signals/index.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { makeBars } from './testing/bars.ts';
import { EARLY_CLOCK, EARLY_MS } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { plantBars, plantSeries } from './testing/market.ts';
import { plantPerson } from './testing/people.ts';

// What only a subscriber may see, looked for by its content: the numbers of every paid reply about some made-up markets
// are searched in everything else that the server says to others.

const HOUR = 3_600_000;
const BARS = 9000;
/** Sources of each audience and of each age, as a feed stores them; null for those of which nothing is stored. */
const SOURCES = {
  binance: { audience: 'anyone', delay_class: 'real-time', delay_ms: 0 },
  twelvedata: { audience: 'signed-in', delay_class: 'delayed', delay_ms: 930_000 },
  massive: { audience: 'subscribers', delay_class: 'real-time', delay_ms: 0 },
  'twelvedata-eod': { audience: 'signed-in', delay_class: 'end-of-day', delay_ms: 0 },
  // Rates of a bank are not analysed.
  'reference-tcmb': { audience: 'anyone', delay_class: 'reference', delay_ms: 0 },
  file: null,
  // Nothing is known of the vendor: its prices are for subscribers.
  vendor: null,
} as const;
type Source = keyof typeof SOURCES;
/** Markets that no source feeds, so that what is known of them stays as it is. */
const MARKETS = [
  { category: 'crypto', source: 'binance' },
  { category: 'forex', source: 'twelvedata' },
  { category: 'nasdaq', source: 'massive' },
  { category: 'bist', source: 'twelvedata-eod' },
  { category: 'index', source: 'file' },
  { category: 'index', source: 'vendor' },
  { category: 'forex', source: 'reference-tcmb' },
].map((market, at) => ({
  ...(market as { category: Category; source: Source }),
  symbol: `MADE${at}`,
  seed: 40 + at,
}));
const SYMBOLS = MARKETS.map(({ symbol }) => symbol);
const ANALYSED = MARKETS.filter(({ source }) => source !== 'reference-tcmb');

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-paid-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, '__spa-fallback.html'), '<!doctype html><title>Rasat</title>');

const database = await testDatabase({ after });
const { db } = database;
for (const [name, facts] of Object.entries(SOURCES)) {
  if (facts === null) continue;
  await sql`
    insert into market_source (name, audience, delay_class, delay_ms)
    values (${name}, ${facts.audience}, ${facts.delay_class}, ${facts.delay_ms})`.execute(db);
}
for (const { category, symbol, seed, source } of MARKETS) {
  const series = await plantSeries(db, { symbol, category, source });
  const fromMs = Math.floor(EARLY_MS / HOUR) * HOUR - BARS * HOUR;
  await plantBars(db, series, makeBars({ seed, fromMs, bars: BARS }));
}
const config = testConfig({ TRUST_PROXY: '127.0.0.1' });
const app = await startApp(config, {
  clock: EARLY_CLOCK,
  database: database.address,
  site: folder,
  stallLimitMs: Number.POSITIVE_INFINITY,
});
after(() => app.stop());
const keys = await loadKeys(config);
const planting = { db, clock: createClock(EARLY_CLOCK), config, keys };
const ROLES: Readonly<Record<string, readonly Right[]>> = { logged: [], student: ['lesson'] };
const cookies = new Map<string, string>();
for (const [role, rights] of Object.entries({
  ...ROLES,
  subscribed: ['subscription'] as Right[],
})) {
  cookies.set(role, (await plantPerson(planting, { rights })).cookie);
}
await until('every market is analysed and published', async () => {
  const { rows } = await sql<{ analysed: number; left: number }>`
    select (
        select count(*) from analysis_state a join series s on s.id = a.series_id
        join bar_head h on h.series_id = s.id and h.resolution = s.base
        where s.symbol like 'MADE%' and a.cursor_ms = h.t_last
      ) as analysed, (
        select count(*) from analysis_event where id > (select event_id from publisher_cursor)
      ) as left`.execute(db);
  return Number(rows[0]?.analysed) === ANALYSED.length && Number(rows[0]?.left) === 0;
});

interface Said {
  readonly place: string;
  readonly status: number;
  readonly text: string;
}

let asked = 0;

/** Asks for a reply, from an address of its own, so that no limit of an address stands for a refusal. */
async function ask(role: string, place: string): Promise<Said> {
  const cookie = cookies.get(role);
  asked += 1;
  const reply = await fetch(app.address + place, {
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `198.18.${asked >> 8}.${asked & 255}`,
      ...(cookie !== undefined && { cookie }),
    },
  });
  assert.notEqual(reply.status, 429, place);
  return { place, status: reply.status, text: await reply.text() };
}

/** Numbers of a text that are long enough to be the same by chance nowhere else. */
function numbersOf(text: string): Set<string> {
  return new Set((text.match(/\d+\.\d+/g) ?? []).filter((number) => number.length >= 6));
}

const PAID = [
  ...['1', '2', '3', '4', '5'].flatMap((box) => [`/box/*/chart/${box}`, `/box/*/trade/${box}`]),
  '/box/*/trade',
  '/box/*/gann',
  '/box/*/crystalBox',
  '/why/*/gann',
  '/seer/*',
  '/levels/*',
  '/touch/*',
  '/cycle/*',
  '/historical/*/box',
  '/historical/*/levels',
];

/** Public numbers in rows of the record: of conditions, of decided box trades, of weeks that are over. */
async function readPublic(): Promise<Set<string>> {
  const { rows } = await sql<{ seq: number }>`
    select r.seq from record_row r join record_cell c on c.id = r.cell
    where c.kind = 'condition' or (c.kind = 'box' and r.state <> 'open')
      or (c.kind = 'levels' and r.week_end <= ${planting.clock.now()})`.execute(db);
  const signals = await findSignals(
    db,
    rows.map(({ seq }) => seq),
  );
  const said = [...signals.values()].map(({ row, outcomes }) => [
    [row.price, row.range, row.sl, row.tp1, row.tp2, row.detail],
    outcomes.map(({ price, detail }) => [price, detail]),
  ]);
  return numbersOf(JSON.stringify(said));
}

const known = await readPublic();
const paid = new Map<string, string>();
for (const { symbol } of ANALYSED) {
  for (const call of PAID) {
    const place = `/api${call.replace('*', symbol)}`;
    const { status, text } = await ask('subscribed', place);
    assert.equal(status, 200, place);
    for (const number of numbersOf(text)) if (!known.has(number)) paid.set(number, place);
  }
}

/** Every address that some person may read, with each value of its parameters that leads somewhere. */
async function listPlaces(): Promise<string[]> {
  const { rows } = await sql<{ seq: string }>`
    select max(r.seq) as seq from record_row r join record_cell c on c.id = r.cell
    where c.symbol like 'MADE%' group by c.symbol, c.kind, r.state, r.week_end > ${planting.clock.now()}`.execute(
    db,
  );
  const values: Readonly<Record<string, readonly string[]>> = {
    symbol: SYMBOLS,
    type: CATEGORIES,
    seq: rows.map(({ seq }) => seq),
    key: SYMBOLS.map((symbol) => `${symbol}-1D`),
  };
  const routes = Object.values(ROUTES).filter(({ method }) => method === 'GET');
  const paths = [...routes.map((route) => `/api${route.path}`), ...PAGES.map((page) => page.path)];
  const filled = paths.flatMap((pattern) =>
    [...pattern.matchAll(/:(\w+)/g)].reduce(
      (places, [part, name = '']) =>
        places.flatMap((place) =>
          (values[name] ?? ['1']).map((value) => place.replace(part, value)),
        ),
      [pattern],
    ),
  );
  const queries = ['kind=levels', 'kind=box', 'state=open', 'state=waiting', 'state=tp1'].flatMap(
    (query) => [`/api/record/rows?${query}`, `/api/record/rows.csv?${query}`],
  );
  return [...filled, ...queries];
}

/** What the live socket says to a person who joins channels, one after the other. */
async function listen(role: string, channels: readonly string[]): Promise<Said> {
  const cookie = cookies.get(role);
  const ws = new WebSocket(`${app.address.replace('http', 'ws')}/api/live`, {
    headers: { origin: app.address, ...(cookie !== undefined && { cookie }) },
  });
  const frames: string[] = [];
  await new Promise<void>((resolve, reject) => {
    ws.on('unexpected-response', () => resolve());
    ws.on('error', reject);
    ws.on('open', () => ws.send(JSON.stringify({ join: channels[0] })));
    ws.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      frames.push(text);
      if (!/joined|error/.test(text)) return;
      const next = channels[frames.filter((frame) => /joined|error/.test(frame)).length];
      // Ten messages a second are taken, and what is over them is answered too.
      if (next === undefined) resolve();
      else setTimeout(() => ws.send(JSON.stringify({ join: next })), 110);
    });
  });
  ws.on('error', () => {});
  ws.terminate();
  return { place: '/api/live', status: 101, text: frames.join('\n') };
}

/** Columns of the file of rows that hold multiples of the risk and shares, not prices. */
const MULTIPLES = /^(firstR|secondR|cost|baseline\w+)$/;

/** A text without what is no price, or is the price of a bar that its reader may have. */
function pricesOf({ place, text }: Said): string {
  if (place.startsWith('/api/predictor/')) return text.replaceAll(/"last":\{[^}]*\}/g, '');
  if (!place.includes('rows.csv')) {
    return text.replaceAll(/"(r|cost|first|second|coverage)":[^,}\]]+/g, '');
  }
  const [head = [], ...lines] = text
    .replaceAll('"', '')
    .split('\r\n')
    .map((line) => line.split(';'));
  const kept = (_: string, at: number): boolean => !MULTIPLES.test(head[at] ?? '');
  return lines.map((line) => line.filter(kept).join(';')).join('\n');
}

/** Bars, which people with a session have, hold prices that analyses are made of. */
const OF_BARS = /^\/api\/(historical\/[^/]+$|quotes\/|record\/(rows|series)\/\w+\/file)/;
/** What the landing page draws of a simulated symbol is public. */
const SNAPSHOT = '/api/snapshot';

test('there is something that only a subscriber may see, of every market', () => {
  for (const { symbol } of ANALYSED) {
    const places = [...paid.values()].filter((place) => place.includes(symbol));
    assert.ok(places.length > 100, `${symbol}: ${places.length}`);
    for (const call of ['/seer/', '/levels', '/box']) {
      assert.ok(
        places.some((place) => place.includes(call)),
        `${call} of ${symbol}`,
      );
    }
  }
});

for (const role of ['guest', ...Object.keys(ROLES)]) {
  test(`${role}: no number of a paid reply is said in any reply, file or frame`, async () => {
    const channels = SYMBOLS.flatMap((symbol) => [`tick:${symbol}`, `analysis:${symbol}`]);
    const all = [await listen(role, channels)];
    for (const place of await listPlaces()) all.push(await ask(role, place));
    const leaks = all
      .filter(({ place }) => !OF_BARS.test(place) && place !== SNAPSHOT)
      .flatMap((said) =>
        [...numbersOf(pricesOf(said))]
          .filter((number) => paid.has(number))
          .map((number) => `${number} of ${paid.get(number)} in ${said.place}`),
      );
    assert.deepEqual(leaks.slice(0, 10), []);
    const named = all.filter(({ text }) => /"(basis|seer|inputs)":/.test(text));
    assert.deepEqual(
      named.map(({ place }) => place).filter((place) => place !== '/api/openapi.json'),
      [],
    );
  });
}

/** Who may have the prices of each source, as docs/operating.md says. */
const MAY_HAVE: Readonly<Record<Source, readonly string[]>> = {
  binance: ['guest', 'logged', 'student', 'subscribed'],
  twelvedata: ['logged', 'student', 'subscribed'],
  massive: ['subscribed'],
  'twelvedata-eod': ['logged', 'student', 'subscribed'],
  'reference-tcmb': ['guest', 'logged', 'student', 'subscribed'],
  file: ['logged', 'student', 'subscribed'],
  vendor: ['subscribed'],
};

test('the age of the prices of a source is said with its symbols', async () => {
  const { text } = await ask('logged', '/api/symbols');
  const listed = JSON.parse(text) as { symbol: string; source: string; delay: unknown }[];
  for (const { symbol, source } of MARKETS) {
    const facts = SOURCES[source];
    const delay = facts && { class: facts.delay_class, ms: facts.delay_ms };
    const entry = listed.find((one) => one.symbol === symbol);
    assert.deepEqual([entry?.source, entry?.delay], [source, delay]);
  }
});

for (const role of ['guest', ...Object.keys(ROLES), 'subscribed']) {
  test(`${role}: prices of a source are said to those who may have them, at every output`, async () => {
    const refusal = role === 'guest' ? 401 : 403;
    for (const { symbol, source, category } of MARKETS) {
      const mayHave = MAY_HAVE[source].includes(role);
      const what = `${symbol} of ${source}`;
      for (const resolution of ['60', '1D', '1W']) {
        const bars = await ask(role, `/api/historical/${symbol}-${resolution}`);
        // A history needs a session, however free its prices are.
        assert.equal(bars.status, mayHave && role !== 'guest' ? 200 : refusal, what);
      }
      const { rows } = await sql<{ seq: string | null }>`
        select max(r.seq) as seq from record_row r join record_cell c on c.id = r.cell
        where c.symbol = ${symbol} and c.kind = 'condition'`.execute(db);
      const entries = JSON.parse((await ask(role, `/api/predictor/${category}`)).text) as Entry[];
      const entry = entries.find((one) => one.tradeCondition.symbol === symbol);
      const isAnalysed = ANALYSED.some((one) => one.symbol === symbol);
      assert.deepEqual(
        [rows[0]?.seq !== null, entry !== undefined],
        [isAnalysed, isAnalysed],
        what,
      );
      if (isAnalysed) {
        const file = await ask(role, `/api/record/rows/${rows[0]?.seq}/file`);
        assert.equal(file.status, mayHave ? 200 : refusal, what);
        assert.equal(entry?.last !== null, mayHave, `last of ${what}`);
      }
      if (role === 'guest') continue;
      const { text } = await ask(role, `/api/quotes/${category}`);
      const { quotes } = JSON.parse(text) as { quotes: Record<string, unknown>[] };
      const { s, open: _, stale: __, ...prices } = quotes.find((one) => one.s === symbol) ?? {};
      assert.equal(s, symbol);
      const said = Object.values(prices)
        .flat()
        .some((value) => value !== null);
      assert.equal(said, mayHave, `quote of ${what}`);
      const heard = await listen(role, [`tick:${symbol}`, `ticks:${category}`]);
      const joined = [`tick:${symbol}`, `ticks:${category}`].map((channel) =>
        heard.text.includes(`{"joined":"${channel}"}`),
      );
      assert.deepEqual(joined, [mayHave, true], `channels of ${what}`);
    }
  });
}

interface Entry {
  readonly tradeCondition: { readonly symbol: string };
  readonly last: unknown;
}

test('a row of the predictor has the public fields, and no other', async () => {
  const fields = ['symbol', 'way', 'datetime', 'price', 'range', 'sl', 'tp1', 'tp2', 'active'];
  const shown = [...fields, 'ended', 'tp1Hit'].toSorted();
  for (const role of ['guest', ...Object.keys(ROLES), 'subscribed']) {
    for (const category of CATEGORIES) {
      const rows = JSON.parse((await ask(role, `/api/predictor/${category}`)).text) as Entry[];
      const row = rows.find(({ tradeCondition: { symbol } }) => SYMBOLS.includes(symbol));
      assert.ok(row, category);
      assert.deepEqual(
        Object.keys(row.tradeCondition).toSorted(),
        role === 'subscribed' ? [...shown, 'setup'].toSorted() : shown,
      );
    }
  }
});

test('no version of another role leads to anything but what the own role may have', async () => {
  const roles = ['guest', ...Object.keys(ROLES), 'subscribed'];
  const lists = CATEGORIES.flatMap((category) =>
    ['predictor', 'quotes', 'portfolio'].map((list) => `/api/${list}/${category}`),
  );
  const read = async (role: string, place: string, have?: string) => {
    const cookie = cookies.get(role);
    const reply = await fetch(`${app.address}${place}${have ? `?have=${have}` : ''}`, {
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) },
    });
    assert.equal(reply.headers.get('cache-control'), 'no-store', place);
    const text = await reply.text();
    return { status: reply.status, version: reply.headers.get(VERSION_HEADER), text };
  };
  /** What a role learns of the markets that no feed fills. */
  const toldOf = (text: string): unknown[] => {
    const body = JSON.parse(text) as { quotes?: unknown[] } | unknown[];
    const rows = Array.isArray(body) ? body : (body.quotes ?? []);
    return rows.filter((row) => SYMBOLS.some((symbol) => JSON.stringify(row).includes(symbol)));
  };
  for (const place of lists) {
    const own = new Map<string, Awaited<ReturnType<typeof read>>>();
    for (const role of roles) own.set(role, await read(role, place));
    const told = (role: string): unknown[] => toldOf(own.get(role)?.text ?? '[]');
    for (const role of roles) {
      for (const row of told(role) as { p?: unknown; last?: unknown }[]) {
        const market = MARKETS.find(({ symbol }) => JSON.stringify(row).includes(`"${symbol}"`));
        assert.ok(market);
        const mayHave = MAY_HAVE[market.source].includes(role);
        const price = row.p ?? row.last ?? null;
        if (!place.includes('portfolio')) assert.equal(price !== null, mayHave, `${role} ${place}`);
      }
    }
    for (const role of roles) {
      for (const [other, { version }] of own) {
        if (version === null) continue;
        const { status, text } = await read(role, place, version);
        const what = `${role} with the version of ${other} at ${place}`;
        assert.equal(status, own.get(role)?.status, what);
        if (status !== 200) continue;
        // To be told that a version is the current one is to be told what is in it.
        const learnt = text === '{"unchanged":true}' ? told(other) : toldOf(text);
        assert.deepEqual(learnt, told(role), what);
      }
    }
  }
});
