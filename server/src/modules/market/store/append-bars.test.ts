import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unpackBars } from '@rasat/contract';
import { type BarColumns, decodeBars } from '@rasat/ledger';
import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db/pool.ts';
import { testDatabase } from '../../../platform/testing.ts';
import { createHistory } from '../read/history.ts';
import type { Series } from '../symbol.ts';
import { AppendRefused, appendBars, type SeriesBars } from './append-bars.ts';
import { BarList, joinColumns } from './bar-columns.ts';
import { insertCorrections } from './correction-store.ts';
import { readEncodedBars } from './encoded-bars.ts';
import {
  END_OF_TIME_MS,
  listHeads,
  readAllBars,
  readBarsAfter,
  readLastBars,
  readLastBarsOfMany,
} from './read-bars.ts';
import { insertSeries, removeSymbol } from './symbol-store.ts';

const { db } = await testDatabase({ after });
let symbols = 0;

async function newSeries(): Promise<number> {
  symbols += 1;
  const name = { tr: 'a', az: 'b', en: 'c' };
  const series = await inTransaction(db, (trx) =>
    insertSeries(
      trx,
      {
        symbol: `S${symbols}`,
        source: 'file',
        category: 'forex',
        digits: 5,
        base: '60',
        calendar: 'forex',
      },
      name,
      1,
    ),
  );
  return series.id;
}

const HOUR = 3_600_000;

/** Bars number `from` up to `to` of an endless series that the number alone decides. */
function bars(from: number, to: number): BarColumns {
  const list = new BarList();
  for (let i = from; i < to; i++) {
    const close = 100_000 + ((i * 7919) % 5000);
    list.push(
      i * HOUR,
      close / 1e5,
      (close + 9) / 1e5,
      (close - 9) / 1e5,
      close / 1e5,
      (i % 10) / 10,
    );
  }
  return list.columns;
}

const append = (seriesId: number, from: number, to: number): SeriesBars => ({
  seriesId,
  resolution: '60',
  digits: 5,
  bars: bars(from, to),
});

async function stored(seriesId: number): Promise<BarColumns> {
  const parts: BarColumns[] = [];
  for await (const part of readAllBars(db, seriesId, '60')) parts.push(part);
  return joinColumns(parts);
}

test('bars that were appended in any portions come back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2600 })), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.nat(),
      async (portions, cut) => {
        const id = await newSeries();
        let at = 0;
        for (const portion of portions) {
          await appendBars(db, [append(id, at, at + portion)]);
          at += portion;
        }
        assert.deepEqual(await stored(id), bars(0, at));
        const to = cut % (at + 2);
        for (const limit of [1, 999, 1500]) {
          assert.deepEqual(
            await readLastBars(db, id, '60', to * HOUR, limit),
            bars(Math.max(0, Math.min(to, at) - limit), Math.min(to, at)),
          );
          assert.deepEqual(
            await readLastBars(db, id, '60', END_OF_TIME_MS, limit),
            bars(Math.max(0, at - limit), at),
          );
        }
        const after = await readBarsAfter(db, [
          { seriesId: id, resolution: '60', afterMs: (to - 1) * HOUR },
        ]);
        assert.deepEqual(after.get(id) ?? bars(0, 0), bars(Math.min(to, at), at));
      },
    ),
    { numRuns: 40 },
  );
});

test('fewer than 1,000 bars of a series lie as rows, the rest as chunks of exactly 1,000', async () => {
  const id = await newSeries();
  for (let at = 0; at < 2300; at += 230) await appendBars(db, [append(id, at, at + 230)]);
  const { rows } = await sql<{ chunks: string; rows: number }>`
    select (select string_agg(chunk_no || ':' || n, ' ' order by chunk_no) from bar_chunk where series_id = ${id}) as chunks,
      (select count(*)::int from bar_tail where series_id = ${id}) as rows`.execute(db);
  assert.deepEqual(rows, [{ chunks: '0:1000 1:1000', rows: 300 }]);
});

test('a close of many series is one append, whether tails roll or not', async () => {
  const ids = [await newSeries(), await newSeries(), await newSeries()];
  const [one = 0, two = 0, three = 0] = ids;
  await appendBars(db, [append(one, 0, 999), append(two, 0, 10), append(three, 0, 1999)]);
  await appendBars(db, [append(one, 999, 1000), append(two, 10, 11), append(three, 1999, 2001)]);
  assert.deepEqual(await stored(one), bars(0, 1000));
  assert.deepEqual(await stored(two), bars(0, 11));
  assert.deepEqual(await stored(three), bars(0, 2001));
  const many = await readBarsAfter(db, [
    { seriesId: one, resolution: '60', afterMs: 997 * HOUR },
    { seriesId: two, resolution: '60', afterMs: 10 * HOUR },
    { seriesId: three, resolution: '60', afterMs: null },
  ]);
  assert.deepEqual(many.get(one), bars(998, 1000));
  assert.equal(many.get(two), undefined);
  assert.deepEqual(many.get(three), bars(0, 2001));
  const last = await readLastBarsOfMany(db, ids, '60', 30);
  assert.deepEqual(
    ids.map((id) => last.get(id)),
    [bars(970, 1000), bars(0, 11), bars(1971, 2001)],
  );
  const heads = await listHeads(db, ids);
  assert.deepEqual(
    heads.map((h) => [h.length, h.lastOpenTimeMs / HOUR]).toSorted((a, b) => a[0]! - b[0]!),
    [
      [11, 10],
      [1000, 999],
      [2001, 2000],
    ],
  );
});

test('of tails that are due at once the longest become chunks, 25 in a close, and all are read alike', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 60; i += 1) ids.push(await newSeries());
  await appendBars(
    db,
    ids.map((id, i) => append(id, 0, i < 5 ? 1001 : 999)),
  );
  const countChunks = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from bar_chunk where series_id = any(${ids}::int[])`.execute(db);
    return rows[0]?.n ?? 0;
  };
  assert.equal(await countChunks(), 5, 'a history does not wait');
  const chunks: number[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    await appendBars(
      db,
      ids.map((id, i) => append(id, (i < 5 ? 1001 : 999) + hour, (i < 5 ? 1002 : 1000) + hour)),
    );
    chunks.push(await countChunks());
    for (const [i, id] of ids.entries()) {
      const length = (i < 5 ? 1002 : 1000) + hour;
      assert.deepEqual(await stored(id), bars(0, length), `series ${i}`);
      assert.deepEqual(
        await readLastBars(db, id, '60', END_OF_TIME_MS, 1001),
        bars(Math.max(0, length - 1001), length),
      );
    }
    if (hour !== 1) continue;
    const { rows } = await sql<{ id: number }>`
      select series_id as id from bar_head
      where series_id = any(${ids}::int[]) and chunks = 0 limit 1`.execute(db);
    const series = { id: rows[0]?.id, base: '60', digits: 5 } as Series;
    const encoded = await readEncodedBars(db, series, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(
      encoded.map((chunk) => decodeBars(chunk)),
      [bars(0, 1000), bars(1000, 1001)],
    );
    const window = { series, resolution: '60', toMs: null, limit: 1500 } as const;
    const reply = await createHistory(db).binary(window, []);
    assert.deepEqual(unpackBars(reply).bars, bars(0, 1001));
  }
  assert.deepEqual(chunks, [30, 55, 60]);
});

test('the longest of the tails that are due become chunks first', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 30; i += 1) ids.push(await newSeries());
  await appendBars(
    db,
    ids.map((id) => append(id, 0, 999)),
  );
  await appendBars(
    db,
    ids.map((id, i) => append(id, 999, i < 25 ? 1000 : 1001)),
  );
  const { rows } = await sql<{ id: number }>`
    select series_id as id from bar_head
    where series_id = any(${ids}::int[]) and chunks = 0`.execute(db);
  const waiting = rows.map(({ id }) => ids.indexOf(id));
  assert.equal(waiting.length, 5);
  assert.ok(
    waiting.every((i) => i < 25),
    waiting.join(),
  );
});

test('a reader of a long series gets it in portions without a hole', async () => {
  const id = await newSeries();
  await appendBars(db, [append(id, 0, 5500)]);
  const first = await readBarsAfter(db, [{ seriesId: id, resolution: '60', afterMs: null }], 2000);
  assert.deepEqual(first.get(id), bars(0, 2000));
  const next = await readBarsAfter(
    db,
    [{ seriesId: id, resolution: '60', afterMs: 4500 * HOUR }],
    2000,
  );
  assert.deepEqual(next.get(id), bars(4501, 5500));
});

test('bars that do not continue the series are refused whole, with the others of the same close', async () => {
  const [one, two] = [await newSeries(), await newSeries()];
  await appendBars(db, [append(one, 0, 10)]);
  await assert.rejects(appendBars(db, [append(two, 0, 1), append(one, 9, 11)]), AppendRefused);
  assert.deepEqual(await stored(one), bars(0, 10));
  assert.equal((await stored(two)).length, 0);
});

test('a bar that cannot be stored exactly leaves nothing behind', async () => {
  const id = await newSeries();
  await appendBars(db, [append(id, 0, 10)]);
  await assert.rejects(appendBars(db, [{ ...append(id, 10, 1500), digits: 2 }]), RangeError);
  assert.deepEqual(await stored(id), bars(0, 10));
});

test('an archived series takes no more bars', async () => {
  const id = await newSeries();
  await appendBars(db, [append(id, 0, 10)]);
  await inTransaction(db, (trx) => removeSymbol(trx, `S${symbols}`, 2));
  await assert.rejects(appendBars(db, [append(id, 10, 11)]), AppendRefused);
  await assert.rejects(
    appendBars(db, [{ ...append(id, 0, 1), resolution: '15' }]),
    AppendRefused,
    'a resolution that has no bars yet neither',
  );
});

test('two writers of one series cannot both append the same place', async () => {
  const id = await newSeries();
  await appendBars(db, [append(id, 0, 990)]);
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => appendBars(db, [append(id, 990, 1010)])),
  );
  assert.equal(results.filter((r) => r.status === 'fulfilled').length, 1);
  assert.deepEqual(await stored(id), bars(0, 1010));
});

test('readers see whole closes while a writer appends and rolls', async () => {
  const id = await newSeries();
  let written = 0;
  const writing = (async () => {
    for (; written < 3000; written += 25) await appendBars(db, [append(id, written, written + 25)]);
  })();
  let seen = 0;
  while (seen < 3000) {
    const known = written;
    const read = await readLastBars(db, id, '60', END_OF_TIME_MS, 5000);
    assert.ok(read.length >= known && read.length % 25 === 0, `${read.length} of ${known}`);
    assert.deepEqual(read, bars(0, read.length));
    seen = read.length;
  }
  await writing;
});

test('a correction is noted once', async () => {
  const seriesId = await newSeries();
  const given = { seriesId, resolution: '60', reason: 'differs', bars: bars(0, 2) } as const;
  await insertCorrections(db, given, 1);
  await insertCorrections(db, given, 2);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from correction where series_id = ${seriesId}`.execute(db);
  assert.equal(rows[0]?.n, 2);
});
