import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, makeBars, sha256 } from '../testing/published-world.ts';
import { startSeriesRun } from './series-run.ts';

const RULES = { base: '60', fx: false, digits: 2 } as const;
const start = () => startSeriesRun(RULES, sha256, { noBars: new Uint8Array(32) });

test('events and hashes are the same when time or the next bar closes a bucket', () => {
  const bars = makeBars(11, 2000);
  const late = start();
  const live = start();
  for (let row = 0; row < bars.length; row++) {
    // An hour without trades has no bar: buckets that end in it are closed by time alone.
    if (row % 7 < 4) for (const run of [late, live]) assert.equal(run.read(bars, row), null);
    live.advance((bars.openTimeMs[row] ?? 0) + HOUR);
  }
  const [untilLast, all] = [late.takeEvents(), live.takeEvents()];
  assert.ok(untilLast.length > 100, `${untilLast.length} events`);
  assert.deepEqual(untilLast, all.slice(0, untilLast.length));
  late.advance((bars.openTimeMs[bars.length - 1] ?? 0) + HOUR);
  assert.deepEqual([...untilLast, ...late.takeEvents()], all);
  assert.deepEqual(
    [late.bars, late.inputHash, late.view()],
    [live.bars, live.inputHash, live.view()],
  );
});

test('taken events are not returned again, and a view is stale after new bars', () => {
  const bars = makeBars(11, 300);
  const run = start();
  assert.equal(run.viewIsStale, true);
  for (let row = 0; row < bars.length; row++) run.read(bars, row);
  assert.ok(run.takeEvents().length > 0);
  assert.deepEqual(run.takeEvents(), []);
  run.view();
  assert.equal(run.viewIsStale, false);
  assert.equal(run.cursorMs, bars.openTimeMs[299]);
  const again = startSeriesRun(RULES, sha256, run.snapshot());
  assert.deepEqual(
    [again.bars, again.cursorMs, again.inputHash],
    [300, run.cursorMs, run.inputHash],
  );
});
