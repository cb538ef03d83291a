import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSIONS } from '@rasat/engine';
import { HOUR, makeBars, sha256 } from '../testing/published-world.ts';
import { rowTimeOf, startSeriesRun } from './series-run.ts';

const RULES = { base: '60', fx: false, digits: 2, category: 'nasdaq' } as const;
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

test('a superseded version keeps the outcomes of rows made by then, and makes no row or box afterwards', () => {
  const bars = makeBars(11, 9000);
  const noBars = new Uint8Array(32);
  const untilMs = (bars.openTimeMs[5000] ?? 0) + HOUR;
  const options = { version: '1.0.0', rowsUntilMs: untilMs } as const;
  const free = startSeriesRun(RULES, sha256, { noBars }, { version: '1.0.0' });
  let run = startSeriesRun(RULES, sha256, { noBars }, options);
  const kept = [];
  let overAt: number | null = null;
  for (let row = 0; row < bars.length; row++) {
    for (const one of [free, run]) one.read(bars, row);
    const events = run.takeEvents();
    if (overAt !== null) assert.deepEqual(events, []);
    kept.push(...events);
    if (overAt === null && run.isOver) overAt = row;
    // A restart in between changes nothing.
    if (row === 5500) run = startSeriesRun(RULES, sha256, run.snapshot(), options);
  }
  assert.ok(overAt !== null && overAt > 5000, 'open rows were followed to their ends');
  assert.equal(free.isOver, false);
  // Of each row made by then, with the names and times that its events have.
  const made = new Map<string, number>();
  const expected = free.takeEvents().filter(({ key, event }) => {
    if (!('leg' in event) && event.type !== 'levelsTrade') made.set(key, event.timeMs);
    const of =
      'd' in event && event.type !== 'levels'
        ? `levels.${event.d}`
        : 'id' in event
          ? event.id
          : key;
    const madeMs = made.get(of);
    assert.equal(rowTimeOf(event, false), madeMs, key);
    return madeMs !== undefined && madeMs <= untilMs;
  });
  assert.deepEqual(kept, expected);
  const after = kept.filter(({ event }) => event.timeMs > untilMs);
  assert.ok(after.length > 3, `${after.length} outcomes after it`);
  assert.ok(after.every(({ event }) => 'leg' in event || event.type === 'levelsTrade'));
});

test('a snapshot starts no run of another version', () => {
  for (const version of ENGINE_VERSIONS) {
    const options = { version };
    const run = startSeriesRun(RULES, sha256, { noBars: new Uint8Array(32) }, options);
    const bars = makeBars(11, 50);
    for (let row = 0; row < bars.length; row++) run.read(bars, row);
    assert.equal(run.version, version);
    assert.equal(startSeriesRun(RULES, sha256, run.snapshot(), options).version, version);
    const other = ENGINE_VERSIONS.find((one) => one !== version)!;
    assert.throws(
      () => startSeriesRun(RULES, sha256, run.snapshot(), { version: other }),
      RangeError,
    );
  }
});
