import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bar } from '@rasat/engine';
import type { Connector, CorporateAction, Instrument } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { type Tidy, testContext } from '../../../platform/testing.ts';
import { applyDueActions, confirmAction, dismissAction } from '../listing/decide-action.ts';
import { chooseDigits, renameSymbol, splitSymbol } from '../listing/new-history.ts';
import { listActions, listPendingActions } from '../store/action-store.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { listSplits } from '../store/split-store.ts';
import { findRenamed, findSymbol, listEnds } from '../store/symbol-store.ts';
import { createFakeVenue, type FakeTick } from '../testing/fake-venue.ts';
import { ticksTopic } from '../topics.ts';
import { startFeed } from '../worker.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2024, 0, 1);
const BY = 'K7M2Q9XWPA';

type Split = Extract<CorporateAction, { kind: 'split' }>;
const splitOf = (symbol: string, effectiveMs: number, factor: number): Split => ({
  kind: 'split',
  symbol,
  effectiveMs,
  factor,
});

const instrumentOf = (symbol: string): Instrument => ({
  symbol,
  category: 'nasdaq',
  digits: 4,
  name: { tr: symbol, az: symbol, en: symbol },
  calendar: 'always',
  base: '60',
});

/** A tick every ten minutes of a share worth 100 to 101 of the shares after the last split. */
function rawTape(symbol: string, toMs: number, splits: readonly Split[]): FakeTick[] {
  const ticks: FakeTick[] = [];
  for (let timeMs = MONDAY, at = 0; timeMs < toMs; timeMs += HOUR / 6, at++) {
    const factor = splits
      .filter(({ effectiveMs }) => timeMs < effectiveMs)
      .reduce((product, split) => product * split.factor, 1);
    const price = Math.round((100 + (at % 11) / 10) * factor * 1e4) / 1e4;
    ticks.push({ symbol, timeMs, arrivesMs: timeMs, price, volume: 12 / factor });
  }
  return ticks;
}

interface Setup {
  readonly clock: ManualClock;
  readonly splits?: readonly Split[];
  readonly instruments?: readonly Instrument[];
  readonly tape?: readonly FakeTick[];
  readonly fillOrder?: Connector['fillOrder'];
}

/** A database, a venue whose actions a test changes, and feeds over them. */
async function market(t: Tidy, { clock, splits = [], ...given }: Setup) {
  const context = await testContext(t, { clock });
  const { db } = context;
  const plan: { told: readonly CorporateAction[] | null } = { told: [] };
  let asked = 0;
  const { instruments = [instrumentOf('SHARE')], fillOrder = 'oldest-first' } = given;
  const tape = given.tape ?? rawTape('SHARE', MONDAY + 20 * DAY, splits);
  const venue = createFakeVenue({
    clock,
    instruments,
    tape,
    quarters: true,
    fromMs: MONDAY,
    fillOrder,
    actions: () => {
      asked += 1;
      return plan.told;
    },
  });
  const feeds: ReturnType<typeof startFeed>[] = [];
  t.after(async () => {
    for (const feed of feeds) await feed.stop();
  });
  const until = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
    const limit = performance.now() + 120_000;
    while (!(await holds())) {
      assert.ok(performance.now() < limit, what);
      await clock.advance(1000);
      await pause(20);
    }
  };
  const start = async () => {
    const feed = startFeed(context, { connectors: [venue], openBars: async () => [] as never });
    feeds.push(feed);
    await until('the feed is live', () => feed.status().ready);
    return feed;
  };
  const present = async (symbol = 'SHARE') => {
    const found = await findSymbol(db, symbol);
    assert.ok(found, symbol);
    return found.series;
  };
  const barsOf = async (id: number, resolution: '15' | '60' = '60'): Promise<Bar[]> => {
    const bars: Bar[] = [];
    for await (const part of readAllBars(db, id, resolution)) {
      for (let row = 0; row < part.length; row++) bars.push(barAt(part, row));
    }
    return bars;
  };
  /** Time up to which a symbol has stored hours. */
  const reach = async (symbol = 'SHARE'): Promise<number> =>
    ((await barsOf((await present(symbol)).id)).at(-1)?.openTimeMs ?? 0) + HOUR;
  const decide = {
    confirm: (id: number) =>
      inTransaction(db, (trx) => confirmAction(trx, id, { by: BY, nowMs: clock.now() })),
    dismiss: (id: number) =>
      inTransaction(db, (trx) => dismissAction(trx, id, { by: BY, nowMs: clock.now() })),
  };
  const only = async () => {
    const actions = await listActions(db, 10);
    assert.equal(actions.length, 1);
    const [action] = actions;
    assert.ok(action);
    return action;
  };
  return {
    context,
    db,
    venue,
    plan,
    asked: () => asked,
    start,
    until,
    present,
    barsOf,
    reach,
    decide,
    only,
  };
}

/** Asserts hours from Monday on without a gap, each at the price and volume of today's shares. */
function assertContinuous(bars: readonly Bar[]): void {
  assert.ok(bars.length >= 9 * 24, `${bars.length} hours`);
  for (const [at, bar] of bars.entries()) {
    assert.equal(bar.openTimeMs, MONDAY + at * HOUR);
    for (const price of [bar.open, bar.high, bar.low, bar.close]) {
      assert.ok(price >= 99.99 && price <= 101.01, `${price} in bar ${at}`);
    }
    assert.ok(Math.abs(bar.volume - 72) < 1e-6, `volume of bar ${at}`);
  }
}

test('the first fill of a symbol adjusts its history by two past splits, and announced ones are open', async (t) => {
  const clock = createManualClock(MONDAY + 10 * DAY + 90_000);
  const past = [splitOf('SHARE', MONDAY + 3 * DAY, 4), splitOf('SHARE', MONDAY + 6 * DAY, 0.1)];
  const m = await market(t, { clock, splits: past });
  m.plan.told = [...past, splitOf('SHARE', MONDAY + 15 * DAY, 2)];
  await m.start();
  const series = await m.present();
  assert.equal(series.epoch, 1);
  assertContinuous(await m.barsOf(series.id));
  assert.equal(await m.reach(), MONDAY + 10 * DAY);
  assert.deepEqual(
    await listSplits(m.db, series.id),
    past.map(({ effectiveMs, factor }) => ({ effectiveMs, factor })),
  );
  const action = await m.only();
  assert.deepEqual(
    [action.state, action.effectiveMs, action.terms],
    ['open', MONDAY + 15 * DAY, { kind: 'split', factor: 2 }],
  );
  const asked = m.asked();
  await clock.advance(2 * HOUR);
  await m.until(
    'an hour has closed',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + 2 * HOUR,
  );
  assertContinuous(await m.barsOf(series.id));
  assert.equal(m.asked(), asked, 'a series is asked for once');
});

test('older bars of a symbol that is live before its history are adjusted too', async (t) => {
  const clock = createManualClock(MONDAY + 600 * DAY + 90_000);
  const past = [splitOf('SHARE', MONDAY + 100 * DAY, 4)];
  const tape = rawTape('SHARE', MONDAY + 600 * DAY, past).filter((_, at) => at % 6 === 0);
  const m = await market(t, { clock, tape, fillOrder: 'newest-first' });
  m.plan.told = past;
  await m.start();
  await m.until('its history is whole', async () => (await m.present()).isWhole);
  const bars = await m.barsOf((await m.present()).id);
  assert.equal(bars[0]?.openTimeMs, MONDAY);
  assert.ok(bars.every(({ close }) => close >= 99.99 && close <= 101.01));
});

test('a split found before it is effective holds the symbol, and its confirmation continues the history', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 20 * HOUR);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 4);
  const m = await market(t, { clock, splits: [split] });
  const feed = await m.start();
  const before = await m.present();
  m.plan.told = [split];
  await feed.findActions();
  await feed.findActions();
  const action = await m.only();
  assert.deepEqual([action.symbol, action.state], ['SHARE', 'open'], 'told twice, stored once');
  const prices: { d: number; p: number }[] = [];
  const off = m.context.bus.subscribe(ticksTopic, (ticks) => void prices.push(...ticks));
  await clock.advance(2 * HOUR);
  await m.until(
    'hours before it close',
    async () => (await m.reach()) >= MONDAY + 9 * DAY + 22 * HOUR,
  );
  await clock.advance(8 * HOUR);
  await m.until('the symbol is not fed', () => feed.sources()[0]?.symbols === 0);
  assert.ok((await m.reach()) <= split.effectiveMs, 'no bar ends after it');
  assert.ok(prices.length > 0 && prices.every(({ d }) => d < split.effectiveMs));
  await feed.gaps.review();
  assert.ok((await m.reach()) <= split.effectiveMs, 'nor does the review bring one');

  await feed.stop();
  const again = await m.start();
  await clock.advance(HOUR);
  assert.equal(again.sources()[0]?.symbols, 0, 'also after a restart');
  assert.ok((await m.reach()) <= split.effectiveMs);

  const { isApplied } = await m.decide.confirm(action.id);
  assert.equal(isApplied, true);
  await m.until('the symbol is fed again', () => again.sources()[0]?.symbols === 1);
  const after = await m.present();
  assert.deepEqual([after.epoch, after.symbol], [2, 'SHARE']);
  await m.until(
    'its history reaches the present',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + 6 * HOUR,
  );
  await clock.advance(2 * HOUR);
  await m.until(
    'hours after it close',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + 8 * HOUR,
  );
  assertContinuous(await m.barsOf(after.id));
  const [end] = await listEnds(m.db, before.id);
  assert.deepEqual(
    [end?.reason, end?.factor, end?.to?.seriesId],
    ['split', 4, after.id],
    'the old history ends as with a split by hand',
  );
  const decided = await m.only();
  assert.deepEqual([decided.state, decided.decidedBy], ['confirmed', BY]);
  assert.ok(decided.appliedMs !== null);
  await assert.rejects(
    m.decide.confirm(action.id),
    (error) =>
      error instanceof AppError && error.code === 'conflict-409' && error.field === 'state',
  );
  await again.findActions();
  assert.equal((await m.only()).state, 'confirmed', 'told again it stays decided');
  off();
});

test('a split that was confirmed before its time is carried out then, once, also by two processes', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 20 * HOUR);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 4);
  const m = await market(t, { clock, splits: [split] });
  const feed = await m.start();
  m.plan.told = [split];
  await feed.findActions();
  const { id } = await m.only();
  assert.equal((await m.decide.confirm(id)).isApplied, false);
  await clock.advance(3 * HOUR);
  await m.until(
    'hours before it close',
    async () => (await m.reach()) >= MONDAY + 9 * DAY + 23 * HOUR,
  );
  assert.equal((await m.present()).epoch, 1, 'not before it is effective');
  assert.equal(feed.sources()[0]?.symbols, 1);
  // Both servers are dead at that moment.
  await feed.stop();
  await clock.advance(2 * HOUR);
  const times = { venueMs: clock.now(), nowMs: clock.now(), log: m.context.log };
  const failed = await Promise.all(
    Array.from({ length: 4 }, () => applyDueActions(m.db, 'fake', times)),
  );
  assert.deepEqual(failed, [0, 0, 0, 0]);
  assert.equal((await m.present()).epoch, 2);
  await m.start();
  await m.until(
    'its history reaches the present',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + HOUR,
  );
  const series = await m.present();
  assert.equal(series.epoch, 2);
  assertContinuous(await m.barsOf(series.id));
});

test('a running feed carries out a confirmed split when it becomes effective', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 22.5 * HOUR);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 4);
  const m = await market(t, { clock, splits: [split] });
  const feed = await m.start();
  m.plan.told = [split];
  await feed.findActions();
  await m.decide.confirm((await m.only()).id);
  await clock.advance(2 * HOUR);
  await m.until('the new history has begun', async () => (await m.present()).epoch === 2);
  await clock.advance(2 * HOUR);
  await m.until(
    'it reaches the present',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + 2 * HOUR,
  );
  assertContinuous(await m.barsOf((await m.present()).id));
});

test('a server that starts after the time of a confirmed split carries it out', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 22.5 * HOUR);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 4);
  const m = await market(t, { clock, splits: [split] });
  const feed = await m.start();
  m.plan.told = [split];
  await feed.findActions();
  await m.decide.confirm((await m.only()).id);
  await feed.stop();
  await clock.advance(5 * HOUR);
  await m.start();
  await m.until('the new history has begun', async () => (await m.present()).epoch === 2);
  await m.until(
    'it reaches the present',
    async () => (await m.reach()) >= MONDAY + 10 * DAY + 3 * HOUR,
  );
  assertContinuous(await m.barsOf((await m.present()).id));
});

test('a confirmed split that cannot be carried out is tried again, and holds the symbol', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 22.5 * HOUR);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 10_000);
  const instruments = [{ ...instrumentOf('SHARE'), digits: 1 }];
  const tape = rawTape('SHARE', MONDAY + 20 * DAY, []);
  const m = await market(t, { clock, instruments, tape });
  const feed = await m.start();
  m.plan.told = [split];
  await feed.findActions();
  const { id } = await m.only();
  await m.decide.confirm(id);
  await clock.advance(2 * HOUR);
  await m.until('the symbol is not fed', () => feed.sources()[0]?.symbols === 0);
  assert.deepEqual([(await m.present()).epoch, (await m.only()).appliedMs], [1, null]);
  await assert.rejects(
    m.decide.confirm(id),
    (error) => error instanceof AppError && error.field === 'digits',
  );
  await inTransaction(m.db, (trx) => chooseDigits(trx, [m.venue], 'SHARE', 8, clock.now()));
  await clock.advance(2 * 60_000);
  await m.until('it was carried out', async () => (await m.only()).appliedMs !== null);
  assert.equal((await m.present()).epoch, 3);
});

test('the history of a symbol continues when its split is dismissed', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 22.5 * HOUR);
  const m = await market(t, { clock });
  const feed = await m.start();
  m.plan.told = [splitOf('SHARE', MONDAY + 10 * DAY, 4)];
  await feed.findActions();
  await clock.advance(5 * HOUR);
  await m.until('the symbol is not fed', () => feed.sources()[0]?.symbols === 0);
  await m.decide.dismiss((await m.only()).id);
  await m.until('it is fed again', async () => (await m.reach()) >= MONDAY + 10 * DAY + 3 * HOUR);
  await feed.findActions();
  assert.equal((await m.only()).state, 'dismissed');
  const series = await m.present();
  assert.equal(series.epoch, 1);
  assertContinuous(await m.barsOf(series.id));
});

test('a split that is found after its bars were stored stops the symbol, and divides what was before it', async (t) => {
  const clock = createManualClock(MONDAY + 11 * DAY + 90_000);
  const split = splitOf('SHARE', MONDAY + 10 * DAY, 4);
  const m = await market(t, { clock, splits: [split] });
  m.plan.told = null;
  const feed = await m.start();
  const raw = await m.barsOf((await m.present()).id);
  assert.equal(raw.length, 11 * 24);
  assert.ok((raw[0]?.close ?? 0) > 399, 'the plan does not tell splits, so bars are raw');
  await feed.findActions();
  assert.deepEqual(await listActions(m.db, 10), []);

  m.plan.told = [split];
  await feed.findActions();
  await m.until('the symbol is not fed', () => feed.sources()[0]?.symbols === 0);
  await clock.advance(3 * HOUR);
  assert.equal(await m.reach(), MONDAY + 11 * DAY);
  await m.decide.confirm((await m.only()).id);
  await m.until('it is fed again', async () => (await m.reach()) >= MONDAY + 11 * DAY + 2 * HOUR);
  const series = await m.present();
  assert.equal(series.epoch, 2);
  assertContinuous(await m.barsOf(series.id));
  const quarters = await m.barsOf(series.id, '15');
  assert.ok(quarters.length > 1000);
  assert.ok(quarters.every(({ close }) => close >= 99.99 && close <= 101.01));
});

test('decimals and a name by hand keep the splits of a history, and a split by hand settles a told one', async (t) => {
  const clock = createManualClock(MONDAY + 10 * DAY + HOUR);
  const past = splitOf('SHARE', MONDAY + 3 * DAY, 4);
  const late = splitOf('SHARE', MONDAY + 9 * DAY, 2);
  const m = await market(t, { clock, splits: [past, late] });
  m.plan.told = [past];
  const feed = await m.start();
  m.plan.told = [past, late];
  await feed.findActions();
  const action = await m.only();
  assert.equal(action.effectiveMs, late.effectiveMs, 'a split that the history has is not stored');
  await feed.stop();
  // The operator types the opening of the market, five minutes after that of its auction.
  const byHand = { factor: 2, atMs: late.effectiveMs + 5 * 60_000 };
  await inTransaction(m.db, (trx) => splitSymbol(trx, 'SHARE', byHand, clock.now()));
  const settled = await m.only();
  assert.deepEqual([settled.state, settled.decidedBy], ['confirmed', null]);
  assert.deepEqual(await listPendingActions(m.db), []);
  await assert.rejects(
    inTransaction(m.db, (trx) => splitSymbol(trx, 'SHARE', byHand, clock.now())),
    (error) => error instanceof AppError && error.field === 'at',
    'a history is not split twice at one time',
  );
  await inTransaction(m.db, (trx) => chooseDigits(trx, [m.venue], 'SHARE', 6, clock.now()));
  await inTransaction(m.db, (trx) => renameSymbol(trx, [m.venue], 'SHARE', 'STOCK', clock.now()));
  const series = await m.present('STOCK');
  assert.deepEqual(await listSplits(m.db, series.id), [
    { effectiveMs: past.effectiveMs, factor: 4 },
    { effectiveMs: byHand.atMs, factor: 2 },
  ]);
  const again = await m.start();
  m.plan.told = [past, late, { ...late, effectiveMs: late.effectiveMs + DAY }];
  await again.findActions();
  assert.equal((await m.only()).id, action.id, 'nor is it new when the source moves its date');
  await m.until('the symbol is fed', async () => (await m.reach('STOCK')) >= MONDAY + 10 * DAY);
  assertContinuous(await m.barsOf(series.id));
});

test('a renamed instrument is fed under its new name after the confirmation', async (t) => {
  const clock = createManualClock(MONDAY + 9 * DAY + 22.5 * HOUR);
  const instruments = [instrumentOf('OLD')];
  const endMs = MONDAY + 20 * DAY;
  const tape = ['OLD', 'NEW'].flatMap((symbol) => rawTape(symbol, endMs, []));
  const m = await market(t, { clock, instruments, tape });
  const feed = await m.start();
  m.plan.told = [{ kind: 'rename', symbol: 'OLD', effectiveMs: MONDAY + 10 * DAY, to: 'NEW' }];
  await feed.findActions();
  await clock.advance(2 * HOUR);
  await m.until('the symbol is not fed', () => feed.sources()[0]?.symbols === 0);
  await feed.stop();
  // From now on the venue has the instrument under its new name alone.
  instruments.splice(0, 1, instrumentOf('NEW'));
  const again = await m.start();
  assert.equal(await findSymbol(m.db, 'NEW'), undefined, 'the new name is no new symbol');
  await m.decide.confirm((await m.only()).id);
  await m.until('it is fed', () => again.sources()[0]?.symbols === 1);
  const series = await m.present('NEW');
  assert.deepEqual([series.sourceSymbol, series.epoch], ['NEW', 1]);
  assert.equal(await findRenamed(m.db, 'OLD'), 'NEW');
  await m.until('its history continues', async () => (await m.reach('NEW')) >= MONDAY + 10 * DAY);
  assertContinuous(await m.barsOf(series.id));
});

test('a symbol whose name is the operator’s, or whose new name is taken, follows its instrument and keeps its name', async (t) => {
  const clock = createManualClock(MONDAY + 10 * DAY + HOUR);
  const instruments = [instrumentOf('OLD')];
  const m = await market(t, { clock, instruments, tape: rawTape('OLD', MONDAY + 20 * DAY, []) });
  const feed = await m.start();
  const rename = (to: string, effectiveMs: number): CorporateAction => ({
    kind: 'rename',
    symbol: 'OLD',
    effectiveMs,
    to,
  });
  m.plan.told = [rename('SECOND', MONDAY + 10 * DAY)];
  await feed.findActions();
  await feed.stop();
  await inTransaction(m.db, (trx) => renameSymbol(trx, [m.venue], 'OLD', 'MINE', clock.now()));
  await m.decide.confirm((await m.only()).id);
  const series = await m.present('MINE');
  assert.deepEqual([series.sourceSymbol, series.epoch], ['SECOND', 2]);
  assert.equal(await findSymbol(m.db, 'SECOND'), undefined);
  instruments.splice(0, 1, instrumentOf('SECOND'));
  await m.start();
  assert.equal(await findSymbol(m.db, 'SECOND'), undefined, 'the source does not list it as well');
});
