import assert from 'node:assert/strict';
import test from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { until } from '../../testing/eventually.ts';
import { testContext, testDatabase } from '../testing.ts';
import { notify } from './notify.ts';
import { type Db, inTransaction, isDatabaseUnavailable, openPool } from './pool.ts';

async function value(db: Db, expression: string): Promise<unknown> {
  const { rows } = await sql.raw<{ v: unknown }>(`select (${expression}) as v`).execute(db);
  return rows[0]?.v;
}

test('whole numbers of eight bytes are numbers, and one that would lose digits is refused', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal(await value(db, '9007199254740991::int8'), Number.MAX_SAFE_INTEGER);
  assert.equal(await value(db, 'select count(*) from pg_class where false'), 0);
  await assert.rejects(value(db, '9007199254740992::int8'), /does not fit/);
  assert.equal(await value(db, "current_setting('timezone')"), 'UTC');
  const bytes = await value(db, `'\\x00ff80'::bytea`);
  assert.deepEqual(bytes, Buffer.from([0, 255, 128]));
});

test('a transaction is everything or nothing, also nested', async (t) => {
  const { db } = await testDatabase(t);
  await sql`create table thing (n int)`.execute(db);
  const insertTwice = inTransaction(db, async (trx) => {
    await sql`insert into thing values (1)`.execute(trx);
    await inTransaction(trx, (inner) => sql`insert into thing values (2)`.execute(inner));
    throw new Error('changed my mind');
  });
  await assert.rejects(insertTwice, /changed my mind/);
  assert.equal(await value(db, 'select count(*) from thing'), 0);
  await inTransaction(db, (trx) => sql`insert into thing values (3)`.execute(trx));
  assert.equal(await value(db, 'select count(*) from thing'), 1);
});

test('a statement that takes too long is given up and means "not now"', async (t) => {
  const { address } = await testDatabase(t);
  const db = openPool(address, { maxConnections: 1, statementTimeoutMs: 1000 });
  t.after(() => db.destroy());
  await assert.rejects(value(db, 'pg_sleep(600)'), (error) => isDatabaseUnavailable(error));
  assert.equal(await value(db, '1'), 1);
  await assert.rejects(value(db, 'nonsense'), (error) => !isDatabaseUnavailable(error));
});

test('a transaction whose begin was given up swallows nothing of what follows', async (t) => {
  const { address, db: other } = await testDatabase(t);
  await sql`create table thing (n int)`.execute(other);
  const db = openPool(address, { maxConnections: 1, statementTimeoutMs: 500 });
  t.after(() => db.destroy());
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = rows[0]?.pid ?? 0;
  assert.ok(pid > 0);
  process.kill(pid, 'SIGSTOP');
  try {
    const insert = inTransaction(db, (trx) => sql`insert into thing values (1)`.execute(trx));
    await assert.rejects(insert, (error) => isDatabaseUnavailable(error));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await sql`insert into thing values (2)`.execute(db);
  assert.equal(await value(other, 'select array_agg(n)::text from thing'), '{2}');
});

test('a database that is not there means "not now"', async () => {
  const db = openPool({ host: '/nowhere', user: 'rasat', database: 'x' }, { maxConnections: 1 });
  await assert.rejects(value(db, '1'), (error) => isDatabaseUnavailable(error));
  await db.destroy();
});

test('what is said inside a transaction is heard after its commit, and a lost connection comes back', async (t) => {
  const { db, listen, address } = await testContext(t);
  const heard: (string | null)[] = [];
  const other = openPool(address, { maxConnections: 1 });
  t.after(() => other.destroy());
  listen('test_channel', (payload) => heard.push(payload));
  await until('it hears from now on', () => heard.length > 0);
  assert.deepEqual(heard.splice(0), [null]);
  await notify(db, 'test_channel', 'ready');
  await until('a notice arrives', () => heard.length > 0);
  assert.deepEqual(heard.splice(0), ['ready']);
  const gone: (string | null)[] = [];
  listen('test_channel', (payload) => gone.push(payload))();
  const late: (string | null)[] = [];
  const end = listen('test_channel', (payload) => late.push(payload));
  await until('one that comes later hears, too', () => late.length > 0);
  end();
  assert.deepEqual([gone, late], [[], [null]]);
  await inTransaction(db, async (trx) => {
    await notify(trx, 'test_channel', 'inside');
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.ok(!heard.includes('inside'));
  });
  await until('the notice of the transaction arrives', async () => heard.includes('inside'));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'rasat listener%' and datname = current_database()`.execute(
    other,
  );
  await until('the loss is told', async () => heard.includes(null));
  await notify(db, 'test_channel', 'again');
  await until('notices arrive again', async () => heard.includes('again'));
});

test('a statement with a name is prepared once for each connection, and any other never', async (t) => {
  const { address } = await testDatabase(t);
  const db = openPool(address, { maxConnections: 1 });
  t.after(() => db.destroy());
  const named = (n: number) =>
    db.executeQuery<{ v: number }>(CompiledQuery.raw('/* twice */ select $1::int * 2 as v', [n]));
  assert.deepEqual((await named(3)).rows, [{ v: 6 }]);
  assert.deepEqual((await named(4)).rows, [{ v: 8 }]);
  await sql`select ${5}::int`.execute(db);
  const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
  assert.deepEqual(rows, [{ name: 'twice' }]);
});
