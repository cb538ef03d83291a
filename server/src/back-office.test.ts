import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type ErrorCode, LIMITS, ROUTES, type RouteName } from '@rasat/contract';
import { sql } from 'kysely';
import { createSimulatedConnector } from './connectors/simulated/simulated-connector.ts';
import { registerAdminRoutes } from './modules/admin/index.ts';
import { registerEducationRoutes, seedEducation } from './modules/education/index.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { describeRoutes } from './platform/http/openapi.ts';
import { type PlantedAdmin, plantAdmin, readAudit, uidOf } from './testing/back-office.ts';
import { makeBars } from './testing/bars.ts';
import { until } from './testing/eventually.ts';
import { plantBars, plantSeries } from './testing/market.ts';
import { SHOP_NOON_MS, type ShopAnswer, startShop } from './testing/shop.ts';

// Every action of the back office, one after the other: none goes without a row of the log, no row holds a secret, and
// what cannot be undone needs a fresh code.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BASE_MS = SHOP_NOON_MS - (SHOP_NOON_MS % HOUR) - 300 * HOUR;
const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-back-office-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const shop = await startShop(
  { after },
  {
    routes(web, payments) {
      const { context } = web;
      const faces = {
        files: openFileStore({ ...context.config, dataDir: folder }, context.clock),
        tell: async () => true,
      };
      registerEducationRoutes(web, faces);
      registerAdminRoutes(web, {
        ...faces,
        data: PERSONAL_DATA,
        payments,
        market: {
          sources: [createSimulatedConnector({ seed: 1, clock: context.clock })],
          feeds: () => [],
          licenceOf: () => null,
          gaps: () => undefined,
          parts: () => ({}),
          board: { quotes: () => [] },
        },
      });
    },
  },
);
const { context, clock, iyzico } = shop;
const { db } = context;
const student = await shop.person(['lesson']);
const buyer = await shop.person();
let admin: PlantedAdmin;
before(async () => {
  admin = await plantAdmin(context, clock);
  await seedEducation(db);
  for (const [symbol, source] of [
    ['DENEME', 'file'],
    ['EURUSD', 'file'],
    ['TOLD', 'simulated'],
  ] as const) {
    const series = await plantSeries(db, { symbol, source });
    await plantBars(db, series, makeBars({ seed: 1, fromMs: BASE_MS, bars: 100 }));
  }
});

const ask = (method: string, address: string, body?: unknown): Promise<ShopAnswer> =>
  shop.call(method, address, { cookie: admin.cookie, ...(body !== undefined && { body }) });
const asStudent = (method: string, address: string, body?: unknown): Promise<ShopAnswer> =>
  shop.call(method, address, { cookie: student.cookie, ...(body !== undefined && { body }) });

/** The names of the calls of the back office that change something or hand people's data out. */
type ActionName = {
  [N in RouteName]: (typeof ROUTES)[N] extends { access: 'admin'; method: 'POST' | 'PUT' }
    ? N
    : never;
}[RouteName];

/** What a action is done with. */
interface Action {
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What its rows say was done, and to what. */
  readonly rows: readonly (readonly [action: string, subject: RegExp])[];
}

/** Nine red pixels by nine. */
const RED_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAMAAADXT/YiAAAAA1BMVEX/AAAZ4gk3AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoBUAAABaAAEB3q7iAAAAAElFTkSuQmCC',
  'base64',
);

const texts = { tr: 'Bir', az: 'Bir', en: 'One' };
const reason = 'deneme';
const uid = () => uidOf(context, buyer.id);
const lastId = async (table: string): Promise<string> =>
  String((await shop.rows(table)).at(-1)?.id);

/** Stores a split that the source of a symbol tells; returns its id. */
async function tellSplit(day: number): Promise<string> {
  await sql`
    insert into corporate_action
      (source, source_symbol, symbol, kind, effective_at, factor, found_at)
    values ('simulated', 'TOLD', 'TOLD', 'split', ${BASE_MS + (20 + 24 * day) * HOUR}, 2, 1)`.execute(
    db,
  );
  return lastId('corporate_action');
}

async function buyLesson(): Promise<string> {
  const token = await shop.order(buyer);
  iyzico.pay(token);
  await shop.comeBack(token);
  return String((await shop.rows('purchase')).at(-1)?.number);
}

/** The number of an order whose page names the payment of another one. */
async function contestOrder(): Promise<string> {
  const [other, token] = [
    await shop.order(await shop.person()),
    await shop.order(await shop.person()),
  ];
  iyzico.pay(other);
  await shop.comeBack(other);
  iyzico.confuse(token, other);
  await shop.comeBack(token);
  return String((await shop.rows('purchase')).at(-1)?.number);
}

/** The id of the review of a notice about a page that is not ours. */
async function strayReview(): Promise<string> {
  await iyzico.deliver(iyzico.makeNotice('unknown-token', '7'));
  return lastId('payment_review');
}

async function handIn(): Promise<void> {
  const { body } = await asStudent('GET', '/account/imageUrl?type=image/png');
  const put = await shop.server.fetch(String(body.url), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: RED_PNG,
  });
  assert.equal(put.status, 200);
  const work = { text: 'Çizim', homeworkNumber: 1, imageId: body.id };
  assert.equal((await asStudent('POST', '/account/homework', work)).status, 200);
}

/** In the order in which they can be done one after the other. */
const ACTIONS: Readonly<Record<ActionName, () => Promise<Action> | Action>> = {
  adminGrant: async () => ({
    params: { uid: await uid() },
    body: { right: 'subscription', months: 3, reason, code: await admin.freshCode() },
    rows: [['grant.add', /^person:/]],
  }),
  adminEndGrant: async () => ({
    params: { uid: await uid(), id: await lastId('entitlement') },
    body: { reason, code: await admin.freshCode() },
    rows: [['grant.end', /^person:/]],
  }),
  adminPersonFile: async () => ({
    params: { uid: await uid() },
    body: { code: await admin.freshCode() },
    rows: [['person.export', /^person:/]],
  }),
  adminPeopleFile: async () => ({
    body: { search: 'deneme', filter: 'all', code: await admin.freshCode() },
    rows: [['people.export', /^people$/]],
  }),
  adminRefund: async () => ({
    params: { number: await buyLesson() },
    body: { reason, code: await admin.freshCode() },
    rows: [['order.refund', /^order:RS-2026-\d{6}$/]],
  }),
  adminReturnOrder: async () => ({
    params: { number: await buyLesson() },
    body: { reason, code: await admin.freshCode() },
    rows: [['order.return', /^order:RS-2026-\d{6}$/]],
  }),
  adminCloseOrder: async () => ({
    params: { number: await contestOrder() },
    body: { reason, code: await admin.freshCode() },
    rows: [['order.close', /^order:RS-2026-\d{6}$/]],
  }),
  adminCloseReview: async () => ({
    params: { id: await strayReview() },
    body: { reason, code: await admin.freshCode() },
    rows: [['review.close', /^review:\d+$/]],
  }),
  adminEndSessions: async () => ({
    params: { uid: await uid() },
    body: { id: null },
    rows: [['session.end', /^person:/]],
  }),
  adminReconcile: () => ({ body: {}, rows: [['reconciliation.start', /^reconciliation$/]] }),
  adminSetPrices: async () => ({
    body: {
      changes: [
        { product: 'lesson', amount: 1_300_000 },
        { product: '3-months', amount: 230_000 },
      ],
      from: null,
      code: await admin.freshCode(),
    },
    rows: [
      ['price.set', /^price:lesson$/],
      ['price.set', /^price:3-months$/],
    ],
  }),
  adminSetCourseSale: async () => ({
    body: { onSale: false, code: await admin.freshCode() },
    rows: [['course.sale', /^course$/]],
  }),
  adminAnswer: async () => {
    const asked = await asStudent('POST', '/account/question', { question: 'Neden?' });
    assert.equal(asked.status, 200, asked.code);
    return {
      params: { id: await lastId('question') },
      body: { answer: 'Çünkü.' },
      rows: [['question.answer', /^question:\d+$/]],
    };
  },
  adminReview: async () => {
    await handIn();
    return {
      params: { id: await lastId('homework') },
      body: { state: 'fix', feedback: 'Bir daha', marks: [{ x: 0.5, y: 0.5, text: 'burası' }] },
      rows: [['homework.review', /^homework:\d+$/]],
    };
  },
  adminSaveLesson: () => ({
    params: { number: '1' },
    body: { title: texts, minutes: 120, video: { kind: 'link', url: 'https://video.example/1' } },
    rows: [['lesson.save', /^lesson:1$/]],
  }),
  adminSaveTask: () => ({
    params: { number: '1' },
    body: { title: texts, text: texts },
    rows: [['task.save', /^task:1$/]],
  }),
  adminSaveVideo: () => ({
    body: { title: texts, minutes: null, video: { kind: 'none' } },
    rows: [['video.add', /^video:\d+$/]],
  }),
  adminRemoveVideo: async () => ({
    params: { id: await lastId('platform_video') },
    body: {},
    rows: [['video.remove', /^video:\d+$/]],
  }),
  adminVideoUpload: () => ({
    body: { name: 'ders.mp4', type: 'video/mp4', bytes: 1000 },
    rows: [['video.upload', /^file:/]],
  }),
  adminSendMessage: async () => ({
    body: {
      list: 'class',
      texts,
      link: null,
      at: clock.now() + HOUR,
      code: await admin.freshCode(),
    },
    rows: [['message.send', /^message:\d+$/]],
  }),
  adminCancelMessage: async () => ({
    params: { id: await lastId('message') },
    body: {},
    rows: [['message.cancel', /^message:\d+$/]],
  }),
  adminAddSymbol: () => ({
    body: {
      symbol: 'YENI',
      source: 'file',
      category: 'bist',
      digits: 2,
      base: '1D',
      name: texts,
      calendar: 'bist-2',
    },
    rows: [['symbol.add', /^symbol:YENI$/]],
  }),
  adminSaveSymbol: () => ({
    params: { symbol: 'DENEME' },
    body: { name: texts },
    rows: [['symbol.rename', /^symbol:DENEME$/]],
  }),
  adminSymbolDigits: async () => ({
    params: { symbol: 'DENEME' },
    body: { digits: 6, code: await admin.freshCode() },
    rows: [['symbol.digits', /^symbol:DENEME$/]],
  }),
  adminSymbolSource: async () => ({
    params: { symbol: 'EURUSD' },
    body: { source: 'simulated', instrument: 'EURUSD', code: await admin.freshCode() },
    rows: [['symbol.source', /^symbol:EURUSD$/]],
  }),
  adminSplitSymbol: async () => ({
    params: { symbol: 'DENEME' },
    body: { factor: 2, at: BASE_MS + 50 * HOUR, code: await admin.freshCode() },
    rows: [['symbol.split', /^symbol:DENEME$/]],
  }),
  adminRenameSymbol: async () => ({
    params: { symbol: 'DENEME' },
    body: { to: 'DENEME2', code: await admin.freshCode() },
    rows: [['symbol.rename-to', /^symbol:DENEME$/]],
  }),
  adminRetireSymbol: async () => ({
    params: { symbol: 'DENEME2' },
    body: { code: await admin.freshCode() },
    rows: [['symbol.retire', /^symbol:DENEME2$/]],
  }),
  adminConfirmAction: async () => ({
    params: { id: await tellSplit(0) },
    body: { code: await admin.freshCode() },
    rows: [['action.confirm', /^symbol:TOLD$/]],
  }),
  adminDismissAction: async () => ({
    params: { id: await tellSplit(1) },
    body: { code: await admin.freshCode() },
    rows: [['action.dismiss', /^symbol:TOLD$/]],
  }),
  adminFillGaps: () => ({
    body: { source: 'simulated' },
    rows: [['feed.fill-gaps', /^feed:simulated$/]],
  }),
  adminStopGaps: () => ({ body: {}, rows: [['feed.stop-gaps', /^feed$/]] }),
  adminSaveSiteText: () => ({
    body: { name: 'hero.title', own: { tr: 'Piyasaya bakın.', az: '', en: '' } },
    rows: [['site.text', /^text:hero\.title$/]],
  }),
  adminSaveSite: () => ({
    body: {
      contact: 'https://wa.me/905000000000',
      stores: { ios: '', android: '' },
      videos: [{ title: texts, url: 'https://video.example/tanitim' }],
    },
    rows: [['site.save', /^site$/]],
  }),
};

/** Whether a action needs a fresh code; where it needs none, why. */
const CODES: Readonly<Record<ActionName, true | { readonly without: string }>> = {
  adminGrant: true,
  adminEndGrant: true,
  adminRefund: true,
  adminReturnOrder: true,
  adminCloseOrder: true,
  adminCloseReview: true,
  adminSetPrices: true,
  adminSetCourseSale: true,
  // People's data leave the house.
  adminPersonFile: true,
  adminPeopleFile: true,
  // It has been read when it is regretted.
  adminSendMessage: true,
  // Each begins a new history, or ends one.
  adminSymbolDigits: true,
  adminSymbolSource: true,
  adminSplitSymbol: true,
  adminRenameSymbol: true,
  adminRetireSymbol: true,
  adminConfirmAction: true,
  // Signals go on over prices that may not continue.
  adminDismissAction: true,
  adminFillGaps: { without: 'it does what the next hour does by itself' },
  adminStopGaps: { without: 'the next hour goes on' },
  adminEndSessions: { without: 'the person signs in again' },
  adminReconcile: { without: 'it asks the provider and does what the next run does by itself' },
  adminAnswer: { without: 'it is what a desk does all day, and one person reads it' },
  adminReview: { without: 'it is what a desk does all day, and one person reads it' },
  adminSaveLesson: { without: 'it is saved again as it was' },
  adminSaveTask: { without: 'it is saved again as it was' },
  adminSaveVideo: { without: 'it is saved again as it was' },
  adminRemoveVideo: { without: 'it is added again' },
  adminVideoUpload: { without: 'a file that nothing takes is gone after a day' },
  adminCancelMessage: { without: 'it is unread, and it is scheduled again' },
  adminAddSymbol: { without: 'it takes nothing away' },
  adminSaveSymbol: { without: 'it is saved again as it was' },
  adminSaveSiteText: { without: 'the text before comes back with one more saving' },
  adminSaveSite: { without: 'it is saved again as it was' },
};

/** Everything that is stored, except counts of tries and the time a person was last seen. */
async function readEverything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('attempt', 'session') order by 1`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.id(name)} t order by 1`.execute(db);
    texts.push(name, ...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

async function areReconciliationsOver(): Promise<boolean> {
  const { rows } = await sql`select from reconciliation where ended_at is null`.execute(db);
  return rows.length === 0;
}

/** As much of a JSON Schema as says which fields a body has. */
interface BodySchema {
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** As much of the OpenAPI document as says which bodies the calls take, by address and method. */
type Described = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        {
          readonly requestBody: {
            readonly content: { 'application/json': { schema: BodySchema } };
          };
        }
      >
    >
  >
>;

/** Another code of six digits. */
const otherThan = (code: unknown): string =>
  String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a change of the back office', () => {
  for (const [name, prepare] of Object.entries(ACTIONS) as [ActionName, () => Promise<Action>][]) {
    const { method, path: address } = ROUTES[name];
    const needsCode = CODES[name] === true;
    test(`${needsCode ? 'needs a fresh code and ' : ''}leaves its row of the log: ${method} ${address}`, async () => {
      // Wrong codes are few in a quarter of an hour.
      await clock.advance((LIMITS.totpMinutes / LIMITS.totpTries) * MINUTE);
      const { params, body, rows } = await prepare();
      const filled = address.replace(/:(\w+)/g, (_, key: string) => params?.[key] ?? '');
      const { code, ...codeless } = body;
      assert.equal(code !== undefined, needsCode, 'the table says so');
      if (needsCode) {
        await until('the reconciliation of an earlier action is over', areReconciliationsOver);
        const before = await readEverything();
        const wrong = await ask(method, filled, { ...codeless, code: otherThan(code) });
        assert.deepEqual(
          [wrong.status, wrong.code, wrong.field],
          [400, 'token-not-match-400', 'code'],
        );
        const none = await ask(method, filled, codeless);
        assert.deepEqual([none.status, none.code, none.field], [400, 'bad-fields-400', 'code']);
        assert.equal(await readEverything(), before, 'nothing has changed');
      }
      const written = (await readAudit(context)).length;
      const answer = await ask(method, filled, body);
      assert.equal(answer.status, 200, `${answer.code} ${answer.field}`);
      const found = (await readAudit(context)).slice(written);
      assert.deepEqual(
        found.map(({ action }) => action),
        rows.map(([action]) => action),
      );
      for (const [at, row] of found.entries()) {
        assert.match(row.subject, rows[at]?.[1] ?? /^$/);
        assert.equal(row.admin_uid, admin.uid);
        assert.equal(row.at, clock.now());
        const text = JSON.stringify(row);
        for (const secret of [body.code, buyer.mail, student.mail, 'Deneme Sokak', 'Çünkü']) {
          if (typeof secret === 'string') assert.ok(!text.includes(secret), secret);
        }
      }
    });
  }

  test('needs a code by the contract where the table says so, and nowhere else', () => {
    const described = describeRoutes(ROUTES, '1', '/api').paths as Described;
    for (const [name, row] of Object.entries(CODES) as [ActionName, true | object][]) {
      const { method, path: address, codes } = ROUTES[name];
      const call = described[address.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const schema = call?.requestBody.content['application/json'].schema;
      assert.ok(schema, `${name} is described`);
      for (const { required = [], properties = {} } of schema.anyOf ?? schema.oneOf ?? [schema]) {
        assert.equal(required.includes('code'), row === true, `${name} takes a code`);
        assert.equal('code' in properties, row === true, name);
      }
      const refusals: readonly ErrorCode[] = codes;
      assert.equal(refusals.includes('token-not-match-400'), row === true, `${name} refuses one`);
    }
    assert.deepEqual(Object.keys(CODES).toSorted(), Object.keys(ACTIONS).toSorted());
  });

  test('is one of these, and the contract has no other', () => {
    const changing = Object.entries(ROUTES).flatMap(([name, { access, method }]) =>
      (access as string) === 'admin' && method !== 'GET' ? [name] : [],
    );
    assert.deepEqual(Object.keys(ACTIONS).toSorted(), changing.toSorted());
  });
});

describe('a list of the back office', () => {
  const reads = Object.entries(ROUTES).filter(
    ([, { access, method }]) => (access as string) === 'admin' && method === 'GET',
  );
  for (const [name, { path: address }] of reads) {
    test(`is answered: GET ${address}`, async () => {
      const number = String((await shop.rows('purchase')).at(-1)?.number);
      const filled = address
        .replace(':uid', await uid())
        .replace(':number', number)
        .replace(':symbol', 'EURUSD');
      const reply = await shop.server.fetch(`/api${filled}`, {
        headers: { cookie: admin.cookie },
      });
      assert.equal(reply.status, 200, name);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      const text = await reply.text();
      for (const hidden of ['10000000146', 'Deneme Sokak']) {
        assert.ok(!text.includes(hidden), hidden);
      }
    });
  }
});
