import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { testDatabase } from '../server/src/platform/testing.ts';
import { eventually, until } from '../server/src/testing/eventually.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** A quiet machine may need a minute to build the site and to make the database. */
const START_PATIENCE_MS = 90_000;

interface Started {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the match when it was printed; rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

function start(
  t: test.TestContext,
  env: Record<string, string>,
  program = 'node',
  args: readonly string[] = ['scripts/run.mjs', 'server/src/main.ts'],
): Started {
  const child = spawn(program, args, {
    cwd: ROOT,
    // A group of its own, as a terminal would give it.
    detached: true,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, LOG_LEVEL: 'error', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const exit = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  t.after(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  return {
    child,
    output: () => text,
    printed(pattern) {
      return eventually(() => {
        const match = pattern.exec(text);
        if (match) return match;
        if (child.exitCode !== null) throw new Error(`it ended without printing it: ${text}`);
        return assert.fail(`not printed: ${text}`);
      }, START_PATIENCE_MS);
    },
    exit,
  };
}

/** A folder for a server's data that is not there yet. */
function dataFolder(t: { after(fn: () => void): void }): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-run-'));
  chmodSync(folder, 0o755);
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return path.join(folder, 'data');
}

/** Where one test's server after the other finds what the last one left, so that a database is not made for each. */
const KEPT = dataFolder({ after });

// As after the first start: the tests run what people run.
before(() => {
  const script = [path.join(import.meta.dirname, 'bundle-server.ts'), '--if-stale'];
  assert.equal(spawnSync(process.execPath, script, { stdio: 'inherit' }).status, 0);
});

const RUNS = /Rasat runs at (\S+)/;

/** The process that serves: what the launcher handed over to. */
function serverOf(launcher: ChildProcess): number {
  const children = readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** The file that a process was started with. */
function programOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? '';
}

function postmasterOf(data: string): number {
  return Number(readFileSync(path.join(data, 'pg/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

const gone = (pid: number): Promise<void> =>
  until(`process ${pid} is gone`, () => {
    try {
      return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return true;
    }
  });

test('the bundled server does what needs its threads, its assets and the packages beside it', async (t) => {
  const started = start(t, { RASAT_DATA: KEPT, PORT: '0' });
  const [, address = ''] = await started.printed(RUNS);
  assert.match(programOf(serverOf(started.child)), /^server\/build\/\d\/main\.js$/);
  await started.printed(/admin@demo\.rasat/);
  assert.equal((await fetch(`${address}/api/auth/challenge/register`)).status, 200);
  const [, operator = ''] = await started.printed(/on this machine alone: (\S+)/);
  await until('the threads have begun', async () => {
    const { parts } = (await (await fetch(`${operator}/health`)).json()) as {
      parts: Readonly<Record<string, { readonly detail?: string }>>;
    };
    return parts.analyst !== undefined && parts.analyst.detail !== 'starting';
  });
});

test('the server runs from its sources, too', async (t) => {
  const started = start(t, { RASAT_DATA: KEPT, PORT: '0' }, process.execPath, [
    'server/src/main.ts',
  ]);
  await started.printed(RUNS);
  started.child.kill('SIGTERM');
  assert.deepEqual(await started.exit, { code: 0, signal: null });
});

test('a start answers, a second one shows where, and Ctrl-C ends everything', async (t) => {
  const env = { RASAT_DATA: KEPT, PORT: '0' };
  const first = start(t, env);
  const [, address = ''] = await first.printed(RUNS);
  assert.ok([200, 503].includes((await fetch(`${address}/api/health`)).status));
  assert.match(await (await fetch(`${address}/dashboard`)).text(), /<!doctype html>/i);
  const second = start(t, env);
  await second.printed(new RegExp(`already runs at ${address}\\s`));
  assert.deepEqual(await second.exit, { code: 0, signal: null });
  const postmaster = postmasterOf(env.RASAT_DATA);
  first.child.kill('SIGINT');
  assert.deepEqual(await first.exit, { code: 0, signal: null });
  await gone(postmaster);
  await assert.rejects(fetch(`${address}/api/health`));
});

test('a Ctrl-C that reaches npm, the launcher and the server at once ends everything in order', async (t) => {
  const env = { RASAT_DATA: KEPT, PORT: '0' };
  const started = start(t, env, 'npm', ['start']);
  await started.printed(RUNS);
  const postmaster = postmasterOf(env.RASAT_DATA);
  assert.ok(started.child.pid);
  process.kill(-started.child.pid, 'SIGINT');
  await started.exit;
  await gone(postmaster);
  assert.throws(() => postmasterOf(env.RASAT_DATA), 'the database was stopped, not left behind');
});

test('two starts at the same moment: one serves, the other shows where', async (t) => {
  const env = { RASAT_DATA: dataFolder(t), PORT: '0' };
  const both = [start(t, env), start(t, env)];
  const answers = await Promise.all(
    both.map((one) => one.printed(/Rasat (?:already )?runs at (\S+)/)),
  );
  assert.equal(answers[0]?.[1], answers[1]?.[1]);
  assert.equal(answers.filter(([text]) => text.includes('already')).length, 1);
});

test('a server whose launcher was killed ends, and one that was killed itself recovers', async (t) => {
  const env = { RASAT_DATA: KEPT, PORT: '0' };
  const first = start(t, env);
  await first.printed(RUNS);
  const server = serverOf(first.child);
  const postmaster = postmasterOf(env.RASAT_DATA);
  first.child.kill('SIGKILL');
  await gone(server);
  await gone(postmaster);

  const second = start(t, env);
  await second.printed(RUNS);
  const orphan = postmasterOf(env.RASAT_DATA);
  process.kill(serverOf(second.child), 'SIGKILL');
  const { code, signal } = await second.exit;
  assert.ok(code !== 0 || signal !== null, 'the launcher tells that its program was killed');

  const third = start(t, env);
  await third.printed(RUNS);
  assert.equal(
    postmasterOf(env.RASAT_DATA),
    orphan,
    'the database of the killed server is taken over',
  );
  third.child.kill('SIGTERM');
  assert.deepEqual(await third.exit, { code: 0, signal: null });
  await gone(orphan);
});

test('a taken port is one sentence, and nothing stays behind', async (t) => {
  const occupant = createServer().listen(0, '127.0.0.1');
  t.after(() => void occupant.close());
  await once(occupant, 'listening');
  const { port } = occupant.address() as { port: number };
  const data = dataFolder(t);
  const refused = start(t, { RASAT_DATA: data, PORT: String(port) });
  assert.equal((await refused.exit).code, 1);
  assert.match(
    refused.output(),
    new RegExp(
      `^(Building.*\\n)?Port ${port} is taken by another program; set PORT to a free one\\.\\n$`,
    ),
  );
  assert.throws(() => postmasterOf(data), 'its database is stopped');
});

test('a database of the operator is used, by one server at a time', async (t) => {
  const { address } = await testDatabase(t);
  const url = `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`;
  const keys = path.join(mkdtempSync(path.join(os.tmpdir(), 'rasat-keys-')), 'keys.json');
  t.after(() => rmSync(path.dirname(keys), { recursive: true }));
  const key = randomBytes(32).toString('base64');
  writeFileSync(keys, JSON.stringify({ current: '0000000a', keys: { '0000000a': key } }));
  const settings = { PORT: '0', DATABASE_URL: url, KEYS_FILE: keys };
  const first = start(t, { RASAT_DATA: dataFolder(t), ...settings });
  const [, site = ''] = await first.printed(RUNS);
  assert.equal((await fetch(`${site}/api/symbols`)).status, 200);
  const second = start(t, { RASAT_DATA: dataFolder(t), ...settings });
  assert.equal((await second.exit).code, 1);
  assert.match(
    second.output(),
    /^DATABASE_URL: another Rasat works on this database; stop it or use another one\.\n$/,
  );
  first.child.kill('SIGINT');
  assert.deepEqual(await first.exit, { code: 0, signal: null });
});

const SENTENCES: readonly (readonly [
  what: string,
  env: Record<string, string>,
  sentence: RegExp,
])[] = [
  [
    'an address that others can reach',
    { HOST: '0.0.0.0' },
    /^HOST: 0\.0\.0\.0 may be reached by others, so BASE_URL must be an address that begins with https:\.\n$/,
  ],
  [
    'a wrong setting',
    { PORT: 'http' },
    /^PORT must be a whole number from 0 to 65535, not "http"\.\n$/,
  ],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
    /^DATABASE_URL: no connection to the database \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.\n$/,
  ],
];
for (const [what, env, sentence] of SENTENCES) {
  test(`${what} is one sentence`, async (t) => {
    const refused = start(t, { RASAT_DATA: dataFolder(t), PORT: '0', ...env });
    assert.equal((await refused.exit).code, 1);
    assert.match(refused.output().replace(/^Building.*\n/, ''), sentence);
  });
}

test('a place that cannot be written to is one sentence', async (t) => {
  const data = dataFolder(t);
  writeFileSync(data, '');
  const refused = start(t, { RASAT_DATA: path.join(data, 'inner'), PORT: '0' });
  assert.equal((await refused.exit).code, 1);
  assert.match(refused.output(), /^RASAT_DATA: .+ cannot be written to \(ENOTDIR\)\.\n$/);
});

test('a lock is free when its work is done, though the holder lives on', async (t) => {
  const name = `test done ${process.pid}`;
  const { withLock } = await import('./lock.mjs');
  const lock = new URL('./lock.mjs', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { withLock } = await import(${JSON.stringify(lock)});
     await withLock(${JSON.stringify(name)}, () => { console.log('held'); return new Promise((resolve) => setTimeout(resolve, 300)); });
     setInterval(() => {}, 1e6);`,
  ]);
  t.after(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await withLock(name, () => {});
  assert.equal(holder.exitCode, null);
});

test('a lock is held by one at a time and is free when its holder is killed', async (t) => {
  const name = `test ${process.pid}`;
  const { withLock } = await import('./lock.mjs');
  const order: string[] = [];
  let release: () => void = () => {};
  const first = withLock(name, async () => {
    order.push('first');
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    order.push('first ends');
  });
  const second = withLock(
    name,
    () => void order.push('second'),
    () => {
      order.push('waits');
      release();
    },
  );
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'waits', 'first ends', 'second']);

  const lock = new URL('./lock.mjs', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { withLock } = await import(${JSON.stringify(lock)});
     await withLock(${JSON.stringify(name)}, () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1e6)); });`,
  ]);
  t.after(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  setTimeout(() => holder.kill('SIGKILL'), 50);
  await withLock(name, () => {});
});
