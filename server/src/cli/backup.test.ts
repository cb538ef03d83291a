import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { cancelErasure, erasureJob, requestErasure } from '../modules/accounts/index.ts';
import { issueInvoice } from '../modules/invoices/index.ts';
import type { Series } from '../modules/market/index.ts';
import { PERSONAL_DATA } from '../personal-data.ts';
import { BACKUP_FORMAT, type Manifest, sealManifest } from '../platform/backup/manifest.ts';
import { refuseUnfinishedRestore } from '../platform/backup/unfinished.ts';
import { removeOldBackups, writeBackup } from '../platform/backup/write.ts';
import { createManualClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { listMigrations, migrate } from '../platform/db/migrate.ts';
import { claimDatabase } from '../platform/db/only-server.ts';
import { type Db, inTransaction, openPool } from '../platform/db/pool.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { loadKeys } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import type { ServerContext } from '../platform/part.ts';
import { StartError } from '../platform/start-error.ts';
import { testConfig, testContext, testDatabase } from '../platform/testing.ts';
import { openCommands } from '../testing/commands.ts';
import { until } from '../testing/eventually.ts';
import { plantSeries } from '../testing/market.ts';
import { startObjectStore } from '../testing/object-store.ts';
import { plantOrder } from '../testing/orders.ts';
import { plantPerson } from '../testing/people.ts';
import { plantSignal } from '../testing/record.ts';
import { backup as backUp } from './backup.ts';
import { DEMO_FILES } from './backup-parts.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-backup-'));
// The bundled database may run under another account.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));
const MAIN = path.join(import.meta.dirname, 'main.ts');

type Env = Record<string, string>;

let made = 0;
function newFolder(): string {
  made += 1;
  return path.join(folder, `data-${made}`);
}

function command(args: readonly string[], env: Env) {
  return { args: [MAIN, ...args], env: { ...process.env, LOG_LEVEL: 'error', ...env } };
}

const commands = openCommands({ after });

async function run(args: readonly string[], env: Env) {
  const { status, stdout, stderr } = await commands(args, env);
  return { status, stdout, stderr, sentence: stderr.trimEnd().split('\n').at(-1) ?? '' };
}

/** Starts a command and signals it when it has said something like `when`. */
async function interrupt(
  args: readonly string[],
  env: Env,
  when: RegExp,
  signal: NodeJS.Signals,
  isTime: (said: string) => boolean = () => true,
) {
  const { args: words, env: all } = command(args, env);
  const child = spawn(process.execPath, words, { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let told = false;
  const hear = (text: string): void => {
    said += text;
    if (child.exitCode === null && !told && when.test(said) && isTime(said))
      told = child.kill(signal);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const [code] = await once(child, 'close');
  return { code, said };
}

const urlOf = ({ host, user, database }: { host: string; user: string; database: string }) =>
  `postgresql://${user}@localhost/${database}?host=${host}`;

/** A database in which nothing was ever made. */
async function emptyDatabase(t: test.TestContext) {
  const { db: admin, address } = source;
  made += 1;
  const database = `${address.database}_${made}`;
  await sql`create database ${sql.id(database)}`.execute(admin);
  const db = openPool({ ...address, database }, { maxConnections: 2 });
  t.after(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(database)} with (force)`.execute(admin);
  });
  const dataDir = newFolder();
  const env = {
    DATABASE_URL: urlOf({ ...address, database }),
    RASAT_DATA: dataDir,
    KEYS_FILE: path.join(dataDir, 'keys.json'),
  };
  return { db, env, dataDir, address: { ...address, database } };
}

/** Every table with its number of rows and a hash of them that does not come from the backup's own code. */
async function contentOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' order by 1`.execute(db);
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number; hash: string }>`
      select count(*) as n, md5(coalesce(string_agg(t::text, '\n' order by t::text), '')) as hash
      from ${sql.id(name)} t`.execute(db);
    content[name] = `${rows[0]?.n} ${rows[0]?.hash}`;
  }
  return content;
}

const source = await testDatabase({ after });
const dataDir = newFolder();
const HOUR = 3_600_000;
const ROWS = 60_000;
const NOW = Date.UTC(2026, 10, 2, 12);
const FILE_ID = 'ABCDEFGHIJKLMNOPQRST';
const IMAGE = Buffer.alloc(100_000, 'image');
const ENV = {
  DATABASE_URL: urlOf(source.address),
  RASAT_DATA: dataDir,
  KEYS_FILE: path.join(dataDir, 'keys.json'),
};

/** A source with something of everything: a person, a record of 30 rows, an uploaded file, and a table that takes a while. */
async function fillSource() {
  mkdirSync(dataDir, { recursive: true });
  const key = Buffer.alloc(32, 7).toString('base64');
  writeFileSync(ENV.KEYS_FILE, JSON.stringify({ current: '00000001', keys: { '00000001': key } }));
  // Of a bundled database that was used here before: they mean nothing beside the operator's own.
  for (const name of DEMO_FILES) writeFileSync(path.join(dataDir, name), 'demo');
  const config = testConfig(ENV);
  const keys = await loadKeys(config);
  const context = { ...(await testContext({ after }, { env: ENV, database: source })), keys };
  const person = await plantPerson(context, { mail: 'ada@rasat.example' });
  const gone = await plantPerson(context, { mail: 'giden@rasat.example' });
  const series = await plantSeries(source.db, { symbol: 'EURUSD' });
  for (let i = 0; i < 30; i++) {
    await plantSignal(source.db, series, { kind: 'condition', timeMs: NOW + i * HOUR });
  }
  await openFileStore(config, context.clock).put(`images/${FILE_ID}`, IMAGE, {
    bytes: IMAGE.length,
    type: 'image/webp',
  });
  await sql`insert into education_file (id, kind, person_id, type, bytes, created_at, stored_at)
    values (${FILE_ID}, 'image', ${person.id}, 'image/webp', ${IMAGE.length}, ${NOW}, ${NOW})`.execute(
    source.db,
  );
  await sql`insert into attempt (key, count, window_ends_at)
    select E'a\\tb\\n' || n, n % 9, n from generate_series(1, ${ROWS}) n`.execute(source.db);
  const asking = await plantPerson(context, { mail: 'isteyen@rasat.example' });
  const withdrawing = await plantPerson(context, { mail: 'kalan@rasat.example' });
  await requestErasure(context, withdrawing.id, context.clock.now());
  for (const _ of [1, 2, 3]) await issue(source.db, context, person.id);
  return { context, series, person, gone, asking, withdrawing, counters: await moveCounters() };
}

/** Issues the invoice of a further order. */
async function issue(db: Db, { keys }: Pick<ServerContext, 'keys'>, personId: number) {
  const order = {
    ...(await plantOrder(db, personId)),
    personId,
    product: 'lesson',
    amountKurus: 1_250_000,
    vatRate: 20,
    paidAtMs: NOW,
    period: null,
  } as const;
  // The seller of the demonstration; a database of one's own needs a named one.
  const more = { keys, config: testConfig(), clock: createManualClock(NOW) };
  return inTransaction(db, (trx) => issueInvoice(trx, order, more));
}

/**
 * Moves every counter of the source far from the number of rows, as years of use do, and answers what each gives out
 * next. One in three has not given its number out yet.
 */
async function moveCounters(): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`.execute(source.db);
  const next = new Map<string, number>();
  for (const [at, { name }] of rows.entries()) {
    const value = 1000 + 7 * at;
    const called = at % 3 > 0;
    await sql`select setval(${name}::regclass, ${value}, ${called})`.execute(source.db);
    next.set(name, called ? value + 1 : value);
  }
  return next;
}

const { context, series, person, gone, asking, withdrawing, counters } = await fillSource();
const into = path.join(folder, 'backups');

/** The one backup that most tests restore. */
const first = await run(['backup', into], ENV);
const backup = first.stdout.split('\n')[0] ?? '';

/** How many rows the source holds in all. */
async function countRows(): Promise<number> {
  const contents = Object.values(await contentOf(source.db));
  return contents.reduce((sum, content) => sum + Number.parseInt(content, 10), 0);
}

test('a backup says what it holds and which secrets, and only its owner can read it', async () => {
  assert.equal(first.status, 0, first.stderr);
  const [, rows] = /^(\d+) rows of /m.exec(first.stdout) ?? [];
  assert.equal(Number(rows), await countRows());
  assert.deepEqual(readdirSync(backup).toSorted(), [
    'erasure-requests.log',
    'files',
    'keys.json',
    'manifest.json',
    'tables',
  ]);
  assert.match(backup, /\/backups\/rasat-\d{8}T\d{6}Z$/);
  assert.match(first.stdout, /^6\d{4} rows of \d+ tables \(.+\), 1 uploaded files \(100 kB\)$/m);
  assert.match(first.stdout, /^the record ends at row 30 [0-9a-f]{64}, outcome 0 0{64}$/m);
  assert.match(first.stdout, /It holds the encryption keys and everything about people/);
  assert.match(first.stderr, /Backing up: \d+ %/);
  for (const name of globSync('**/*', { cwd: backup })) {
    const { mode } = statSync(path.join(backup, name));
    assert.equal(mode & 0o077, 0, name);
  }
  assert.deepEqual(readdirSync(into), [path.basename(backup)]);
});

test('a restore brings back every row, sequence, rule and file', async (t) => {
  const target = await emptyDatabase(t);
  target.env.KEYS_FILE = path.join(target.dataDir, 'secrets', 'of-rasat', 'keys.json');
  const restored = await run(['restore', backup], target.env);
  assert.equal(restored.status, 0, restored.stderr);
  const made = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')) as Manifest;
  assert.deepEqual(restored.stdout.trimEnd().split('\n'), [
    `Restored what was stored at ${made.made}: ${await countRows()} rows of ${made.tables.length} tables, 1 uploaded files.`,
    first.stdout.split('\n').find((line) => line.startsWith('the record ends at row 30 ')),
    'npm run rasat -- verify recomputes the record; npm start serves it.',
  ]);
  assert.match(restored.stderr, /Checking: \d+ %[\s\S]*Restoring: \d+ %/);
  assert.deepEqual(await contentOf(target.db), await contentOf(source.db));
  const shape = (db: Db) =>
    sql`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as is
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`.execute(db);
  assert.deepEqual((await shape(target.db)).rows, (await shape(source.db)).rows);
  await assert.rejects(sql`update ledger set price = 2`.execute(target.db), 'the ledger stays');
  assert.deepEqual(readFileSync(path.join(target.dataDir, 'files/images', FILE_ID)), IMAGE);
  assert.deepEqual(readFileSync(target.env.KEYS_FILE), readFileSync(ENV.KEYS_FILE));
  assert.equal(statSync(target.env.KEYS_FILE).mode & 0o777, 0o600);

  // Every counter goes on where it was.
  const { rows: owned } = await sql<{ name: string; table: string | null; column: string | null }>`
    select s.relname as name, t.relname as table, a.attname as column
    from pg_class s
    left join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    left join pg_class t on t.oid = d.refobjid
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 1`.execute(
    target.db,
  );
  assert.deepEqual(
    owned.map(({ name }) => name),
    [...counters.keys()],
  );
  assert.ok(owned.length >= 25, `${owned.length} counters`);
  for (const { name, table, column } of owned) {
    const { rows } = await sql<{ next: number }>`select nextval(${name}::regclass) as next`.execute(
      target.db,
    );
    const next = rows[0]?.next ?? 0;
    assert.equal(next, counters.get(name), name);
    if (table === null || column === null) continue;
    const taken = await sql<{ most: number | null }>`
      select max(${sql.id(column)}) as most from ${sql.id(table)}`.execute(target.db);
    assert.ok(
      next > (taken.rows[0]?.most ?? 0),
      `${name} gives out a number that ${table} has not`,
    );
  }

  const row = await plantSignal(target.db, series, { kind: 'condition', timeMs: NOW + 30 * HOUR });
  const { rows: before } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from ledger where seq = 30`.execute(source.db);
  assert.deepEqual([row.seq, row.prevHash], [31, before[0]?.hash]);
  // Three were issued before; the number of an order comes from a counter, that of an invoice from a row.
  const invoice = await issue(target.db, context, person.id);
  assert.equal(invoice.number, 'RST2026000000004');
  const following = (name: string) => (counters.get(name) ?? 0) + 1;
  const order = String(following('purchase_number')).padStart(6, '0');
  const { rows: issued } = await sql<{ order_number: string; id: number }>`
    select order_number, id from invoice where number = ${invoice.number}`.execute(target.db);
  assert.deepEqual(issued, [{ order_number: `RS-2026-${order}`, id: following('invoice_id_seq') }]);

  const again = await run(['restore', backup], target.env);
  assert.equal(again.status, 1);
  assert.equal(
    again.sentence,
    'The database is not empty: a backup is restored into an empty one only.',
  );
});

test('a backup is one moment, and no writer waits for it', async () => {
  const { args, env } = command(['backup', path.join(folder, 'moments')], ENV);
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close');
  let running = true;
  void closed.then(() => {
    running = false;
  });
  let n = 0;
  while (running) {
    n += 1;
    // Two tables that always agree. A writer that would wait for the backup fails, however slow the machine is.
    await source.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '250ms'`.execute(trx);
      await sql`insert into attempt (key, count, window_ends_at)
        values (${`moment ${n}`}, 1, 1)`.execute(trx);
      await sql`insert into used_challenge (hash, expires_at)
        values (sha256(${`moment ${n}`}::bytea), 1)`.execute(trx);
    });
  }
  const [code] = await closed;
  assert.equal(code, 0);
  assert.ok(n > 10, `${n} writes`);
  const written = said.split('\n')[0] ?? '';
  const { tables } = JSON.parse(readFileSync(path.join(written, 'manifest.json'), 'utf8'));
  const rowsOf = (table: string): number =>
    (tables as Manifest['tables']).find(({ name }) => name === table)?.rows ?? 0;
  assert.equal(rowsOf('attempt') - rowsOf('used_challenge'), ROWS);
  assert.ok(rowsOf('used_challenge') < n, 'writing went on');
});

/** A copy of the backup with something done to it. */
function copyWith(change: (copy: string) => void): string {
  const copy = newFolder();
  cpSync(backup, copy, { recursive: true });
  change(copy);
  return copy;
}

function rewrite(copy: string, change: (manifest: Manifest) => Manifest): void {
  const file = path.join(copy, 'manifest.json');
  const { seal: _, ...content } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, sealManifest(change(content as Manifest)));
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

const DAMAGES: readonly (readonly [string, (copy: string) => void, RegExp])[] = [
  [
    'one bit of the rows',
    (copy) => flip(path.join(copy, 'tables/ledger.copy.zst')),
    /is damaged: tables\/ledger\.copy\.zst is not what was written\.$/,
  ],
  [
    'one bit of an uploaded file',
    (copy) => flip(path.join(copy, 'files/images', FILE_ID)),
    /is damaged: files\/images\/\w+ is not what was written\.$/,
  ],
  ['one bit of the keys', (copy) => flip(path.join(copy, 'keys.json')), /is damaged: keys\.json /],
  [
    'a number in the manifest',
    (copy) => {
      const file = path.join(copy, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"rows": 30', '"rows": 29'));
    },
    /is damaged: its manifest\.json was changed\.$/,
  ],
  [
    'half a manifest',
    (copy) => {
      const file = path.join(copy, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 5000));
    },
    /is damaged: its manifest\.json cannot be read\.$/,
  ],
  [
    'a missing table',
    (copy) => rmSync(path.join(copy, 'tables/person.copy.zst')),
    /is not whole: tables\/person\.copy\.zst is missing\.$/,
  ],
  [
    'no manifest',
    (copy) => rmSync(path.join(copy, 'manifest.json')),
    /is no whole backup: it has no manifest\.json\.$/,
  ],
  [
    'a part that cannot be read',
    (copy) => {
      const file = path.join(copy, 'tables/person.copy.zst');
      rmSync(file);
      mkdirSync(file);
    },
    /cannot be read: tables\/person\.copy\.zst \(EISDIR\)\.$/,
  ],
  [
    'a manifest that cannot be read',
    (copy) => {
      const file = path.join(copy, 'manifest.json');
      rmSync(file);
      mkdirSync(file);
    },
    /cannot be read: manifest\.json \(EISDIR\)\.$/,
  ],
  [
    'a newer form',
    (copy) =>
      rewrite(copy, (content) => ({
        ...content,
        version: '9.0.0',
        format: (BACKUP_FORMAT + 1) as typeof BACKUP_FORMAT,
      })),
    /was written by a newer Rasat \(9\.0\.0\); update this one and restore again\.$/,
  ],
  [
    'a migration that is not known yet',
    (copy) =>
      rewrite(copy, (content) => ({
        ...content,
        migrations: [...content.migrations, '209901010000-later.sql'],
      })),
    /was written by a newer Rasat/,
  ],
  [
    'rows that do not follow the chain',
    (copy) =>
      rewrite(copy, (content) => ({
        ...content,
        chains: { ...content.chains, ledger: { number: 30, hash: 'a'.repeat(64) } },
      })),
    /^The chain ledger does not end where it did when it was backed up\.$/,
  ],
];

for (const [what, change, sentence] of DAMAGES) {
  test(`refused in one sentence, with the database left empty: ${what}`, async (t) => {
    const target = await emptyDatabase(t);
    // Here and not in a process of its own, which would take seconds each.
    Object.assign(process.env, target.env);
    await assert.rejects(restore.run([copyWith(change)]), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, sentence);
      return true;
    });
    assert.deepEqual(await contentOf(target.db), {});
  });
}

test('a restore refuses while a server runs on the database, a backup does not', async (t) => {
  const target = await emptyDatabase(t);
  for (const { address } of [target, source]) {
    const client = new pg.Client({ ...address });
    client.on('error', () => {});
    await client.connect();
    t.after(() => client.end());
    await claimDatabase(client);
  }
  const { status, sentence } = await run(['restore', backup], target.env);
  assert.equal(status, 1);
  assert.match(sentence, /another Rasat works on this database; stop it/);
  assert.equal((await run(['backup', path.join(folder, 'beside')], ENV)).status, 0);
});

test('backups follow each other and the oldest go, until they are stopped', async () => {
  const place = path.join(folder, 'following');
  const args = ['backup', place, '--every', '5', '--keep', '2'];
  const keysFile = path.join(newFolder(), 'keys.json');
  mkdirSync(path.dirname(keysFile));
  const setKeys = (text: string | Buffer): void => writeFileSync(keysFile, text);
  const right = readFileSync(ENV.KEYS_FILE);
  setKeys(right);
  const env = { ...ENV, KEYS_FILE: keysFile };
  const countRounds = (text: string): number => text.match(/rows of/g)?.length ?? 0;
  let beforeFailure: number | null = null;
  const { code, said } = await interrupt(args, env, /rows of/, 'SIGTERM', (sofar) => {
    const rounds = countRounds(sofar);
    // After the first a round fails, and what follows does not.
    if (beforeFailure !== null) return rounds >= beforeFailure + 2;
    const hasFailed = sofar.includes('No backup this time');
    setKeys(hasFailed ? right : 'none');
    if (hasFailed) beforeFailure = rounds;
    return false;
  });
  assert.equal(code, 0, said);
  assert.ok(said.includes(`No backup this time: KEYS_FILE: ${keysFile} cannot be read.\n`), said);
  const removed = [...said.matchAll(/^removed (.*)$/gm)].map(([, name = '']) => name);
  assert.equal(removed.length, countRounds(said) - 2, said);
  for (const name of removed) {
    assert.match(path.relative(place, name), /^rasat-\d{8}T\d{6}Z$/);
    assert.ok(!existsSync(name), name);
  }
  const names = readdirSync(place);
  assert.equal(names.length, 2, names.join());
  const madeAt = names.map((name) =>
    Date.parse(JSON.parse(readFileSync(path.join(place, name, 'manifest.json'), 'utf8')).made),
  );
  const [older = 0, newer = 0] = madeAt.toSorted((a, b) => a - b);
  assert.ok(newer - older < 60_000, 'never more than a minute is lost');
  assert.ok(newer - older > 2000, 'a pause lies between them');
  for (const [name, sentence] of [
    ['--every=1', /^--every must be a whole number from 5 to 86400/],
    ['--every=5s', /^--every must be a whole number from 5 to 86400, not "5s"\.$/],
    ['--keep=0', /^--keep must be a whole number from 1 to 100000/],
    ['--keep=100001', /^--keep must be a whole number from 1 to 100000/],
  ] as const) {
    assert.match((await run(['backup', place, name], ENV)).sentence, sentence);
  }
});

test('two backups of the same second are two', async () => {
  const place = path.join(folder, 'same-second');
  const made = await Promise.all(
    [1, 2, 3].map(() =>
      writeBackup(
        place,
        {
          address: source.address,
          store: openFileStore(testConfig(ENV), context.clock),
          version: '0',
          nowMs: NOW,
          keys: [],
          loose: {},
          listFiles: async () => [],
          readChains: async () => ({}),
        },
        new AbortController().signal,
        () => {},
      ),
    ),
  );
  const names = ['rasat-20261102T120000Z', 'rasat-20261102T120000Z-2', 'rasat-20261102T120000Z-3'];
  assert.deepEqual(made.map((one) => path.basename(one.folder)).toSorted(), names);
  assert.deepEqual(readdirSync(place), names);
  assert.deepEqual(await removeOldBackups(place, 1), names.slice(0, 2));
});

test('an interrupted backup leaves nothing, a killed one nothing that lasts', async () => {
  const place = path.join(folder, 'interrupted');
  const stopped = await interrupt(['backup', place], ENV, /Backing up: \d+/, 'SIGINT');
  assert.equal(stopped.code, 130, stopped.said);
  assert.match(stopped.said, /Stopped; nothing was kept\.\n$/);
  assert.deepEqual(readdirSync(place), []);
  await interrupt(['backup', place], ENV, /Backing up: \d+/, 'SIGKILL');
  assert.match(readdirSync(place).join(), /^\.rasat-.*\.part-/);
  assert.equal(
    (await run(['restore', path.join(place, readdirSync(place)[0] ?? '')], ENV)).status,
    1,
  );
  assert.equal((await run(['backup', place], ENV)).status, 0);
  assert.match(readdirSync(place).join(), /^rasat-[^,]*$/);
});

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`a restore that ${signal} ends is begun again`, async (t) => {
    const target = await emptyDatabase(t);
    const { code, said } = await interrupt(
      ['restore', backup],
      target.env,
      /Restoring: \d+/,
      signal,
    );
    if (signal === 'SIGINT') {
      assert.equal(code, 130, said);
      assert.match(said, /Stopped; the database is still empty\. Begin again when you like\.\n$/);
    }
    assert.deepEqual(await contentOf(target.db), {});
    if (signal === 'SIGKILL') {
      assert.throws(() => refuseUnfinishedRestore(target.dataDir), {
        name: 'StartError',
        message: /^The restore of .+Z was broken off and nothing of it is there: restore again, /,
      });
    } else refuseUnfinishedRestore(target.dataDir);
    const again = await run(['restore', backup], target.env);
    assert.equal(again.status, 0, again.stderr);
    refuseUnfinishedRestore(target.dataDir);
  });
}

test('files of an object store are part of a backup and go back into one', async (t) => {
  const [from, to] = [await startObjectStore(t), await startObjectStore(t)];
  const missing = await run(['backup', path.join(folder, 'bucket')], { ...ENV, ...from.env });
  assert.equal(missing.status, 1);
  assert.match(missing.stdout, /the store has no images\/\w+, which the database names\n/);
  from.objects.set(`images/${FILE_ID}`, { type: 'image/webp', bytes: IMAGE });
  const place = path.join(folder, 'whole-bucket');
  const whole = await run(['backup', place], { ...ENV, ...from.env });
  assert.equal(whole.status, 0, whole.stderr);
  const target = await emptyDatabase(t);
  const args = ['restore', path.join(place, readdirSync(place)[0] ?? '')];
  to.fault = 'refuse';
  const refused = await run(args, { ...target.env, ...to.env });
  assert.match(
    refused.stderr,
    /The store of uploaded files does not answer; begin again later\.\n$/,
  );
  to.fault = 'none';
  const restored = await run(args, { ...target.env, ...to.env });
  assert.equal(restored.status, 0, restored.stderr);
  assert.deepEqual(to.objects.get(`images/${FILE_ID}`), { type: 'image/webp', bytes: IMAGE });
  assert.deepEqual(to.refused, []);
});

test('a backup of an older form becomes the newest one', async (t) => {
  const old = await emptyDatabase(t);
  const names = await listMigrations();
  // The form before published rows went into parts: later ones change what the record computes.
  const parts = names.indexOf('202611251800-ledger-parts.sql');
  assert.ok(parts > 0);
  const only = names.slice(0, parts);
  await migrate(old.db, { only });
  // In that form the calendar belonged to the symbol.
  const { rows: ids } = await sql<{ id: number }>`
    insert into series (symbol, epoch, source, category, digits, base, created_at)
    values ('OLD', 1, 'simulated', 'forex', 5, '60', 0) returning id`.execute(old.db);
  await sql`insert into symbol (name, name_tr, name_az, name_en, calendar, series_id)
    select symbol, symbol, symbol, symbol, 'forex', id from series`.execute(old.db);
  const series: Series = {
    id: ids[0]?.id ?? 0,
    symbol: 'OLD',
    epoch: 1,
    source: 'simulated',
    sourceSymbol: 'OLD',
    audience: 'anyone',
    delay: { class: 'simulated', ms: 0 },
    category: 'forex',
    digits: 5,
    base: '60',
    calendar: 'forex',
    fx: true,
    isWhole: true,
    archivedAtMs: null,
  };
  await plantSignal(old.db, series, { kind: 'condition', timeMs: NOW });
  await sql`insert into record_run (started_at, finished_at, engine_version, ledger_rows, outcomes, seed, costs)
    values (1, 2, '1.0.0', 1, 0, ${Buffer.alloc(32)}, '[]')`.execute(old.db);
  const written = await run(['backup', path.join(folder, 'older')], {
    ...ENV,
    DATABASE_URL: old.env.DATABASE_URL,
  });
  assert.equal(written.status, 0, written.stderr);
  const target = await emptyDatabase(t);
  const restored = await run(['restore', written.stdout.split('\n')[0] ?? ''], target.env);
  assert.equal(restored.status, 0, restored.stderr);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(target.db);
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  );
  const before = await contentOf(old.db);
  const now = await contentOf(target.db);
  // Matched entries are drawn anew, and a cell says how many of its rows are not decided.
  const { record_baseline: _entries, record_cell: _cell, record_run: _run, ...others } = before;
  // The cursor gained the columns of a waiting build, the history those of its end, the source its delay, and the calendar
  // went from the symbol to its history.
  const {
    publisher_cursor: _cursor,
    series: _series,
    symbol: _symbol,
    market_source: _source,
    ...kept
  } = others;
  for (const [table, content] of Object.entries(kept)) assert.equal(now[table], content, table);
  const histories = await sql`select symbol, calendar, archived_at, end_reason from series`.execute(
    target.db,
  );
  assert.deepEqual(histories.rows, [
    { symbol: 'OLD', calendar: 'forex', archived_at: null, end_reason: null },
  ]);
  const cells = await sql`select rows, undecided from record_cell`.execute(target.db);
  assert.deepEqual(cells.rows, [{ rows: 1, undecided: 1 }]);
  // Hence the figures are due again.
  const runs = await sql`select engine_version, finished_at from record_run`.execute(target.db);
  assert.deepEqual(runs.rows, []);
});

/** The backup as one of a bundled database, with the files that belong to one. */
function withDemoFiles(): string {
  return copyWith((copy) =>
    rewrite(copy, (content) => {
      const more = DEMO_FILES.map((name) => {
        const text = `of ${name}`;
        writeFileSync(path.join(copy, name), text);
        const sha256 = createHash('sha256').update(text).digest('hex');
        return { name, bytes: text.length, sha256 };
      });
      return { ...content, loose: [...content.loose, ...more] };
    }),
  );
}

test('without its keys a backup says so, and is restored where the right ones lie', async (t) => {
  const args = ['backup', '--without-keys', '--keep', '100000', path.join(folder, 'keyless')];
  const written = await run(args, ENV);
  assert.equal(written.status, 0, written.stderr);
  assert.match(written.stdout, /The encryption keys are not in it/);
  const keyless = written.stdout.split('\n')[0] ?? '';
  assert.equal(existsSync(path.join(keyless, 'keys.json')), false);
  const target = await emptyDatabase(t);
  const without = await run(['restore', keyless], target.env);
  assert.equal(without.status, 1);
  assert.match(without.sentence, /^The backup was made without its keys: put the key file at /);
  const other = Buffer.alloc(32, 8).toString('base64');
  mkdirSync(target.dataDir, { recursive: true });
  writeFileSync(
    target.env.KEYS_FILE,
    JSON.stringify({ current: '00000002', keys: { '00000002': other } }),
  );
  for (const one of [keyless, backup]) {
    assert.match(
      (await run(['restore', one], target.env)).sentence,
      /holds other keys than the backup/,
    );
  }
  cpSync(ENV.KEYS_FILE, target.env.KEYS_FILE);
  assert.equal((await run(['restore', keyless], target.env)).status, 0);

  // Keys that were made since do no harm, and what means something with the bundled database alone stays away.
  const own = JSON.parse(readFileSync(ENV.KEYS_FILE, 'utf8')).keys as Record<string, string>;
  const rotated = await emptyDatabase(t);
  mkdirSync(rotated.dataDir);
  writeFileSync(
    rotated.env.KEYS_FILE,
    JSON.stringify({ current: '00000002', keys: { ...own, '00000002': other } }),
  );
  const again = await run(['restore', withDemoFiles()], rotated.env);
  assert.equal(again.status, 0, again.stderr);
  assert.deepEqual(readdirSync(rotated.dataDir).toSorted(), [
    'erasure-requests.log',
    'files',
    'keys.json',
  ]);
});

test('what cannot be backed up or restored is one sentence', async (t) => {
  const target = await emptyDatabase(t);
  const nothing = await run(['backup', into], { ...ENV, DATABASE_URL: target.env.DATABASE_URL });
  assert.equal(nothing.sentence, 'There is nothing in the database to back up.');
  const nowhere = await run(['restore', path.join(folder, 'nowhere')], target.env);
  assert.match(nowhere.sentence, /nowhere is no whole backup: it has no manifest\.json\.$/);
  const file = await run(['backup', MAIN], ENV);
  assert.match(file.sentence, /cannot be written to|is no folder/);
  assert.equal(existsSync(target.dataDir), false, 'nothing was made for a refused restore');
  const role = `${target.address.database}_reader`;
  await sql`create role ${sql.id(role)} login`.execute(target.db);
  t.after(() => sql`drop role ${sql.id(role)}`.execute(source.db));
  const powerless = { ...target.env, DATABASE_URL: urlOf({ ...target.address, user: role }) };
  assert.equal(
    (await run(['restore', backup], powerless)).sentence,
    'The role of DATABASE_URL may not create tables; nothing was restored.',
  );
});

/** Runs a command in this process as on a terminal, and answers what it wrote and why it failed. */
async function failOnTerminal(t: test.TestContext, env: Env, work: () => Promise<number>) {
  Object.assign(process.env, env);
  const { stderr } = process;
  const isTty = Object.getOwnPropertyDescriptor(stderr, 'isTTY');
  Object.defineProperty(stderr, 'isTTY', { configurable: true, value: true });
  let said = '';
  const write = t.mock.method(stderr, 'write', (text: string) => {
    said += text;
    return true;
  });
  const error = await work().then(
    (status) => assert.fail(`it ended with ${status}`),
    (reason: unknown) => reason,
  );
  write.mock.restore();
  if (isTty) Object.defineProperty(stderr, 'isTTY', isTty);
  else delete (stderr as { isTTY?: boolean }).isTTY;
  return { said, error, sentence: error instanceof StartError ? error.message : undefined };
}

test('on a terminal a sentence stands on a line of its own, however far the bar has come', async (t) => {
  const target = await emptyDatabase(t);
  const checking = copyWith((copy) => flip(path.join(copy, 'tables/attempt.copy.zst')));
  const { said: checked } = await failOnTerminal(t, target.env, () => restore.run([checking]));
  assert.match(checked, /^\rChecking [^\n]* \d+ %\n$/);
  const restoring = copyWith((copy) =>
    rewrite(copy, (content) => ({
      ...content,
      chains: { ledger: { number: 1, hash: '0'.repeat(64) } },
    })),
  );
  const { said: restored } = await failOnTerminal(t, target.env, () => restore.run([restoring]));
  assert.match(restored, /\rChecking [^\n]* 100 %\n\rRestoring [^\n]* \d+ %\n$/);

  const store = await startObjectStore(t);
  store.fault = 'refuse';
  const place = path.join(folder, 'terminal');
  const env = { ...ENV, ...store.env };
  const { said, sentence } = await failOnTerminal(t, env, () => backUp.run([place]));
  assert.equal(sentence, 'The store of uploaded files does not answer; nothing was kept.');
  assert.match(said, /^\rBacking up [^\n]* \d+ %\n$/);
  assert.deepEqual(readdirSync(place), []);
  for (const name of Object.keys(store.env)) delete process.env[name];
});

test('a database that goes away is told from everything else', async (t) => {
  const endWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'rasat backup%' and wait_event_type = 'Lock'`.execute(source.db);
    return rows.length > 0;
  };
  const { sentence } = await source.db.transaction().execute(async (trx) => {
    await sql`lock table attempt in access exclusive mode`.execute(trx);
    const failing = failOnTerminal(t, ENV, () => backUp.run([path.join(folder, 'away')]));
    await until('it waits for the table', endWaiting);
    return failing;
  });
  assert.equal(sentence, 'The database went away; nothing was kept.');
});

const NO_ROOM =
  /^There is not enough room (in .*refused; nothing was kept|on the disk; nothing was restored)\.$/;
const NO_RIGHT =
  /^(.*refused cannot be written to|.* cannot be read or written) \(EACCES\); nothing was (kept|restored)\.$/;

test('what an operating system refuses is one sentence, with what to do about it', async (t) => {
  const target = await emptyDatabase(t);
  const refusal = (code: string, more = {}) =>
    Object.assign(new Error(`${code}: refused`), { code, syscall: 'mkdir', path: '/x' }, more);
  const caused = (code: string) =>
    Object.assign(new Error('a migration', { cause: refusal(code) }));
  const rows: readonly (readonly [Error, backup: RegExp | null, restore: RegExp | null])[] = [
    [refusal('ENOSPC'), NO_ROOM, NO_ROOM],
    [refusal('EDQUOT'), NO_ROOM, NO_ROOM],
    [refusal('53100', { syscall: undefined }), /^The database went away/, NO_ROOM],
    [refusal('EACCES'), NO_RIGHT, NO_RIGHT],
    [refusal('EACCES', { syscall: undefined }), null, null],
    [refusal('EIO'), null, null],
    [caused('ENOSPC'), null, NO_ROOM],
    [
      refusal('08006', { syscall: undefined }),
      /^The database went away/,
      /^The database went away/,
    ],
  ];
  const mkdir = t.mock.method(fsPromises, 'mkdir');
  syncBuiltinESMExports();
  t.after(() => {
    mkdir.mock.restore();
    syncBuiltinESMExports();
  });
  for (const [error, ofBackup, ofRestore] of rows) {
    mkdir.mock.mockImplementation(async () => {
      throw error;
    });
    const work: readonly (readonly [Env, () => Promise<number>, RegExp | null])[] = [
      [ENV, () => backUp.run([path.join(folder, 'refused')]), ofBackup],
      [target.env, () => restore.run([backup]), ofRestore],
    ];
    for (const [env, fail, expected] of work) {
      const failed = await failOnTerminal(t, env, fail);
      if (expected === null) assert.equal(failed.error, error);
      else assert.match(failed.sentence ?? '', expected, error.message);
    }
  }
});

test('a person erased after the backup is erased again, and requests are kept, on the bundled database too', async (t) => {
  const { db, clock } = context;
  await requestErasure(context, asking.id, clock.now());
  await cancelErasure(context, withdrawing.id, clock.now());
  await sql`update person set erase_asked_at = 1, erase_at = ${clock.now() - 1}
    where id = ${gone.id}`.execute(db);
  await erasureJob(PERSONAL_DATA).run(context);
  const log = path.join(dataDir, 'erasures.log');
  assert.equal(readFileSync(log, 'utf8').trimEnd().split('\n').length, 1);

  const bundled = { RASAT_DATA: newFolder(), DATABASE_URL: '', KEYS_FILE: '' };
  const args = ['restore', withDemoFiles(), '--erasures'];
  const nowhere = path.join(folder, 'nowhere');
  assert.equal(
    (await run([...args, nowhere], bundled)).sentence,
    `--erasures: ${nowhere} cannot be read as a folder (ENOENT).`,
  );
  const restored = await run([...args, dataDir], bundled);
  assert.equal(restored.status, 0, restored.stderr);
  for (const name of DEMO_FILES) {
    assert.equal(readFileSync(path.join(bundled.RASAT_DATA, name), 'utf8'), `of ${name}`);
  }
  assert.match(restored.stdout, /^1 people were erased again\.$/m);
  assert.equal(
    readFileSync(path.join(bundled.RASAT_DATA, 'erasures.log'), 'utf8'),
    readFileSync(log, 'utf8'),
  );
  const database = await openDatabase(testConfig(bundled), createLog('silent'));
  const there = openPool(database.address, { maxConnections: 1 });
  t.after(async () => {
    await there.destroy();
    await database.stop();
  });
  const { rows } = await sql<{ n: number }>`select count(*) as n from person`.execute(there);
  const before = await sql<{ n: number }>`select count(*) as n from person`.execute(db);
  assert.equal(rows[0]?.n, before.rows[0]?.n);
  const waiting = await sql<{ mail: string; at: number }>`select mail, erase_at as at from person
    where erase_at is not null`.execute(there);
  const asked = await sql<{ mail: string; at: number }>`select mail, erase_at as at from person
    where erase_at is not null`.execute(db);
  assert.deepEqual(waiting.rows, asked.rows);
  assert.deepEqual(
    asked.rows.map(({ mail }) => mail),
    [asking.mail],
  );
});
