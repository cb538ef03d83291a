import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Connector, Instrument } from '../../connectors/connector.ts';
import { readAudit, startBackOffice } from '../../testing/back-office.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import type { MarketBoard, SourceReport } from '../market/index.ts';
import { registerMarketOffice } from './market-routes.ts';
import { registerSiteRoutes } from './site-routes.ts';

const HOUR = 3_600_000;
const name = { tr: 'Bir', az: 'Bir', en: 'One' };
const feed: SourceReport = {
  source: 'fake',
  phase: 'live',
  filled: 1,
  symbols: 1,
  connected: true,
  lastTickMs: 5,
  accepted: 7,
  refused: { jump: 2 },
  clockAlarm: false,
  silentSinceMs: null,
  delay: { class: 'real-time', ms: 0 },
  ticks: 'complete',
  newestMs: 4,
  minute: { ticks: 3, medianMs: 84, p95Ms: 210 },
  hourMs: [null, 84],
};
let feeds = [feed];
let quotes: ReturnType<MarketBoard['quotes']> = [];
const FEDUSD: Instrument = {
  symbol: 'FEDUSD',
  category: 'crypto',
  digits: 2,
  name,
  calendar: 'always',
  base: '60',
};
const venue: Connector = {
  name: 'fake',
  audience: 'signed-in',
  delay: { class: 'real-time', ms: 0 },
  ticks: 'complete',
  fillOrder: 'oldest-first',
  instruments: async () => [FEDUSD],
  find: async (symbol) => (symbol === FEDUSD.symbol ? FEDUSD : null),
  available: async () => [],
  async *history() {},
  subscribe: () => ({
    state: () => ({ connected: true, lastTickMs: null, throughMs: null }),
    async stop() {},
  }),
};
const office = await startBackOffice({ after }, (web) => {
  registerMarketOffice(web, {
    sources: [venue],
    feeds: () => feeds,
    licenceOf: (source) => (source === 'fake' ? 'personal' : null),
    gaps: () => undefined,
    parts: () => ({ feed: { ready: true }, web: { ready: false, detail: 'late' } }),
    board: { quotes: (category) => (category === 'crypto' ? quotes : []) },
  });
  registerSiteRoutes(web);
});
const { ask, call, context, clock, admin } = office;
const { db } = context;

test('symbols are listed with their reach, and each action is in the log', async () => {
  const series = await plantSeries(db, { symbol: 'SPLT', category: 'nasdaq', source: 'file' });
  const fromMs = clock.now() - 200 * HOUR - (clock.now() % HOUR);
  await plantBars(db, series, makeBars({ seed: 1, fromMs, bars: 100 }));
  const before = (await readAudit(context)).length;

  const split = await ask('POST', '/admin/symbols/SPLT/split', {
    factor: 2,
    at: fromMs + 50 * HOUR,
    code: await admin.freshCode(),
  });
  assert.equal(split.status, 200);
  assert.equal(
    (
      await ask('POST', '/admin/symbols', {
        symbol: 'FEDUSD',
        source: 'fake',
        instrument: 'FEDUSD',
      })
    ).status,
    200,
  );
  const renamed = { name: { ...name, tr: 'Ad' } };
  assert.equal((await ask('PUT', '/admin/symbols/FEDUSD', renamed)).status, 200);
  for (const [action, body] of [
    ['digits', { digits: 4 }],
    ['source', { source: 'file' }],
    ['rename', { to: 'FED' }],
  ] as const) {
    const coded = { ...body, code: await admin.freshCode() };
    assert.equal((await ask('POST', `/admin/symbols/FEDUSD/${action}`, coded)).status, 200, action);
  }
  const code = await admin.freshCode();
  assert.equal((await ask('POST', '/admin/symbols/FED/retire', { code })).status, 200);

  const { body } = await ask('GET', '/admin/symbols');
  const listed = body.symbols as { symbol: string; epoch: number; bars: number; first: number }[];
  assert.deepEqual(
    listed.map(({ symbol, epoch, bars, first }) => ({ symbol, epoch, bars, first })),
    [{ symbol: 'SPLT', epoch: 2, bars: 100, first: fromMs }],
  );
  assert.deepEqual(
    (await readAudit(context)).slice(before).map(({ action, subject }) => [action, subject]),
    [
      ['symbol.split', 'symbol:SPLT'],
      ['symbol.add', 'symbol:FEDUSD'],
      ['symbol.rename', 'symbol:FEDUSD'],
      ['symbol.digits', 'symbol:FEDUSD'],
      ['symbol.source', 'symbol:FEDUSD'],
      ['symbol.rename-to', 'symbol:FEDUSD'],
      ['symbol.retire', 'symbol:FED'],
    ],
  );
});

test('what cannot be done to a symbol is refused and leaves no row', async () => {
  const before = (await readAudit(context)).length;
  const refusals: [string, object, number][] = [
    ['/admin/symbols', { symbol: 'SPLT', source: 'fake', instrument: 'FEDUSD' }, 409],
    ['/admin/symbols', { symbol: 'FREE', source: 'fake', instrument: 'NOPE' }, 404],
    ['/admin/symbols', { symbol: 'FREE', source: 'unknown', instrument: 'FEDUSD' }, 404],
    ['/admin/symbols', { symbol: 'x', source: 'fake', instrument: 'FEDUSD' }, 400],
    ['/admin/symbols', { symbol: 'FREE', source: 'fake', instrument: 'fedusd' }, 400],
    ['/admin/symbols', { symbol: 'FREE', source: 'file', instrument: 'FEDUSD' }, 400],
    ['/admin/symbols', { symbol: 'FREE', source: 'fake' }, 400],
    ['/admin/symbols/NOPE/retire', {}, 404],
    ['/admin/symbols/SPLT/split', { factor: 0, at: 1 }, 400],
    ['/admin/symbols/SPLT/rename', { to: 'splt' }, 400],
    ['/admin/symbols/SPLT/rename', { to: 'SPLT' }, 409],
    ['/admin/symbols/NOPE/rename', { to: 'NEW' }, 404],
    ['/admin/symbols/SPLT/split', { factor: 2, at: 1 }, 409],
    ['/admin/symbols/SPLT/digits', { digits: 13 }, 400],
    ['/admin/symbols/SPLT/digits', { digits: 5 }, 409],
    ['/admin/symbols/SPLT/source', { source: 'file' }, 409],
    ['/admin/symbols/SPLT/source', { source: 'unknown' }, 400],
    ['/admin/symbols/SPLT/source', { source: 'file', instrument: 'FEDUSD' }, 400],
    ['/admin/symbols/SPLT/source', { source: 'unknown', instrument: 'FEDUSD' }, 404],
    ['/admin/symbols/SPLT/source', { source: 'fake', instrument: 'NOPE' }, 404],
    ['/admin/symbols/SPLT/source', { source: 'fake', instrument: 'FEDUSD' }, 409],
  ];
  for (const [path, body, status] of refusals) {
    const isListing = path === '/admin/symbols';
    const whole = isListing ? body : { ...body, code: await admin.freshCode() };
    const answer = await ask('POST', path, whole);
    assert.deepEqual([answer.status, answer.field === 'code'], [status, false], path);
  }
  assert.equal((await readAudit(context)).length, before);
});

test('splits and renames that a source tells are listed, confirmed and dismissed', async () => {
  const series = await plantSeries(db, { symbol: 'TOLD', source: 'fake' });
  const hourMs = clock.now() - (clock.now() % HOUR);
  await plantBars(db, series, makeBars({ seed: 2, fromMs: hourMs - 100 * HOUR, bars: 90 }));
  await plantSeries(db, { symbol: 'OLDER', source: 'fake' });
  const tell = async (
    symbol: string,
    effectiveMs: number,
    { factor = null, to = null }: { factor?: number | null; to?: string | null },
  ): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into corporate_action
        (source, source_symbol, symbol, kind, effective_at, factor, name_to, found_at)
      values ('fake', ${symbol}, ${symbol}, ${factor === null ? 'rename' : 'split'}, ${effectiveMs},
        ${factor}, ${to}, ${hourMs - HOUR})
      returning id`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const past = await tell('TOLD', hourMs - 50 * HOUR, { factor: 4 });
  const coming = await tell('TOLD', hourMs + 50 * HOUR, { factor: 0.1 });
  const taken = await tell('OLDER', hourMs - HOUR, { to: 'TOLD' });
  const before = (await readAudit(context)).length;
  const decide = async (id: number | string, choice: string) => {
    const code = await admin.freshCode();
    return ask('POST', `/admin/corporate-actions/${id}/${choice}`, { code });
  };
  const list = async () =>
    (await ask('GET', '/admin/corporate-actions')).body as {
      serverTime: number;
      actions: { id: number; state: string; applied: number | null }[];
    };
  const { serverTime, actions } = await list();
  assert.equal(serverTime, clock.now());
  assert.deepEqual(
    actions.map(({ id }) => id),
    [past, taken, coming],
    'the earliest first',
  );
  assert.deepEqual(actions[0], {
    id: past,
    source: 'fake',
    instrument: 'TOLD',
    symbol: 'TOLD',
    kind: 'split',
    factor: 4,
    to: null,
    effective: hourMs - 50 * HOUR,
    found: hourMs - HOUR,
    state: 'open',
    decided: null,
    applied: null,
  });

  assert.deepEqual((await decide(past, 'confirm')).body, { applied: true });
  assert.deepEqual((await decide(coming, 'confirm')).body, { applied: false });
  const conflict = await decide(taken, 'confirm');
  assert.deepEqual(
    [conflict.status, conflict.body.code, conflict.field],
    [409, 'conflict-409', 'to'],
    'the source feeds another symbol under that name',
  );
  assert.equal((await decide(coming, 'dismiss')).status, 200, 'it is not carried out yet');
  assert.equal((await decide(taken, 'dismiss')).status, 200);
  for (const [id, choice, status, field] of [
    [past, 'confirm', 409, 'state'],
    [past, 'dismiss', 409, 'state'],
    [coming, 'confirm', 409, 'state'],
    [999_999, 'confirm', 404, null],
    [999_999, 'dismiss', 404, null],
    ['0', 'confirm', 400, 'id'],
  ] as const) {
    const answer = await decide(id, choice);
    assert.deepEqual([answer.status, answer.field ?? null], [status, field], `${id} ${choice}`);
  }
  assert.deepEqual(
    (await list()).actions.map(({ id, state, applied }) => [id, state, applied !== null]),
    [
      [taken, 'dismissed', false],
      [coming, 'dismissed', false],
      [past, 'confirmed', true],
    ],
    'the newest decision first',
  );
  const rows = (await readAudit(context)).slice(before);
  assert.deepEqual(
    rows.map(({ action, subject }) => [action, subject]),
    [
      ['action.confirm', 'symbol:TOLD'],
      ['action.confirm', 'symbol:TOLD'],
      ['action.dismiss', 'symbol:TOLD'],
      ['action.dismiss', 'symbol:OLDER'],
    ],
  );
  assert.deepEqual(rows[0]?.detail, {
    source: 'fake',
    instrument: 'TOLD',
    kind: 'split',
    factor: 4,
    at: hourMs - 50 * HOUR,
  });
  const { rows: listed } = await sql<{ symbol: string; epoch: number }>`
    select symbol, epoch from series
    where archived_at is null and symbol in ('TOLD', 'OLDER') order by symbol`.execute(db);
  assert.deepEqual(listed, [
    { symbol: 'OLDER', epoch: 1 },
    { symbol: 'TOLD', epoch: 2 },
  ]);
  for (const symbol of ['TOLD', 'OLDER']) {
    const code = await admin.freshCode();
    assert.equal((await ask('POST', `/admin/symbols/${symbol}/retire`, { code })).status, 200);
  }
});

test('the instruments of the sources are searched, and one is listed under another name', async () => {
  const search = async (query: string) =>
    (await ask('GET', `/admin/instruments${query}`)).body as {
      sources: unknown[];
      total: number;
      instruments: { instrument: string; listed: string | null }[];
    };
  const offered = { source: 'fake', instrument: 'FEDUSD', category: 'crypto', name };
  assert.deepEqual(await search('?search=f%C4%B0&source=fake&category=crypto'), {
    sources: [{ source: 'fake', available: true }],
    total: 0,
    instruments: [],
  });
  assert.deepEqual(await search('?search=B%C4%B0R'), {
    sources: [{ source: 'fake', available: true }],
    total: 1,
    instruments: [{ ...offered, listed: null }],
  });
  for (const bad of [
    '?source=file',
    '?source=A',
    '?category=bonds',
    `?search=${'x'.repeat(500)}`,
  ]) {
    assert.equal((await ask('GET', `/admin/instruments${bad}`)).status, 400, bad);
  }
  const own = { symbol: 'FED', source: 'fake', instrument: 'FEDUSD', name: { ...name, en: 'Fed' } };
  assert.equal((await ask('POST', '/admin/symbols', own)).status, 200);
  assert.deepEqual((await search('')).instruments, [{ ...offered, listed: 'FED' }]);
  const again = await ask('POST', '/admin/symbols', { ...own, symbol: 'FED2' });
  assert.deepEqual(
    [again.status, again.body.code, again.field],
    [409, 'conflict-409', 'instrument'],
  );
  const { symbols } = (await ask('GET', '/admin/symbols')).body;
  const [listed] = (symbols as { symbol: string; sourceSymbol: string; name: object }[]).filter(
    ({ symbol }) => symbol === 'FED',
  );
  assert.deepEqual([listed?.sourceSymbol, listed?.name], ['FEDUSD', own.name]);
  assert.deepEqual((await readAudit(context)).at(-1)?.detail, {
    source: 'fake',
    instrument: 'FEDUSD',
  });
  assert.deepEqual((await ask('GET', '/admin/symbols/FED/open-signals')).body, { signals: 0 });
  assert.equal((await ask('GET', '/admin/symbols/NOPE/open-signals')).status, 404);
});

test('a calendar is chosen once, in its newest version, and names change without it', async () => {
  const file = { symbol: 'NEWBIST', source: 'file', category: 'bist', digits: 2, base: '60', name };
  const old = await ask('POST', '/admin/symbols', { ...file, calendar: 'bist' });
  assert.deepEqual([old.status, old.body.code], [400, 'bad-fields-400']);
  assert.equal((await ask('POST', '/admin/symbols', { ...file, calendar: 'bist-2' })).status, 200);
  const changed = await ask('PUT', '/admin/symbols/NEWBIST', { name, calendar: 'nasdaq' });
  assert.deepEqual([changed.status, changed.body.code], [400, 'bad-fields-400']);
  assert.equal((await ask('PUT', '/admin/symbols/NEWBIST', { name })).status, 200);
  const { symbols } = (await ask('GET', '/admin/symbols')).body;
  const listed = symbols as { symbol: string; calendar: string }[];
  assert.equal(listed.find(({ symbol }) => symbol === 'NEWBIST')?.calendar, 'bist-2');
});

test('feeds name the calendars that end soon', async (t) => {
  assert.deepEqual((await ask('GET', '/admin/feeds')).body.calendars, []);
  // 31 December 2027, 24:00 in Istanbul, less 60 days.
  const endsMs = Date.UTC(2027, 11, 31, 21);
  const later = await startBackOffice(
    t,
    (web) =>
      registerMarketOffice(web, {
        sources: [],
        feeds: () => [],
        licenceOf: () => null,
        gaps: () => undefined,
        parts: () => ({}),
        board: { quotes: () => [] },
      }),
    { startMs: endsMs - 60 * 24 * HOUR },
  );
  await plantSeries(later.context.db, { symbol: 'THYAO', category: 'bist', calendar: 'bist-2' });
  const { body } = await later.ask('GET', '/admin/feeds');
  assert.deepEqual(body.calendars, [{ calendar: 'bist-2', endsMs }]);
});

test('feeds say what was refused and why', async () => {
  await clock.advance(10_000);
  const hour = Math.floor(clock.now() / HOUR) * HOUR;
  await sql`
    insert into refused_print (source, symbol, t, price, volume, reason, seen_at)
    select 'fake', 'SPLT', 1, price, 0, 'jump', ${clock.now()}
    from generate_series(1, 2) price`.execute(db);
  await sql`insert into tick_count (source, hour, outcome, count, last_at) values
    ('fake', ${hour}, 'accepted', 5000, ${hour + 9}),
    ('fake', ${hour}, 'jump', 130, ${hour + 8}),
    ('fake', ${hour - 23 * HOUR}, 'jump', 1, ${hour - 22 * HOUR - 1}),
    ('fake', ${hour - 23 * HOUR}, 'accepted', 7, ${hour - 22 * HOUR - 1}),
    ('fake', ${hour - 25 * HOUR}, 'jump', 900, ${hour - 24 * HOUR - 1}),
    ('other', ${hour}, 'old', 48, ${hour + 7})`.execute(db);
  const { body } = await ask('GET', '/admin/feeds');
  assert.deepEqual(body.refusals, [
    { source: 'fake', reason: 'jump', count: 131, last: hour + 8 },
    { source: 'other', reason: 'old', count: 48, last: hour + 7 },
  ]);
  assert.equal((body.prints as unknown[]).length, 2);
  assert.deepEqual(body.parts, [
    { name: 'feed', ready: true, detail: '' },
    { name: 'web', ready: false, detail: 'late' },
  ]);
  assert.deepEqual(body.sources, [
    {
      source: 'fake',
      phase: 'live',
      filled: 1,
      symbols: 1,
      connected: true,
      lastPrint: 5,
      accepted: 7,
      refused: { jump: 2 },
      clockAlarm: false,
      silentSince: null,
      delay: { class: 'real-time', ms: 0 },
      licence: 'personal',
      ticks: 'complete',
      categories: ['crypto'],
      flow: { flowing: 0, stale: 0, closed: 0 },
      newest: 4,
      limit: 15_000,
      minute: { ticks: 3, median: 84, p95: 210 },
      hour: [null, 84],
      day: { accepted: 5007, refused: 131 },
    },
  ]);
});

test('what the feeds read of days is ten seconds old at most', async () => {
  const counted = async () => {
    const { refusals } = (await ask('GET', '/admin/feeds')).body;
    return (refusals as { count: number }[]).reduce((sum, { count }) => sum + count, 0);
  };
  const before = await counted();
  await sql`update tick_count set count = count + 1000 where source = 'other'`.execute(db);
  await clock.advance(9999);
  assert.equal(await counted(), before);
  await clock.advance(1);
  assert.equal(await counted(), before + 1000);
});

test('feeds have the alarms that the operator was told of and that last', async () => {
  await sql`insert into operator_alarm (key, kind, subject, facts, began_at, told_at, ended_at,
      hour_began_at, told_in_hour) values
    ('silent:fake', 'silent', 'fake', '{}', 20, 30, null, 30, 1),
    ('disk:', 'disk', '', '{"usedPercent":91}', 10, 30, null, 30, 1),
    ('job:a.b', 'job', 'a.b', '{}', 5, 30, 40, 30, 1),
    ('disconnected:fake', 'disconnected', 'fake', '{}', 5, null, null, 30, 0)`.execute(db);
  assert.deepEqual((await ask('GET', '/admin/feeds')).body.alarms, [
    { kind: 'disk', subject: '', since: 10 },
    { kind: 'silent', subject: 'fake', since: 20 },
  ]);
});

test('a source that is silent as a whole is reported once, not once for each of its symbols', async () => {
  const quote = { p: 1, d: 5, previousClose: null, dayOpen: null, dayHigh: null, dayLow: null };
  for (const source of ['mute', 'fake']) {
    await plantSeries(db, { symbol: `${source.toUpperCase()}1`, category: 'crypto', source });
  }
  quotes = ['MUTE1', 'FAKE1'].map((s) => ({
    s,
    ...quote,
    weekOpen: null,
    closes: [],
    open: true,
    stale: true,
  }));
  const lagging = async () =>
    ((await ask('GET', '/admin/feeds')).body.lagging as { symbol: string }[]).map(
      ({ symbol }) => symbol,
    );
  await clock.advance(10_000);
  assert.deepEqual(await lagging(), ['MUTE1', 'FAKE1']);
  feeds = [feed, { ...feed, source: 'mute', silentSinceMs: 7 }];
  assert.deepEqual(await lagging(), ['FAKE1']);
  const { sources } = (await ask('GET', '/admin/feeds')).body;
  assert.deepEqual(
    (sources as { source: string; silentSince: number }[]).map((one) => [
      one.source,
      one.silentSince,
    ]),
    [
      ['fake', null],
      ['mute', 7],
    ],
  );
  feeds = [feed];
  quotes = [];
});

test('the symbols of a source are counted as flowing, stale or closed', async () => {
  const quote = { p: 1, d: 5, previousClose: null, dayOpen: null, dayHigh: null, dayLow: null };
  for (const [symbol, category] of [
    ['FLOW1', 'crypto'],
    ['FLOW2', 'forex'],
    ['FLOW3', 'crypto'],
  ] as const) {
    await plantSeries(db, { symbol, category, source: 'flow' });
  }
  quotes = (['FLOW1', 'FLOW2', 'FLOW3', 'FAKE1'] as const).map((s, i) => ({
    s,
    ...quote,
    weekOpen: null,
    closes: [],
    open: i !== 2,
    stale: i === 1,
  }));
  feeds = [{ ...feed, source: 'flow' }];
  await clock.advance(10_000);
  const { sources } = (await ask('GET', '/admin/feeds')).body;
  const [{ flow, categories, limit, licence }] = sources as [Record<string, unknown>];
  assert.deepEqual(flow, { flowing: 1, stale: 1, closed: 1 });
  assert.deepEqual(categories, ['crypto', 'forex']);
  assert.equal(limit, 15_000, 'the least limit, that of crypto');
  assert.equal(licence, null);
  feeds = [feed];
  quotes = [];
});

test('the contents of the landing page are everybody’s to read and the last saving holds', async () => {
  const empty = await call('GET', '/site');
  assert.deepEqual(empty.body, { contact: '', stores: { ios: '', android: '' }, videos: [] });
  const content = {
    contact: 'https://chat.example/rasat',
    stores: { ios: '', android: 'https://store.example/rasat' },
    videos: [{ title: { tr: 'Tanıtım', az: 'Tanıtım', en: 'A look' }, url: 'https://v.example/1' }],
  };
  assert.equal((await ask('PUT', '/admin/site', content)).status, 200);
  assert.deepEqual((await call('GET', '/site')).body, content);
  assert.equal((await ask('GET', '/admin/site')).body.saved, clock.now());
  for (const bad of ['javascript:alert(1)', 'ftp://x.example', 'x']) {
    const refused = await ask('PUT', '/admin/site', { ...content, contact: bad });
    assert.equal(refused.status, 400, bad);
  }
  assert.deepEqual((await call('GET', '/site')).body, content);
});

test('a text of the landing page is changed by its name, and a name that no text has is refused', async () => {
  const own = { tr: 'Piyasaya bakın.', az: '', en: '' };
  const save = (name: string) => ask('PUT', '/admin/site/texts', { name, own });
  const ownOf = async (name: string) => {
    const { body } = await ask('GET', '/admin/site/texts');
    return (body as unknown as { name: string; own: object }[]).find((text) => text.name === name)
      ?.own;
  };
  assert.equal((await save('hero.title')).status, 200);
  assert.deepEqual(await ownOf('hero.title'), own);
  for (const name of ['hero.nothing', 'toString', '']) {
    const refused = await save(name);
    assert.deepEqual([refused.status, refused.body.code], [400, 'bad-fields-400'], name);
    assert.equal(await ownOf(name), undefined);
  }
});

test('a video of the landing page is an address of the web or a recording of this site', async () => {
  const title = { tr: 'Tanıtım', az: 'Tanıtım', en: 'A look' };
  const save = (url: string) =>
    ask('PUT', '/admin/site', {
      contact: '',
      stores: { ios: '', android: '' },
      videos: [{ title, url }],
    });
  for (const good of ['/tour/boxes.webm', 'https://v.example/1']) {
    assert.equal((await save(good)).status, 200, good);
  }
  for (const bad of ['//v.example/1.mp4', '/../x.mp4', '/tour/boxes.html', 'data:video/mp4,x']) {
    assert.equal((await save(bad)).status, 400, bad);
  }
});
