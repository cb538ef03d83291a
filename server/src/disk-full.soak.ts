import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createClock } from './platform/clock.ts';
import { CLUSTER_USER } from './platform/db/cluster.ts';
import { openPool } from './platform/db/pool.ts';
import { ballastFile } from './platform/disk.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig } from './platform/testing.ts';
import { openApiClient } from './testing/api-client.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { plantPerson } from './testing/people.ts';
import { spawnWithDatabase } from './testing/spawn-server.ts';

const DISK = '170m';

/** Mounts a small file system; null when this account may not mount one. */
function mountSmallDisk(t: test.TestContext): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-full-'));
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder]);
  t.after(() => {
    if (made.status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (made.status !== 0) return null;
  chmodSync(folder, 0o755);
  return folder;
}

/** Grows a file of another program until `isEnough` returns true. */
function fill(file: string, isEnough: () => boolean): void {
  const piece = Buffer.alloc(2 ** 18, 1);
  try {
    while (!isEnough()) appendFileSync(file, piece);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

test('F14 a full disk refuses writes, and gives back everything that was acknowledged', async (t) => {
  const folder = mountSmallDisk(t);
  if (folder === null) return t.skip('a small disk can be mounted by root alone');
  const data = path.join(folder, 'data');
  const server = spawnWithDatabase(data, EARLY_CLOCK);
  t.after(() => server.kill());
  const client = openApiClient(await server.address);
  t.after(client.close);
  const operator = await server.operator;
  const health = async () => JSON.parse(await (await fetch(`${operator}/health`)).text()).parts;
  await until('the server is ready', async () => (await client.call('/health')).status === 200);
  await until('ballast is there', () => existsSync(ballastFile(data)));

  const address = { host: path.join(data, 'pg/s'), user: CLUSTER_USER, database: 'rasat' };
  const db = openPool(address, { maxConnections: 2, statementTimeoutMs: 10_000 });
  t.after(() => db.destroy());
  const config = testConfig({ RASAT_DATA: data });
  const ada = await plantPerson(
    { db, clock: createClock(EARLY_CLOCK), config, keys: await loadKeys(config) },
    { rights: ['subscription'] },
  );
  const write = () => client.call('/account/favorites', ada.cookie, { symbol: 'EURUSD' });
  assert.equal((await write()).status, 200);

  const share = (): number => {
    const { blocks, bfree, bavail } = statfsSync(folder);
    return (blocks - bfree) / (blocks - bfree + bavail);
  };
  t.diagnostic(`${Math.round(share() * 100)} % before anything was written`);
  const filler = path.join(folder, 'filler');
  fill(filler, () => share() > 0.86);
  const alarmedFromMs = performance.now();
  await until('the alarm', async () => /is 8\d % full/.test((await health()).disk.detail));
  t.diagnostic(`alarm after ${Math.round(performance.now() - alarmedFromMs)} ms`);

  // Rows are written one after the other until the disk is full: at first the tables cannot grow, later the log of
  // changes cannot either, and then the database ends.
  fill(filler, () => statfsSync(folder).bavail * statfsSync(folder).bsize < 8e6);
  let acknowledged = 0;
  let isRefused = false;
  while (!isRefused) {
    await sql`insert into attempt (key, count, window_ends_at)
      select 'row ' || n || repeat('x', 900), 1, 1
      from generate_series(${acknowledged + 1}::int, ${acknowledged + 50}::int) n`
      .execute(db)
      .then(
        () => {
          acknowledged += 50;
        },
        () => {
          isRefused = true;
        },
      );
  }
  let refusal = await write();
  for (let i = 0; i < 5000 && refusal.status !== 503; i += 1) {
    await sql`select pg_logical_emit_message(true, 'filler', repeat('x', 60000))`
      .execute(db)
      .catch(() => {});
    refusal = await write();
  }
  t.diagnostic(`${acknowledged} rows acknowledged, then ${refusal.status} ${refusal.text}`);
  assert.equal(refusal.status, 503);
  assert.match(refusal.text, /"unavailable-503"/);
  await until('it is not ready', async () => (await health()).disk.ready === false);
  for (let i = 0; i < 20; i += 1) {
    const { status, beganMs, endedMs } = await write();
    assert.equal(status, 503);
    assert.ok(endedMs - beganMs < 5000);
    assert.equal((await client.call('/symbols')).status, 200, 'what is known is served');
    await pause(500);
  }

  rmSync(ballastFile(data));
  const freedMs = performance.now();
  await until('writes are taken again', async () => (await write()).status === 200);
  t.diagnostic(
    `writing again ${Math.round(performance.now() - freedMs)} ms after the ballast went`,
  );
  const kept = await sql<{ n: number }>`
    select count(*)::int as n from attempt where key like 'row %'`.execute(db);
  assert.ok((kept.rows[0]?.n ?? 0) >= acknowledged, `${kept.rows[0]?.n} of ${acknowledged}`);
  t.diagnostic(`${kept.rows[0]?.n} rows are there of ${acknowledged} acknowledged`);

  rmSync(filler);
  await until('ballast is there again', () => existsSync(ballastFile(data)));
  await until('every part is ready', async () => (await client.call('/health')).status === 200);
  await server.stop();
});
