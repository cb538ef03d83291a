import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
} from '@tanstack/react-query';
import {
  erasureQuery,
  isWaiting,
  readPersonalData,
  sessionsQuery,
  telegramQuery,
  telegramStateQuery,
} from './account.ts';
import { summaryQuery } from './admin.ts';
import {
  adminCourseQuery,
  adminHomeworkQuery,
  adminQuestionsQuery,
  adminVideosQuery,
} from './admin-learning.ts';
import { adminSiteQuery, adminSymbolsQuery, auditQuery, feedsQuery } from './admin-market.ts';
import { adminMessagesQuery } from './admin-messages.ts';
import {
  orderQuery,
  ordersQuery,
  pricesQuery,
  type ReconciliationRun,
  reconciliationsQuery,
} from './admin-money.ts';
import { peopleQuery, personQuery } from './admin-people.ts';
import * as analysis from './analysis.ts';
import {
  educationQuery,
  homeworkQuery,
  homeworkTasksQuery,
  lessonsQuery,
  questionQuery,
} from './education.ts';
import { ApiError } from './error.ts';
import { favoritesQuery } from './favorites.ts';
import { invoicesQuery, readInvoiceAddress } from './invoices.ts';
import { isAbsent, keptMailsQuery } from './mails.ts';
import { historyQuery, quotesQuery, symbolsQuery } from './market.ts';
import { markRead, messagesQuery, unreadQuery } from './messages.ts';
import { buy, latestOrderQuery, offersQuery, subscriptionQuery } from './payments.ts';
import { healthQuery } from './platform.ts';
import { createQueryClient, isRetryable, retryDelayMs } from './queries.ts';
import {
  recordCertificatesQuery,
  recordFiguresQuery,
  recordHeadsQuery,
  recordHistoryQuery,
  recordQuery,
} from './record.ts';
import { recordRowQuery, recordRowsQuery } from './record-rows.ts';
import { sessionQuery } from './session.ts';
import { findRow, ratesQuery } from './signal-record.ts';
import { portfolioQuery, predictorQuery, viewsQuery } from './signals.ts';
import { siteQuery } from './site.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const SECOND = 1000;
const MINUTE = 60_000;

/** What any query says of itself. */
interface Options {
  readonly queryKey: readonly unknown[];
  readonly staleTime?: unknown;
  readonly refetchInterval?: unknown;
  readonly retry?: unknown;
}

interface Sent {
  readonly call: string;
  readonly watching: boolean;
  readonly body: unknown;
}

/** A server that answers every call with the same body, and a client that asks it. */
function startServer(t: TestContext, reply: unknown = []): { client: QueryClient; sent: Sent[] } {
  const sent: Sent[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    sent.push({
      call: `${init.method} ${address.replace('/api', '')}`,
      watching: new Headers(init.headers).get('rasat-for') === 'watch',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    return Response.json(reply);
  });
  const client = createQueryClient();
  t.after(() => client.clear());
  return { client, sent };
}

/** A time that may hang on what was read, or on why it could not be. */
function readTime(time: unknown, { queryKey }: Options, data?: unknown, error?: Error): unknown {
  if (typeof time !== 'function') return time;
  const client = createQueryClient();
  if (data !== undefined) client.setQueryData(queryKey, data);
  const query = client.getQueryCache().build(client, { queryKey });
  if (error) query.setState({ error, status: 'error' });
  const read: unknown = time(query);
  client.clear();
  return read;
}

/** How long what was read counts as new. */
const holds = (options: Options, data?: unknown) => readTime(options.staleTime, options, data);
/** After which time it is read again by itself; false for never. */
const again = (options: Options, data?: unknown, error?: Error) =>
  readTime(options.refetchInterval, options, data, error) ?? false;

test('each query makes its own call', async (t) => {
  const { client, sent } = startServer(t);
  const asked: readonly (readonly [options: unknown, call: string])[] = [
    [sessionsQuery(), 'GET /account/sessions'],
    [erasureQuery(), 'GET /account/erasure'],
    [telegramQuery(), 'GET /account/telegram'],
    [telegramStateQuery(), 'GET /account/telegram?for=state'],
    [summaryQuery(), 'GET /admin/summary'],
    [adminCourseQuery(), 'GET /admin/lessons'],
    [adminVideosQuery(), 'GET /admin/videos'],
    [adminSymbolsQuery(), 'GET /admin/symbols'],
    [feedsQuery(), 'GET /admin/feeds'],
    [adminSiteQuery(), 'GET /admin/site'],
    [adminMessagesQuery(), 'GET /admin/messages'],
    [orderQuery('R-7'), 'GET /admin/orders/R-7'],
    [personQuery('u7'), 'GET /admin/people/u7'],
    [analysis.levelsQuery('EURUSD'), 'GET /levels/EURUSD'],
    [analysis.pastLevelsQuery('EURUSD'), 'GET /historical/EURUSD/levels'],
    [analysis.pastBoxesQuery('EURUSD'), 'GET /historical/EURUSD/box'],
    [analysis.cycleQuery('EURUSD'), 'GET /cycle/EURUSD'],
    [analysis.seerQuery('EURUSD'), 'GET /seer/EURUSD'],
    [analysis.boxChartQuery('EURUSD', 3), 'GET /box/EURUSD/chart/3'],
    [analysis.boxTradesQuery('EURUSD'), 'GET /box/EURUSD/trade'],
    [analysis.boxTradeQuery('EURUSD', 2), 'GET /box/EURUSD/trade/2'],
    [analysis.gannQuery('EURUSD'), 'GET /box/EURUSD/gann'],
    [analysis.gannBasisQuery('EURUSD'), 'GET /why/EURUSD/gann'],
    [analysis.crystalBoxQuery('EURUSD'), 'GET /box/EURUSD/crystalBox'],
    [educationQuery(), 'GET /account/education'],
    [lessonsQuery(), 'GET /account/lessons'],
    [questionQuery(), 'GET /account/question'],
    [homeworkQuery(), 'GET /account/homework'],
    [homeworkTasksQuery(), 'GET /account/homework/tasks'],
    [favoritesQuery(), 'GET /account/favorites'],
    [invoicesQuery(), 'GET /account/invoice'],
    [keptMailsQuery(), 'GET /mails'],
    [symbolsQuery(), 'GET /symbols'],
    [quotesQuery('bist'), 'GET /quotes/bist'],
    [historyQuery('EURUSD', '1D'), 'GET /historical/EURUSD-1D'],
    [
      historyQuery('EURUSD', '240', { toMs: 9, limit: 20 }),
      'GET /historical/EURUSD-240?to=9&limit=20',
    ],
    [unreadQuery(), 'GET /account/messages/unread'],
    [messagesQuery('platform'), 'GET /account/platformMessages'],
    [messagesQuery('class'), 'GET /account/classMessages'],
    [offersQuery(), 'GET /payment/offers'],
    [subscriptionQuery(), 'GET /account/subscription'],
    [latestOrderQuery('education'), 'GET /account/orders/latest?product=education'],
    [recordQuery(), 'GET /record'],
    [
      recordFiguresQuery({ source: 'file', origin: 'live', period: 'all' }, 5),
      'GET /record/figures?source=file&origin=live&period=all',
    ],
    [recordHeadsQuery(), 'GET /record/heads'],
    [recordCertificatesQuery(), 'GET /record/certificates'],
    [recordRowQuery('12'), 'GET /record/rows/12'],
    [sessionQuery(), 'POST /auth/info'],
    [ratesQuery('EURUSD'), 'GET /record/rates/EURUSD'],
    [predictorQuery('bist'), 'GET /predictor/bist'],
    [predictorQuery('bist', 'overview'), 'GET /predictor/bist?for=overview'],
    [portfolioQuery('bist'), 'GET /portfolio/bist'],
    [portfolioQuery('bist', 'overview'), 'GET /portfolio/bist?for=overview'],
    [viewsQuery(), 'GET /portfolio/views'],
    [siteQuery(), 'GET /site'],
  ];
  for (const [options] of asked) await client.fetchQuery(options as FetchQueryOptions);
  assert.deepEqual(
    sent.map(({ call }) => call),
    asked.map(([, call]) => call),
  );
});

test('a list that is read part by part asks for the part after the last one', async (t) => {
  const { client, sent } = startServer(t, { next: 'n2', total: 120 });
  const asked: readonly (readonly [options: unknown, calls: readonly string[]])[] = [
    [
      adminQuestionsQuery('waiting'),
      [1, 2, 3].map((page) => `GET /admin/questions?state=waiting&page=${page}`),
    ],
    [
      adminHomeworkQuery('approved'),
      [1, 2, 3].map((page) => `GET /admin/homework?state=approved&page=${page}`),
    ],
    [
      auditQuery({ admin: '', action: '', subject: '' }),
      ['GET /admin/audit', 'GET /admin/audit?after=n2', 'GET /admin/audit?after=n2'],
    ],
    [
      auditQuery({ admin: 'a', action: 'b', subject: 'c' }),
      [
        'GET /admin/audit?admin=a&action=b&subject=c',
        ...Array(2).fill('GET /admin/audit?admin=a&action=b&subject=c&after=n2'),
      ],
    ],
    [
      ordersQuery({ search: '', state: '' }),
      ['GET /admin/orders', ...Array(2).fill('GET /admin/orders?after=n2')],
    ],
    [
      ordersQuery({ search: 'x', state: 'paid' }),
      [
        'GET /admin/orders?search=x&state=paid',
        ...Array(2).fill('GET /admin/orders?search=x&state=paid&after=n2'),
      ],
    ],
    [
      reconciliationsQuery(),
      ['GET /admin/reconciliations', ...Array(2).fill('GET /admin/reconciliations?after=n2')],
    ],
    [pricesQuery(), ['GET /admin/prices', ...Array(2).fill('GET /admin/prices?after=n2')]],
    [
      peopleQuery({ search: '', filter: 'all' }),
      ['GET /admin/people', ...Array(2).fill('GET /admin/people?after=n2')],
    ],
    [
      peopleQuery({ search: 'elif', filter: 'ending' }),
      [
        'GET /admin/people?search=elif&filter=ending',
        ...Array(2).fill('GET /admin/people?search=elif&filter=ending&after=n2'),
      ],
    ],
    [
      recordRowsQuery({ source: 'file', origin: 'live' }),
      [
        'GET /record/rows?source=file&origin=live',
        ...Array(2).fill('GET /record/rows?source=file&origin=live&after=n2'),
      ],
    ],
  ];
  for (const [options, calls] of asked) {
    sent.length = 0;
    const parts = { ...(options as FetchInfiniteQueryOptions), pages: 3 };
    await client.fetchInfiniteQuery(parts as FetchInfiniteQueryOptions);
    assert.deepEqual(
      sent.map(({ call }) => call),
      calls,
    );
  }
});

test('of 100 rows there are two parts of 50, and of 101 there are three', () => {
  for (const { getNextPageParam } of [
    adminQuestionsQuery('answered'),
    adminHomeworkQuery('review'),
  ]) {
    const next = (total: number, read: number) =>
      getNextPageParam({ total } as never, Array(read).fill(null) as never, 1, []);
    assert.equal(next(100, 1), 2);
    assert.equal(next(100, 2), null);
    assert.equal(next(101, 2), 3);
  }
});

test('what was read counts as new for a time that fits it', () => {
  const none = [
    sessionsQuery(),
    erasureQuery(),
    telegramStateQuery(),
    summaryQuery(),
    adminCourseQuery(),
    adminVideosQuery(),
    adminSymbolsQuery(),
    feedsQuery(),
    adminSiteQuery(),
    auditQuery({ admin: '', action: '', subject: '' }),
    adminMessagesQuery(),
    ordersQuery({ search: '', state: '' }),
    orderQuery('1'),
    reconciliationsQuery(),
    pricesQuery(),
    peopleQuery({ search: '', filter: 'all' }),
    personQuery('1'),
    educationQuery(),
    invoicesQuery(),
    messagesQuery('class'),
    subscriptionQuery(),
    latestOrderQuery('education'),
  ];
  for (const options of none) assert.equal(holds(options), 0, options.queryKey.join(' '));
  // An image's address holds for ten minutes.
  for (const options of [
    adminQuestionsQuery('waiting'),
    adminHomeworkQuery('review'),
    questionQuery(),
    homeworkQuery(),
    favoritesQuery(),
  ]) {
    assert.equal(holds(options), 5 * MINUTE, options.queryKey.join(' '));
  }
  assert.equal(adminQuestionsQuery('waiting').refetchOnMount, 'always');
  assert.equal(adminHomeworkQuery('review').refetchOnMount, 'always');
  assert.equal(holds(telegramQuery()), 10 * MINUTE);
  assert.equal(holds(symbolsQuery()), 10 * MINUTE);
  assert.equal(holds(offersQuery()), MINUTE);
  assert.equal(holds(viewsQuery()), MINUTE);
  const figures = { source: 'file', origin: 'live', period: 'all' } as const;
  for (const options of [
    homeworkTasksQuery(),
    siteQuery(),
    sessionQuery(),
    recordFiguresQuery(figures, 1),
    recordHistoryQuery({ ...figures, group: 'g' } as never, 1),
  ]) {
    assert.equal(holds(options), FOREVER, options.queryKey.join(' '));
  }
  for (const options of [
    recordFiguresQuery(figures, 1),
    recordHistoryQuery({ ...figures, group: 'g' } as never, 1),
  ]) {
    assert.equal(options.refetchOnReconnect, true);
  }
  assert.equal(sessionQuery().refetchOnWindowFocus, false);
  assert.equal(sessionQuery().retry, true);
  assert.equal(unreadQuery().retry, false);
  assert.equal(healthQuery().retry, false);
});

test('rates that are there stay for the visit; none are asked for again after five minutes', () => {
  assert.equal(holds(ratesQuery('A')), 5 * MINUTE);
  assert.equal(holds(ratesQuery('A'), []), 5 * MINUTE);
  assert.equal(holds(ratesQuery('A'), [{ n: 1 }]), FOREVER);
});

test('what moves is read again by itself, as often as it moves', () => {
  assert.equal(again(summaryQuery()), MINUTE);
  assert.equal(again(feedsQuery()), 10 * SECOND);
  assert.equal(again(quotesQuery('bist')), MINUTE);
  assert.equal(again(unreadQuery()), MINUTE);
  assert.equal(again(messagesQuery('class')), MINUTE);
  assert.equal(again(predictorQuery('bist')), MINUTE);
  assert.equal(again(portfolioQuery('bist')), MINUTE);
  assert.equal(again(sessionsQuery()), false);
});

test('an error says that no mails are kept by its code alone', () => {
  assert.equal(isAbsent(new ApiError('not-found-404', 404)), true);
  assert.equal(isAbsent(new ApiError('500', 500)), false);
  assert.equal(isAbsent(new Error('not-found-404')), false);
});

test('a link to Telegram is made again before it ends, until a chat is linked', () => {
  const section = { active: false, link: 'https://t.me/x' };
  assert.equal(isWaiting(undefined), false);
  assert.equal(isWaiting(section as never), true);
  assert.equal(isWaiting({ ...section, active: true } as never), false);
  assert.equal(isWaiting({ ...section, link: null } as never), false);
  assert.equal(again(telegramQuery(), section), 10 * MINUTE);
  assert.equal(again(telegramQuery(), { ...section, active: true }), false);
  assert.equal(again(telegramStateQuery(), section), 3 * SECOND);
  assert.equal(again(telegramStateQuery()), 3 * SECOND);
  assert.equal(again(telegramStateQuery(), { ...section, active: true }), false);
});

test('an order is read again while its state may change by itself', async (t) => {
  for (const state of ['open', 'unknown', 'refunding']) {
    assert.equal(again(orderQuery('1'), { state }), 5 * SECOND, state);
  }
  for (const state of ['paid', 'failed', 'refunded']) {
    assert.equal(again(orderQuery('1'), { state }), false, state);
  }
  assert.equal(again(orderQuery('1')), false);
  const { client, sent } = startServer(t, { state: 'open' });
  await client.fetchQuery(orderQuery('1'));
  await client.fetchQuery(orderQuery('1'));
  assert.deepEqual(
    sent.map(({ watching }) => watching),
    [false, true],
    'reading it again keeps no administrator signed in',
  );
});

test('a page that looks by itself keeps no administrator signed in', async (t) => {
  const { client, sent } = startServer(t, { runs: [], next: null });
  await client.fetchQuery(summaryQuery());
  await client.fetchInfiniteQuery(reconciliationsQuery());
  await client.fetchQuery(feedsQuery());
  assert.deepEqual(
    sent.map(({ watching }) => watching),
    [true, true, false],
  );
});

test('a reconciliation that runs, as the server says, is looked at often', () => {
  const run = (running: boolean) => ({ running }) as ReconciliationRun;
  const list = (...runs: readonly ReconciliationRun[]) => ({ pages: [{ runs }], pageParams: [''] });
  assert.equal(again(reconciliationsQuery()), MINUTE);
  assert.equal(again(reconciliationsQuery(), list()), MINUTE);
  assert.equal(again(reconciliationsQuery(), list(run(true), run(false))), 2 * SECOND);
  assert.equal(again(reconciliationsQuery(), list(run(false), run(true))), MINUTE);
});

test('the record is looked at often until its figures are there', () => {
  const { refetchInterval: _, ...rest } = recordQuery();
  assert.equal(holds(rest as Options), undefined);
  assert.equal(again(recordQuery()), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: null, computing: null }), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: {}, computing: {} }), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: {}, computing: null }), 10 * MINUTE);
});

test('health is looked at every two seconds while markets are filled, then every five minutes', () => {
  assert.equal(again(healthQuery()), 2 * SECOND);
  assert.equal(again(healthQuery(), { behind: true }), 2 * SECOND);
  assert.equal(again(healthQuery(), { behind: false }), 5 * MINUTE);
});

test('acts send what they say', async (t) => {
  const { sent } = startServer(t, { url: 'https://pay.example/1', seq: 41, index: 2 });
  const stop = new AbortController().signal;
  assert.equal(await readInvoiceAddress(2), 'https://pay.example/1');
  await markRead('class', 17);
  const wish = { agreement: 'v3' };
  assert.equal(await buy({ ...wish, product: '3-months' }, 'k1'), 'https://pay.example/1');
  await buy({ ...wish, product: '6-months' }, 'k2');
  await buy({ ...wish, product: 'lesson' }, 'k3');
  assert.equal(await findRow({ symbol: 'A', kind: 'levels', time: '5' } as never, stop), 41);
  assert.deepEqual(
    sent.map(({ call, body }) => [call, body]),
    [
      ['GET /account/invoice/2', null],
      ['POST /account/messages/read', { list: 'class', through: 17 }],
      ['PUT /payment/subscribe', { type: 3, terms: true, agreement: 'v3' }],
      ['PUT /payment/subscribe', { type: 6, terms: true, agreement: 'v3' }],
      ['PUT /payment/education', { terms: true, agreement: 'v3' }],
      ['GET /record/find?symbol=A&kind=levels&time=5', null],
    ],
  );
  const file = await readPersonalData();
  assert.equal(file.type, 'application/json');
  assert.equal(
    await file.text(),
    '{\n  "url": "https://pay.example/1",\n  "seq": 41,\n  "index": 2\n}\n',
  );
});

test('a new analysis of a symbol makes what was read of it old, and nothing else', async (t) => {
  const { client } = startServer(t);
  await client.fetchQuery(analysis.levelsQuery('EURUSD'));
  await client.fetchQuery(analysis.levelsQuery('GBPUSD'));
  await analysis.refreshAnalysis(client, 'EURUSD');
  const isOld = (symbol: string) =>
    client.getQueryState(analysis.levelsQuery(symbol).queryKey)?.isInvalidated;
  assert.deepEqual([isOld('EURUSD'), isOld('GBPUSD')], [true, false]);
});

test('without more words a query holds for 20 seconds, stays for ten minutes, and asks again in sight', () => {
  const client = createQueryClient();
  const { queries, mutations } = client.getDefaultOptions();
  assert.equal(queries?.staleTime, 20 * SECOND);
  assert.equal(queries?.gcTime, 10 * MINUTE);
  assert.equal(queries?.refetchOnWindowFocus, true);
  assert.equal(queries?.refetchOnReconnect, true);
  assert.equal(queries?.networkMode, 'always', 'a call without a network fails and says so');
  assert.equal(mutations?.networkMode, 'always');
});

test('a call is tried three times when another try can help', () => {
  const network = new ApiError('error.network', 0);
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => isRetryable(failures, network)),
    [true, true, false, false],
  );
  assert.equal(isRetryable(0, new TypeError('a mistake')), true);
  assert.equal(isRetryable(0, new ApiError('500', 500)), true);
  assert.equal(isRetryable(0, new ApiError('500', 499)), false);
  assert.equal(isRetryable(0, new ApiError('rate-429', 429)), true);
  assert.equal(isRetryable(0, new ApiError('forbidden-403', 403)), false);
  assert.equal(retryDelayMs(5, network), 16 * SECOND);
  assert.equal(retryDelayMs(6, network), 30 * SECOND);
  assert.equal(
    retryDelayMs(0, new ApiError('rate-429', 429, { retryAfterSeconds: 90 })),
    30 * SECOND,
  );
  assert.equal(retryDelayMs(1, new TypeError('a mistake')), SECOND);
});
