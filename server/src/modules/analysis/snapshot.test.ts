import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Reply, ROUTES } from '@rasat/contract';
import * as z from 'zod/mini';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { readLastBars } from '../market/index.ts';
import { openAnalyses, type SymbolList } from './analyses.ts';
import { registerSnapshotRoute } from './snapshot.ts';
import { startAnalyst } from './worker.ts';

const MONDAY = Date.UTC(2023, 0, 2);
const HOUR = 3_600_000;

const clock = createManualClock(MONDAY + 30_000 * HOUR);
const context = await testContext({ after }, { clock });
const eurusd = await plantSeries(context.db, { symbol: 'EURUSD' });
const bought = await plantSeries(context.db, { symbol: 'GBPUSD', source: 'vendor' });
const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 12_000, isOpen: isForexOpen });
await plantBars(context.db, eurusd, bars);
await plantBars(context.db, bought, bars);
for (const [resolution, hours] of [
  ['240', 4],
  ['1D', 24],
] as const) {
  const stepMs = hours * HOUR;
  await plantBars(
    context.db,
    eurusd,
    makeBars({ seed: 1, fromMs: MONDAY, bars: 12_000 / hours, stepMs }),
    resolution,
  );
}
await withParts([() => startAnalyst(context)], async () => {});

let listed = listOf([bought, eurusd]);
const list: SymbolList = {
  symbols: () => listed.symbols(),
  find: (symbol) => listed.find(symbol),
};
const analyses = openAnalyses(context, list);
after(() => analyses.stop());
const server = await startTestServer(
  { after },
  { context, routes: (web) => registerSnapshotRoute(web, analyses, list) },
);

async function snapshot(): Promise<Reply<typeof ROUTES.snapshot>> {
  const response = await server.fetch('/api/snapshot');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return z.parse(ROUTES.snapshot.reply, await response.json());
}

test('the snapshot is the newest closed bars of a simulated symbol with what the engine says', async () => {
  const shown = await snapshot();
  assert.ok(shown);
  assert.equal(shown.symbol, 'EURUSD');
  assert.equal(shown.source, 'simulated');
  const { view } = (await analyses.get('EURUSD')).stored ?? {};
  assert.ok(view?.boxes.hayyam.short && view.condition && view.cycle);
  assert.deepEqual(shown.box?.p, view.boxes.hayyam.short.p);
  assert.equal(shown.resolution, view.boxes.hayyam.short.resolution);
  assert.equal(shown.condition?.price, view.condition.price);
  assert.equal(shown.cycle?.value, view.cycle.value);
  const stored = await readLastBars(context.db, eurusd.id, shown.resolution, shown.bars.length);
  assert.deepEqual(
    shown.bars.map(({ d, c }) => [d, c]),
    stored.map(({ openTimeMs, close }) => [openTimeMs, close]),
  );
  assert.ok(shown.bars.length >= 48);
});

test('the bars begin six before the box, and are 48 at least and 120 at most', async () => {
  let startMs = 0;
  const moved = async (symbol: string) => {
    const one = await analyses.get(symbol);
    const box = one.stored?.view.boxes.hayyam.short;
    if (!one.stored || !box) return one;
    const { view } = one.stored;
    const hayyam = { ...view.boxes.hayyam, short: { ...box, d: { ...box.d, start: startMs } } };
    const stored = { ...one.stored, view: { ...view, boxes: { ...view.boxes, hayyam } } };
    return { ...one, stored };
  };
  const other = await startTestServer(
    { after },
    {
      context,
      routes: (web) => registerSnapshotRoute(web, { ...analyses, get: moved }, list),
    },
  );
  const all = await readLastBars(context.db, eurusd.id, '240', 200);
  const shownFrom = async (inBox: number): Promise<number> => {
    startMs = all.at(-inBox)!.openTimeMs;
    await clock.advance(30_000);
    const response = await other.fetch('/api/snapshot');
    return z.parse(ROUTES.snapshot.reply, await response.json())?.bars.length ?? 0;
  };
  const lengths: number[] = [];
  for (const inBox of [10, 42, 43, 113, 114, 150]) lengths.push(await shownFrom(inBox));
  assert.deepEqual(lengths, [48, 48, 49, 119, 120, 120]);
});

test('the same answer serves half a minute, also when the list changes meanwhile', async () => {
  const before = await snapshot();
  listed = listOf([bought]);
  assert.deepEqual(await snapshot(), before);
  await clock.advance(29_999);
  assert.deepEqual(await snapshot(), before);
  await clock.advance(1);
  assert.equal(
    await snapshot(),
    null,
    "a vendor's prices are hidden from those who may not see them",
  );
});
