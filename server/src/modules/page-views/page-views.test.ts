import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Category, istanbulWeekStartMs } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { plantPerson } from '../../testing/people.ts';
import { openPageViews } from './index.ts';
import { registerPageViewRoutes } from './routes.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 18, 12);

async function start(t: TestContext) {
  const lines: string[] = [];
  const clock = createManualClock(NOON);
  const context = {
    ...(await testContext(t, { clock })),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  };
  const views = openPageViews(context);
  const [ada, bora] = [await plantPerson(context), await plantPerson(context)];
  const server = await startTestServer(t, {
    context,
    guard: async () => ({
      id: ada.id,
      publicId: 'ADA',
      sessionId: 1,
      subscriber: true,
      student: false,
      admin: false,
    }),
    routes: (web) => registerPageViewRoutes(web, views),
  });
  const count = async (): Promise<Partial<Record<Category, number>>> => {
    const answer = await server.fetch('/api/portfolio/views');
    const rows = (await answer.json()) as { type: Category; views: number }[];
    return Object.fromEntries(rows.map(({ type, views: n }) => [type, n]));
  };
  const counted = (category: Category, n: number) =>
    until(`${category} ${n}`, async () => (await count())[category] === n);
  return { context, clock, lines, views, ada, bora, count, counted };
}

test('a person counts once per category and UTC hour, from Monday in Istanbul on', async (t) => {
  const { clock, views, ada, bora, count, counted } = await start(t);
  await clock.advance(istanbulWeekStartMs(clock.now()) + 7 * 24 * HOUR - clock.now() - 1000);
  views.note('nasdaq', ada.id);
  views.note('nasdaq', ada.id);
  views.note('nasdaq', bora.id);
  views.note('crypto', ada.id);
  await counted('nasdaq', 2);
  await counted('crypto', 1);
  // Monday in Istanbul begins: all is zero again, all five are there.
  await clock.advance(1000);
  assert.deepEqual(await count(), { crypto: 0, forex: 0, bist: 0, nasdaq: 0, index: 0 });
  views.note('nasdaq', ada.id);
  await counted('nasdaq', 1);
  // The last moment of the hour belongs to it, and the next hour begins at its full.
  await clock.advance(HOUR - 1);
  views.note('nasdaq', ada.id);
  await clock.advance(1);
  views.note('nasdaq', ada.id);
  await counted('nasdaq', 2);
});

test('a process that begins within an hour does not count its persons again', async (t) => {
  const { context, views, ada, counted } = await start(t);
  views.note('forex', ada.id);
  await counted('forex', 1);
  openPageViews(context).note('forex', ada.id);
  views.note('bist', ada.id);
  await counted('bist', 1);
  await counted('forex', 1);
});

test('a view that was not counted is logged, and counted the next time', async (t) => {
  const { context, lines, views, ada, count, counted } = await start(t);
  const { db } = context;
  await sql`alter table page_view rename to page_view_gone`.execute(db);
  views.note('crypto', ada.id);
  const logged = () => lines.filter((line) => line.includes('a page view was not counted')).length;
  await until('it is logged', () => logged() === 1);
  await sql`alter table page_view_gone rename to page_view`.execute(db);
  assert.equal((await count()).crypto, 0);
  views.note('crypto', ada.id);
  await counted('crypto', 1);
  assert.equal(logged(), 1);
});
