import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../testing.ts';
import { reclaimTable } from './reclaim.ts';

const { db } = await testDatabase({ after });

test('the disk has back what rows have left of a large table, and what stays in it stays', async () => {
  const sizeOf = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select pg_total_relation_size('worn')::int as n`.execute(db);
    return rows[0]?.n ?? 0;
  };
  await sql`create table worn (id integer, text text)`.execute(db);
  await sql`insert into worn select i, repeat('x', 400) from generate_series(1, 8000) i`.execute(
    db,
  );
  const full = await sizeOf();
  assert.equal(await reclaimTable(db, 'worn', 2 ** 20), false, 'all of it is in use');
  await sql`delete from worn where id % 100 > 0`.execute(db);
  assert.equal(await reclaimTable(db, 'worn'), false, 'it is not large');
  await db.connection().execute(async (other) => {
    await sql`begin`.execute(other);
    await sql`select from worn limit 1`.execute(other);
    assert.equal(await reclaimTable(db, 'worn', 2 ** 20), false, 'a reader is not waited for');
    await sql`commit`.execute(other);
  });
  assert.equal(await sizeOf(), full);
  assert.equal(await reclaimTable(db, 'worn', 2 ** 20), true);
  assert.ok((await sizeOf()) < full / 20, `${await sizeOf()} of ${full}`);
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(id order by id) as ids from worn`.execute(db);
  assert.deepEqual(
    rows[0]?.ids,
    Array.from({ length: 80 }, (_, i) => 100 * (i + 1)),
  );
});

test('a table whose rows are gone and whose indexes are not is written anew as well', async () => {
  await sql`create table listed (id integer, text text)`.execute(db);
  await sql`create index listed_text on listed (text)`.execute(db);
  await sql`insert into listed select i, md5(i::text) || repeat('x', 300)
    from generate_series(1, 8000) i`.execute(db);
  await sql`delete from listed where id > 50`.execute(db);
  await sql`vacuum listed`.execute(db);
  const { rows } = await sql<{ heap: number; index: number }>`
    select pg_relation_size('listed')::int as heap,
      pg_relation_size('listed_text')::int as index`.execute(db);
  const [before] = rows;
  assert.ok(before && before.heap < 2 ** 20 && before.index > 2 ** 20, JSON.stringify(before));
  assert.equal(await reclaimTable(db, 'listed', 2 ** 20), true);
  const after = await sql<{ index: number }>`
    select pg_relation_size('listed_text')::int as index`.execute(db);
  assert.ok((after.rows[0]?.index ?? 0) < before.index / 10);
});
