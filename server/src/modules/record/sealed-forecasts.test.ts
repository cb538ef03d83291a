import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Right } from '@rasat/contract';
import { WEEK_MS } from '@rasat/engine';
import { DEFAULT_COSTS, type LedgerRow } from '@rasat/ledger';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantPerson } from '../../testing/people.ts';
import { plantForecast, plantTouches } from '../../testing/record.ts';
import { createGuard } from '../rights/index.ts';
import { registerRecordRoutes } from './routes.ts';
import type { ShownRow } from './row-store.ts';

// Who sees the levels of a forecast while its set or its time runs, and when everybody does.

const MONDAY = Date.UTC(2026, 10, 16);
const HOUR = 3_600_000;
const clock = createManualClock(MONDAY + 50 * HOUR);
const context = await testContext({ after }, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = context;
const series = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, series, makeBars({ seed: 1, fromMs: MONDAY - 500 * HOUR, bars: 540 }));

const plant = (setup: string, fromHour: number, untilHour: number, boxEndHour?: number) =>
  plantForecast(db, series, {
    setup,
    timeMs: MONDAY + fromHour * HOUR,
    untilMs: MONDAY + untilHour * HOUR,
    ...(boxEndHour !== undefined && { boxEndMs: MONDAY + boxEndHour * HOUR }),
  });
const weekly = await plant('weekly', 0, 168);
// Its time is over at three quarters of the box; a trade that opened then may run for half of the box's length.
const box = await plant('36.short', 10, 40, 50);
const cone = await plant('cone.1d', 24, 72);
const past = await plant('cone.1d', 0, 24);
await plantTouches(db, past, Array(6).fill(null));
await plantTouches(db, box, [MONDAY + 30 * HOUR, null]);

/** The hour after Monday at which each one opens. */
const OPENS = new Map([
  [weekly.seq, 168],
  [box.seq, 90],
  [cone.seq, 72],
  [past.seq, 24],
]);
const all: readonly LedgerRow[] = [weekly, box, cone, past];

const server = await startTestServer(
  { after },
  {
    context,
    guard: createGuard(context),
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);
const RIGHTS: Readonly<Record<string, readonly Right[] | null>> = {
  guest: null,
  logged: [],
  student: ['lesson'],
  subscribed: ['subscription'],
  admin: ['admin'],
};
const cookies = new Map<string, string>();
for (const [role, rights] of Object.entries(RIGHTS)) {
  if (rights) cookies.set(role, (await plantPerson(context, { rights })).cookie);
}
const seesAll = (role: string): boolean => role === 'subscribed' || role === 'admin';

let addresses = 0;

function ask(role: string, path: string): Promise<Response> {
  addresses += 1;
  const cookie = cookies.get(role);
  return server.fetch(`/api${path}`, {
    headers: { 'x-forwarded-for': `10.0.0.${addresses}`, ...(cookie && { cookie }) },
  });
}

async function get<T>(role: string, path: string): Promise<T> {
  const response = await ask(role, path);
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

const isSealed = (seq: number, role: string): boolean =>
  !seesAll(role) && clock.now() < MONDAY + (OPENS.get(seq) ?? 0) * HOUR;

/** Compares every call that shows a forecast with who may see it now. */
async function assertSeen(role: string): Promise<void> {
  const { rows } = await get<{ rows: ShownRow[] }>(role, '/record/rows?kind=forecast');
  assert.equal(rows.length, all.length);
  const csv = (await (await ask(role, '/record/rows.csv?kind=forecast')).text()).split('\r\n');
  const { rows: items } = await get<{ rows: { row?: LedgerRow; sealed?: { seq: number } }[] }>(
    role,
    '/record/series/EURUSD/file',
  );
  for (const { seq, hash } of all) {
    const what = `${role}: ${seq}`;
    const sealed = isSealed(seq, role);
    const { row } = await get<{ row: ShownRow }>(role, `/record/rows/${seq}`);
    const listed = rows.find((one) => one.seq === seq);
    for (const shown of [row, listed]) {
      assert.equal(shown?.sealed, sealed, what);
      assert.equal(shown?.hash, hash, what);
      assert.equal(shown?.price === null, sealed, what);
      assert.equal(shown?.forecast === null, sealed, what);
    }
    const line = csv.find((one) => one.startsWith(`${seq};`)) ?? '';
    assert.equal(line.includes('0.987654'), !sealed, what);
    assert.equal(/0\.2917|0\.95|1\.07|1\.15/.test(line), !sealed, what);
    const item = items.find((one) => (one.row ?? one.sealed)?.seq === seq);
    assert.equal(item?.row === undefined, sealed, what);
    assert.equal('detail' in (item?.sealed ?? {}), false, what);
    const file = await ask(role, `/record/rows/${seq}/file`);
    assert.equal(file.status, sealed ? 403 : 200, what);
    await file.text();
  }
}

for (const role of Object.keys(RIGHTS)) {
  test(`${role}: ${seesAll(role) ? 'every forecast is shown' : 'a forecast is sealed while its set or its time runs'}`, () =>
    assertSeen(role));
}

test('a guest sees each forecast from the moment on at which its set or its time is over', async () => {
  for (const hour of [72, 90, 168]) {
    const atMs = MONDAY + hour * HOUR;
    await clock.advance(atMs - 1 - clock.now());
    await assertSeen('guest');
    await clock.advance(1);
    await assertSeen('guest');
  }
  assert.ok(clock.now() === MONDAY + WEEK_MS && all.every(({ seq }) => !isSealed(seq, 'guest')));
});
