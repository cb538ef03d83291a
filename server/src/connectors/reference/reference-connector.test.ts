import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { VenueTick } from '../connector.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { during } from '../vendor-wire/testing/rig.ts';
import type { Bank } from './rates.ts';
import { createReferenceRig, type ReferenceRig, type ReferenceRigOptions } from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';
import { trueBars, trueRate } from './testing/stand-in-sheets.ts';

/** A Wednesday; TCMB's sheet is read from 12:45 UTC, CBAR's from 12:00, that of the ECB from 15:15. */
const DAY = Date.UTC(2026, 10, 18);
const BEFORE_MS: Readonly<Record<Bank, number>> = {
  tcmb: DAY + 12 * HOUR_MS,
  cbar: DAY + 11 * HOUR_MS + 15 * MINUTE_MS,
  ecb: DAY + 14 * HOUR_MS + 30 * MINUTE_MS,
};
const FROM_MS = Date.UTC(2024, 0, 1);

const SYMBOLS: Readonly<Record<Bank, readonly string[]>> = {
  tcmb: ['USDTRY', 'EURTRY'],
  cbar: ['USDAZN', 'RUBAZN'],
  ecb: ['EURUSD.ECB', 'EURJPY.ECB'],
};

async function open(bank: Bank, options: Partial<ReferenceRigOptions> = {}): Promise<ReferenceRig> {
  return createReferenceRig({
    bank,
    nowMs: BEFORE_MS[bank],
    fromMs: bank === 'ecb' ? Date.UTC(1999, 0, 4) : FROM_MS,
    symbols: SYMBOLS[bank],
    ...options,
  });
}

async function readBars(
  { connector, clock }: ReferenceRig,
  symbol: string,
  fromMs: number,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const some of connector.history(symbol, '1D', fromMs, clock.now())) bars.push(...some);
  return bars;
}

for (const bank of ['tcmb', 'cbar', 'ecb'] as const) {
  testConnectorContract(`the rates of ${bank.toUpperCase()}`, {
    symbols: SYMBOLS[bank],
    isDaily: true,
    async open() {
      const rig = await open(bank);
      return {
        connector: rig.connector,
        now: () => rig.clock.now(),
        advance: (ms) => rig.advance(ms, MINUTE_MS),
        stop: rig.stop,
      };
    },
  });
}

/** Returns the addresses that were asked since `from`. */
const askedSince = ({ standIn }: ReferenceRig, from: number): readonly string[] =>
  standIn.requests.slice(from);

async function within(rig: ReferenceRig, body: () => Promise<void>): Promise<void> {
  try {
    await body();
    assert.deepEqual(rig.standIn.breaches, []);
  } finally {
    await rig.stop();
  }
}

/** Follows one symbol from the beginning of the day. */
async function follow(rig: ReferenceRig, symbol: string, fromMs = DAY) {
  const ticks: VenueTick[] = [];
  await rig.connector.instruments();
  const subscription = rig.connector.subscribe([{ symbol, fromMs }], (some) => {
    ticks.push(...some);
  });
  return { ticks, subscription };
}

test('the symbols of the setting are listed at once, and each bank has its own', async () => {
  for (const [bank, listed] of [
    ['tcmb', ['EURTRY', 'USDTRY']],
    ['cbar', ['USDAZN']],
    ['ecb', []],
  ] as const) {
    const rig = await open(bank, { symbols: ['USDTRY', 'EURTRY', 'USDAZN'] });
    await within(rig, async () => {
      const all = await rig.connector.instruments();
      const atOnce = all.filter(({ optional }) => !optional).map(({ symbol }) => symbol);
      assert.deepEqual(atOnce.toSorted(), listed);
      assert.ok(all.every(({ base, category }) => base === '1D' && category === 'forex'));
      assert.deepEqual(rig.connector.delay, { class: 'reference', ms: 0 });
      assert.deepEqual(rig.lines, []);
    });
  }
});

test('the history of a bank is that of its sheets, and each sheet is asked for once for all symbols', async () => {
  const rig = await open('tcmb');
  await within(rig, async () => {
    const fromMs = Date.UTC(2026, 9, 1);
    assert.deepEqual(
      await readBars(rig, 'USDTRY', fromMs),
      trueBars('USDTRY', fromMs, rig.clock.now()),
    );
    const sent = rig.standIn.requests.length;
    assert.ok(rig.standIn.requests.includes('/kurlar/202610/28102026.xml'));
    const asked = rig.standIn.requests.filter((path) => path.includes('/202610/'));
    assert.equal(new Set(asked).size, asked.length, 'no sheet twice');
    assert.equal(asked.length, 22, 'the weekdays of October 2026');
    assert.deepEqual(
      await readBars(rig, 'EURTRY', fromMs),
      trueBars('EURTRY', fromMs, rig.clock.now()),
    );
    assert.ok(
      askedSince(rig, sent).every((path) => !path.includes('/202610/')),
      'the sheets are kept',
    );
  });
});

test('the history begins with the first sheet of the year before the last one', async () => {
  const rig = await open('cbar');
  await within(rig, async () => {
    assert.deepEqual(await rig.connector.available('USDAZN'), [
      { resolution: '1D', fromMs: Date.UTC(2024, 0, 2) },
    ]);
  });
});

test('sheets are asked for within the budget of a minute', async () => {
  const rig = await open('cbar', { requests: 20 });
  await within(rig, async () => {
    const fromMs = Date.UTC(2026, 8, 1);
    const { value, tookMs } = await during(rig, readBars(rig, 'USDAZN', fromMs));
    assert.equal(value.length, trueBars('USDAZN', fromMs, rig.clock.now()).length);
    const minutes = (rig.standIn.requests.length - 20) / 20;
    assert.ok(tookMs >= Math.floor(minutes) * MINUTE_MS, `${tookMs} ms`);
  });
});

test('with a key the history of TCMB comes from EVDS in a few requests, and its last week from the sheets', async () => {
  const rig = await open('tcmb', { hasKey: true, fromMs: Date.UTC(2005, 0, 3) });
  await within(rig, async () => {
    assert.deepEqual(await rig.connector.available('USDTRY'), [
      { resolution: '1D', fromMs: Date.UTC(2005, 0, 3) },
    ]);
    const fromMs = Date.UTC(2024, 0, 1);
    const bars = await readBars(rig, 'USDTRY', fromMs);
    assert.deepEqual(bars, trueBars('USDTRY', fromMs, rig.clock.now()));
    const asked = rig.standIn.requests.filter((path) => path.startsWith('/igmevdsms-dis/'));
    assert.deepEqual(asked, [
      '/igmevdsms-dis/series=TP.DK.USD.A.YTL-TP.DK.USD.S.YTL&startDate=01-01-2005&endDate=31-12-2006&type=json&frequency=1',
      '/igmevdsms-dis/series=TP.DK.USD.A.YTL-TP.DK.USD.S.YTL&startDate=01-01-2023&endDate=31-12-2024&type=json&frequency=1',
      '/igmevdsms-dis/series=TP.DK.USD.A.YTL-TP.DK.USD.S.YTL&startDate=01-01-2025&endDate=18-11-2026&type=json&frequency=1',
    ]);
    const sheets = rig.standIn.requests.filter((path) => path.startsWith('/kurlar/'));
    assert.ok(sheets.length <= 6, `${sheets.length} sheets of a week`);
  });
});

test('a row of EVDS without rates has no bar', async () => {
  const rig = await open('tcmb', { hasKey: true, fromMs: Date.UTC(2005, 0, 3) });
  await within(rig, async () => {
    await rig.connector.available('USDTRY');
    rig.standIn.faults.begin('evds-null-row', 1);
    const fromMs = Date.UTC(2025, 0, 1);
    const bars = await readBars(rig, 'USDTRY', fromMs);
    const known = trueBars('USDTRY', fromMs, rig.clock.now());
    assert.equal(rig.standIn.faults.played('evds-null-row'), 1);
    assert.equal(bars.length, known.length - 1);
    const times = new Set(bars.map(({ openTimeMs }) => openTimeMs));
    assert.deepEqual(
      bars,
      known.filter(({ openTimeMs }) => times.has(openTimeMs)),
    );
    assert.deepEqual(rig.lines, []);
  });
});

test('a wrong key of EVDS is told without the key, and nothing is sent for minutes', async () => {
  const rig = await open('tcmb', { hasKey: true, fromMs: Date.UTC(2005, 0, 3) });
  await within(rig, async () => {
    rig.standIn.faults.begin('http-403', 1);
    const refused = assert.rejects(rig.connector.available('USDTRY'), /refuses access/);
    await during(rig, refused);
    const sent = rig.standIn.requests.length;
    await rig.advance(4 * MINUTE_MS);
    await assert.rejects(rig.connector.available('USDTRY'), /nothing is sent until/);
    assert.equal(rig.standIn.requests.length, sent);
    assert.ok(!JSON.stringify(rig.lines).includes(KEY));
  });
});

test('the whole history of the ECB is one file', async () => {
  const rig = await open('ecb');
  await within(rig, async () => {
    const symbol = 'EURUSD.ECB';
    assert.deepEqual(await rig.connector.available(symbol), [
      { resolution: '1D', fromMs: Date.UTC(1999, 0, 4) },
    ]);
    assert.deepEqual(
      await readBars(rig, symbol, 0),
      trueBars(symbol, Date.UTC(1999, 0, 4), rig.clock.now()),
    );
    assert.deepEqual(
      rig.standIn.requests,
      ['hist', 'hist-90d', 'daily'].map((file) => `/stats/eurofxref/eurofxref-${file}.xml`),
    );
  });
});

test('a sheet of yesterday is not that of today: no tick and no bar until the bank has its own', async () => {
  const files = { tcmb: 'USDTRY', cbar: 'USDAZN', ecb: 'EURUSD.ECB' } as const;
  for (const bank of ['tcmb', 'cbar', 'ecb'] as const) {
    const rig = await open(bank);
    await within(rig, async () => {
      const symbol = files[bank];
      rig.standIn.faults.begin('old-sheet');
      const { ticks, subscription } = await follow(rig, symbol);
      await rig.advance(3 * HOUR_MS, MINUTE_MS);
      assert.ok(rig.standIn.faults.played('old-sheet') > 0);
      assert.deepEqual(ticks, []);
      assert.equal(subscription.state().connected, true);
      rig.standIn.faults.end('old-sheet');
      await rig.advance(16 * MINUTE_MS, MINUTE_MS);
      assert.deepEqual(
        ticks.map(({ price }) => price),
        Array.from({ length: 4 }, () => trueRate(symbol, DAY)),
      );
      assert.ok(ticks.every(({ timeMs, volume }) => timeMs >= DAY && volume === 0));
      await rig.advance(DAY + DAY_MS + MINUTE_MS - rig.clock.now(), HOUR_MS);
      assert.deepEqual(await readBars(rig, symbol, DAY), trueBars(symbol, DAY, rig.clock.now()));
      await subscription.stop();
      assert.deepEqual(rig.lines, []);
    });
  }
});

test('a holiday has no tick, no bar and no alarm: the bank has no sheet, or an earlier one', async () => {
  // Republic Day is no day of Borsa İstanbul; CBAR is closed on 9 November 2026, the calendar of currencies is not.
  for (const [bank, symbol, holidayMs] of [
    ['tcmb', 'USDTRY', Date.UTC(2026, 9, 29)],
    ['cbar', 'USDAZN', Date.UTC(2026, 10, 9)],
  ] as const) {
    const rig = await open(bank, { nowMs: holidayMs + 7 * HOUR_MS });
    await within(rig, async () => {
      const { ticks, subscription } = await follow(rig, symbol, holidayMs);
      await rig.advance(DAY_MS, HOUR_MS / 4);
      const firstMs = Math.min(...ticks.map(({ timeMs }) => timeMs));
      assert.ok(ticks.length === 0 || firstMs >= holidayMs + DAY_MS, 'no tick of the holiday');
      const bars = await readBars(rig, symbol, holidayMs - 3 * DAY_MS);
      assert.ok(bars.length > 0 && bars.every(({ openTimeMs }) => openTimeMs !== holidayMs));
      await rig.advance(DAY_MS, HOUR_MS / 4);
      assert.equal(subscription.state().connected, true);
      assert.ok((subscription.state().throughMs ?? 0) > holidayMs, 'the next day is next');
      assert.ok(ticks.length > 0, 'the day after has its rate');
      assert.deepEqual(rig.lines, []);
      await subscription.stop();
    });
  }
});

test('a sheet that is not found has no bar', async () => {
  const rig = await open('tcmb');
  await within(rig, async () => {
    const fromMs = DAY - 7 * DAY_MS;
    await rig.connector.available('USDTRY');
    rig.standIn.faults.begin('not-found', 1);
    const bars = await readBars(rig, 'USDTRY', fromMs);
    assert.deepEqual(bars, trueBars('USDTRY', fromMs + DAY_MS, rig.clock.now()));
    assert.deepEqual(rig.lines, []);
  });
});

test('rates with a comma and for a hundred units are the same rates', async () => {
  const rig = await open('cbar');
  await within(rig, async () => {
    rig.standIn.faults.begin('comma-decimals');
    const fromMs = Date.UTC(2026, 10, 2);
    for (const symbol of ['USDAZN', 'RUBAZN'])
      assert.deepEqual(
        await readBars(rig, symbol, fromMs),
        trueBars(symbol, fromMs, rig.clock.now()),
      );
    assert.ok(rig.standIn.faults.played('comma-decimals') > 0);
  });
});

test('a reader that leaves does not end the reading of another', async () => {
  const rig = await open('ecb');
  await within(rig, async () => {
    const leaving = new AbortController();
    const symbol = 'EURUSD.ECB';
    const fromMs = DAY - 30 * DAY_MS;
    const left = (async () => {
      for await (const _ of rig.connector.history(symbol, '1D', fromMs, DAY, leaving.signal));
    })();
    const read = readBars(rig, 'EURJPY.ECB', fromMs);
    leaving.abort(new Error('left'));
    await left.catch((error: unknown) => assert.match(String(error), /left/));
    assert.deepEqual(await read, trueBars('EURJPY.ECB', fromMs, rig.clock.now()));
  });
});
