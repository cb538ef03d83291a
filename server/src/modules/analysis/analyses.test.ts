import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { symbolsTopic } from '../market/index.ts';
import { openAnalyses, type SymbolList } from './analyses.ts';
import { updatedTopic } from './topics.ts';
import { startAnalyst } from './worker.ts';

const HOUR = 3_600_000;
const BARS = 6000;
const MONDAY = Date.UTC(2024, 0, 1);
const context = await testContext({ after }, { clock: createManualClock(MONDAY + BARS * HOUR) });
const { db, bus } = context;
const series = [
  await plantSeries(db, { symbol: 'BTCUSD', category: 'crypto' }),
  await plantSeries(db, { symbol: 'ETHUSD', category: 'crypto' }),
  await plantSeries(db, { symbol: 'EURUSD' }),
];
for (const [at, one] of series.entries()) {
  await plantBars(db, one, makeBars({ seed: 20 + at, fromMs: MONDAY, bars: BARS }));
}
await withParts([() => startAnalyst(context)], async () => {});

let listed = listOf(series);
const symbols: SymbolList = {
  symbols: () => listed.symbols(),
  find: (symbol) => listed.find(symbol),
};
const analyses = openAnalyses(context, symbols);
after(() => analyses.stop());

/** Takes a symbol's condition away, without a word about it. */
async function loseCondition(symbol: string): Promise<void> {
  const id = series.find((one) => one.symbol === symbol)?.id;
  await sql`update analysis_view set view = (view::jsonb || '{"condition": null}')::json
    where series_id = ${id}`.execute(db);
}
const conditions = async () =>
  Object.fromEntries(
    (await analyses.list('crypto')).map(({ symbol, stored }) => [
      symbol.symbol,
      stored?.condition?.price ?? null,
    ]),
  );

test('callers at once are given one list, which says what the whole analysis says', async () => {
  const lists = await Promise.all(Array.from({ length: 20 }, () => analyses.list('crypto')));
  for (const list of lists) assert.equal(list, lists[0]);
  assert.deepEqual(
    lists[0]?.map(({ symbol }) => symbol.symbol),
    ['BTCUSD', 'ETHUSD'],
  );
  for (const { symbol, stored } of lists[0] ?? []) {
    const whole = await analyses.get(symbol.symbol);
    assert.ok(stored?.condition);
    assert.deepEqual(stored.condition, whole.stored?.view.condition);
    assert.deepEqual(stored.trades, whole.stored?.view.trades);
  }
});

test('a list is another one when an analysis in it has changed, and of that symbol alone', async () => {
  const before = await analyses.list('crypto');
  const known = await conditions();
  await loseCondition('BTCUSD');
  await loseCondition('ETHUSD');
  bus.publish(updatedTopic, { symbols: ['BTCUSD', 'ETHUSD'], changed: [] });
  assert.equal(await analyses.list('crypto'), before, 'nothing that is shown has changed');
  bus.publish(updatedTopic, { symbols: ['BTCUSD', 'ETHUSD'], changed: ['BTCUSD'] });
  assert.notEqual(await analyses.list('crypto'), before);
  assert.deepEqual(await conditions(), { ...known, BTCUSD: null });
  bus.publish(symbolsTopic, { symbols: null });
  assert.deepEqual(await conditions(), { BTCUSD: null, ETHUSD: null });
});

test('a list follows the list of symbols', async () => {
  const before = await analyses.list('crypto');
  listed = listOf(series.slice(1));
  assert.deepEqual(
    (await analyses.list('crypto')).map(({ symbol }) => symbol.symbol),
    ['ETHUSD'],
  );
  listed = listOf(series);
  assert.deepEqual(await analyses.list('crypto'), before);
});

test('a list that could not be read is read for the next caller', async () => {
  bus.publish(symbolsTopic, { symbols: null });
  await sql`alter table analysis_view rename to analysis_view_gone`.execute(db);
  await assert.rejects(analyses.list('crypto'), /analysis_view/);
  await sql`alter table analysis_view_gone rename to analysis_view`.execute(db);
  assert.equal((await analyses.list('crypto')).length, 2);
});
