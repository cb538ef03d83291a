import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bundleServer } from './bundle-server.ts';
import { findBundle, replaceBundle, SETTLED_MS } from './server-bundle.mjs';

const SOURCES = {
  'package-lock.json': JSON.stringify({ packages: { '': {} } }),
  'node_modules/.package-lock.json': JSON.stringify({ packages: {} }),
  'server/package.json': JSON.stringify({ type: 'module' }),
  'server/src/word.txt': 'beside',
  'server/src/number.ts': 'export const NUMBER: number = 1;',
  'server/src/place.ts': `import { readFileSync } from 'node:fs';
import path from 'node:path';

export function readWord(): string {
  return readFileSync(path.join(import.meta.dirname, 'word.txt'), 'utf8');
}
export const resolved = import.meta.resolve('./word.txt');
export const here = import.meta.url;`,
  'server/src/analyst-thread.ts': `import { parentPort } from 'node:worker_threads';
import { NUMBER } from './number.ts';

parentPort?.postMessage([import.meta.filename, NUMBER]);`,
  'server/src/build-check-thread.ts': '',
  'server/src/recorder-thread.ts': '',
  'server/src/modules/record/disguise-thread.ts': '',
  'server/src/main.ts': `import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { STATUS_CODES } from 'node:http';
import { NUMBER } from './number.ts';
import { here, readWord, resolved } from './place.ts';

class Broken extends Error {}

const ANALYST = new URL('./analyst-thread.ts', import.meta.url);
const [thread] = await once(new Worker(ANALYST), 'message');
const { stack, constructor } = new Broken('on purpose');
const output = { number: NUMBER, word: readWord(), resolved, here, thread, stack, name: constructor.name };
console.log(JSON.stringify({ ...output, status: STATUS_CODES[200], file: import.meta.filename }));`,
} as const;

/** What the program above says of itself. */
interface Output {
  readonly number: number;
  readonly word: string;
  readonly resolved: string;
  readonly here: string;
  readonly thread: [file: string, number: number];
  readonly stack: string;
  readonly name: string;
  readonly status: string;
  readonly file: string;
}

/** A folder with such a program, and a way to start it as the server is started. */
function plant(t: test.TestContext) {
  // A path that an address writes otherwise.
  const root = path.join(mkdtempSync(path.join(os.tmpdir(), 'rasat-bundle-')), 'a "b" %c #d');
  t.after(() => rmSync(path.dirname(root), { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const [file, text] of Object.entries(SOURCES)) write(file, text);
  mkdirSync(path.join(root, 'scripts'));
  for (const file of ['run.mjs', 'lock.mjs', 'server-bundle.mjs']) {
    cpSync(path.join(import.meta.dirname, file), path.join(root, 'scripts', file));
  }
  const start = (): Output => {
    const args = ['scripts/run.mjs', 'server/src/main.ts'];
    const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
    return JSON.parse(ran.stdout) as Output;
  };
  const inRoot = (file: string): string => path.join(root, file);
  return { root, write, start, inRoot, settled: () => pause(SETTLED_MS * 1.2) };
}

test('a start runs what the sources were bundled to, which does what they do', async (t) => {
  const { root, start, inRoot, settled } = plant(t);
  const plain = start();
  assert.equal(plain.file, inRoot('server/src/main.ts'));
  await settled();
  assert.ok(await bundleServer(root));
  const bundled = start();
  assert.equal(bundled.file, inRoot('server/build/1/main.js'));
  assert.deepEqual(bundled.thread, [inRoot('server/build/1/analyst-thread.js'), 1]);
  const { thread: _, file: __, ...same } = plain;
  const lineOf = ({ stack }: Output): string => stack.split('\n')[1] ?? '';
  assert.match(lineOf(bundled), /\/server\/src\/main\.ts:11:/);
  assert.deepEqual(
    { ...bundled, stack: 0 },
    { ...same, stack: 0, thread: bundled.thread, file: bundled.file },
  );
});

test('a bundle is not run once something that it was made of has changed', async (t) => {
  const { root, start, write, inRoot, settled } = plant(t);
  const changes: readonly (() => void)[] = [
    () => write('server/src/number.ts', 'export const NUMBER: number = 2;'),
    () => write('package-lock.json', SOURCES['package-lock.json']),
    () => rmSync(inRoot('server/src/recorder-thread.ts')),
  ];
  for (const change of changes) {
    await settled();
    assert.ok(await bundleServer(root));
    assert.match(start().file, /main\.js$/);
    change();
    assert.equal(start().file, inRoot('server/src/main.ts'));
  }
  assert.equal(start().number, 2);
});

test('what is changed while it is bundled is never run from the bundle', async (t) => {
  const { root, start } = plant(t);
  assert.equal(await bundleServer(root), false, 'the sources are of this instant');
  assert.equal(start().number, 1);
  assert.equal(findBundle(root), null);
});

test('a build that breaks off leaves the bundle of before', async (t) => {
  const { root, start, write, settled } = plant(t);
  await settled();
  assert.ok(await bundleServer(root));
  const broken = replaceBundle(root, (folder) => {
    write(`${folder}/main.js`, 'throw');
    throw new Error('no room');
  });
  await assert.rejects(broken, /no room/);
  assert.equal(start().file, path.join(root, 'server/build/1/main.js'));
});

test('a source that cannot be bundled is started as it is', async (t) => {
  const { root, start, write, settled } = plant(t);
  write('server/src/recorder-thread.ts', 'this is no program');
  await settled();
  await assert.rejects(bundleServer(root));
  assert.match(start().file, /main\.ts$/);
});

test('a bundle of which a file is damaged is not run', async (t) => {
  const { root, inRoot, settled } = plant(t);
  await settled();
  assert.ok(await bundleServer(root));
  truncateSync(inRoot('server/build/1/analyst-thread.js'));
  assert.equal(findBundle(root), null);
});

test('the files of the two bundles before stay for the servers that run them', async (t) => {
  const { root, inRoot, settled } = plant(t);
  await settled();
  for (const slot of [1, 2, 0, 1]) {
    const before = findBundle(root);
    assert.ok(await bundleServer(root));
    assert.equal(findBundle(root), `server/build/${slot}/main.js`);
    if (before) assert.equal(spawnSync('test', ['-s', inRoot(before)]).status, 0);
  }
});
