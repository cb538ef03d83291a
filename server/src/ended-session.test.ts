import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, test } from 'node:test';
import { type Right, ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { startApp } from './app.ts';
import { endSessions } from './modules/accounts/index.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { untilLocked } from './testing/locks.ts';
import { plantSeries } from './testing/market.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';

// A session that ends while a call is under way: between its headers and its body, and while it waits to write.

const database = await testDatabase({ after });
const { db } = database;
const config = testConfig();
await plantSeries(db, { symbol: 'DENEME', source: 'file' });
const app = await startApp(config, {
  clock: EARLY_CLOCK,
  database: database.address,
  site: null,
  stallLimitMs: Number.POSITIVE_INFINITY,
});
after(() => app.stop());
const keys = await loadKeys(config);
const planting = { db, clock: createClock(EARLY_CLOCK), config, keys };
const { port } = new URL(app.address);

/** Calls that change something for a person, by name. */
const CHANGES = Object.entries(ROUTES).filter(
  ([, { method, access }]) =>
    method !== 'GET' && !['guest', 'guestOnly', 'signature'].includes(access),
);
const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  admin: ['admin'],
  subscriber: ['subscription'],
  student: ['lesson'],
  subscriptionBuyer: ['lesson'],
};

interface Begun {
  /** Sends the body and answers status and code. */
  finish(): Promise<readonly [status: number, code: string | undefined]>;
}

/** Sends the headers of a call and holds its body back; the guard has looked at the session then. */
async function begin(
  { id, cookie }: PlantedPerson,
  { method, path }: { readonly method: string; readonly path: string },
  body: string,
  type = 'application/json',
): Promise<Begun> {
  const unused = planting.clock.now() - 3_600_000;
  await sql`update session set seen_at = ${unused} where person_id = ${id}`.execute(db);
  const socket = net.connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const said: Buffer[] = [];
  socket.on('data', (data) => said.push(data));
  // The guard asks the database more than once: it can refuse the call before the body is sent.
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.on('error', () => {});
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n` +
      `sec-fetch-site: same-origin\r\ncontent-type: ${type}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`,
  );
  // The guard notes that a session is used.
  await until(`${method} ${path} has begun`, async () => {
    const { rows } = await sql`
      select from session where person_id = ${id} and seen_at > ${unused}`.execute(db);
    return rows.length > 0;
  });
  return {
    async finish() {
      socket.write(body);
      await closed;
      const text = Buffer.concat(said).toString();
      const [, status] = /HTTP\/1\.1 ([2-5]\d\d) /.exec(text) ?? [];
      return [Number(status), /"code":"([^"]+)"/.exec(text)?.[1]];
    },
  };
}

for (const [name, route] of CHANGES) {
  const isForm = 'bodyType' in route && route.bodyType === 'form';
  test(`${name}: refuses a body that arrives after the session has ended`, async () => {
    const person = await plantPerson(planting, { rights: RIGHTS[route.access] ?? [] });
    const path = route.path.replace(/:\w+/g, '1');
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const begun = await begin(person, { ...route, path }, isForm ? 'a=1' : '{"a":1}', type);
    await endSessions(db, person.id);
    const [status, code] = await begun.finish();
    // A form is redirected to the sign-in, as every caller without a session is.
    assert.deepEqual([status, code], isForm ? [303, undefined] : [401, 'unauthorized-401']);
  });
}

test('a good body that arrives too late changes nothing', async () => {
  const person = await plantPerson(planting);
  const body = JSON.stringify({
    language: 'en',
    theme: 'dark',
    prices: 'blue-orange',
    keys: false,
  });
  const begun = await begin(person, { method: 'PUT', path: '/account/settings' }, body);
  await endSessions(db, person.id);
  assert.deepEqual(await begun.finish(), [401, 'unauthorized-401']);
  const { rows } = await sql`select theme, keys from person where id = ${person.id}`.execute(db);
  assert.deepEqual(rows, [{ theme: 'system', keys: true }]);
});

test('a session that ends while a call waits to write leaves nothing written', async () => {
  const person = await plantPerson(planting, { rights: ['subscription'] });
  const asked = await db.transaction().execute(async (trx) => {
    await sql`select from person where id = ${person.id} for update`.execute(trx);
    const waiting = fetch(`${app.address}/api/account/favorites`, {
      method: 'POST',
      headers: {
        cookie: person.cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: '{"symbol":"DENEME"}',
    });
    await untilLocked(db);
    await endSessions(db, person.id);
    return { waiting };
  });
  assert.equal((await asked.waiting).status, 401);
  const { rows } = await sql`select from favorite where person_id = ${person.id}`.execute(db);
  assert.equal(rows.length, 0);
});
