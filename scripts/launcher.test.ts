import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

/** How old lock files must be before the launcher trusts their times, and a little more. */
const SETTLED_MS = 1200;

const lockFile = (version: string): string =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });

test('an installation is compared once and again when one of its lock files has changed', async (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'rasat-launcher-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'scripts'));
  for (const file of ['run.mjs', 'lock.mjs']) {
    cpSync(path.join(import.meta.dirname, file), path.join(root, 'scripts', file));
  }
  const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
  mkdirSync(path.join(root, 'node_modules'));
  write('program.mjs', '');
  // Stands in for npm, whose installing others test.
  write(
    'npm.js',
    `require('node:fs').copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
  );
  const installs = (): boolean => {
    const env = { ...process.env, npm_execpath: path.join(root, 'npm.js') };
    const args = ['scripts/run.mjs', 'program.mjs'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stderr.includes('Installing packages');
  };
  const compared = path.join(root, 'node_modules/.cache/rasat-installed');

  const writtenMs = Date.now();
  write('package-lock.json', lockFile('1.0.0'));
  assert.ok(installs());
  assert.ok(!installs());
  const isTrusted = existsSync(compared);
  // On a busy machine the files may be old by now.
  assert.ok(!isTrusted || Date.now() - writtenMs > 1000, 'times of this instant are not trusted');
  await pause(SETTLED_MS);
  assert.ok(!installs());
  assert.ok(existsSync(compared));
  assert.ok(!installs());

  write('package-lock.json', lockFile('1.0.1'));
  assert.ok(installs(), 'a lock file of the same length');
  write('node_modules/.package-lock.json', lockFile('1.0.0'));
  assert.ok(installs(), 'an installation of something else');
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  assert.ok(installs(), 'a broken installation');
});
