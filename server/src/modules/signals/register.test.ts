import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type EngineBuild, unpackEngineBuild } from '../../platform/engine-build.ts';
import { createLog } from '../../platform/log.ts';
import { testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { fakeBuild } from '../../testing/builds.ts';
import { until } from '../../testing/eventually.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { closedTopic, symbolsTopic } from '../market/index.ts';
import { findChainHeads } from './chain-store.ts';
import { sealChains } from './fold.ts';
import { startPublisher } from './publisher.ts';
import {
  findArchive,
  findPublisherWait,
  listBuilds,
  listRegister,
  saveBuildCheck,
} from './register-store.ts';
import { buildWaitsTopic } from './topics.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const BARS = makeBars({ seed: 1, fromMs: MONDAY, bars: 9000 });

const A = fakeBuild('a');
const B = fakeBuild('b');

/** A record that a build has published over this number of bars. */
async function plant(t: TestContext, build: EngineBuild, bars = 3000) {
  const clock = createManualClock(MONDAY + bars * HOUR);
  const context = await testContext(t, { clock });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, sliceColumns(BARS, 0, bars));
  const readBuild = async (): Promise<EngineBuild> => build;
  const parts = [
    () => startAnalyst(context),
    () => startPublisher(context, { readBuild }),
  ] as const;
  await withParts(parts, async () => {});
  return { context, series, clock };
}

const kindsOf = async (db: Db) =>
  (await listRegister(db, 1, Number.MAX_SAFE_INTEGER)).map(({ seq, kind }) => `${seq} ${kind}`);

test('build, symbols and calendars precede the first row, in the chain of the ledger', async (t) => {
  const { context } = await plant(t, A, 9000);
  const { db } = context;
  assert.deepEqual(await kindsOf(db), ['1 build', '2 symbols', '3 calendars', '4 model']);
  const register = await listRegister(db, 1, 4);
  const [build, symbols, calendars, model] = register;
  assert.deepEqual(build?.detail, {
    version: ENGINE_VERSION,
    build: A.hash,
    node: 'v24.0.0',
    reproduced: null,
  });
  assert.deepEqual(symbols?.detail, {
    symbols: [
      {
        symbol: 'EURUSD',
        seriesId: 1,
        source: 'simulated',
        category: 'forex',
        digits: 5,
        base: '60',
        fx: true,
        calendar: 'forex',
      },
    ],
  });
  const described = calendars?.detail as
    | { calendars: { nasdaq: { closed: string[] } } }
    | undefined;
  // NYSE: Good Friday 2026.
  assert.ok(described?.calendars.nasdaq.closed.includes('2026-04-03'));
  // The clock of the test when the analysis began.
  assert.deepEqual(model?.detail, { model: 'touch-1', after: MONDAY + 9000 * HOUR });
  // docs/formats/ledger.md, written again: SHA-256 of the previous hash and the sorted members.
  const sorted = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  let before = '0'.repeat(64);
  for (const { prevHash, hash, ...content } of register) {
    assert.equal(prevHash, before);
    before = createHash('sha256')
      .update(before + JSON.stringify(sorted(content)))
      .digest('hex');
    assert.equal(hash, before);
  }
  const rows = await readLedger(db);
  assert.deepEqual([rows[0]?.seq, rows[0]?.prevHash], [5, before]);
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    rows.map((_, i) => i + 5),
  );
  assert.equal(unpackEngineBuild((await findArchive(db, A.hash)) as Buffer).hash, A.hash);
  await db.transaction().execute(sealChains);
  assert.ok((await findChainHeads(db)).ledger.number > 256);
  const { rows: blocks } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_hash where chain = 'ledger'`.execute(db);
  assert.ok((blocks[0]?.n ?? 0) > 0, 'blocks have the hashes of all rows');
});

test('the register is append-only, and so are the archives', async (t) => {
  const { context } = await plant(t, A);
  for (const table of ['ledger_register', 'engine_build']) {
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(context.db), /append-only/);
    await assert.rejects(sql`truncate ${sql.table(table)}`.execute(context.db), /append-only/);
  }
  await assert.rejects(
    sql`update ledger_register set detail = '{}'`.execute(context.db),
    /append-only/,
  );
});

test('a restart of the same build registers nothing, another symbol the list before its first row', async (t) => {
  const { context } = await plant(t, A);
  const { db, bus } = context;
  const readBuild = async () => A;
  const parts = [
    () => startAnalyst(context),
    () => startPublisher(context, { readBuild }),
  ] as const;
  await withParts(parts, async (wait) => {
    assert.equal((await kindsOf(db)).length, 4);
    const { ledger: before } = await findChainHeads(db);
    const more = await plantSeries(db, { symbol: 'GBPUSD' });
    await plantBars(db, more, makeBars({ seed: 2, fromMs: MONDAY, bars: 2000 }));
    bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
    await wait(async () => (await readLedger(db)).some(({ symbol }) => symbol === 'GBPUSD'));
    const kinds = await kindsOf(db);
    assert.deepEqual(kinds.slice(4), [`${before.number + 1} symbols`]);
    const [row] = await listRegister(db, before.number + 1, before.number + 1);
    const detail = row?.detail as { symbols: { symbol: string }[] } | undefined;
    assert.deepEqual(
      detail?.symbols.map(({ symbol }) => symbol),
      ['EURUSD', 'GBPUSD'],
    );
  });
});

/** Runs the publisher of another build while more bars close; `fn` receives its status and its log. */
async function withBuild(
  { context, series }: Awaited<ReturnType<typeof plant>>,
  build: EngineBuild,
  fn: (publisher: ReturnType<typeof startPublisher>, log: readonly string[]) => Promise<void>,
) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const analyst = startAnalyst(context);
  const publisher = startPublisher({ ...context, log }, { readBuild: async () => build });
  try {
    await plantBars(context.db, series, sliceColumns(BARS, 3000, 3400));
    const throughMs = (BARS.openTimeMs[3399] ?? 0) + HOUR;
    context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
    await fn(publisher, lines);
  } finally {
    await publisher.stop();
    await analyst.stop();
  }
}

test('a new build waits for its check, publishes nothing meanwhile, and then says what it reproduced', async (t) => {
  const planted = await plant(t, A);
  const { db, bus } = planted.context;
  const asked: string[] = [];
  bus.subscribe(buildWaitsTopic, ({ build }) => void asked.push(build));
  const { ledger, outcomes } = await findChainHeads(db);
  await withBuild(planted, B, async (publisher) => {
    await until('the check is asked for', () => asked.includes(B.hash));
    assert.deepEqual(await findPublisherWait(db), { why: 'checking', build: B.hash });
    const { ready, detail } = publisher.status();
    assert.deepEqual([ready, /waits/.test(detail ?? '')], [true, true]);
    await until('the bars are analysed', async () => {
      const { rows } = await sql<{ bars: number }>`select bars from analysis_state`.execute(db);
      return rows[0]?.bars === 3400;
    });
    assert.equal((await findChainHeads(db)).ledger.number, ledger.number, 'nothing is published');
    const check = {
      version: ENGINE_VERSION,
      checkedAtMs: 1,
      rows: 7,
      outcomes: 5,
      through: ledger.number,
      throughOutcome: outcomes.number,
      differences: 0,
      firstDifference: null,
    };
    await saveBuildCheck(db, B.hash, { ...check, through: ledger.number - 1 });
    const { length } = asked;
    await until(
      'a check that does not cover all rows is not enough',
      () => asked.length > length + 1,
    );
    await saveBuildCheck(db, B.hash, check);
    await until(
      'publishing goes on',
      async () => (await findChainHeads(db)).ledger.number > ledger.number + 3,
    );
    assert.equal(await findPublisherWait(db), null);
    const builds = await listBuilds(db);
    assert.deepEqual(
      builds.map(({ seq, detail }) => [seq, detail.build, detail.reproduced]),
      [
        [1, A.hash, null],
        [ledger.number + 1, B.hash, { rows: 7, outcomes: 5, through: ledger.number }],
      ],
    );
  });
  assert.ok((await readOutcomes(db)).length > outcomes.number);
});

test('a build that does not reproduce the rows halts publishing with a code; the earlier build goes on after its check', async (t) => {
  const planted = await plant(t, A);
  const { db } = planted.context;
  const { ledger, outcomes } = await findChainHeads(db);
  const check = {
    version: ENGINE_VERSION,
    checkedAtMs: 1,
    rows: 7,
    outcomes: 5,
    through: ledger.number,
    throughOutcome: outcomes.number,
    differences: 2,
    firstDifference: 'EURUSD (epoch 1): event box.1 is missing',
  };
  await saveBuildCheck(db, B.hash, check);
  await withBuild(planted, B, async (publisher, log) => {
    await until('it is refused', async () => (await findPublisherWait(db))?.why === 'refused');
    await until('it is logged', () => log.some((line) => line.includes('publishing is halted')));
    const [line = ''] = log.filter((one) => one.includes('publishing is halted'));
    assert.match(line, /"code":"build-not-reproduced"/);
    assert.match(line, /event box\.1 is missing/);
    assert.match(publisher.status().detail ?? '', /build-not-reproduced/);
    assert.equal(publisher.status().ready, true, 'prices and pages go on');
    assert.equal(publisher.standing(), 'waiting', 'the analysis waits with it');
  });
  assert.equal((await findChainHeads(db)).ledger.number, ledger.number);
  const parts = [
    () => startAnalyst(planted.context),
    () => startPublisher(planted.context, { readBuild: async () => A }),
  ] as const;
  await withParts(parts, (wait) =>
    wait(async () => (await findChainHeads(db)).ledger.number > ledger.number),
  );
  assert.equal(await findPublisherWait(db), null, 'the halt ends');
  assert.equal((await listBuilds(db)).length, 1, 'A is the newest registered build');
});
