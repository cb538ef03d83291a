import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withLock } from './lock.mjs';
import { insertPreloads } from './preloads.ts';

// Builds the web app and compresses its files. `--if-stale`: only when its sources changed since the last build.

const root = path.resolve(import.meta.dirname, '..');
const client = path.join(root, 'web/build/client');
const stamp = path.join(root, 'web/build/.stamp');

/** Sources of the built site. */
const SOURCES = [
  'package-lock.json',
  'web/{package.json,tsconfig.json,*.ts}',
  'web/{src,public}/**/*',
  '{engine,ledger,contract}/{package.json,src/**/*}',
  'docs/verifier/verify.py',
  'scripts/{build-web,preloads}.ts',
  'server/src/platform/{engine-build,sha256,tar}.ts',
  'scripts/raise-timeouts.mjs',
];
const WORTH_COMPRESSING = /\.(html|js|css|svg|json|webmanifest|txt|xml|ico)$/;
const SMALLEST_COMPRESSED_BYTES = 512;

function sourceKey(): string {
  // The site shows the build of its engine, which covers the version of Node.
  const hash = createHash('sha256').update(process.version);
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function isFresh(key: string): boolean {
  try {
    return readFileSync(stamp, 'utf8') === key;
  } catch {
    return false;
  }
}

async function compress(): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const files = globSync('**/*', { cwd: client, withFileTypes: true })
    .filter((entry) => entry.isFile() && WORTH_COMPRESSING.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < SMALLEST_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }),
  );
}

async function build(ifStale: boolean): Promise<void> {
  const key = sourceKey();
  if (ifStale && isFresh(key)) return;
  const startMs = performance.now();
  process.stdout.write('Building the web app ... ');
  rmSync(path.join(root, 'web/build'), { recursive: true, force: true });
  const cli = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  const raiseTimeouts = pathToFileURL(path.join(import.meta.dirname, 'raise-timeouts.mjs')).href;
  const built = spawnSync(process.execPath, ['--import', raiseTimeouts, cli, 'build'], {
    cwd: path.join(root, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) {
    process.stdout.write('failed\n');
    process.stderr.write(`${built.stdout}${built.stderr}`);
    process.exit(1);
  }
  insertPreloads(path.join(root, 'web'));
  await compress();
  writeFileSync(stamp, key);
  process.stdout.write(`${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
}

await withLock(`build ${root}`, () => build(process.argv.includes('--if-stale')));
