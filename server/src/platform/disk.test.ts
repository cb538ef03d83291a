import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../testing/eventually.ts';
import { ballastFile, type DiskUse, watchDisk } from './disk.ts';

const GB = 1e9;

test('F14 from 85 % on the disk is an alarm, without room it is not ready, and ballast is kept while there is room', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  let use: DiskUse = { usedBytes: 84 * GB, freeBytes: 16 * GB };
  const disk = watchDisk({ folder, ballast: true, log, measure: () => use, everyMs: 5 });
  t.after(() => disk.stop());
  assert.deepEqual(disk.status(), { ready: true, detail: '84 % of the disk are used' });
  const ballast = ballastFile(folder);
  await until('the ballast is there', () => existsSync(ballast));
  const { blocks, mode } = statSync(ballast);
  assert.ok(blocks * 512 >= 64 * 2 ** 20, 'the room is really taken');
  assert.equal(mode & 0o077, 0);

  use = { usedBytes: 85 * GB, freeBytes: 15 * GB };
  await until(
    'the alarm is raised',
    () => disk.status().detail === 'the disk is 85 % full, 15000 MB are free',
  );
  assert.equal(disk.status().ready, true);
  rmSync(ballast);
  use = { usedBytes: 100 * GB, freeBytes: 1000 };
  await until('writes are refused', () => !disk.status().ready);
  assert.equal(said.length, 1, 'said once, not at every look');
  assert.match(said[0] ?? '', /the disk is getting full/);
  assert.equal(existsSync(ballast), false);

  use = { usedBytes: 50 * GB, freeBytes: 50 * GB };
  await until('the ballast is back', () => existsSync(ballast));
  assert.equal(disk.status().ready, true);
});
