import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, {
  globSync,
  mkdirSync,
  mkdtempSync,
  type RmOptions,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import fsPromises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { plantPerson } from '../../testing/people.ts';
import type { FileStore } from '../files/file-store.ts';
import { testContext, testDatabase } from '../testing.ts';
import { removeOldBackups, type StoredFile, writeBackup } from './write.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-write-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const database = await testDatabase({ after });
await plantPerson(await testContext({ after }, { database }));
const NOW = Date.UTC(2026, 10, 2, 12);
const NAME = 'rasat-20261102T120000Z';

const fileOf = (name: string, bytes = 2): StoredFile => ({
  key: `images/${name}`,
  type: 'image/webp',
  bytes,
});

/** A store of what `open` answers. */
function storeOf(open: FileStore['open']): FileStore {
  const refuse = (): never => {
    throw new Error('a backup only reads');
  };
  return { open, put: refuse, remove: refuse, probe: refuse, sweep: refuse };
}

const twoBytes = async () => Readable.from([Buffer.from('x'), Buffer.from('y')]);

function write(
  into: string,
  {
    files = [],
    store = storeOf(twoBytes),
    loose = {},
    stop = new AbortController(),
    onProgress = () => {},
  }: {
    readonly files?: readonly StoredFile[];
    readonly store?: FileStore;
    readonly loose?: Readonly<Record<string, string>>;
    readonly stop?: AbortController;
    readonly onProgress?: (share: number) => void;
  },
) {
  const source = {
    address: database.address,
    store,
    version: '1.2.3',
    nowMs: NOW,
    keys: ['00000001'],
    loose,
    listFiles: async () => files,
    readChains: async () => ({}),
  };
  return writeBackup(into, source, stop.signal, onProgress);
}

test('a backup is on the disk before it has its name, with every folder of it, for its owner alone', async (t) => {
  const into = path.join(folder, 'deep', 'place');
  const log = path.join(folder, 'erasures.log');
  writeFileSync(log, 'abc');
  const handle = await open(folder, 'r');
  const sync = t.mock.method(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  const fsync = t.mock.method(fs, 'fsync');
  const { folder: made, manifest } = await write(into, {
    files: [fileOf('AAAA')],
    loose: { 'erasures.log': log, 'keys.json': path.join(folder, 'nowhere.json') },
  });
  assert.equal(made, path.join(into, NAME));
  assert.equal(statSync(into).mode & 0o777, 0o700);
  assert.equal(statSync(made).mode & 0o777, 0o700);
  const tables = readdirSync(path.join(made, 'tables'));
  const inside = ['erasures.log', 'files', 'files/images', 'files/images/AAAA', 'manifest.json'];
  assert.deepEqual(
    globSync('**/*', { cwd: made }).toSorted(),
    [...inside, 'tables', ...tables.map((name) => `tables/${name}`)].toSorted(),
  );
  for (const name of globSync('**/*', { cwd: made })) {
    const stat = statSync(path.join(made, name));
    assert.equal(stat.mode & 0o777, stat.isDirectory() ? 0o700 : 0o600, name);
  }
  assert.equal(tables.length, manifest.tables.length);
  assert.deepEqual(manifest.loose, [
    {
      name: 'erasures.log',
      bytes: 3,
      // printf abc | sha256sum
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
  ]);
  assert.deepEqual(
    manifest.files.map(({ key, type, bytes }) => [key, type, bytes]),
    [['images/AAAA', 'image/webp', 2]],
  );
  assert.equal(manifest.tables.find(({ name }) => name === 'person')?.rows, 1);
  const text = readFileSync(path.join(made, 'manifest.json'), 'utf8');
  assert.ok(text.startsWith('{\n "format": 1,\n "version": "1.2.3",\n'), text.slice(0, 60));
  // The manifest; the backup, its tables, files and images; the folder in which it lies.
  assert.equal(sync.mock.callCount(), 1 + 4 + 1);
  // Each table, the uploaded file and the log, and what was begun of a file that is not there.
  assert.ok(fsync.mock.callCount() >= tables.length + 2, `${fsync.mock.callCount()} files`);
});

test('a backup says how far it is, and holds no moment of the database open while it copies files', async () => {
  const shares: number[] = [];
  let state: unknown;
  let beforeFiles = 0;
  const chunk = Buffer.alloc(1_000_000);
  const store = storeOf(async () => {
    beforeFiles = shares.length;
    const { rows } = await sql<{ state: string }>`select state from pg_stat_activity
      where datname = current_database() and application_name like 'rasat backup%'`.execute(
      database.db,
    );
    state = rows.map((row) => row.state);
    return Readable.from([chunk, chunk]);
  });
  // One more that the store has not: what is not there is passed over.
  const there = fileOf('AAAA', 2 * chunk.length);
  await write(path.join(folder, 'progress'), {
    files: [there],
    store,
    onProgress: (share) => shares.push(share),
  });
  assert.deepEqual(state, ['idle']);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  const [first = 1] = shares;
  assert.ok(first > 0 && first < 0.5, `begins at ${first}`);
  const [last = 1, half = 1, ...rest] = shares.slice(beforeFiles - 1);
  assert.ok(last > 0.05 && last < half && half < 1, `${last} before the file, ${half} after half`);
  assert.ok(rest.length > 0 && rest.every((share) => share === 1), rest.join());
});

test('a file that the store has not is named, and the backup comes to its end all the same', async () => {
  const shares: number[] = [];
  const { missing, manifest } = await write(path.join(folder, 'missing'), {
    files: [fileOf('AAAA', 1e9), fileOf('BBBB')],
    store: storeOf(async (key) => (key === 'images/AAAA' ? undefined : twoBytes())),
    onProgress: (share) => shares.push(share),
  });
  assert.deepEqual(missing, ['images/AAAA']);
  assert.deepEqual(
    manifest.files.map(({ key }) => key),
    ['images/BBBB'],
  );
  assert.ok((shares.at(-2) ?? 1) < 0.5);
  assert.equal(shares.at(-1), 1);
});

test('interrupted between two files it asks for no further one, and leaves nothing', async () => {
  const into = path.join(folder, 'interrupted');
  const stop = new AbortController();
  const reason = new Error('enough');
  const asked: string[] = [];
  const store = storeOf(async (key) => {
    asked.push(key);
    stop.abort(reason);
    return undefined;
  });
  await assert.rejects(
    write(into, { files: [fileOf('AAAA'), fileOf('BBBB')], store, stop }),
    reason,
  );
  assert.deepEqual(asked, ['images/AAAA']);
  assert.deepEqual(readdirSync(into), []);
});

test('what cannot be read or named is its own error, and nothing is left', async () => {
  const into = path.join(folder, 'refused');
  const directory = { 'keys.json': folder };
  await assert.rejects(write(into, { loose: directory }), { code: 'EISDIR' });
  assert.deepEqual(readdirSync(into), []);
  // Something else has the name, and is no backup of the same second.
  writeFileSync(path.join(into, NAME), '');
  await assert.rejects(write(into, {}), { code: 'ENOTDIR' });
  assert.deepEqual(readdirSync(into), [NAME]);
});

test('what a killed backup left is removed; what a living one writes stays', async () => {
  const into = path.join(folder, 'parts');
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const part = (pid: number) => `.rasat-20261101T120000Z.part-${pid}-abc123`;
  for (const name of [part(gone), part(process.pid), '.rasat-old', 'notes']) {
    mkdirSync(path.join(into, name, 'tables'), { recursive: true });
  }
  await write(into, {});
  assert.deepEqual(
    readdirSync(into).toSorted(),
    [part(process.pid), '.rasat-old', 'notes', NAME].toSorted(),
  );
});

test('the oldest backups go, one whose removal was broken off too, and nothing else does', async () => {
  const into = path.join(folder, 'old');
  const names = ['rasat-20261101T120000Z', 'rasat-20261102T120000Z', 'rasat-20261102T120000Z-2'];
  for (const name of [...names, 'rasat-notes', '.rasat-20261030T120000Z.part-1-abc123']) {
    mkdirSync(path.join(into, name, 'tables'), { recursive: true });
  }
  writeFileSync(path.join(into, names[1] ?? '', 'manifest.json'), '{}');
  assert.deepEqual(await removeOldBackups(into, 3), []);
  assert.deepEqual(await removeOldBackups(into, 1), names.slice(0, 2));
  assert.deepEqual(
    readdirSync(into).toSorted(),
    ['.rasat-20261030T120000Z.part-1-abc123', ...names.slice(2), 'rasat-notes'].toSorted(),
  );
});

test('a backup whose removal breaks off is none any more', async (t) => {
  const into = path.join(folder, 'breaking');
  mkdirSync(path.join(into, NAME, 'tables'), { recursive: true });
  mkdirSync(path.join(into, `${NAME}-2`));
  writeFileSync(path.join(into, NAME, 'manifest.json'), '{}');
  const { rm } = fsPromises;
  const broken = Object.assign(new Error('the disk is gone'), { code: 'EIO' });
  const mock = t.mock.method(fsPromises, 'rm', async (name: string, options?: RmOptions) => {
    if (options?.recursive) throw broken;
    await rm(name, options);
  });
  syncBuiltinESMExports();
  await assert.rejects(removeOldBackups(into, 1), broken);
  mock.mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual(readdirSync(path.join(into, NAME)), ['tables']);
});
