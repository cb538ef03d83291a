import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Returns the path without the repository's folders, so that its first Node is the one of a new user's machine. */
function newcomersPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.startsWith(ROOT)).join(path.delimiter);
}

async function start(
  folder: string,
): Promise<{ seconds: number; address: string; stop(): Promise<void> }> {
  const startMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { PATH: newcomersPath(), HOME: process.env.HOME, PORT: '0' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  for (;;) {
    const [, address] = /Rasat runs at (\S+)/.exec(text) ?? [];
    const seconds = (performance.now() - startMs) / 1000;
    if (address) {
      const stop = async (): Promise<void> => {
        assert.ok(child.pid);
        process.kill(-child.pid, 'SIGINT');
        await once(child, 'close');
      };
      return { seconds, address, stop };
    }
    assert.ok(child.exitCode === null && seconds < 900, text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a bare clone installs, builds, starts and fills, and starts again quickly', async (t) => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'rasat-clone-'));
  t.after(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
  chmodSync(parent, 0o755);
  const folder = path.join(parent, 'rasat');
  assert.equal(spawnSync('git', ['clone', '-q', ROOT, folder]).status, 0);
  const first = await start(folder);
  t.diagnostic(`install, build and start: ${first.seconds.toFixed(1)} s`);
  assert.match(await (await fetch(`${first.address}/dashboard`)).text(), /<!doctype html>/i);
  const filledFromMs = performance.now();
  while ((await fetch(`${first.address}/api/health`)).status !== 200) {
    assert.ok(performance.now() - filledFromMs < 600_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  t.diagnostic(`ready after ${((performance.now() - filledFromMs) / 1000).toFixed(1)} s more`);
  const symbols = (await (await fetch(`${first.address}/api/symbols`)).json()) as unknown[];
  assert.ok(symbols.length >= 30);
  await first.stop();
  const second = await start(folder);
  t.diagnostic(`second start: ${second.seconds.toFixed(2)} s`);
  await second.stop();
  assert.equal(
    spawnSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' }).stdout,
    '',
  );
});

/** Place of a new user's clone, and the account that uses it. */
interface Place {
  readonly what: string;
  /** Folder of the clone below a new one. */
  readonly folder: string;
  readonly isPrivate?: boolean;
  readonly isOrdinaryUser?: boolean;
  readonly hasLittleMemory?: boolean;
  readonly hasNoBrowser?: boolean;
  /** Expected text in the output of the run. */
  readonly says: RegExp;
}

const PLACES: readonly Place[] = [
  {
    what: 'root in a folder that only root may enter',
    folder: 'rasat',
    isPrivate: true,
    says: /ok {3}e2e\/symbol\.test\.ts/,
  },
  {
    what: 'root under a path with blanks and quotes',
    folder: `my "own" folder's $copy/rasat`,
    says: /ok {3}e2e\/symbol\.test\.ts/,
  },
  {
    what: 'an ordinary user, with little memory in /dev/shm',
    folder: 'rasat',
    isOrdinaryUser: true,
    hasLittleMemory: true,
    says: /ok {3}e2e\/symbol\.test\.ts/,
  },
  {
    what: 'an ordinary user without Chromium',
    folder: 'rasat',
    isOrdinaryUser: true,
    hasNoBrowser: true,
    says: /left out: browser tests need Chromium: apt-get install chromium-headless-shell/,
  },
];
const USER = 'rasat-soak';
const isRoot = process.getuid?.() === 0;

/** Creates an account for a run, deleted afterwards with its home folder. */
function makeUser(t: test.TestContext): { uid: number; gid: number; home: string } {
  spawnSync('userdel', ['--remove', USER]);
  assert.equal(spawnSync('useradd', ['--create-home', USER]).status, 0, 'an account is made');
  t.after(() => void spawnSync('userdel', ['--remove', USER]));
  const ask = (flag: string): number =>
    Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout);
  return { uid: ask('-u'), gid: ask('-g'), home: `/home/${USER}` };
}

for (const place of PLACES) {
  test(`npm test passes as ${place.what}`, { skip: !isRoot && 'only as root' }, async (t) => {
    const user = place.isOrdinaryUser ? makeUser(t) : null;
    const home = user?.home ?? os.homedir();
    const parent = mkdtempSync(path.join(home, 'rasat-place-'));
    t.after(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
    chmodSync(parent, place.isPrivate ? 0o700 : 0o755);
    const folder = path.join(parent, place.folder);
    mkdirSync(path.dirname(folder), { recursive: true });
    assert.equal(spawnSync('git', ['clone', '-q', ROOT, folder]).status, 0);
    const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
    const env: NodeJS.ProcessEnv = {
      PATH: newcomersPath(),
      HOME: home,
      npm_config_registry: stdout.trim(),
      ...(place.hasNoBrowser && { CHROMIUM: '/nowhere/chromium' }),
    };
    if (user) {
      chownSync(parent, user.uid, user.gid);
      assert.equal(spawnSync('chown', ['-R', `${USER}:`, parent]).status, 0);
    }
    const as = user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      : [];
    const small = 'mount -t tmpfs -o size=64m,mode=1777 tmpfs /dev/shm && exec "$@"';
    const room = place.hasLittleMemory ? ['unshare', '--mount', 'sh', '-c', small, 'sh'] : [];
    const command = [...room, ...as, 'npm', 'test'];
    const startMs = performance.now();
    const child = spawn(command[0] ?? '', command.slice(1), { cwd: folder, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        process.stderr.write(chunk);
      });
    }
    const [code] = (await once(child, 'close')) as [number];
    t.diagnostic(`${((performance.now() - startMs) / 60_000).toFixed(1)} min`);
    assert.match(text, place.says);
    assert.match(text, /^[1-9]\d* passed, 0 failed, \d+ skipped$/m);
    assert.equal(code, 0);
    const status = ['-c', `safe.directory=${folder}`, 'status', '--porcelain'];
    assert.equal(spawnSync('git', status, { cwd: folder, encoding: 'utf8' }).stdout, '');
  });
}
