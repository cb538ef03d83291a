import assert from 'node:assert/strict';
import { createEngine, type EngineEvent, restoreEngine } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import { ATR, EMA, RSI, SMA } from 'trading-signals';
import { createAverageRange, updateAverageRange } from '../engine/src/indicators/average-range.ts';
import { isForexOpen, makeBars } from '../server/src/testing/bars.ts';
import { interleave, type Report } from './report.ts';

const SECTION = 'engine, hourly bars with daily and weekly buckets';
const ROUNDS = 3;
const OPTIONS = { base: '60', fx: true, digits: 5 } as const;
const START_MS = Date.UTC(2005, 0, 3);
const END_MS = Date.UTC(2025, 0, 1);
const RANGE_BARS = 20;
const SERIES = 500;
/** Bars of each series when the series alternate. */
const INTERLEAVED_BARS = 1500;

/** Returns bars of a generated currency pair for twenty years of hours. */
function twentyYears(): BarColumns {
  let bars = 0;
  for (let t = START_MS; t < END_MS; t += 3_600_000) if (isForexOpen(t)) bars += 1;
  return makeBars({ seed: 7, fromMs: START_MS, bars, isOpen: isForexOpen });
}

function stepThrough(
  engine: ReturnType<typeof createEngine>,
  bars: BarColumns,
  from: number,
  to: number,
  sink: EngineEvent[],
): void {
  const { openTimeMs, open, high, low, close, volume } = bars;
  for (let i = from; i < to; i++) {
    const refusal = engine.step(
      openTimeMs[i] ?? 0,
      open[i] ?? 0,
      high[i] ?? 0,
      low[i] ?? 0,
      close[i] ?? 0,
      volume[i] ?? 0,
      sink,
    );
    assert.equal(refusal, null);
  }
}

/** Returns the CPU seconds of this thread; other processes do not count. */
function secondsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}

function libraryThrough(bars: BarColumns): void {
  const sma = new SMA(RANGE_BARS);
  const ema = new EMA(RANGE_BARS);
  const atr = new ATR(14);
  const rsi = new RSI(14);
  for (let i = 0; i < bars.length; i++) {
    const close = bars.close[i] ?? 0;
    sma.update(close, false);
    ema.update(close, false);
    atr.update({ high: bars.high[i] ?? 0, low: bars.low[i] ?? 0, close }, false);
    rsi.update(close, false);
  }
}

/** Returns the microseconds of one call, averaged over `calls`. */
function microseconds(calls: number, work: (i: number) => unknown): number {
  return (
    (secondsOf(() => {
      for (let i = 0; i < calls; i++) work(i);
    }) /
      calls) *
    1e6
  );
}

async function measureSteps(report: Report, bars: BarColumns): Promise<void> {
  let events = 0;
  const seconds = await interleave(
    {
      engine: () => {
        const sink: EngineEvent[] = [];
        const took = secondsOf(() =>
          stepThrough(createEngine(OPTIONS), bars, 0, bars.length, sink),
        );
        events = sink.length;
        return took;
      },
      library: () => secondsOf(() => libraryThrough(bars)),
    },
    ROUNDS,
  );
  report.add(SECTION, 'replay of 20 years', seconds.engine, 'cpu-s');
  report.note(`The replay: ${bars.length} bars, ${events} events, everything that is published.`);
  report.add(SECTION, 'full step', bars.length / seconds.engine, 'bars/cpu-s');
  report.add(SECTION, 'full step', (seconds.engine / bars.length) * 1e9, 'ns', {
    baseline: {
      name: "trading-signals' SMA, EMA, ATR and RSI alone",
      value: (seconds.library / bars.length) * 1e9,
    },
  });
}

/** Measures steps through all series in turn, as at a close, with cold caches for each state. */
async function measureInterleaved(report: Report, bars: BarColumns): Promise<void> {
  const { turns } = await interleave(
    {
      turns: () => {
        const engines = Array.from({ length: SERIES }, () => createEngine(OPTIONS));
        const sink: EngineEvent[] = [];
        return secondsOf(() => {
          for (let at = 0; at < INTERLEAVED_BARS; at++) {
            for (const engine of engines) stepThrough(engine, bars, at, at + 1, sink);
            sink.length = 0;
          }
        });
      },
    },
    ROUNDS,
  );
  const ns = (turns / (SERIES * INTERLEAVED_BARS)) * 1e9;
  report.add(SECTION, `full step, ${SERIES} series in turn`, ns, 'ns');
}

async function measureCalls(report: Report, bars: BarColumns): Promise<void> {
  const engine = createEngine(OPTIONS);
  stepThrough(engine, bars, 0, bars.length, []);
  const lastMs = bars.openTimeMs[bars.length - 1] ?? 0;
  const sink: EngineEvent[] = [];
  const snapshot = engine.snapshot();
  const took = await interleave(
    {
      advance: () => microseconds(1_000_000, (i) => engine.advanceTo(lastMs - (i % 1000), sink)),
      save: () => microseconds(500, () => engine.snapshot()),
      restore: () => microseconds(500, () => restoreEngine(snapshot)),
      view: () => microseconds(500, () => engine.view()),
    },
    ROUNDS,
  );
  report.add(SECTION, 'advanceTo without an ended bucket', took.advance * 1000, 'ns');
  report.add(SECTION, `snapshot of ${(snapshot.length / 1024).toFixed(1)} KiB`, took.save, 'us');
  report.add(SECTION, 'restore', took.restore, 'us');
  report.add(SECTION, 'view', took.view, 'us');
}

/** Compares one run with a run in slices, between which the engine is saved, restored and advanced. */
function compareSliced(report: Report, bars: BarColumns): void {
  const whole: EngineEvent[] = [];
  const engine = createEngine(OPTIONS);
  stepThrough(engine, bars, 0, bars.length, whole);
  const sliced: EngineEvent[] = [];
  let current = createEngine(OPTIONS);
  let restores = 0;
  for (let at = 0, size = 1; at < bars.length; at += size, size = (size * 7 + 3) % 997 || 1) {
    current = restoreEngine(current.snapshot());
    restores += 1;
    const to = Math.min(bars.length, at + size);
    stepThrough(current, bars, at, to, sliced);
    // No later bar ends by then.
    current.advanceTo((bars.openTimeMs[to - 1] ?? 0) + 3_600_000, sliced);
  }
  let differences = Math.abs(whole.length - sliced.length);
  for (let i = 0; i < Math.min(whole.length, sliced.length); i++) {
    if (JSON.stringify(whole[i]) !== JSON.stringify(sliced[i])) differences += 1;
  }
  if (!Buffer.from(engine.snapshot()).equals(current.snapshot())) differences += 1;
  report.add(SECTION, `events and state that differ, ${restores} slices`, differences, '', {
    goal: { text: 'E3: in slices as in one go, bit for bit', of: 'value', atMost: 0 },
  });
}

async function measureAverageRange(report: Report, bars: BarColumns): Promise<void> {
  const { high, low, close } = bars;
  const last = { own: 0, library: 0 };
  let worst = 0;
  const one = createAverageRange(RANGE_BARS);
  const oracle = new ATR(RANGE_BARS, SMA);
  for (let i = 0; i < bars.length; i++) {
    const candle = { high: high[i] ?? 0, low: low[i] ?? 0, close: close[i] ?? 0 };
    const expected = oracle.update(candle, false);
    const value = updateAverageRange(one, candle.high, candle.low, candle.close);
    if (expected) worst = Math.max(worst, Math.abs(value / expected - 1));
  }
  const perSeries = 2000;
  const updates = SERIES * perSeries;
  const rates = await interleave(
    {
      own: () => {
        const states = Array.from({ length: SERIES }, () => createAverageRange(RANGE_BARS));
        const took = secondsOf(() => {
          for (let i = 0; i < perSeries; i++) {
            for (const state of states) {
              last.own = updateAverageRange(state, high[i] ?? 0, low[i] ?? 0, close[i] ?? 0);
            }
          }
        });
        return updates / took;
      },
      library: () => {
        const states = Array.from({ length: SERIES }, () => new ATR(RANGE_BARS, SMA));
        const took = secondsOf(() => {
          for (let i = 0; i < perSeries; i++) {
            for (const state of states) {
              const candle = { high: high[i] ?? 0, low: low[i] ?? 0, close: close[i] ?? 0 };
              last.library = state.update(candle, false) ?? 0;
            }
          }
        });
        return updates / took;
      },
    },
    ROUNDS,
  );
  assert.ok(Math.abs(last.own / last.library - 1) < 1e-9);
  const section = `engine, average true range over ${SERIES} series`;
  report.add(section, 'difference to trading-signals, relative', worst, '', {
    goal: { text: 'E1: <= 1e-9 of an oracle', of: 'value', atMost: 1e-9 },
  });
  report.add(section, 'updates', rates.own, '/cpu-s', {
    baseline: { name: 'trading-signals', value: rates.library },
    goal: { text: 'E2, of it the range: >= 5 x trading-signals', of: 'ratio', atLeast: 5 },
  });
  report.add(section, 'one update', 1e9 / rates.own, 'ns');
  report.note(
    'E1 and E2 for SMA, EMA and RSI: not applicable, the engine has none of them. The 50 ns of E2 are for all four together, so the range alone is not held against them. Its range is a mean of 20 that is summed afresh with every bar, so that it depends on those 20 alone (E3); the library makes the same twenty additions, so the five times of E2, meant for all four together, are out of reach for the range by itself.',
  );
  report.note(
    'Left out: the fastest library of each indicator (E1), of which none is installed; real bars; what storage, hashes and publishing take around a step.',
  );
}

/** Measures the whole engine on twenty years of a currency pair, and its one classic indicator against a library's. */
export async function run(report: Report): Promise<void> {
  const bars = twentyYears();
  // Warm-up for the compiler.
  stepThrough(createEngine(OPTIONS), bars, 0, 20_000, []);
  libraryThrough(bars);
  await measureSteps(report, bars);
  await measureInterleaved(report, bars);
  await measureCalls(report, bars);
  compareSliced(report, bars);
  await measureAverageRange(report, bars);
}
