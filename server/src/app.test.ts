import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before, describe } from 'node:test';
import { ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { type App, startApp } from './app.ts';
import { listJobs } from './jobs.ts';
import { findPerson } from './modules/accounts/index.ts';
import type { PaymentOptions } from './modules/payments/index.ts';
import { createClock } from './platform/clock.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { StartError } from './platform/start-error.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { plantPerson } from './testing/people.ts';

async function start(
  t: test.TestContext,
  database: { host: string; user: string; database: string },
): Promise<App> {
  const stallLimitMs = Number.POSITIVE_INFINITY;
  const app = await startApp(testConfig(), {
    database,
    clock: EARLY_CLOCK,
    site: null,
    stallLimitMs,
  });
  t.after(() => app.stop());
  return app;
}

interface Health {
  readonly ready: boolean;
  readonly filled: number;
  readonly parts: Readonly<Record<string, { ready: boolean }>>;
}

const database = await testDatabase({ after });

test('a server that says where it listens answers there, and is not ready before its parts are', async (t) => {
  const fresh = await testDatabase(t);
  const said: string[] = [];
  const replies: Promise<Response>[] = [];
  const app = await startApp(testConfig(), {
    database: fresh.address,
    site: null,
    stallLimitMs: Number.POSITIVE_INFINITY,
    onListening: ({ address, operator }) => {
      said.push(address, operator);
      for (const at of [`${address}/api/health`, `${operator}/health`, `${address}/api/symbols`]) {
        replies.push(fetch(at));
      }
    },
  });
  t.after(() => app.stop());
  assert.deepEqual(said, [app.address, app.operator]);
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  assert.deepEqual(statuses, [503, 503, 200]);
});

describe('a server that has just started', () => {
  const config = testConfig();
  let app: App;
  before(async () => {
    app = await startApp(config, {
      database: database.address,
      site: null,
      stallLimitMs: Number.POSITIVE_INFINITY,
      disk: { folder: config.dataDir, ballast: false },
      jobPace: { startDelayMs: 0, pollSeconds: 10 },
    });
  });
  after(() => app.stop());

  test('every call of the contract is served, and the health tells the truth from the first moment', async () => {
    const said = await fetch(`${app.address}/api/health`);
    assert.equal(said.status, 503);
    const { serverTime: _, ...shown } = (await said.json()) as Record<string, unknown>;
    assert.deepEqual(
      { ...shown, filled: 0 },
      { ready: false, behind: true, filled: 0, busy: false },
    );
    const reply = await fetch(`${app.operator}/health`);
    const health = (await reply.json()) as Health;
    assert.equal(reply.status, 503);
    assert.equal(health.ready, false);
    assert.ok(health.filled < 1);
    assert.deepEqual(Object.keys(health.parts).toSorted(), [
      'alarms',
      'analyst',
      'builds',
      'database',
      'demo-bank',
      'disk',
      'feed',
      'jobs',
      'mail',
      'operator',
      'payments',
      'record',
      'stream',
      'telegram',
      'web',
    ]);

    const { paths } = (await (await fetch(`${app.address}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    assert.equal(
      Object.values(paths).flatMap((path) => Object.keys(path)).length,
      Object.keys(ROUTES).length,
    );
    for (const { method, path, access } of Object.values(ROUTES)) {
      const asked = `${app.address}/api${path.replace(/:\w+/g, 'x')}?nothing=1`;
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const called = await fetch(asked, {
        method,
        headers,
        ...(method !== 'GET' && { body: '{"nothing":1}' }),
      });
      assert.notEqual(called.status, 404, `${method} ${path} is served`);
      if (method === 'GET' && access === 'guest') {
        assert.equal(called.status, 400, `${path} refuses a query that it does not know`);
      }
    }
  });

  test('every job of the server is due by its schedule in its database', async () => {
    const scheduled = sql<{ name: string; cron: string }>`
      select name, cron from jobs.schedule where timezone = 'UTC+3' order by name`;
    const health = async () =>
      (await (await fetch(`${app.operator}/health`)).json()) as {
        parts: { jobs: { detail?: string } };
      };
    await until(
      'the jobs have begun',
      async () => (await health()).parts.jobs.detail === undefined,
    );
    const jobs = listJobs({} as FileStore, { provider: {} } as PaymentOptions, {
      gaps: { review: async () => {} },
      findActions: async () => {},
    });
    assert.deepEqual(
      (await scheduled.execute(database.db)).rows,
      jobs
        .map(({ name, cron }) => ({ name, cron }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });
});

test('a second server on the same database is refused in one sentence, until the first one is gone', async (t) => {
  const { address } = await testDatabase(t);
  const first = await start(t, address);
  await assert.rejects(startApp(testConfig(), { database: address, site: null }), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /another Rasat works on this database/);
    return true;
  });
  await first.stop();
  await start(t, address);
});

test('a person in the log of erasures is erased before the first call is served, also from an old backup', async (t) => {
  const { address, db } = await testDatabase(t);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-app-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = testConfig({ RASAT_DATA: folder });
  const context = { db, clock: createClock(EARLY_CLOCK), config };
  const erased = await plantPerson(context);
  const other = await plantPerson(context);
  const id = (await findPerson(db, erased.id))?.public_id;
  const line = JSON.stringify({ id, mail: '0'.repeat(64), erased: '2026-11-01T00:00:00.000Z' });
  writeFileSync(path.join(folder, 'erasures.log'), `${line}\n`);
  const stallLimitMs = Number.POSITIVE_INFINITY;
  const app = await startApp(config, {
    database: address,
    clock: EARLY_CLOCK,
    site: null,
    stallLimitMs,
  });
  t.after(() => app.stop());
  const status = async ({ cookie }: { cookie: string }) =>
    (await fetch(`${app.address}/api/account/sessions`, { headers: { cookie } })).status;
  assert.equal(await status(erased), 401);
  assert.equal(await status(other), 200);
  assert.equal(await findPerson(db, erased.id), undefined);
});
