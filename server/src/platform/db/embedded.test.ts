import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../testing/eventually.ts';
import { StartError } from '../start-error.ts';
import { chooseAccount, mayEnter } from './account.ts';
import { isAlive } from './cluster.ts';
import { type Embedded, startEmbedded, THROWAWAY } from './embedded.ts';
import { type Db, openPool } from './pool.ts';

function folder(t: test.TestContext, name = 'pg'): string {
  const base = mkdtempSync(path.join(os.tmpdir(), 'rasat-embedded-'));
  chmodSync(base, 0o755);
  t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
  return path.join(base, name);
}

async function start(t: test.TestContext, dir: string): Promise<Embedded> {
  const embedded = await startEmbedded(dir, () => {}, {
    ...THROWAWAY,
    fsync: 'on',
    synchronous_commit: 'on',
  });
  t.after(() => embedded.stop());
  return embedded;
}

async function withDb<T>(embedded: Embedded, fn: (db: Db) => Promise<T>): Promise<T> {
  const db = openPool(embedded.address, { maxConnections: 1 });
  try {
    return await fn(db);
  } finally {
    await db.destroy();
  }
}

async function count(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from thing`.execute(db);
  return rows[0]?.n ?? -1;
}

test('a start says once that it waits, while PostgreSQL works and before it is there', async (t) => {
  const dir = folder(t);
  for (const made of [false, true]) {
    const heard: string[] = [];
    let children = '';
    const embedded = await startEmbedded(dir, undefined, THROWAWAY, () => {
      heard.push('waits');
      children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
    });
    heard.push('is there');
    await embedded.stop();
    assert.deepEqual(heard, ['waits', 'is there'], `made: ${made}`);
    assert.notEqual(children, '', 'a program of PostgreSQL runs when it is said');
  }
});

/** Starts or joins the server in another process, which stays connected. */
async function startElsewhere(dir: string): Promise<{ child: ChildProcess; pid: number }> {
  const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    `const { startEmbedded } = await import(${at('./embedded.ts')});
     const { openListener } = await import(${at('./notify.ts')});
     const { pid, address } = await startEmbedded(${JSON.stringify(dir)});
     await openListener(address, console);
     console.log(pid);`,
  ]);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pid: Number(line.toString()) };
}

test('a killed server comes back by itself with everything that was committed', async (t) => {
  const embedded = await start(t, folder(t));
  const db = openPool(embedded.address, { maxConnections: 1 });
  t.after(() => db.destroy());
  await sql`create table thing as select generate_series(1, 1000) as n`.execute(db);
  for (let round = 0; round < 2; round++) {
    const killed = embedded.pid;
    process.kill(killed, 'SIGKILL');
    await eventually(async () => assert.notEqual(embedded.pid, killed));
    await eventually(async () => assert.equal(await count(db).catch(() => null), 1000));
  }
});

test('a server whose owner was killed is taken over, and stopped by who took it', async (t) => {
  const dir = folder(t);
  const { child, pid: orphan } = await startElsewhere(dir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(isAlive(orphan), 'the server outlives its owner');
  const embedded = await start(t, dir);
  assert.equal(embedded.pid, orphan);
  await embedded.stop();
  assert.ok(!isAlive(orphan));
});

test('two share a server, and the last one that leaves stops it', async (t) => {
  const dir = folder(t);
  const [ours, theirs] = await Promise.all([start(t, dir), startElsewhere(dir)]);
  assert.equal(ours.pid, theirs.pid);
  await ours.stop();
  assert.ok(isAlive(theirs.pid), 'a client is still connected');
  const again = await start(t, dir);
  theirs.child.kill('SIGKILL');
  await once(theirs.child, 'exit');
  await again.stop();
  assert.ok(!isAlive(theirs.pid));
});

test('a deep folder works although a socket may not lie that deep', async (t) => {
  const dir = folder(t, path.join('d'.repeat(60), 'e'.repeat(60), 'a "quoted", odd name'));
  const embedded = await start(t, dir);
  assert.ok(!embedded.address.host.startsWith(dir));
  assert.equal(statSync(embedded.address.host).mode & 0o777, 0o700);
  assert.equal(
    await withDb(embedded, async (db) => (await sql`select 1`.execute(db)).rows.length),
    1,
  );
});

test('a process id in the lock file that is another program now does not keep the server from starting', async (t) => {
  const dir = folder(t);
  const first = await start(t, dir);
  await first.stop();
  writeFileSync(
    path.join(dir, 'pg/data/postmaster.pid'),
    `${process.pid}\n${dir}\n1\n5432\n\n\n\nready\n`,
  );
  const again = await start(t, dir);
  assert.notEqual(again.pid, process.pid);
});

test('a folder that cannot be written to is one sentence', async (t) => {
  const file = folder(t);
  writeFileSync(file, '');
  await assert.rejects(startEmbedded(path.join(file, 'data')), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^RASAT_DATA: .+ cannot be written to \(ENOTDIR\)\.$/);
    return true;
  });
});

test('the account may enter only where every folder on the way lets it', (t) => {
  const base = folder(t);
  const inner = path.join(base, 'inner');
  mkdirSync(inner, { recursive: true });
  chmodSync(base, 0o700);
  const { uid } = statSync(base);
  assert.ok(mayEnter({ name: 'owner', uid, gid: 12_345 }, inner));
  assert.ok(!mayEnter({ name: 'stranger', uid: uid + 12_345, gid: 12_345 }, inner));
  chmodSync(base, 0o711);
  assert.ok(
    mayEnter({ name: 'stranger', uid: uid + 12_345, gid: 12_345 }, path.join(inner, 'later')),
  );
});

const isRoot = process.getuid?.() === 0;

test('root takes an account that is there, and without one says what to do', {
  skip: !isRoot && 'only as root',
}, (t) => {
  const file = folder(t, 'passwd');
  const root = 'root:x:0:0:root:/root:/bin/bash\n';
  writeFileSync(file, `${root}nobody:x:65534:65533:n:/:/x\npostgres:x:101:104:p:/:/x\n`);
  assert.deepEqual(chooseAccount(file), { name: 'postgres', uid: 101, gid: 104 });
  writeFileSync(file, `${root}nobody:x:65534:65533:n:/:/x\n`);
  assert.deepEqual(chooseAccount(file), { name: 'nobody', uid: 65_534, gid: 65_533 });
  writeFileSync(file, `${root}postgres:x:0:0:p:/:/x\n`);
  assert.throws(
    () => chooseAccount(file),
    (error) => {
      assert.ok(error instanceof StartError);
      assert.match(
        error.message,
        /^PostgreSQL refuses to run as root and .+ or set DATABASE_URL\.$/,
      );
      return true;
    },
  );
});

test('as root the server runs under another account, also for a folder that account cannot reach', {
  skip: !isRoot && 'only as root',
}, async (t) => {
  const account = chooseAccount();
  assert.ok(account.uid !== undefined && account.uid > 0);
  const dir = folder(t);
  mkdirSync(dir, { mode: 0o700 });
  chownSync(dir, 0, 0);
  const embedded = await start(t, path.join(dir, 'data'));
  const elsewhere = path.dirname(path.dirname(embedded.address.host));
  t.after(() => {
    assert.match(elsewhere, /^\/var\/lib\/rasat-[0-9a-f]{8}$/);
    rmSync(elsewhere, { recursive: true, force: true });
  });
  assert.ok(existsSync(path.join(elsewhere, 'pg/data/PG_VERSION')));
  assert.equal(statSync(`/proc/${embedded.pid}`).uid, account.uid);
  await embedded.stop();
});
