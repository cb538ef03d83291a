import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS, type SourceResolution } from '@rasat/engine';
import { during } from '../vendor-wire/testing/rig.ts';
import { createEodhdRig, type EodhdRig, type EodhdRigOptions } from './testing/rig.ts';
import { EODHD_MARKETS } from './testing/stand-in.ts';
import { TOKEN } from './testing/stand-in-replies.ts';

// Lines 44 to 47 of vendors.md, section 13, and what else EODHD's days have of their own.

/** A Tuesday before the opening in New York. */
const NOW_MS = Date.UTC(2026, 10, 17, 9, 5);

async function withRig(
  options: Partial<EodhdRigOptions>,
  fn: (rig: EodhdRig) => Promise<void>,
): Promise<void> {
  const nowMs = options.nowMs ?? NOW_MS;
  const rig = await createEodhdRig({ nowMs, denseFromMs: nowMs - (nowMs % DAY_MS), ...options });
  try {
    await fn(rig);
    const said = JSON.stringify(rig.lines);
    assert.ok(!said.includes(TOKEN), said);
    assert.deepEqual(rig.standIn.breaches, []);
  } finally {
    await rig.stop();
  }
}

async function readBars(
  { connector, clock, standIn }: EodhdRig,
  symbol: string,
  resolution: SourceResolution,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  const { fromMs } = standIn.tape.options;
  for await (const some of connector.history(symbol, resolution, fromMs, clock.now()))
    bars.push(...some);
  return bars;
}

/** Returns the bars of the tape that open before a time. */
function truth(
  { standIn, clock }: EodhdRig,
  symbol: string,
  resolution: SourceResolution,
  toMs: number,
): Bar[] {
  const { tape } = standIn;
  return tape.closedBars(symbol, resolution, tape.options.fromMs, toMs, clock.now());
}

for (const [symbol, resolution] of [
  ['THYAO', '1D'],
  ['AAPL', '60'],
  ['AAPL', '15'],
] as const) {
  test(`rows without prices are no bars: ${symbol} ${resolution}`, () =>
    withRig({}, async (rig) => {
      rig.standIn.faults.begin('null-bar', 3);
      const { value } = await during(rig, readBars(rig, symbol, resolution));
      assert.ok(rig.standIn.faults.played('null-bar') > 0);
      assert.ok(value.length > 7);
      assert.deepEqual(value, truth(rig, symbol, resolution, NOW_MS));
    }));
}

test('a page of HTML under HTTP 200 is asked for again', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('html-under-200', 2);
    const { value } = await during(rig, readBars(rig, 'THYAO', '1D'));
    assert.equal(rig.standIn.faults.played('html-under-200'), 2);
    assert.deepEqual(value, truth(rig, 'THYAO', '1D', NOW_MS));
  }));

test('calls of the day that are used up: nothing is sent until midnight GMT', () =>
  withRig({}, async (rig) => {
    await rig.connector.instruments();
    rig.standIn.faults.begin('day-used');
    await assert.rejects(during(rig, readBars(rig, 'THYAO', '1D')), /no calls left today/);
    const before = rig.standIn.requests.length;
    await rig.advance(10 * HOUR_MS, MINUTE_MS);
    await assert.rejects(readBars(rig, 'THYAO', '1D'), /nothing is sent until 2026-11-18T00:00/);
    assert.equal(rig.standIn.requests.length, before);
    rig.standIn.faults.end('day-used');
    await rig.advance(5 * HOUR_MS, MINUTE_MS);
    const { value } = await during(rig, readBars(rig, 'THYAO', '1D'));
    assert.ok(value.length > 7);
    assert.equal(rig.lines.filter(({ msg }) => msg.includes('today')).length, 1);
  }));

test('a volume that is corrected overnight is in the history afterwards', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('volume-late');
    const first = (await during(rig, readBars(rig, 'THYAO', '1D'))).value;
    const whole = truth(rig, 'THYAO', '1D', NOW_MS);
    const dayMs = Date.UTC(2026, 10, 16);
    assert.equal(first.at(-1)?.openTimeMs, dayMs);
    const trueVolume = whole.at(-1)?.volume ?? 0;
    assert.equal(first.at(-1)?.volume, Math.round(trueVolume * 0.6));
    rig.standIn.faults.end('volume-late');
    assert.deepEqual((await during(rig, readBars(rig, 'THYAO', '1D'))).value, whole);
  }));

for (const isAnnounced of [true, false]) {
  const how = isAnnounced ? 'that was announced' : 'that was not announced';
  test(`a split overnight ${how} changes no bar of the days before it`, () =>
    playSplit(isAnnounced));
}

function playSplit(isAnnounced: boolean): Promise<void> {
  const splitMs = Date.UTC(2026, 10, 18);
  const markets = EODHD_MARKETS.map((market) =>
    market.symbol === 'THYAO' ? { ...market, splits: [{ atMs: splitMs, factor: 4 }] } : market,
  );
  return withRig({ markets }, async (rig) => {
    if (!isAnnounced) rig.standIn.faults.begin('split-not-announced');
    const before = (await during(rig, readBars(rig, 'THYAO', '1D'))).value;
    const told = await during(
      rig,
      rig.connector.actions?.(['THYAO'], NOW_MS) ?? Promise.resolve(null),
    );
    // 18 November 2026, 09:55 in Istanbul.
    const effectiveMs = Date.UTC(2026, 10, 18, 6, 55);
    const split = { kind: 'split', symbol: 'THYAO', effectiveMs, factor: 4 } as const;
    assert.deepEqual(told.value, isAnnounced ? [split] : []);
    await rig.advance(splitMs + 9 * HOUR_MS - rig.clock.now(), MINUTE_MS);
    const after = (await during(rig, readBars(rig, 'THYAO', '1D'))).value;
    assert.deepEqual(after.slice(0, before.length), before);
    assert.deepEqual(after, truth(rig, 'THYAO', '1D', splitMs));
    await rig.advance(DAY_MS, MINUTE_MS);
    const later = (await during(rig, readBars(rig, 'THYAO', '1D'))).value;
    assert.deepEqual(later, truth(rig, 'THYAO', '1D', splitMs + DAY_MS));
  });
}

test('a rename is told with the opening of its session', () =>
  withRig(
    { renames: [{ from: 'AAPL', to: 'PEAR', atMs: Date.UTC(2026, 10, 18) }] },
    async (rig) => {
      const asked = rig.connector.actions?.(['AAPL', 'SPX'], NOW_MS) ?? Promise.resolve(null);
      // 09:30 in New York.
      const effectiveMs = Date.UTC(2026, 10, 18, 14, 30);
      assert.deepEqual((await during(rig, asked)).value, [
        { kind: 'rename', symbol: 'AAPL', effectiveMs, to: 'PEAR' },
      ]);
    },
  ));

test('a plan without renames: splits are told, and nothing stops', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('no-renames', 1);
    const asked = rig.connector.actions?.(['AAPL'], NOW_MS) ?? Promise.resolve(null);
    assert.deepEqual((await during(rig, asked)).value, []);
    assert.equal(rig.standIn.faults.played('no-renames'), 1);
    const { value } = await during(rig, readBars(rig, 'THYAO', '1D'));
    assert.ok(value.length > 7);
    assert.deepEqual(rig.lines, []);
  }));

test('a session of Nasdaq is in the history once its minutes are final at the vendor', () => {
  // 22:30 in New York; the minutes of the day are final at 23:00, three hours after extended hours.
  const nowMs = Date.UTC(2026, 10, 18, 3, 30);
  const readyMs = Date.UTC(2026, 10, 18, 4);
  return withRig({ nowMs, denseFromMs: Date.UTC(2026, 10, 17) }, async (rig) => {
    const openMs = Date.UTC(2026, 10, 17, 14);
    const early = (await during(rig, readBars(rig, 'AAPL', '60'))).value;
    assert.deepEqual(early, truth(rig, 'AAPL', '60', openMs));
    // Our clock is past that time, the vendor's is not.
    rig.standIn.setClock(-10 * MINUTE_MS);
    await rig.advance(readyMs + 2 * MINUTE_MS - rig.clock.now(), MINUTE_MS);
    const still = (await during(rig, readBars(rig, 'AAPL', '60'))).value;
    assert.deepEqual(still, early);
    rig.standIn.setClock(0);
    const whole = (await during(rig, readBars(rig, 'AAPL', '60'))).value;
    assert.deepEqual(whole, truth(rig, 'AAPL', '60', nowMs));
    assert.equal(whole.length, early.length + 7);
  });
});

test('what cannot be final yet is not asked for', () =>
  withRig({}, async (rig) => {
    await during(rig, readBars(rig, 'AAPL', '60'));
    const sent = rig.standIn.requests.length;
    for await (const _ of rig.connector.history('AAPL', '60', NOW_MS - HOUR_MS, NOW_MS))
      assert.fail('there is no bar');
    assert.equal(rig.standIn.requests.length, sent);
  }));

test('hours of a half day end at 13:00 in New York', () =>
  withRig({ nowMs: Date.UTC(2026, 10, 30, 9, 5) }, async (rig) => {
    const bars = (await during(rig, readBars(rig, 'AAPL', '60'))).value.filter(
      ({ openTimeMs }) => openTimeMs >= Date.UTC(2026, 10, 27),
    );
    // 09:30 to 13:00 in New York is 14:30 to 18:00 UTC.
    assert.deepEqual(
      bars.map(({ openTimeMs }) => new Date(openTimeMs).getUTCHours()),
      [14, 15, 16, 17],
    );
  }));

test('the summer time of New York moves the session, not the bars', () =>
  withRig({ nowMs: Date.UTC(2026, 2, 10, 9, 5), days: 5 }, async (rig) => {
    const bars = (await during(rig, readBars(rig, 'AAPL', '60'))).value;
    assert.equal(bars[0]?.openTimeMs, Date.UTC(2026, 2, 5, 14), 'Thursday: 09:30 is 14:30 UTC');
    const monday = bars.find(({ openTimeMs }) => openTimeMs >= Date.UTC(2026, 2, 9));
    assert.equal(monday?.openTimeMs, Date.UTC(2026, 2, 9, 13), 'Monday: 09:30 is 13:30 UTC');
    assert.deepEqual(bars, truth(rig, 'AAPL', '60', rig.clock.now()));
  }));
