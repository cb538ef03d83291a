import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { createReader, errorReply, readMoment, seriesReply, toBar } from './wire.ts';

// Pinned vectors. The forms are those of vendors.md, section 3, and of the vendor's OpenAPI; the values are ours.

const reader = () =>
  createReader(
    (symbol) => symbol.replace('/', ''),
    (symbol) => {
      if (symbol === 'AAPL') return { digits: 4, isTraded: true };
      return symbol === 'EURUSD' ? { digits: 5, isTraded: false } : null;
    },
  );

describe('frames of the stream', () => {
  test('a subscription names what it carries and what not; `fails` may be null', () => {
    const read = reader();
    const text = (fails: unknown): string =>
      JSON.stringify({
        event: 'subscribe-status',
        status: 'ok',
        success: [{ symbol: 'EUR/USD', exchange: 'PHYSICAL CURRENCY', type: 'Physical Currency' }],
        fails,
      });
    assert.deepEqual(read(text([{ symbol: 'XYZ' }])), [
      { kind: 'subscribed', symbols: ['EURUSD'] },
      { kind: 'absent', symbols: ['XYZ'] },
    ]);
    assert.deepEqual(read(text(null)), [{ kind: 'subscribed', symbols: ['EURUSD'] }]);
  });

  test('the volume of a tick is the growth of the day’s volume', () => {
    const read = reader();
    const at = (timestamp: number, day_volume?: number): number | undefined => {
      const frame = { event: 'price', symbol: 'AAPL', timestamp, price: 231.12, day_volume };
      const [event] = read(JSON.stringify(frame));
      assert.ok(event?.kind === 'ticks');
      const [tick] = event.ticks;
      assert.equal(tick?.timeMs, timestamp * 1000);
      assert.equal(tick?.price, 231.12);
      return tick?.volume;
    };
    assert.equal(at(1_795_188_600, 6_323_234), 0, 'the first tick of a connection');
    assert.equal(at(1_795_188_601, 6_323_334), 100);
    assert.equal(at(1_795_188_602), 0, 'absent');
    assert.equal(at(1_795_188_603, 6_323_384), 50);
    assert.equal(at(1_795_188_604, 12), 0, 'a new day');
    assert.equal(at(1_795_188_605, 20), 8);
  });

  test('a currency is rounded to its digits; the noise of a share is removed, and no more than that', () => {
    const read = reader();
    const priceOf = (symbol: string, price: number): number | undefined => {
      const [event] = read(
        JSON.stringify({ event: 'price', symbol, timestamp: 1_795_188_600, price }),
      );
      return event?.kind === 'ticks' ? event.ticks[0]?.price : undefined;
    };
    assert.equal(priceOf('EUR/USD', 1.0852749), 1.08527);
    assert.equal(priceOf('AAPL', 231.11999), 231.12);
    assert.equal(priceOf('AAPL', 231.121234), undefined);
  });

  test('a heartbeat is a sign of life, an unknown event is none of ours', () => {
    assert.deepEqual(reader()('{"event":"heartbeat","status":"ok"}'), [{ kind: 'life' }]);
    assert.deepEqual(reader()('{"event":"news"}'), [{ kind: 'unknown' }]);
  });

  for (const [what, text] of [
    ['half of a frame', '{"event":"price","symbol":"AAPL","times'],
    ['no object', '[1]'],
    ['a price that is a text', frameWith('"NaN"')],
    ['a price of zero', frameWith('0')],
    ['a negative price', frameWith('-1')],
    ['a price beyond all numbers', frameWith('1e400')],
    ['milliseconds', frameWith('231.12', 1_795_188_600_000)],
    ['a symbol that is not ours', frameWith('231.12', 1_795_188_600, 'MSFT')],
  ] as const) {
    test(`${what} is refused`, () => {
      assert.deepEqual(reader()(text), [{ kind: 'invalid' }]);
    });
  }
});

function frameWith(price: string, timestamp = 1_795_188_600, symbol = 'AAPL'): string {
  return `{"event":"price","symbol":"${symbol}","timestamp":${timestamp},"price":${price}}`;
}

describe('replies', () => {
  const row = {
    datetime: '2026-11-20 09:15:00',
    open: '1.08510',
    high: '1.08560',
    low: '1.08490',
    close: '1.08530',
  };

  test('a row opens at its time in UTC and has no volume for a currency', () => {
    assert.deepEqual(toBar(row, 5), {
      openTimeMs: Date.UTC(2026, 10, 20, 9, 15),
      open: 1.0851,
      high: 1.0856,
      low: 1.0849,
      close: 1.0853,
      volume: 0,
    });
  });

  test('a share has its volume, and prices without the noise of their numbers', () => {
    const share = { ...row, open: '150.75999', high: '150.76', low: '150.5', close: '150.60001' };
    const { open, close, volume } = toBar({ ...share, volume: '1200345' }, 4);
    assert.deepEqual([open, close, volume], [150.76, 150.6, 1_200_345]);
  });

  test('a day is its date', () => {
    assert.equal(readMoment('2026-11-20'), Date.UTC(2026, 10, 20));
  });

  for (const [field, value] of [
    ['open', 'NaN'],
    ['high', '0'],
    ['low', '-1'],
    ['close', '1e400'],
    ['volume', '-5'],
    ['datetime', '20.11.2026'],
  ] as const) {
    test(`a row whose ${field} is ${value} is another form`, () => {
      const body = { values: [{ ...row, [field]: value }], status: 'ok' };
      assert.equal(z.safeParse(seriesReply, body).success, false);
    });
  }

  test('an error is known by its body', () => {
    const body = { code: 429, message: 'You have run out of API credits.', status: 'error' };
    assert.equal(z.safeParse(errorReply, body).data?.code, 429);
    assert.equal(z.safeParse(errorReply, { values: [], status: 'ok' }).success, false);
  });
});
