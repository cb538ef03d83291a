import assert from 'node:assert/strict';
import test from 'node:test';
import { LivePrices } from './live-prices.ts';

function store() {
  const frames: (() => void)[] = [];
  const prices = new LivePrices((flush) => frames.push(flush));
  return {
    prices,
    frames,
    paint: () => {
      for (const flush of frames.splice(0)) flush();
    },
  };
}

test('the next frame shows the newest tick of each symbol, once', () => {
  const { prices, frames, paint } = store();
  let calls = 0;
  prices.source('EURUSD').subscribe(() => calls++);
  prices.apply([
    { s: 'EURUSD', d: 1, p: 1.1 },
    { s: 'EURUSD', d: 2, p: 1.2 },
  ]);
  prices.apply([{ s: 'EURUSD', d: 3, p: 1.3 }]);
  assert.equal(prices.get('EURUSD'), null, 'nothing before the frame');
  assert.equal(frames.length, 1, 'one frame was requested');
  paint();
  assert.equal(calls, 1);
  assert.equal(prices.get('EURUSD')?.price, 1.3);
});

test('only the listeners of a symbol that changed are called', () => {
  const { prices, paint } = store();
  let other = 0;
  prices.source('GBPUSD').subscribe(() => other++);
  prices.apply([{ s: 'EURUSD', d: 1, p: 1.1 }]);
  paint();
  assert.equal(other, 0);
});

test('the direction compares with the price on the screen', () => {
  const { prices, paint } = store();
  prices.apply([{ s: 'A', d: 1, p: 10 }]);
  paint();
  assert.equal(prices.get('A')?.direction, 0, 'the first price has none');
  prices.apply([
    { s: 'A', d: 2, p: 12 },
    { s: 'A', d: 3, p: 9 },
  ]);
  paint();
  assert.equal(prices.get('A')?.direction, -1, 'down from 10, the last price that was shown');
});

test('late ticks and invalid prices are dropped', () => {
  const { prices, paint } = store();
  prices.apply([{ s: 'A', d: 5, p: 10 }]);
  paint();
  prices.apply([
    { s: 'A', d: 4, p: 11 },
    { s: 'A', d: 6, p: 0 },
    { s: 'A', d: 6, p: Number.NaN },
    { s: 'A', d: 6, p: -3 },
  ]);
  paint();
  assert.equal(prices.get('A')?.price, 10);
});

test('a symbol keeps its store object, and an unsubscribed listener is not called', () => {
  const { prices, paint } = store();
  assert.equal(prices.source('A'), prices.source('A'));
  let calls = 0;
  const leave = prices.source('A').subscribe(() => calls++);
  leave();
  prices.apply([{ s: 'A', d: 1, p: 1 }]);
  paint();
  assert.equal(calls, 0);
});

test('bars receive every accepted tick as it arrives', () => {
  const { prices } = store();
  const seen: number[] = [];
  const stop = prices.onTick('A', (tick) => seen.push(tick.p));
  prices.apply([
    { s: 'A', d: 1, p: 1 },
    { s: 'A', d: 2, p: 2 },
    { s: 'A', d: 1, p: 7 },
  ]);
  stop();
  prices.apply([{ s: 'A', d: 3, p: 3 }]);
  assert.deepEqual(seen, [1, 2]);
});

test('each frame shows the ticks since the last frame, with their direction', () => {
  const { prices, frames, paint } = store();
  prices.apply([]);
  assert.equal(frames.length, 0, 'no frame is requested without new prices');
  prices.apply([{ s: 'A', d: 1, p: 10 }]);
  paint();
  prices.apply([
    { s: 'A', d: 1, p: 10.5 },
    { s: 'B', d: 1, p: 3 },
  ]);
  assert.equal(frames.length, 1, 'and one for the next news');
  paint();
  assert.deepEqual(prices.get('A'), { price: 10.5, timeMs: 1, direction: 1 });
  assert.deepEqual(prices.get('B'), { price: 3, timeMs: 1, direction: 0 });
  prices.apply([{ s: 'A', d: 2, p: 10.5 }]);
  paint();
  assert.deepEqual(prices.source('A').get(), { price: 10.5, timeMs: 2, direction: 0 });
  assert.equal(prices.get('C'), null);
});

test('an unsubscribed listener is not called; it is called after it subscribes again', () => {
  const { prices, paint } = store();
  let stayed = 0;
  let back = 0;
  const { subscribe } = prices.source('A');
  const leave = subscribe(() => assert.fail('it left'));
  const stop = subscribe(() => {
    stayed += 1;
  });
  leave();
  prices.apply([{ s: 'A', d: 1, p: 1 }]);
  paint();
  stop();
  subscribe(() => {
    back += 1;
  });
  // A second unsubscribe must not remove the new subscription.
  stop();
  prices.apply([{ s: 'A', d: 2, p: 2 }]);
  paint();
  assert.deepEqual([stayed, back], [1, 1]);
});
