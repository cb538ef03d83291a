import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ROUTES, type RouteName } from '@rasat/contract';
import { createSimulatedConnector } from './connectors/simulated/simulated-connector.ts';
import { registerAdminRoutes } from './modules/admin/index.ts';
import { registerEducationRoutes, seedEducation } from './modules/education/index.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { type PlantedAdmin, plantAdmin, readAudit, uidOf } from './testing/back-office.ts';
import { makeBars } from './testing/bars.ts';
import { plantBars, plantSeries } from './testing/market.ts';
import { SHOP_NOON_MS, type ShopAnswer, startShop } from './testing/shop.ts';

// Every change of the back office, one after the other: none goes without a row of the log, and no row holds a secret.

const HOUR = 3_600_000;
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
  ] as const) {
    const series = await plantSeries(db, { symbol, source });
    await plantBars(db, series, makeBars({ seed: 1, fromMs: BASE_MS, bars: 100 }));
  }
});

const ask = (method: string, address: string, body?: unknown): Promise<ShopAnswer> =>
  shop.call(method, address, { cookie: admin.cookie, ...(body !== undefined && { body }) });
const asStudent = (method: string, address: string, body?: unknown): Promise<ShopAnswer> =>
  shop.call(method, address, { cookie: student.cookie, ...(body !== undefined && { body }) });

/** The names of the calls of the back office that change something. */
type DeedName = {
  [N in RouteName]: (typeof ROUTES)[N] extends { access: 'admin'; method: 'POST' | 'PUT' }
    ? N
    : never;
}[RouteName];

/** What a deed is done with. */
interface Deed {
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

async function buyLesson(): Promise<string> {
  const token = await shop.order(buyer);
  iyzico.pay(token);
  await shop.comeBack(token);
  return String((await shop.rows('purchase')).at(-1)?.number);
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
const DEEDS: Readonly<Record<DeedName, () => Promise<Deed> | Deed>> = {
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
  adminRefund: async () => ({
    params: { number: await buyLesson() },
    body: { reason, code: await admin.freshCode() },
    rows: [['order.refund', /^order:RS-2026-\d{6}$/]],
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
  adminSendMessage: () => ({
    body: { list: 'class', texts, link: null, at: clock.now() + HOUR },
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
      calendar: 'bist',
    },
    rows: [['symbol.add', /^symbol:YENI$/]],
  }),
  adminSaveSymbol: () => ({
    params: { symbol: 'DENEME' },
    body: { name: texts, calendar: 'always' },
    rows: [['symbol.rename', /^symbol:DENEME$/]],
  }),
  adminSymbolDigits: () => ({
    params: { symbol: 'DENEME' },
    body: { digits: 6 },
    rows: [['symbol.digits', /^symbol:DENEME$/]],
  }),
  adminSymbolSource: () => ({
    params: { symbol: 'EURUSD' },
    body: { source: 'simulated' },
    rows: [['symbol.source', /^symbol:EURUSD$/]],
  }),
  adminSplitSymbol: () => ({
    params: { symbol: 'DENEME' },
    body: { factor: 2, at: BASE_MS + 50 * HOUR },
    rows: [['symbol.split', /^symbol:DENEME$/]],
  }),
  adminRetireSymbol: () => ({
    params: { symbol: 'DENEME' },
    body: {},
    rows: [['symbol.retire', /^symbol:DENEME$/]],
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

describe('a change of the back office', () => {
  for (const [name, prepare] of Object.entries(DEEDS) as [DeedName, () => Promise<Deed>][]) {
    const { method, path: address } = ROUTES[name];
    test(`leaves its row of the log: ${method} ${address}`, async () => {
      const { params, body, rows } = await prepare();
      const filled = address.replace(/:(\w+)/g, (_, key: string) => params?.[key] ?? '');
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

  test('is one of these, whatever else the contract has', () => {
    const changing = Object.entries(ROUTES).flatMap(([name, { access, method }]) =>
      (access as string) === 'admin' && method !== 'GET' ? [name] : [],
    );
    assert.deepEqual(Object.keys(DEEDS).toSorted(), changing.toSorted());
  });
});

describe('a list of the back office', () => {
  const reads = Object.entries(ROUTES).filter(
    ([, { access, method }]) => (access as string) === 'admin' && method === 'GET',
  );
  for (const [name, { path: address }] of reads) {
    test(`is answered: GET ${address}`, async () => {
      const number = String((await shop.rows('purchase')).at(-1)?.number);
      const filled = address.replace(':uid', await uid()).replace(':number', number);
      const reply = await shop.server.fetch(`/api${filled}`, {
        headers: { cookie: admin.cookie },
      });
      assert.equal(reply.status, 200, name);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      const text = await reply.text();
      for (const hidden of ['10000000146', 'Deneme Sokak']) {
        // The whole document about a person is what they may ask for.
        if (name !== 'adminPersonFile') assert.ok(!text.includes(hidden), hidden);
      }
    });
  }
});
