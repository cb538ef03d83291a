import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../../platform/clock.ts';
import { startTestServer, testContext } from '../../../platform/testing.ts';
import { listOf, plantSeries } from '../../../testing/market.ts';
import { type PlantedPerson, plantPerson } from '../../../testing/people.ts';
import { createGuard } from '../../rights/index.ts';
import { listFavorites, listPeopleWithFavorite } from '../store/favorite-store.ts';
import { marketData, registerFavoriteRoutes } from './favorites.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });
const { db, keys } = context;
const symbols = listOf([
  await plantSeries(db, { symbol: 'EURUSD' }),
  await plantSeries(db, { symbol: 'XAUUSD' }),
]);
const server = await startTestServer(
  { after },
  {
    context,
    guard: createGuard(context),
    routes: (web) => registerFavoriteRoutes(web, symbols),
  },
);

async function list(person: PlantedPerson | null): Promise<{ status: number; body: unknown }> {
  const headers = person ? { cookie: person.cookie } : {};
  const response = await server.fetch('/api/account/favorites', { headers });
  return { status: response.status, body: await response.json() };
}

async function toggle(
  person: PlantedPerson | null,
  body: unknown,
): Promise<{ status: number; code: string | undefined }> {
  const response = await server.fetch('/api/account/favorites', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(person && { cookie: person.cookie }) },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as { code?: string };
  return { status: response.status, code: reply.code };
}

let person: PlantedPerson;
beforeEach(async () => {
  person = await plantPerson(context, { rights: ['subscription'] });
});

test('a symbol is marked, marked again it is not any more; the order is that of marking', async () => {
  assert.deepEqual(await list(person), { status: 200, body: [] });
  assert.equal((await toggle(person, { symbol: 'XAUUSD' })).status, 200);
  await clock.advance(1000);
  assert.equal((await toggle(person, { symbol: 'EURUSD' })).status, 200);
  assert.deepEqual((await list(person)).body, ['XAUUSD', 'EURUSD']);
  assert.equal((await toggle(person, { symbol: 'XAUUSD' })).status, 200);
  assert.deepEqual((await list(person)).body, ['EURUSD']);
});

test('every person has a list of their own, and a symbol knows who marked it', async () => {
  const other = await plantPerson(context, { rights: ['subscription'] });
  await toggle(person, { symbol: 'XAUUSD' });
  await toggle(other, { symbol: 'XAUUSD' });
  await toggle(other, { symbol: 'EURUSD' });
  assert.deepEqual((await list(person)).body, ['XAUUSD']);
  const people = await listPeopleWithFavorite(db, 'XAUUSD');
  assert.deepEqual(people.slice(-2), [person.id, other.id]);
  assert.ok(!(await listPeopleWithFavorite(db, 'EURUSD')).includes(person.id));
});

test('A5: what is no symbol is refused', async () => {
  for (const symbol of ['eurusd;drop', 'EUR USD', '', 'EURUSD-1D', 'A'.repeat(21), 5, null]) {
    const reply = await toggle(person, { symbol });
    assert.deepEqual(reply, { status: 400, code: 'bad-fields-400' }, String(symbol));
  }
  assert.equal((await toggle(person, {})).status, 400);
  assert.equal((await toggle(person, { symbol: 'EURUSD', person: 1 })).status, 400);
  assert.deepEqual(await listFavorites(db, person.id), []);
});

test('A6: a symbol that is not listed is refused, unless it goes', async () => {
  assert.deepEqual(await toggle(person, { symbol: 'NOPE' }), {
    status: 404,
    code: 'not-found-404',
  });
  await sql`insert into favorite (person_id, symbol, added_at) values (${person.id}, 'GONE', 1)`.execute(
    db,
  );
  assert.equal((await toggle(person, { symbol: 'GONE' })).status, 200);
  assert.deepEqual(await listFavorites(db, person.id), []);
});

test('A7: the 201st is refused, also when two come at once; one that is there still goes', async () => {
  await sql`insert into favorite (person_id, symbol, added_at)
    select ${person.id}, 'S' || i, i from generate_series(1, ${LIMITS.favorites - 1}) i`.execute(
    db,
  );
  const both = await Promise.all(['EURUSD', 'XAUUSD'].map((symbol) => toggle(person, { symbol })));
  assert.equal(both.filter((reply) => reply.status === 200).length, 1);
  assert.equal(both.find((reply) => reply.status === 409)?.code, 'conflict-409');
  assert.equal((await listFavorites(db, person.id)).length, LIMITS.favorites);
  assert.equal((await toggle(person, { symbol: 'S1' })).status, 200);
  assert.equal((await listFavorites(db, person.id)).length, LIMITS.favorites - 1);
});

test('A8: a subscription that ended a second ago is none', async () => {
  const endsAt = clock.now() + 60_000;
  const ending = await plantPerson(context, { rights: ['subscription'], endsAt });
  assert.equal((await toggle(ending, { symbol: 'EURUSD' })).status, 200);
  await clock.advance(61_000);
  const refused = { status: 403, code: 'forbidden-403' };
  assert.deepEqual(await toggle(ending, { symbol: 'XAUUSD' }), refused);
  assert.equal((await list(ending)).status, 403);
  assert.deepEqual(await listFavorites(db, ending.id), ['EURUSD']);
});

test('a guest is refused, and so is a person without a subscription, a student too', async () => {
  assert.equal((await list(null)).status, 401);
  assert.equal((await toggle(null, { symbol: 'EURUSD' })).status, 401);
  for (const rights of [[], ['lesson']] as const) {
    const plain = await plantPerson(context, { rights });
    assert.equal((await list(plain)).status, 403);
    assert.equal((await toggle(plain, { symbol: 'EURUSD' })).status, 403);
  }
});

test('favourites belong to what a person is handed, and go with them', async () => {
  await toggle(person, { symbol: 'EURUSD' });
  assert.deepEqual(await marketData.export(db, keys, person.id), {
    favorite: [{ symbol: 'EURUSD', added: new Date(clock.now()).toISOString() }],
  });
  await marketData.erase(db, person.id, keys);
  assert.deepEqual(await listFavorites(db, person.id), []);
});
