import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  again,
  assertCalls,
  assertHolds,
  assertParts,
  MINUTE,
  SECOND,
  startServer,
} from '../../testing/queries.ts';
import { auditQuery } from './audit/calls.ts';
import { summaryQuery } from './calls.ts';
import { feedsQuery } from './feeds/calls.ts';
import { adminHomeworkQuery } from './homework/calls.ts';
import { adminCourseQuery, adminVideosQuery } from './lessons/calls.ts';
import { adminMessagesQuery } from './messages/calls.ts';
import {
  orderQuery,
  ordersQuery,
  type ReconciliationRun,
  reconciliationsQuery,
} from './orders/calls.ts';
import { peopleQuery, personQuery } from './people/calls.ts';
import { pricesQuery } from './prices/calls.ts';
import { adminQuestionsQuery } from './questions/calls.ts';
import { adminSiteQuery } from './site/calls.ts';
import { adminSymbolsQuery, instrumentsQuery, openSignalsQuery } from './symbols/calls.ts';

test('each query makes its own call', async (t) => {
  await assertCalls(t, [
    [summaryQuery(), 'GET /admin/summary'],
    [adminCourseQuery(), 'GET /admin/lessons'],
    [adminVideosQuery(), 'GET /admin/videos'],
    [adminSymbolsQuery(), 'GET /admin/symbols'],
    [instrumentsQuery({ search: '', source: '' }), 'GET /admin/instruments'],
    [
      instrumentsQuery({ search: 'btc', source: 'binance', category: 'crypto' }),
      'GET /admin/instruments?search=btc&source=binance&category=crypto',
    ],
    [openSignalsQuery('BTC'), 'GET /admin/symbols/BTC/open-signals'],
    [feedsQuery(), 'GET /admin/feeds'],
    [adminSiteQuery(), 'GET /admin/site'],
    [adminMessagesQuery(), 'GET /admin/messages'],
    [orderQuery('R-7'), 'GET /admin/orders/R-7'],
    [personQuery('u7'), 'GET /admin/people/u7'],
  ]);
});

/** The first page of a list and the next two. */
const byMark = (first: string): readonly string[] => {
  const after = `${first}${first.includes('?') ? '&' : '?'}after=n2`;
  return [first, after, after];
};
const byNumber = (list: string) => [1, 2, 3].map((page) => `${list}&page=${page}`);

test('a list that is read part by part asks for the part after the last one', async (t) => {
  await assertParts(t, [
    [adminQuestionsQuery('waiting'), byNumber('GET /admin/questions?state=waiting')],
    [adminHomeworkQuery('approved'), byNumber('GET /admin/homework?state=approved')],
    [auditQuery({ admin: '', action: '', subject: '' }), byMark('GET /admin/audit')],
    [
      auditQuery({ admin: 'a', action: 'b', subject: 'c' }),
      byMark('GET /admin/audit?admin=a&action=b&subject=c'),
    ],
    [ordersQuery({ search: '', state: '' }), byMark('GET /admin/orders')],
    [ordersQuery({ search: 'x', state: 'paid' }), byMark('GET /admin/orders?search=x&state=paid')],
    [reconciliationsQuery(), byMark('GET /admin/reconciliations')],
    [pricesQuery(), byMark('GET /admin/prices')],
    [peopleQuery({ search: '', filter: 'all' }), byMark('GET /admin/people')],
    [
      peopleQuery({ search: 'elif', filter: 'ending' }),
      byMark('GET /admin/people?search=elif&filter=ending'),
    ],
  ]);
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

test('what was read is asked for again whenever it is shown, but for images whose addresses hold', () => {
  assertHolds(
    0,
    summaryQuery(),
    adminCourseQuery(),
    adminVideosQuery(),
    adminSymbolsQuery(),
    instrumentsQuery({ search: '', source: '' }),
    openSignalsQuery('BTC'),
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
  );
  // An image's address holds for ten minutes.
  for (const query of [adminQuestionsQuery('waiting'), adminHomeworkQuery('review')]) {
    assertHolds(5 * MINUTE, query);
    assert.equal(query.refetchOnMount, 'always');
  }
});

test('what moves is read again by itself, as often as it moves', () => {
  assert.equal(again(summaryQuery()), MINUTE);
  assert.equal(again(feedsQuery()), 2 * SECOND);
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
    [true, true, true],
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
