import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../testing/eventually.ts';
import { plantPerson } from '../../testing/people.ts';
import { clientConfig, openPool } from '../db/pool.ts';
import type { FileStore } from '../files/file-store.ts';
import { testContext, testDatabase } from '../testing.ts';
import { type Manifest, sealManifest } from './manifest.ts';
import { withConnection } from './pieces.ts';
import { type RestoreTarget, restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';
import { writeBackup } from './write.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-restore-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const source = await testDatabase({ after });
const context = await testContext({ after }, { database: source });
for (let at = 0; at < 3; at += 1) await plantPerson(context);
const IMAGE = Buffer.alloc(200_000, 'image');
const { signal } = new AbortController();

/** A store that keeps texts of what it is given, and refuses to do anything else than what a backup needs of it. */
function memoryStore(): { readonly store: FileStore; readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  const refuse = (): never => {
    throw new Error('not asked for here');
  };
  return {
    files,
    store: {
      open: async () => Readable.from([IMAGE]),
      put: async (key, content) => {
        files.set(key, Buffer.isBuffer(content) ? content.toString() : await text(content));
      },
      remove: refuse,
      probe: refuse,
      sweep: refuse,
    },
  };
}

const { folder: backup } = await writeBackup(
  path.join(folder, 'backups'),
  {
    address: source.address,
    store: memoryStore().store,
    version: '1.2.3',
    nowMs: Date.UTC(2026, 10, 2, 12),
    keys: [],
    loose: {},
    listFiles: async () => [{ key: 'images/AAAA', type: 'image/webp', bytes: IMAGE.length }],
    readChains: async () => ({ ledger: { number: 7, hash: 'a'.repeat(64) } }),
  },
  signal,
  () => {},
);

let made = 0;

/** A database in which nothing was made, and what a restore into it tells. */
async function emptyTarget(t: test.TestContext) {
  made += 1;
  const database = `${source.address.database}_${made}`;
  await sql`create database ${sql.id(database)}`.execute(source.db);
  const address = { ...source.address, database };
  const db = openPool(address, { maxConnections: 2 });
  t.after(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(database)} with (force)`.execute(source.db);
  });
  const { store, files } = memoryStore();
  const told = { checked: [] as number[], restored: [] as number[] };
  const target: RestoreTarget = {
    address,
    store,
    readChains: async () => ({ ledger: { number: 7, hash: 'a'.repeat(64) } }),
    placeLoose: async () => {},
  };
  const progress = {
    checked: (share: number) => void told.checked.push(share),
    restored: (share: number) => void told.restored.push(share),
  };
  const run = (change: Partial<RestoreTarget> = {}, from = backup, stop = signal) =>
    restoreBackup(from, { ...target, ...change }, stop, progress);
  const countTables = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_tables
      where schemaname = 'public'`.execute(db);
    return rows[0]?.n;
  };
  return { db, address, files, told, run, countTables };
}

/** A copy of the backup that says something else of itself. */
function copyThatSays(change: (manifest: Manifest) => Manifest): string {
  made += 1;
  const copy = path.join(folder, `copy-${made}`);
  cpSync(backup, copy, { recursive: true });
  const file = path.join(copy, 'manifest.json');
  const { seal: _, ...content } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, sealManifest(change(content as Manifest)));
  return copy;
}

test('a restore says how far each half is, to its end, and leaves tables as the planner needs them', async (t) => {
  const { db, files, told, run } = await emptyTarget(t);
  const manifest = await run();
  assert.deepEqual([manifest.version, manifest.format], ['1.2.3', 1]);
  assert.deepEqual([...files], [['images/AAAA', IMAGE.toString()]]);
  const { rows } = await sql<{ people: number; pages: number }>`
    select (select count(*) from person) as people,
      (select reltuples::int8 from pg_class where relname = 'person') as pages`.execute(db);
  assert.deepEqual(rows, [{ people: 3, pages: 3 }]);
  for (const shares of Object.values(told)) {
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
    assert.equal(shares.at(-1), 1);
    assert.ok((shares[0] ?? 1) <= 0.99);
  }
  // The end is said when it is there: until then it is nearly there.
  const beforeEnd = told.restored.slice(0, -1);
  assert.equal(beforeEnd.at(-1), 0.99);
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  // The uploaded file comes first and counts as much as it is long, rows count twice.
  const afterFile = IMAGE.length / (IMAGE.length + 2 * bytes);
  assert.ok(Math.abs((beforeEnd[0] ?? 0) - afterFile) < 0.001, `${beforeEnd[0]}, ${afterFile}`);
  await until('its connection is closed', async () => {
    const open = await sql`select from pg_stat_activity
      where datname = current_database() and application_name like 'rasat restore%'`.execute(db);
    return open.rows.length === 0;
  });
});

test('a database with something in it is refused before anything is read or placed', async (t) => {
  const { db, told, files, run } = await emptyTarget(t);
  const notEmpty = {
    name: 'StartError',
    message: 'The database is not empty: a backup is restored into an empty one only.',
  };
  const placeLoose = t.mock.fn(async () => {});
  await sql`create table something (id integer)`.execute(db);
  await assert.rejects(run({ placeLoose }), notEmpty);
  assert.deepEqual([told.checked, files.size, placeLoose.mock.callCount()], [[], 0, 0]);
  await sql`drop table something`.execute(db);
  // Looked at again in the transaction that fills it.
  const meanwhile = async () => {
    await sql`create view something as select 1 as one`.execute(db);
  };
  await assert.rejects(run({ placeLoose: meanwhile }), notEmpty);
});

test('a restore that is interrupted stops at the next step, and nothing of it is there', async (t) => {
  const { files, run, countTables } = await emptyTarget(t);
  const reason = new Error('enough');
  const whenCalled = () => {
    const stop = new AbortController();
    return { stop, now: () => stop.abort(reason) };
  };
  const placing = whenCalled();
  await assert.rejects(
    run({ placeLoose: async () => placing.now() }, backup, placing.stop.signal),
    reason,
  );
  assert.deepEqual([...files], [], 'no uploaded file was placed');
  const filling = whenCalled();
  const store = { ...memoryStore().store, put: async () => filling.now() };
  await assert.rejects(run({ store }, backup, filling.stop.signal), reason);
  const ending = whenCalled();
  const readChains = async () => {
    ending.now();
    return { ledger: { number: 7, hash: 'a'.repeat(64) } };
  };
  await assert.rejects(run({ readChains }, backup, ending.stop.signal), reason);
  assert.equal(await countTables(), 0);
  const verifying = new AbortController();
  await assert.rejects(
    verifyBackup(backup, verifying.signal, () => verifying.abort(reason)),
    reason,
  );
});

type Table = Manifest['tables'][number];
const changePerson = (change: Partial<Table>) =>
  copyThatSays((content) => ({
    ...content,
    tables: content.tables.map((table) =>
      table.name === 'person' ? { ...table, ...change } : table,
    ),
  }));
const CHANGED =
  'The backup holds other tables than its migrations make: the program was changed since.';
const ARRIVED = 'The rows of person did not arrive as they were backed up.';

const REFUSED: readonly (readonly [what: string, copy: () => string, sentence: string])[] = [
  [
    'a table that is not in it',
    () =>
      copyThatSays((content) => ({
        ...content,
        tables: content.tables.filter(({ name }) => name !== 'consent'),
      })),
    CHANGED,
  ],
  ['another number of rows', () => changePerson({ rows: 4 }), ARRIVED],
  ['other rows', () => changePerson({ contentSha256: 'b'.repeat(64) }), ARRIVED],
  [
    'a chain of another length',
    () =>
      copyThatSays((content) => ({
        ...content,
        chains: { ledger: { number: 8, hash: 'a'.repeat(64) } },
      })),
    'The chain ledger does not end where it did when it was backed up.',
  ],
];

test('what does not arrive as it was is refused in one sentence, and the database stays empty', async (t) => {
  const { run, countTables } = await emptyTarget(t);
  for (const [what, copy, message] of REFUSED) {
    await assert.rejects(run({}, copy()), { name: 'StartError', message }, what);
    assert.equal(await countTables(), 0, what);
  }
});

test('a connection that breaks between two statements ends nothing but its own work', async (t) => {
  const { address, db } = await emptyTarget(t);
  const found = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name like 'rasat broken%' and datname = current_database()`.execute(db);
  const work = withConnection(clientConfig(address, 'rasat broken'), async ({ client }) => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await found();
    assert.equal(rows.length, 1);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await ended;
    await client.query('select 1');
  });
  await assert.rejects(work, /not queryable|Connection terminated|was closed/);
});
