import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CALENDARS, type CalendarName, DAY_MS } from '@rasat/engine';
import { sql } from 'kysely';
import { readChains } from './cli/backup-parts.ts';
import { createSimulatedConnector } from './connectors/simulated/simulated-connector.ts';
import { startAnalyst } from './modules/analysis/index.ts';
import { listSeries } from './modules/market/index.ts';
import { columnsOf } from './modules/market/store/bar-columns.ts';
import { certify } from './modules/record/certificate.ts';
import { checkBuild, verifyRecord } from './modules/record/index.ts';
import { startPublisher } from './modules/signals/index.ts';
import { listRegister } from './modules/signals/register-store.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { createManualClock } from './platform/clock.ts';
import { openPool } from './platform/db/pool.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { testContext, testDatabase } from './platform/testing.ts';
import { fakeBuild } from './testing/builds.ts';
import { plantBars } from './testing/market.ts';
import { withParts } from './testing/parts.ts';

/** Time at which the old record ends, and the build that published it; testing/old-record/README.md. */
const END_MS = Date.UTC(2024, 1, 5, 12);
const OLD = fakeBuild('before calendars had versions');
const NEW = fakeBuild('calendars have versions');

// Its cluster has the database into which the record is restored.
const whole = await testDatabase({ after });

/** Restores the old record into a database of its own. */
async function restoreOld(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-old-record-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const packed = readFileSync(path.join(import.meta.dirname, 'testing/old-record/record.json.gz'));
  const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
  mkdirSync(path.join(folder, 'tables'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), Buffer.from(content, 'base64'));
  }
  const { address, db: admin } = whole;
  const database = `${address.database}_old`;
  await sql`create database ${sql.id(database)}`.execute(admin);
  const restored = { ...address, database };
  const db = openPool(restored, { maxConnections: 5 });
  t.after(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(database)} with (force)`.execute(admin);
  });
  const clock = createManualClock(END_MS);
  const context = await testContext(t, { clock, database: { address: restored, db } });
  const store = openFileStore(context.config, clock);
  const target = { address: restored, store, readChains, placeLoose: async () => {} };
  const { signal } = new AbortController();
  const ignore = () => {};
  await restoreBackup(folder, target, signal, { checked: ignore, restored: ignore });
  return { context, clock, db };
}

const calendarsOf = (detail: unknown): Record<string, unknown> =>
  (detail as { calendars: Record<string, unknown> }).calendars;

test('a record from before calendars had versions holds, and goes on', async (t) => {
  const { context, clock, db } = await restoreOld(t);

  // Every history has the calendar with which it began: what the register says about archived ones comes before the
  // present calendar of their symbol.
  const all = await listSeries(db);
  assert.deepEqual(
    all.map(({ symbol, epoch, calendar }) => `${symbol} ${epoch} ${calendar}`),
    [
      'THYAO 1 always',
      'ASELS 1 xetra',
      'THYAO 2 bist',
      'XU100 1 bist',
      'AAPL 1 nasdaq',
      'EURUSD 1 forex',
    ],
  );

  // The heads that the old program printed.
  assert.deepEqual(await readChains(db), {
    ledger: {
      number: 172,
      hash: '7fff09d05bae84d31bf6f85c8712693329f716f6c6020f1bdfcf6b3968a35648',
    },
    outcomes: {
      number: 344,
      hash: '3a4d1bc8a19f1d0b04c6cab72a8fefecf6acdd4548915c114aa9aa43395353b2',
    },
  });
  const before = await verifyRecord(db, { running: async () => OLD.hash });
  assert.deepEqual(before.findings, []);
  assert.deepEqual([before.ledgerRows, before.outcomes, before.series], [172, 344, 6]);

  // The upgrade: the new build computes everything again, and registers itself and the calendars before its first row.
  const check = await checkBuild(db, NEW, { clock });
  assert.deepEqual([check.differences, check.rows, check.outcomes], [0, 168, 344]);
  clock.set(14 * DAY_MS);
  const thyao = all.find(({ symbol, archivedAtMs }) => symbol === 'THYAO' && archivedAtMs === null);
  assert(thyao);
  const simulated = createSimulatedConnector({ seed: 1, clock });
  for await (const bars of simulated.history('THYAO', '60', END_MS - DAY_MS, clock.now())) {
    const { rows } = await sql<{ t: number }>`
      select t_last as t from bar_head where series_id = ${thyao.id} and resolution = '60'`.execute(
      db,
    );
    const lastMs = rows[0]?.t ?? 0;
    await plantBars(db, thyao, columnsOf(bars.filter(({ openTimeMs }) => openTimeMs > lastMs)));
  }
  const parts = [
    () => startAnalyst(context),
    () => startPublisher(context, { readBuild: async () => NEW }),
  ] as const;
  await withParts(parts, (wait) =>
    wait(async () => {
      const { rows } = await sql<{ done: boolean }>`
        select (select bars = n from analysis_state a join bar_head h using (series_id)
            where a.series_id = ${thyao.id} and h.resolution = '60')
          and not exists (
            select from analysis_event where id > (select event_id from publisher_cursor)
          ) as done`.execute(db);
      return rows[0]?.done === true;
    }),
  );
  const register = await listRegister(db, 1, Number.MAX_SAFE_INTEGER);
  assert.deepEqual(
    register.map(({ seq, kind }) => `${seq} ${kind}`),
    ['1 build', '2 symbols', '3 calendars', '29 symbols', '173 build', '174 calendars'],
  );
  const [then, now] = [calendarsOf(register[2]?.detail), calendarsOf(register[5]?.detail)];
  assert.deepEqual(Object.keys(then).toSorted(), ['always', 'bist', 'forex', 'nasdaq', 'xetra']);
  assert.deepEqual(Object.keys(now).toSorted(), [...CALENDARS].toSorted());
  for (const [name, description] of Object.entries(then)) {
    assert.deepEqual(now[name as CalendarName], description, `${name} says what it said`);
  }

  const later = await verifyRecord(db, { running: async () => NEW.hash });
  assert.deepEqual(later.findings, []);
  assert.ok(later.ledgerRows > 174 && later.outcomes > 344, 'the record went on');
  const certificate = await certify(db, { clock, running: async () => NEW.hash });
  assert.deepEqual(certificate.failures, []);
});
