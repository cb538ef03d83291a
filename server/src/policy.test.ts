import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import {
  type CHANNEL_ACCESS,
  ERROR_STATUS,
  type ErrorCode,
  PAGES,
  type Right,
  ROUTES,
  type RouteName,
} from '@rasat/contract';
import { WebSocket } from 'ws';
import { startApp } from './app.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { plantSeries } from './testing/market.ts';
import { plantPerson } from './testing/people.ts';

// Who may call what, open which page and join which channel, cell by cell. What has no row fails.

const ROLES = ['guest', 'logged', 'subscribed', 'student', 'admin'] as const;
type Role = (typeof ROLES)[number];
const RIGHTS: Readonly<Record<Exclude<Role, 'guest'>, readonly Right[]>> = {
  logged: [],
  subscribed: ['subscription'],
  student: ['lesson'],
  admin: ['admin'],
};

/** What each role is answered, in the order of `ROLES`: `+` is let in, else a status or, for pages, a way on. */
const CALLS: Readonly<Record<RouteName, string>> = {
  health: '+ + + + +',
  openapi: '+ + + + +',
  authInfo: '+ + + + +',
  challenge: '+ + + + +',
  login: '+ 403 403 403 403',
  register: '+ 403 403 403 403',
  logout: '+ + + + +',
  forgotRequest: '+ 403 403 403 403',
  forgotValidate: '+ 403 403 403 403',
  forgotReset: '+ 403 403 403 403',
  totpSecret: '401 403 403 403 403',
  totp: '+ + + + +',
  password: '401 + + + +',
  sessions: '401 + + + +',
  endSession: '401 + + + +',
  saveSettings: '401 + + + +',
  acceptTexts: '401 + + + +',
  personalData: '401 + + + +',
  erasure: '401 + + + +',
  requestErasure: '401 + + + +',
  favorites: '401 403 + 403 +',
  toggleFavorite: '401 403 + 403 +',
  telegram: '401 + + + +',
  saveTelegram: '401 + + + +',
  education: '401 + + + +',
  lessons: '401 + + + +',
  saveProgress: '401 403 403 + 403',
  platformVideos: '401 403 403 + 403',
  question: '401 403 403 + 403',
  ask: '401 403 403 + 403',
  homeworkTasks: '401 403 403 + 403',
  homework: '401 403 403 + 403',
  handIn: '401 403 403 + 403',
  imageUrl: '401 403 403 + 403',
  // Without a signature that can be read they are refused as badly asked.
  upload: '+ + + + +',
  image: '+ + + + +',
  video: '+ + + + +',
  adminQuestions: '401 403 403 403 +',
  adminAnswer: '401 403 403 403 +',
  adminHomework: '401 403 403 403 +',
  adminReview: '401 403 403 403 +',
  adminLessons: '401 403 403 403 +',
  adminSaveLesson: '401 403 403 403 +',
  adminSaveTask: '401 403 403 403 +',
  adminVideos: '401 403 403 403 +',
  adminSaveVideo: '401 403 403 403 +',
  adminRemoveVideo: '401 403 403 403 +',
  adminVideoUpload: '401 403 403 403 +',
  telegramWebhook: '401 401 401 401 401',
  keptMails: '+ + + + +',
  offers: '+ + + + +',
  buySubscription: '401 403 403 + 403',
  buyLesson: '401 + + 403 403',
  buySubscriptionForm: 'R 403 403 + 403',
  buyLessonForm: 'R + + 403 403',
  paymentReturn: '+ + + + +',
  paymentReturnForm: '+ + + + +',
  paymentWebhook: '401 401 401 401 401',
  subscription: '401 + + + +',
  latestOrder: '401 + + + +',
  symbols: '+ + + + +',
  historical: '401 + + + +',
  quotes: '401 + + + +',
  predictor: '+ + + + +',
  portfolioViews: '401 + + + +',
  portfolio: '401 403 + 403 +',
  historicalLevels: '401 403 + 403 +',
  historicalBox: '401 403 + 403 +',
  levels: '401 403 + 403 +',
  touch: '401 403 + 403 +',
  cycle: '401 403 + 403 +',
  seer: '401 403 + 403 +',
  boxChart: '401 403 + 403 +',
  boxTrades: '401 403 + 403 +',
  boxTrade: '401 403 + 403 +',
  gann: '401 403 + 403 +',
  gannBasis: '401 403 + 403 +',
  crystalBox: '401 403 + 403 +',
  site: '+ + + + +',
  adminSite: '401 403 403 403 +',
  adminSiteTexts: '401 403 403 403 +',
  adminSaveSiteText: '401 403 403 403 +',
  adminSaveSite: '401 403 403 403 +',
  adminSymbols: '401 403 403 403 +',
  adminInstruments: '401 403 403 403 +',
  adminOpenSignals: '401 403 403 403 +',
  adminAddSymbol: '401 403 403 403 +',
  adminSaveSymbol: '401 403 403 403 +',
  adminSymbolDigits: '401 403 403 403 +',
  adminSymbolSource: '401 403 403 403 +',
  adminRetireSymbol: '401 403 403 403 +',
  adminSplitSymbol: '401 403 403 403 +',
  adminRenameSymbol: '401 403 403 403 +',
  adminCorporateActions: '401 403 403 403 +',
  adminConfirmAction: '401 403 403 403 +',
  adminDismissAction: '401 403 403 403 +',
  adminFeeds: '401 403 403 403 +',
  adminFillGaps: '401 403 403 403 +',
  adminStopGaps: '401 403 403 403 +',
  seller: '+ + + + +',
  invoices: '401 + + + +',
  invoice: '401 + + + +',
  invoiceFile: '401 + + + +',
  platformMessages: '401 + + + +',
  classMessages: '401 + + + +',
  unreadMessages: '401 + + + +',
  readMessages: '401 + + + +',
  adminSummary: '401 403 403 403 +',
  adminAudit: '401 403 403 403 +',
  adminPeople: '401 403 403 403 +',
  adminPeopleFile: '401 403 403 403 +',
  adminPerson: '401 403 403 403 +',
  adminPersonFile: '401 403 403 403 +',
  adminEndSessions: '401 403 403 403 +',
  adminGrant: '401 403 403 403 +',
  adminEndGrant: '401 403 403 403 +',
  adminOrders: '401 403 403 403 +',
  adminOrder: '401 403 403 403 +',
  adminRefund: '401 403 403 403 +',
  adminReturnOrder: '401 403 403 403 +',
  adminCloseOrder: '401 403 403 403 +',
  adminReviews: '401 403 403 403 +',
  adminCloseReview: '401 403 403 403 +',
  adminReconciliations: '401 403 403 403 +',
  adminReconcile: '401 403 403 403 +',
  adminPrices: '401 403 403 403 +',
  adminSetPrices: '401 403 403 403 +',
  adminSetCourseSale: '401 403 403 403 +',
  adminMessages: '401 403 403 403 +',
  adminSendMessage: '401 403 403 403 +',
  adminCancelMessage: '401 403 403 403 +',
  snapshot: '+ + + + +',
  record: '+ + + + +',
  recordFigures: '+ + + + +',
  recordHistory: '+ + + + +',
  recordCalibration: '+ + + + +',
  recordCalibrationFile: '+ + + + +',
  recordRows: '+ + + + +',
  // What still runs is sealed in it for those without a subscription: record/sealing.test.ts.
  recordRowsFile: '+ + + + +',
  recordFind: '+ + + + +',
  recordRow: '+ + + + +',
  recordRowFile: '+ + + + +',
  recordSeriesFile: '+ + + + +',
  recordHashes: '+ + + + +',
  recordHeads: '+ + + + +',
  recordConsistency: '+ + + + +',
  recordBuilds: '+ + + + +',
  engineArchive: '+ + + + +',
  recordCertificates: '+ + + + +',
  recordRates: '+ + + + +',
};

/** R: to the sign-in and back; P: to what a subscription offers; D: to the dashboard; 403: not for them at all. */
const PAGE_ROWS: Readonly<Record<(typeof PAGES)[number]['path'], string>> = {
  '/': '+ + + + +',
  '/info/about': '+ + + + +',
  '/info/glossary': '+ + + + +',
  '/info/privacy': '+ + + + +',
  '/info/kvkk': '+ + + + +',
  '/info/retention': '+ + + + +',
  '/info/refund': '+ + + + +',
  '/info/agreement': '+ + + + +',
  '/auth/register': '+ D D D D',
  '/auth/login': '+ D D D D',
  '/auth/forgot': '+ D D D D',
  '/account': 'R + + + +',
  '/mails': '+ + + + +',
  '/offline': '+ + + + +',
  '/record': '+ + + + +',
  '/record/find': '+ + + + +',
  '/record/:seq': '+ + + + +',
  '/dashboard': 'R + + + +',
  '/dashboard/symbol/:symbol': 'R P + P +',
  '/dashboard/chart': 'R + + + +',
  '/dashboard/portfolio/:type': 'R P + P +',
  '/dashboard/predictor/:type': '+ + + + +',
  '/dashboard/messages': 'R + + + +',
  '/admin': 'R 403 403 403 +',
  '/admin/people': 'R 403 403 403 +',
  '/admin/people/:uid': 'R 403 403 403 +',
  '/admin/orders': 'R 403 403 403 +',
  '/admin/orders/:number': 'R 403 403 403 +',
  '/admin/questions': 'R 403 403 403 +',
  '/admin/homework': 'R 403 403 403 +',
  '/admin/lessons': 'R 403 403 403 +',
  '/admin/messages': 'R 403 403 403 +',
  '/admin/prices': 'R 403 403 403 +',
  '/admin/symbols': 'R 403 403 403 +',
  '/admin/feeds': 'R 403 403 403 +',
  '/admin/site': 'R 403 403 403 +',
  '/admin/audit': 'R 403 403 403 +',
};

/** The channels of the live socket; without a session there is no socket. */
const CHANNELS: Readonly<Record<keyof typeof CHANNEL_ACCESS, string>> = {
  tick: '401 + + + +',
  ticks: '401 + + + +',
  analysis: '401 403 + 403 +',
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-policy-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, '__spa-fallback.html'), '<!doctype html><title>Rasat</title>');

const database = await testDatabase({ after });
const config = testConfig();
// Files are not read again once they are imported: this history stays as it is.
await plantSeries(database.db, { symbol: 'DENEME', source: 'file' });
const app = await startApp(config, {
  clock: EARLY_CLOCK,
  database: database.address,
  site: folder,
  stallLimitMs: Number.POSITIVE_INFINITY,
});
after(() => app.stop());

const keys = await loadKeys(config);
const planting = { db: database.db, clock: createClock(EARLY_CLOCK), config, keys };
const cookies: Partial<Record<Role, string>> = {};
for (const [role, rights] of Object.entries(RIGHTS) as [Exclude<Role, 'guest'>, Right[]][]) {
  cookies[role] = (await plantPerson(planting, { rights })).cookie;
}

function ask(role: Role, method: string, address: string, isForm = false): Promise<Response> {
  const cookie = cookies[role];
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return fetch(app.address + address, {
    method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie !== undefined && { cookie }),
      ...(method !== 'GET' && { 'content-type': type }),
    },
    ...(method !== 'GET' && { body: isForm ? 'nothing=1' : '{"nothing":1}' }),
  });
}

/** What a refusal says; null of an answer, which is not read here and is to hold nothing. */
async function readRefusal(reply: Response): Promise<{ readonly code?: string } | null> {
  if (reply.status >= 400) return (await reply.json()) as { code?: string };
  await reply.body?.cancel();
  return null;
}

describe('calls', () => {
  for (const [name, route] of Object.entries(ROUTES)) {
    const { method, path: address, access } = route;
    const isForm = 'bodyType' in route && route.bodyType === 'form';
    const row = CALLS[name as RouteName]?.split(' ') ?? [];
    for (const [at, role] of ROLES.entries()) {
      // It would end the session that the other cells need.
      if (name === 'logout' && role !== 'guest') continue;
      test(`${method} ${address}: ${role} ${row[at]}`, async () => {
        const filled = address
          .replace(':type', access === 'guest' ? 'forex' : '1')
          .replace(':provider', 'demo-bank')
          .replace(/:\w+/g, 'X');
        const reply = await ask(role, method, `/api${filled}`, isForm);
        if (row[at] === 'R') {
          assert.equal(reply.status, 303);
          assert.match(reply.headers.get('location') ?? '', /^\/auth\/login\?redirect=/);
          return;
        }
        const { code } = (await readRefusal(reply)) ?? {};
        if (row[at] === '+') {
          assert.ok(![401, 403].includes(reply.status) || code === 'password-not-match', code);
        } else {
          assert.equal(reply.status, Number(row[at]), code);
        }
      });
    }
  }
});

describe('pages', () => {
  for (const { path: address } of PAGES) {
    const row = PAGE_ROWS[address].split(' ');
    for (const [at, role] of ROLES.entries()) {
      test(`${address}: ${role} ${row[at]}`, async () => {
        const filled = address.replace(/:symbol/, 'EURUSD').replace(/:type/, 'forex');
        const reply = await ask(role, 'GET', `${filled}?a=1`);
        const ways: Record<string, string> = {
          R: `/auth/login?redirect=${encodeURIComponent(`${filled}?a=1`)}`,
          P: `/account?selected=subscription&closed=${encodeURIComponent(filled)}`,
          D: '/dashboard',
        };
        const way = ways[row[at] ?? ''];
        if (way === undefined) {
          assert.match(row[at] ?? '', /^(\+|403)$/);
          if (row[at] === '+') assert.ok(![303, 403].includes(reply.status));
          else {
            assert.equal(reply.status, 403);
            // A person reads it, not a program.
            assert.match(reply.headers.get('content-type') ?? '', /^text\/html/);
          }
          return;
        }
        assert.equal(reply.status, 303);
        assert.equal(reply.headers.get('location'), way);
      });
    }
  }
  test('an unknown page is missing for every role', async () => {
    for (const role of ROLES) assert.equal((await ask(role, 'GET', '/nothing')).status, 404);
  });
});

/** What the live socket answers to a join of a channel: `+`, the code, or the status of a refused upgrade. */
async function join(role: Role, channel: string): Promise<string> {
  const cookie = cookies[role];
  const ws = new WebSocket(`${app.address.replace('http', 'ws')}/api/live`, {
    headers: { origin: app.address, ...(cookie !== undefined && { cookie }) },
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      ws.on('unexpected-response', (_request, reply) => resolve(String(reply.statusCode)));
      ws.on('error', reject);
      ws.on('open', () => ws.send(JSON.stringify({ join: channel })));
      ws.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString('utf8')) as { joined?: string; error?: ErrorCode };
        resolve(frame.joined === channel ? '+' : String(frame.error && ERROR_STATUS[frame.error]));
      });
    });
  } finally {
    ws.on('error', () => {});
    ws.terminate();
  }
}

describe('channels', () => {
  for (const [kind, row] of Object.entries(CHANNELS)) {
    for (const [at, role] of ROLES.entries()) {
      const cell = row.split(' ')[at];
      test(`${kind}: ${role} ${cell}`, async () => {
        assert.equal(await join(role, kind === 'ticks' ? 'ticks:forex' : `${kind}:DENEME`), cell);
      });
    }
  }
});

test('a right that has ended helps no more, at the very next call', async () => {
  const ask = async (cookie: string): Promise<number> =>
    (await fetch(`${app.address}/api/portfolio/forex`, { headers: { cookie } })).status;
  for (let lastsMs = 1500; ; lastsMs *= 2) {
    const endsAt = planting.clock.now() + lastsMs;
    const { cookie } = await plantPerson(planting, { rights: ['subscription'], endsAt });
    const status = await ask(cookie);
    // On a machine so busy that the right has ended by now, one that lasts longer is looked at.
    if (planting.clock.now() >= endsAt) continue;
    assert.notEqual(status, 403);
    await new Promise((resolve) => setTimeout(resolve, endsAt + 100 - planting.clock.now()));
    assert.equal(await ask(cookie), 403);
    return;
  }
});
