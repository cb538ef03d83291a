import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIMITS, type Right } from '@rasat/contract';
import { WEEK_MS } from '@rasat/engine';
import { DEFAULT_COSTS, type LedgerRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { until } from '../../testing/eventually.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantPerson } from '../../testing/people.ts';
import { plantEntries, plantOutcome, plantSignal } from '../../testing/record.ts';
import { createGuard } from '../rights/index.ts';
import { registerRecordRoutes } from './routes.ts';
import type { ShownRow } from './row-store.ts';

// Who sees the prices of what still runs, in every call that could show them.

const MONDAY = Date.UTC(2026, 10, 16);
const HOUR = 3_600_000;
const clock = createManualClock(MONDAY + 50 * HOUR);
const context = await testContext({ after }, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = context;
const series = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, series, makeBars({ seed: 1, fromMs: MONDAY - 500 * HOUR, bars: 540 }));

const open: Record<string, LedgerRow> = {};
const condition = await plantSignal(db, series, { kind: 'condition', timeMs: MONDAY });
open.box = await plantSignal(db, series, { kind: 'box', timeMs: MONDAY + HOUR });
open.waiting = await plantSignal(db, series, { kind: 'levels', timeMs: MONDAY });
open.entered = await plantSignal(db, series, {
  kind: 'levels',
  timeMs: MONDAY,
  engineVersion: 'other',
});
await plantOutcome(db, open.entered, 'entry');
const decided = await plantSignal(db, series, { kind: 'box', timeMs: MONDAY + 2 * HOUR });
await plantOutcome(db, decided, 'tp1', -1);
await plantOutcome(db, decided, 'tp2', -1);
const untouched = await plantSignal(db, series, { kind: 'levels', timeMs: MONDAY - WEEK_MS });
for (const row of [condition, decided]) await plantEntries(db, row, 20);
for (const row of [open.box, open.entered]) await plantEntries(db, row, 137);
await sql`
  insert into record_twin (seq, touch, twin_touch, complete, bars_to)
  values (${open.waiting.seq}, 1, -1, false, 0), (${open.entered.seq}, 1, -1, false, 0)`.execute(
  db,
);

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

function ask(role: string, path: string, ip?: string): Promise<Response> {
  addresses += 1;
  const cookie = cookies.get(role);
  return server.fetch(`/api${path}`, {
    headers: { 'x-forwarded-for': ip ?? `10.0.0.${addresses}`, ...(cookie && { cookie }) },
  });
}

async function get<T>(role: string, path: string): Promise<T> {
  const response = await ask(role, path);
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

const SECRETS = ['way', 'price', 'range', 'sl', 'tp1', 'tp2', 'levels', 'entry'] as const;
const CLUES = ['cost', 'baseline', 'unmatched', 'touch', 'twinTouch'] as const;

function assertShown(row: ShownRow, isOpen: boolean, role: string): void {
  const what = `${role}: ${row.seq}`;
  const sealed = isOpen && !seesAll(role);
  assert.equal(row.sealed, sealed, what);
  assert.match(row.hash, /^[0-9a-f]{64}$/);
  if (!sealed) {
    assert.ok(row.price, what);
    return;
  }
  for (const name of [...SECRETS, ...CLUES]) assert.equal(row[name], null, `${what} ${name}`);
  assert.deepEqual(row.legs, { tp1: null, tp2: null }, what);
}

const isOpenSeq = (seq: number): boolean => Object.values(open).some((row) => row.seq === seq);
const all = [condition, ...Object.values(open), decided, untouched];

for (const role of Object.keys(RIGHTS)) {
  test(`${role}: the list and each row show ${seesAll(role) ? 'everything' : 'no price of what runs'}`, async () => {
    const { rows } = await get<{ rows: ShownRow[] }>(role, '/record/rows');
    assert.equal(rows.length, all.length);
    for (const row of rows) assertShown(row, isOpenSeq(row.seq), role);
    for (const { seq } of all) {
      const shown = await get<{ row: ShownRow; entries: unknown }>(role, `/record/rows/${seq}`);
      assertShown(shown.row, isOpenSeq(seq), role);
      const isThere = [condition, open.box, open.entered, decided].some((row) => row?.seq === seq);
      const isShut = isOpenSeq(seq) && !seesAll(role);
      assert.equal(shown.entries !== null, isThere && !isShut, `${role}: entries of ${seq}`);
    }
  });

  test(`${role}: a filter finds sealed rows and opens none`, async () => {
    for (const filter of [
      'state=open',
      'state=waiting',
      'kind=levels',
      'kind=box',
      'source=simulated',
    ]) {
      const { rows } = await get<{ rows: ShownRow[] }>(role, `/record/rows?${filter}`);
      assert.ok(rows.length > 0, filter);
      for (const row of rows) assertShown(row, isOpenSeq(row.seq), role);
    }
  });

  test(`${role}: the file of all rows says the same`, async () => {
    const text = await (await ask(role, '/record/rows.csv')).text();
    const [head = [], ...lines] = text
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(';'));
    const rows = lines
      .filter((fields) => fields.length === head.length)
      .map((fields) => new Map(head.map((name, at) => [name, fields[at]])));
    assert.equal(rows.length, all.length);
    for (const row of rows) {
      const sealed = isOpenSeq(Number(row.get('\u{feff}seq') ?? row.get('seq'))) && !seesAll(role);
      assert.equal(row.get('sealed'), String(sealed));
      if (!sealed) continue;
      const shown = [...row].filter(([, value]) => value !== '').map(([name]) => name);
      assert.deepEqual(
        shown.map((name) => name.replace('\u{feff}', '')),
        [
          'seq',
          'symbol',
          'category',
          'source',
          'origin',
          'kind',
          'setup',
          'engineVersion',
          'barTime',
          'createdAt',
          'state',
          'sealed',
          'hash',
        ],
      );
    }
  });

  test(`${role}: the file of a row that runs is ${seesAll(role) ? 'given' : 'refused'}`, async () => {
    for (const { seq } of all) {
      const response = await ask(role, `/record/rows/${seq}/file`);
      const isShut = isOpenSeq(seq) && !seesAll(role);
      assert.equal(response.status, isShut ? 403 : 200, `${role}: ${seq}`);
      const body = (await response.json()) as { code?: string; row?: { seq: number } };
      if (isShut) assert.equal(body.code, 'forbidden-403');
      else assert.equal(body.row?.seq, seq);
    }
  });

  test(`${role}: a signal's row is found by its name, and nothing more is said of it`, async () => {
    const name = `symbol=EURUSD&kind=box&setup=36.short&time=${MONDAY + HOUR}`;
    assert.deepEqual(await get(role, `/record/find?${name}`), { seq: open.box?.seq });
    const week = `symbol=EURUSD&kind=levels&setup=weekly&time=${MONDAY}`;
    assert.deepEqual(await get(role, `/record/find?${week}`), { seq: open.entered?.seq });
  });
}

test('no answer to a guest holds a number of a sealed row', async () => {
  const texts: string[] = [];
  for (const path of [
    '/record',
    '/record/rows?state=open',
    '/record/rows?state=waiting',
    '/record/rows.csv?state=open',
    `/record/rows/${open.box?.seq}/file`,
    `/record/rows/${open.box?.seq}`,
    `/record/rows/${open.waiting?.seq}`,
    `/record/rows/${open.entered?.seq}`,
    '/record/heads',
    '/record/certificates',
    '/record/rates/EURUSD',
  ]) {
    texts.push(await (await ask('guest', `${path}`)).text());
  }
  const text = texts.join('\n');
  assert.doesNotMatch(text, /1\.13\b|1\.07\b|1\.111\b|1\.101\b|1\.131\b|0\.137\b|\b137\b/);
});

test('a weekly set is waiting to all others until its week is over, even if it is decided', async () => {
  const row = open.entered;
  assert.ok(row);
  const { seq } = row;
  await plantOutcome(db, row, 'tp1', 1);
  const place = `/record/rows/${seq}`;
  const seqs = async (role: string, state: string): Promise<number[]> => {
    const { rows } = await get<{ rows: ShownRow[] }>(
      role,
      `/record/rows?kind=levels&state=${state}`,
    );
    return rows.map((one) => one.seq).toSorted((a, b) => a - b);
  };
  const running = [open.waiting?.seq, seq];
  for (const role of Object.keys(RIGHTS)) {
    const { row: shown } = await get<{ row: ShownRow }>(role, place);
    assertShown(shown, true, role);
    const sees = seesAll(role);
    assert.equal(shown.state, sees ? 'tp1' : 'waiting', role);
    assert.equal((await ask(role, `${place}/file`)).status, sees ? 200 : 403);
    // A filter tells no more than the row.
    assert.deepEqual(await seqs(role, 'tp1'), sees ? [seq] : [], role);
    assert.deepEqual(await seqs(role, 'waiting'), sees ? [open.waiting?.seq] : running, role);
    const csv = await (await ask(role, '/record/rows.csv?state=tp1&kind=levels')).text();
    assert.equal(csv.trimEnd().split('\r\n').length, sees ? 2 : 1, role);
  }
  await clock.advance(MONDAY + WEEK_MS - 1 - clock.now());
  assertShown((await get<{ row: ShownRow }>('guest', place)).row, true, 'guest');
  await clock.advance(1);
  delete open.entered;
  const over = await get<{ row: ShownRow }>('guest', place);
  assert.equal(over.row.state, 'tp1');
  assertShown(over.row, false, 'guest');
  assert.equal((await ask('guest', `${place}/file`)).status, 200);
  const untouchedToo = await get<{ row: ShownRow }>('guest', `/record/rows/${open.waiting?.seq}`);
  assert.equal(untouchedToo.row.state, 'untouched');
  assertShown(untouchedToo.row, false, 'guest');
});

test('a guest may ask for files so many times a minute', async () => {
  for (const [path, most] of [
    ['/record/rows.csv?symbol=NOTHING', LIMITS.guestRecordFilesPerMinute],
    ['/record/rows/999999/file', LIMITS.guestRowFilesPerMinute],
  ] as const) {
    const ip = `10.1.0.${most}`;
    for (let at = 0; at < most; at += 1) {
      const response = await ask('guest', path, ip);
      assert.ok(response.status === 200 || response.status === 404, path);
      await response.text();
    }
    const refused = await ask('guest', path, ip);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    for (const other of [await ask('guest', path, '10.1.1.1'), await ask('logged', path, ip)]) {
      assert.notEqual(other.status, 429);
      await other.text();
    }
  }
});

for (const role of ['guest', 'logged']) {
  test(`${role}: a file of all rows that is being written leaves no room for a second one`, async () => {
    const path = '/record/rows.csv?symbol=NOTHING';
    const ip = `10.2.0.${role.length}`;
    const first = await db.transaction().execute(async (trx) => {
      // What is being written waits here.
      await sql`lock table record_row in access exclusive mode`.execute(trx);
      const begun = ask(role, path, ip);
      await until('it waits', async () => {
        // Of this database alone: others on the cluster wait for locks of their own.
        const waiting = await sql`
          select from pg_locks l join pg_database d on d.oid = l.database
          where not l.granted and d.datname = current_database()`.execute(trx);
        return waiting.rows.length > 0;
      });
      assert.equal((await ask(role, path, ip)).status, 429);
      return { begun };
    });
    const file = await first.begun;
    assert.equal(file.status, 200);
    await file.text();
    const next = await ask(role, path, ip);
    assert.equal(next.status, 200, 'it has ended');
    // An unread rest would be taken for the next one.
    await next.text();
  });
}

test('what stayed undecided, because its bars ended, is shown a week after its time limit', async () => {
  const row = open.box;
  assert.ok(row);
  const shownAtMs = Number(row.detail.expiry) + WEEK_MS;
  await clock.advance(shownAtMs - 1 - clock.now());
  const path = `/record/rows/${row.seq}`;
  assertShown((await get<{ row: ShownRow }>('guest', path)).row, true, 'guest');
  await clock.advance(1);
  delete open.box;
  const shown = await get<{ row: ShownRow }>('guest', path);
  assert.equal(shown.row.state, 'open');
  assertShown(shown.row, false, 'guest');
  assert.equal((await ask('guest', `${path}/file`)).status, 200);
});
