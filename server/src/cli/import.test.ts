import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findSymbol } from '../modules/market/index.ts';
import { testDatabase } from '../platform/testing.ts';
import { openCommands } from '../testing/commands.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-import-'));
after(() => rmSync(folder, { recursive: true }));
const { db, address } = await testDatabase({ after });
const MAIN = path.join(import.meta.dirname, 'main.ts');
const DATABASE = {
  DATABASE_URL: `postgresql://${address.user}@localhost/${address.database}?host=${address.host}`,
};

const commands = openCommands({ after });
const run = (...args: readonly string[]) => commands(args, DATABASE);

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);
const row = (i: number, close = 11): string => `${MONDAY + i * HOUR},10,12,9,${close},${i}`;

function write(name: string, rows: readonly string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, `d,o,h,l,c,v\n${rows.join('\n')}\n`);
  return file;
}

const HOURS = Array.from({ length: 1200 }, (_, i) => row(i));
const AS = (symbol: string, resolution = '60') => [
  `--symbol=${symbol}`,
  `--resolution=${resolution}`,
  '--category=forex',
  '--digits=2',
];

test('a file is imported and listed, a second time nothing changes', async () => {
  const file = write('plain.csv', HOURS);
  const first = await run('import', file, ...AS('PLAIN'), '--name', 'Plain', '--name-tr', 'Düz');
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /^PLAIN 60, epoch 1: 1200 bars in the file, 1200 stored, 0 already/);
  const second = await run('import', file, ...AS('PLAIN'));
  assert.match(
    second.stdout,
    /epoch 1: 1200 bars in the file, 0 stored, 1200 already there, 0 ref/,
  );
  const listed = await run('symbols');
  assert.match(
    listed.stdout,
    /^PLAIN +forex +2 digits +base 60 +file +epoch 1 .*60 240 1D 1W +Plain$/m,
  );
});

test('refused rows are reported by line and reason, the rest is imported', async () => {
  const rows = [...HOURS.slice(0, 3), 'x,1,2,3,4,5', row(1), row(3, 99), row(4)];
  const report = path.join(folder, 'report.txt');
  const file = write('dirty.csv', rows);
  const result = await run('import', file, ...AS('DIRTY'), '--report', report);
  assert.equal(result.status, 0, result.stderr);
  assert.match(result.stdout, /4 stored, 0 already there, 3 refused/);
  assert.deepEqual(
    readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.replace(/: [^:]*$/, '')),
    [
      'line 5: its time cannot be read',
      'line 6: it is older than the row before it',
      'line 7: high or low does not contain open and close, or the volume is negative',
    ],
  );
  const unreported = await run('import', file, ...AS('DIRTY'));
  assert.match(unreported.stderr, /line 5: its time cannot be read: x,1,2,3,4,5/);
});

test('what cannot be is one sentence and exit 1', async () => {
  const file = write('few.csv', HOURS.slice(0, 30));
  await run('import', file, ...AS('FEW'));
  const cases: readonly [readonly string[], RegExp][] = [
    [[file, ...AS('FEW', '1D')], /--replace/],
    [[file, ...AS('FEW', '240')], /--resolution must be one of/],
    [[write('none.csv', []), ...AS('NONE')], /none\.csv/],
  ];
  for (const [args, sentence] of cases) {
    const { status, stdout, stderr } = await run('import', ...args);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, sentence);
  }
});

test('a wrong zone stops with the one that would fit, and the zone that is named is taken', async () => {
  // Two months of weeks from Monday 00:00 to Friday 23:00 on the clock of a broker in Athens, without its zone.
  const times: number[] = [];
  for (let timeMs = MONDAY; timeMs < MONDAY + 60 * 24 * HOUR; timeMs += HOUR) {
    if (new Date(timeMs).getUTCDay() % 6 !== 0) times.push(timeMs);
  }
  const file = path.join(folder, 'zone.csv');
  const rows = times.map((timeMs) => `${new Date(timeMs).toISOString().slice(0, 16)},10,12,9,11,1`);
  writeFileSync(file, `start,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const stopped = await run('import', file, ...AS('ZONE'));
  assert.equal(stopped.status, 1);
  assert.match(
    stopped.stderr,
    /read in UTC, and its weeks do not open .* Monday 00:00 UTC; the time zone Europe\/Athens would fit/,
  );
  assert.equal(await findSymbol(db, 'ZONE'), undefined);
  const named = await run('import', file, ...AS('ZONE'), '--time-zone=Europe/Athens');
  assert.equal(named.status, 0, named.stderr);
  const insisted = await run('import', file, ...AS('ZONE2'), '--time-zone=UTC');
  assert.equal(insisted.status, 0, insisted.stderr);
});

test('an implausible file stops, and --force imports it', async () => {
  const file = write('ahead.csv', [...HOURS.slice(0, 30), row(24 * 300)]);
  const stopped = await run('import', file, ...AS('AHEAD'));
  assert.equal(stopped.status, 1);
  assert.match(stopped.stderr, /Line 32 is of 2026-11-01.*--force imports it all the same/);
  const forced = await run('import', file, ...AS('AHEAD'), '--force');
  assert.match(forced.stdout, /31 bars in the file, 31 stored/, forced.stderr);
});

test('Ctrl-C leaves nothing half imported', async () => {
  const file = path.join(folder, 'long.csv');
  const long = createWriteStream(file);
  long.write('d,o,h,l,c,v\n');
  for (let i = 0; i < 400; i++) {
    long.write(`${Array.from({ length: 1000 }, (_, k) => row(i * 1000 + k)).join('\n')}\n`);
  }
  await new Promise((resolve) => long.end(resolve));
  const child = spawn(process.execPath, [MAIN, 'import', file, ...AS('LONG')], {
    env: { ...process.env, ...DATABASE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  for (let i = 0; i < 6000 && !stderr.includes('canonical'); i++) await pause(20);
  await pause(100);
  child.kill('SIGINT');
  assert.equal(await ended, 130, stderr);
  assert.match(stderr, /nothing was imported/);
  assert.equal(await findSymbol(db, 'LONG'), undefined);
});

test('names can be changed, of listed symbols alone', async () => {
  await run('import', write('named.csv', HOURS.slice(0, 30)), ...AS('NAMED'));
  const changed = await run('symbols', '--change', 'NAMED', '--name-en', 'Named');
  assert.match(changed.stdout, /^NAMED .*forex .*Named$/m);
  const calendar = await run('symbols', '--change', 'NAMED', '--calendar', 'xetra');
  assert.equal(calendar.status, 1, 'a history keeps its calendar');
  assert.match(calendar.stderr, /--calendar/);
  const unknown = await run('symbols', '--change', 'NOBODY', '--name', 'x');
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /no symbol "NOBODY"/);
});

test('a market that is named gives a new symbol the newest version of its calendar', async () => {
  const file = write('hours.csv', HOURS.slice(0, 30));
  const imported = (symbol: string, calendar: string) =>
    run('import', file, ...AS(symbol), '--time-zone', 'UTC', '--calendar', calendar);
  assert.equal((await imported('HOURED', 'bist')).status, 0);
  const listed = await run('symbols');
  assert.match(listed.stdout, /^HOURED .* bist-2 /m);
  const version = await imported('OTHER', 'bist-2');
  assert.equal(version.status, 1);
  assert.match(version.stderr, /always, forex, bist, nasdaq/);
});

test('a replay without a running server says so', async () => {
  const file = write('played.csv', HOURS.slice(0, 30));
  const { status, stderr } = await run(
    'replay',
    file,
    '--speed=100',
    '--symbol=PLAYED',
    '--category=forex',
    '--digits=2',
  );
  assert.equal(status, 1);
  assert.match(stderr, /No server is running/);
});
