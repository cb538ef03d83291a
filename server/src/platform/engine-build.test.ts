import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  makeEngineBuild,
  packEngineBuild,
  readEngineBuild,
  unpackEngineBuild,
} from './engine-build.ts';
import { packTar, unpackTar } from './tar.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-build-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hexOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

test('the manifest has a line for each file by path, then the version of Node', () => {
  const build = makeEngineBuild(
    [
      { name: 'ledger/src/b.ts', content: Buffer.from('abc') },
      { name: 'engine/src/a.ts', content: Buffer.from('') },
    ],
    'v24.0.1',
  );
  // SHA-256 of the empty text and of "abc": FIPS 180-2, appendix B.1.
  const manifest =
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  engine/src/a.ts\n' +
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  ledger/src/b.ts\n' +
    'node v24.0.1\n';
  assert.equal(build.manifest, manifest);
  // Python: hashlib.sha256 of these three lines.
  assert.equal(build.hash, '2151afe06b8b8d8e2822e443412d7ecdb81244aee2a1193677e93678c4e4a394');
});

test('the build covers sources and exactly the package files that the engine loads', async () => {
  const { files } = await readEngineBuild();
  const names = files.map(({ name }) => name);
  assert.ok(names.includes('engine/src/stream/engine.ts'));
  assert.ok(names.includes('ledger/src/rows/drafts.ts'));
  assert.ok(names.includes('engine/package.json') && names.includes('ledger/package.json'));
  assert.deepEqual(
    names.filter((name) => /test|soak|golden/.test(name)),
    [],
  );
  // Node itself lists the modules that it has loaded.
  const script = `
    const { createRequire } = require('node:module');
    const load = createRequire(process.argv[1]);
    const { dependencies } = load('./package.json');
    for (const name of Object.keys(dependencies)) load(name);
    console.log(JSON.stringify(Object.keys(load.cache)));`;
  const output = execFileSync(process.execPath, [
    '-e',
    script,
    path.join(ROOT, 'engine/package.json'),
  ]);
  const loaded = (JSON.parse(output.toString()) as string[])
    .map((file) => path.relative(ROOT, file))
    .filter((name) => name.endsWith('.js'));
  assert.ok(loaded.length > 50);
  assert.deepEqual(
    names.filter((name) => name.startsWith('node_modules/') && name.endsWith('.js')),
    loaded.toSorted(),
  );
});

test('one changed byte, another file or another Node is another build', async (t) => {
  const folder = tempFolder(t);
  const { files, node, hash } = await readEngineBuild();
  for (const { name, content } of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const read = async (version = node) => (await readEngineBuild(folder, version)).hash;
  assert.equal(await read(), hash);
  assert.notEqual(await read('v24.0.0'), hash);
  writeFileSync(path.join(folder, 'engine/src/gann/more.test.ts'), 'x');
  assert.equal(await read(), hash, 'a test decides nothing');
  writeFileSync(path.join(folder, 'ledger/src/rows/more.ts'), '');
  assert.notEqual(await read(), hash);
  rmSync(path.join(folder, 'ledger/src/rows/more.ts'));
  const cosine = path.join(folder, 'node_modules/@stdlib/math-base-special-cos/lib/main.js');
  writeFileSync(cosine, `${readFileSync(cosine, 'utf8')} `);
  assert.notEqual(await read(), hash);
});

test('an archive is opened by tar, and its manifest gives the build', async (t) => {
  const folder = tempFolder(t);
  const build = await readEngineBuild();
  const archive = packEngineBuild(build);
  assert.ok(packEngineBuild(build).equals(archive), 'the same bytes each time');
  writeFileSync(path.join(folder, 'engine.tar.gz'), archive);
  const list = execFileSync('tar', ['-tzf', 'engine.tar.gz'], { cwd: folder }).toString();
  assert.equal(list.split('\n')[0], 'MANIFEST');
  execFileSync('tar', ['-xzf', 'engine.tar.gz'], { cwd: folder });
  assert.equal(hexOf(readFileSync(path.join(folder, 'MANIFEST'))), build.hash);
  const lines = readFileSync(path.join(folder, 'MANIFEST'), 'utf8').trimEnd().split('\n');
  assert.equal(lines.pop(), `node ${process.version}`);
  assert.ok(lines.length > 150);
  for (const line of lines) {
    const [hash, name = ''] = line.split('  ');
    assert.equal(hexOf(readFileSync(path.join(folder, name))), hash, name);
  }
  assert.equal(list.trimEnd().split('\n').length, lines.length + 1, 'and no other file');
  assert.equal(unpackEngineBuild(archive).hash, build.hash);
});

test('an archive with a changed file or without a manifest is refused', () => {
  const file = { name: 'engine/src/a.ts', content: Buffer.from('1') };
  const build = makeEngineBuild([file], 'v24.0.1');
  const forged = { ...build, files: [{ ...file, content: Buffer.from('2') }] };
  assert.throws(() => unpackEngineBuild(packEngineBuild(forged)), /not that of the files/);
  assert.throws(
    () => unpackEngineBuild(packEngineBuild({ ...build, manifest: '' })),
    /no manifest/,
  );
  assert.throws(() => unpackEngineBuild(Buffer.from('gibberish')));
});

test('a long path is divided, and one that no archive can hold is refused', () => {
  const name = `${'a'.repeat(60)}/${'b'.repeat(60)}/c.js`;
  const files = [{ name, content: Buffer.from('x') }];
  assert.deepEqual(unpackTar(packTar(files)), files);
  const long = [{ name: 'a'.repeat(101), content: Buffer.alloc(0) }];
  assert.throws(() => packTar(long), RangeError);
  assert.throws(() => packTar([{ name: 'ç.ts', content: Buffer.alloc(0) }]), RangeError);
});
