import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock, type ManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { closedTopic, type Series } from '../market/index.ts';
import { startPublisher } from '../signals/index.ts';
import { type Certificate, certify } from './certificate.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BARS = 1500;
const NAMES = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH'];

interface Market {
  readonly context: PartContext;
  readonly clock: ManualClock;
  readonly db: Db;
  readonly series: readonly Series[];
  /** A day passes: its bars are stored, analysed and published. */
  nextDay(): Promise<void>;
  /** Hours pass without a bar. */
  passHours(hours: number): Promise<void>;
  /** So many bars come late, when their time has passed, and are analysed. */
  addLate(bars: number): Promise<void>;
  /** What is analysed is published. */
  publish(): Promise<void>;
}

async function startMarket(t: TestContext): Promise<Market> {
  const clock = createManualClock(MONDAY + BARS * HOUR);
  const context = await testContext(t, { clock });
  const { db } = context;
  const series: Series[] = [];
  const all = new Map<Series, BarColumns>();
  for (const [i, symbol] of NAMES.entries()) {
    const one = await plantSeries(db, { symbol });
    const bars = makeBars({ seed: i + 1, fromMs: MONDAY, bars: BARS + 20 * 24 });
    await plantBars(db, one, sliceColumns(bars, 0, BARS));
    series.push(one);
    all.set(one, bars);
  }
  let stored = BARS;
  const publish = (throughMs = clock.now()): Promise<void> =>
    withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
      context.bus.publish(closedTopic, { symbols: NAMES, throughMs });
      await wait(async () => {
        const { rows } = await sql<{ done: boolean }>`
          select not exists (select from analysis_event where id > event_id) and (
            select min(bars) = ${stored} and min(advanced_ms) >= ${throughMs} from analysis_state
          ) as done
          from publisher_cursor`.execute(db);
        return rows[0]?.done === true;
      });
    });
  const store = async (count: number): Promise<void> => {
    for (const [one, bars] of all) {
      await plantBars(db, one, sliceColumns(bars, stored, stored + count));
    }
    stored += count;
  };
  await publish();
  return {
    context,
    clock,
    db,
    series,
    async nextDay() {
      await store(24);
      await clock.advance(DAY);
      await publish(MONDAY + stored * HOUR);
    },
    async passHours(hours) {
      await clock.advance(hours * HOUR);
      await publish();
    },
    async addLate(bars) {
      await store(bars);
      await withParts([() => startAnalyst(context)], async (wait) => {
        await wait(async () => {
          const { rows } = await sql<{ done: boolean }>`
            select min(bars) = ${stored} as done from analysis_state`.execute(db);
          return rows[0]?.done === true;
        });
      });
    },
    publish: () => publish(),
  };
}

/** A night, and the symbols in the order in which they were worked through, each with its bars. */
async function night({ db, clock }: Market): Promise<Certificate & { readonly worked: string[] }> {
  const bars = new Map<string, number>();
  let before = 0;
  const certificate = await certify(db, {
    clock,
    onProgress({ at, bars: sum }) {
      if (at !== 'chains' && at !== '') bars.set(at, (bars.get(at) ?? 0) + sum - before);
      before = sum;
    },
  });
  return { ...certificate, worked: [...bars].map(([symbol, count]) => `${symbol} ${count}`) };
}

const sumOf = ({ signals, levelSets, boxes, outcomes }: Certificate): number =>
  signals + levelSets + boxes + outcomes;

/** What is published, counted in the database: the publisher has folded as many of the rows as it had time for. */
async function countPublished(db: Db): Promise<number> {
  const { rows: boxes } = await sql<{ count: number }>`
    select ((select count(*) from analysis_event where type = 'box')
      + (select coalesce(sum(length(proofs) / 16), 0) from analysis_past_box))::int as count`.execute(
    db,
  );
  const [rows, outcomes] = [await readLedger(db), await readOutcomes(db)];
  return rows.length + outcomes.length + (boxes[0]?.count ?? 0);
}

test('a night goes on where the last one ended; each history is worked through again once in a week', async (t) => {
  const market = await startMarket(t);
  const first = await night(market);
  assert.deepEqual(
    first.worked,
    NAMES.map((name) => `${name} ${BARS}`),
  );
  assert.equal(first.again, sumOf(first));
  assert.equal(sumOf(first), await countPublished(market.db));
  const anew: string[] = [];
  for (let day = 1; day <= 4; day += 1) {
    await market.nextDay();
    const found = await night(market);
    assert.equal(sumOf(found), await countPublished(market.db), `day ${day}`);
    assert.deepEqual(found.failures, []);
    const whole = found.worked.filter((line) => line.endsWith(` ${BARS + 24 * day}`));
    assert.equal(whole.length, 2, 'a seventh of eight, rounded up');
    assert.equal(found.bars, 2 * (BARS + 24 * day) + 6 * 24);
    assert.ok(found.again < sumOf(found));
    anew.push(...whole.map((line) => line.slice(0, 3)));
  }
  assert.deepEqual(anew.toSorted(), NAMES, 'each once');
  // The server was stopped for a week.
  await market.clock.advance(7 * DAY);
  assert.equal((await night(market)).bars, NAMES.length * (BARS + 24 * 4));
});

test('both chains are walked once more within seven nights, while rows are added every day', async (t) => {
  const market = await startMarket(t);
  await night(market);
  for (let day = 1; day <= 8; day += 1) {
    await market.nextDay();
    await night(market);
  }
  const { rows } = await sql<Record<'seq' | 'again_seq' | 'no' | 'again_no', number>>`
    select chain_seq::int as seq, again_seq::int, chain_no::int as no, again_no::int
    from record_certificate order by id`.execute(market.db);
  const [first, , , , , , sixth, seventh, eighth] = rows;
  assert.ok(first && sixth && seventh && eighth && first.seq < sixth.seq && first.no < sixth.no);
  assert.equal(seventh.again_seq, sixth.seq, 'all that was there');
  assert.equal(seventh.again_no, sixth.no);
  assert.equal(eighth.again_seq, Math.ceil(seventh.seq / 7), 'from the beginning');
  assert.equal(eighth.again_no, Math.ceil(seventh.no / 7));
});

for (const isPublished of [true, false]) {
  const name = isPublished ? 'and met once' : 'and met when it is published';
  test(`what bars say that come after their time was checked is met, ${name}`, async (t) => {
    const market = await startMarket(t);
    const { db } = market;
    const fromMs = market.clock.now();
    // The next 240 bar begins; three of its hours are closed by time.
    await market.passHours(3);
    await night(market);
    await market.addLate(3);
    const { rows } = await sql<{ boxes: number; others: number }>`
      select count(*) filter (where type = 'box')::int as boxes,
        count(*) filter (where type <> 'box')::int as others
      from analysis_event where bar_time > ${fromMs}`.execute(db);
    const { boxes = 0, others = 0 } = rows[0] ?? {};
    assert.ok(boxes > 0 && others > 0, `${boxes} boxes, ${others} others`);
    if (isPublished) await market.publish();
    const whole = async (): Promise<void> => {
      const found = await night(market);
      assert.deepEqual(found.failures, []);
      assert.equal(sumOf(found), await countPublished(db));
    };
    if (isPublished) await whole();
    else assert.deepEqual((await night(market)).failures, []);
    await market.publish();
    await whole();
    await market.nextDay();
    await whole();
  });
}

test('an event of the night before is met once, folded or not', async (t) => {
  const market = await startMarket(t);
  await night(market);
  for (let day = 1; day <= 3; day += 1) await market.nextDay();
  const { rows } = await sql<{ folded: number; left: number }>`
    select (select count(*)::int from analysis_past_box) as folded,
      (select count(*)::int from analysis_event) as left`.execute(market.db);
  assert.ok((rows[0]?.folded ?? 0) > 0 && (rows[0]?.left ?? 0) > 0);
  for (let again = 0; again < 3; again += 1) {
    const found = await night(market);
    assert.deepEqual(found.failures, []);
    assert.equal(sumOf(found), await countPublished(market.db));
  }
});

const afterTheFirst: {
  readonly name: string;
  readonly statement: string;
  readonly found: RegExp;
}[] = [
  {
    name: 'a row of the day that says something else',
    statement: `update ledger set price = price * 1.01 where seq = (select max(seq) from ledger)`,
    found: /^(signal|levels|forecast) engine$/,
  },
  {
    name: 'an outcome of the day that was turned',
    statement: `update ledger_outcome set status = case status when 1 then 0 else 1 end where no = (
      select max(no) from ledger_outcome where status is not null)`,
    found: /^outcome engine$/,
  },
  {
    name: 'a row of an old signal that was written today',
    statement: `insert into ledger select (select max(seq) + 1 from ledger), symbol, source, series_id,
       event_key || '.more', kind, setup, engine_version, bar_time, created_at, origin, way, price,
       range, sl, tp1, tp2, detail, input_hash, hash, prev_hash
     from ledger where seq = (select min(seq) from ledger where kind = 'box')`,
    found: /^signal engine$/,
  },
  {
    name: 'a bar of the day with another volume',
    statement: `update bar_tail set v = v + 1 where resolution = '60' and t = (
      select max(t) - 20 * 3600000 from bar_tail where resolution = '60')`,
    found: /^\w+ vendor$/,
  },
];

for (const { name, statement, found } of afterTheFirst) {
  test(`a night that goes on finds ${name}, and so does the next`, async (t) => {
    const market = await startMarket(t);
    await night(market);
    await market.nextDay();
    await tamper(market.db, statement);
    for (const _ of [1, 2]) {
      const { failures } = await night(market);
      const kinds = failures.map(({ what, cause }) => `${what} ${cause}`);
      assert.ok(kinds.length > 0 && kinds.every((kind) => found.test(kind)), kinds.join());
    }
  });
}

test('what was changed of earlier nights is found within the week', async (t) => {
  const market = await startMarket(t);
  await night(market);
  await market.nextDay();
  await tamper(
    market.db,
    `update ledger_outcome set status = case status when 1 then 0 else 1 end where no = (
       select min(no) + 5 from ledger_outcome where status is not null)`,
    `update ledger set price = price * 1.01 where seq = (select max(seq) / 2 from ledger)`,
  );
  let found = 0;
  for (let day = 0; day < 7; day += 1) {
    if (day > 0) await market.nextDay();
    found = Math.max(found, (await night(market)).engineFailures);
  }
  assert.ok(found >= 2, `${found}`);
});

for (const [name, statement] of [
  ['a checkpoint', 'update record_checkpoint set boxes = boxes + 1'],
  ['the hash of a checkpoint', 'update record_checkpoint set hash = sha256(hash)'],
  ['the certificate', 'update record_certificate set checkpoints = sha256(checkpoints)'],
  ['the version of the certificate', `update record_certificate set engine_version = '0.9.0'`],
  ['the hash of the last row', 'update record_certificate set chain_hash = sha256(chain_hash)'],
] as const) {
  test(`${name} was changed: everything is worked through from its first bar`, async (t) => {
    const market = await startMarket(t);
    await night(market);
    await market.nextDay();
    await tamper(market.db, statement);
    const found = await night(market);
    assert.deepEqual(found.failures, []);
    const isOfTheChain = name === 'the hash of the last row';
    assert.equal(found.bars, NAMES.length * (BARS + 24), isOfTheChain ? 'with its chain' : name);
    assert.equal(sumOf(found), await countPublished(market.db));
  });
}

test('a night that is ended early leaves the one before it standing', async (t) => {
  const market = await startMarket(t);
  await night(market);
  await market.nextDay();
  const stop = new AbortController();
  const ended = certify(market.db, {
    clock: market.clock,
    signal: stop.signal,
    onProgress: ({ done }) => done === 3 && stop.abort(new Error('enough')),
  });
  await assert.rejects(ended, /enough/);
  assert.equal((await night(market)).bars, 2 * (BARS + 24) + 6 * 24);
});

test('what could not be published is named, with what it is about', async (t) => {
  const clock = createManualClock(MONDAY + 4000 * HOUR);
  const context = await testContext(t, { clock });
  const { db } = context;
  for (const [seed, symbol] of ['AAA', 'BBB'].entries()) {
    const bars = makeBars({ seed: 20 + seed, fromMs: MONDAY, bars: 4000 });
    await plantBars(db, await plantSeries(db, { symbol }), bars);
  }
  await withParts([() => startAnalyst(context)], async () => {});
  const { rows } = await sql<{ key: string; legs: string[] }>`
    select c.event_key as key, array_agg(l.event_key order by l.id) as legs
    from analysis_event c join analysis_event l using (series_id) join series s on s.id = series_id
    where s.symbol = 'AAA' and c.type = 'condition' and l.payload ->> 'id' = c.event_key
      and l.type = 'conditionLeg'
    group by 1 order by min(c.id) limit 1`.execute(db);
  const { key, legs } = rows[0] as { key: string; legs: string[] };
  await sql`delete from analysis_event e using series s
    where s.id = series_id and s.symbol = 'AAA' and event_key = ${key}`.execute(db);
  await withParts([() => startPublisher(context)], async () => {});
  const { failures } = await certify(db, { clock });
  assert.deepEqual(
    failures.map((one) => [one.class, one.count, one.symbol, one.event_key, one.cause]),
    [
      ['row-missing', 1, 'AAA', key, 'engine'],
      ['outcome-missing', legs.length, 'AAA', legs[0], 'engine'],
    ],
  );
});
