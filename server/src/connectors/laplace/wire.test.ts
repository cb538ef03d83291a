import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import type { StreamEvent } from '../vendor-wire/quote-stream.ts';
import { localTime } from './laplace-rest.ts';
import {
  barsReply,
  createEventReader,
  createSocketReader,
  type PriceForm,
  readPrice,
  readStreamAddress,
  streamReply,
  toBar,
} from './wire.ts';

// The samples of vendors.md, section 5, which follow github.com/Laplace-Analytics/laplace-api-js at 8e90312.

const SHARE: PriceForm = { digits: 2, isRounded: false };
const INDEX: PriceForm = { digits: 2, isRounded: true };
const ROW = '{"d":1795158000000,"o":290,"h":292,"l":289.5,"c":291,"v":120000}';
const EVENT = '{"t":"pr","d":{"s":"THYAO","p":291.25,"ch":0.61,"d":1795170605000}}';
const FRAME =
  '{"type":"data","feed":"delayed_price_tr","message":{"_id":7,"symbol":"THYAO","cl":291.25,"_i":"x","c":0.61,"d":1795170605000}}';
const TICK = { symbol: 'THYAO', timeMs: 1_795_170_605_000, price: 291.25, volume: 0 };

interface Noted {
  states: number;
  readonly problems: string[];
}

function readers(): {
  readonly socket: (text: string) => readonly StreamEvent[];
  readonly events: (text: string) => readonly StreamEvent[];
  readonly noted: Noted;
} {
  const noted: Noted = { states: 0, problems: [] };
  const options = {
    feed: 'delayed',
    formOf: (symbol: string) => ({ THYAO: SHARE, XU100: INDEX })[symbol] ?? null,
    noteState: () => {
      noted.states += 1;
    },
    noteProblem: (kind: string) => void noted.problems.push(kind),
  } as const;
  return { socket: createSocketReader(options), events: createEventReader(options), noted };
}

const kinds = (events: readonly StreamEvent[]): string[] => events.map(({ kind }) => kind);

describe('bars', () => {
  const read = (text: string, form = SHARE) =>
    z.parse(barsReply, JSON.parse(`[${text}]`)).map((row) => toBar(row, form));

  test('a row is a bar; the raw prices win over the adjusted ones', () => {
    const bar = { openTimeMs: 1_795_158_000_000, open: 290, high: 292, low: 289.5, close: 291 };
    assert.deepEqual(read(ROW), [{ ...bar, volume: 120_000 }]);
    const raw =
      '{"d":1795158000000,"o":145,"h":146,"l":144.75,"c":145.5,"v":240000,"uo":290,"uh":292,"ul":289.5,"uc":291,"uv":120000}';
    assert.deepEqual(read(raw), [{ ...bar, volume: 120_000 }]);
    const noVolume = '{"d":1795158000000,"o":290,"h":292,"l":289.5,"c":291}';
    assert.deepEqual(read(noVolume), [{ ...bar, volume: 0 }]);
  });

  test('adjusted prices that the market cannot have, and mixed prices, are no bar', () => {
    assert.deepEqual(read('{"d":1795158000000,"o":29.1234,"h":30,"l":29,"c":29.5,"v":1}'), [null]);
    assert.deepEqual(read('{"d":1795158000000,"o":29,"h":30,"l":29,"c":29.5,"uo":58}'), [null]);
  });

  test('a row with an impossible number or a time that is not in milliseconds is refused', () => {
    for (const wrong of [
      ROW.replace('290', '0'),
      ROW.replace('290', '-1'),
      ROW.replace('290', '1e400'),
      ROW.replace('290', '"290"'),
      ROW.replace('290', 'null'),
      ROW.replace('120000', '-5'),
      ROW.replace('1795158000000', '1795158000'),
      ROW.replace('1795158000000', '1795158000000000'),
    ])
      assert.equal(z.safeParse(barsReply, JSON.parse(`[${wrong}]`)).success, false, wrong);
  });

  test('a query has the time of Istanbul', () => {
    assert.equal(localTime(Date.UTC(2026, 10, 20, 7)), '2026-11-20 10:00:00');
    // In January 2016 Istanbul was two hours ahead.
    assert.equal(localTime(Date.UTC(2016, 0, 20, 7)), '2016-01-20 09:00:00');
  });
});

test('a price keeps its decimals, the noise of a double is no decimal, and an index is rounded', () => {
  assert.equal(readPrice(291.25, SHARE), 291.25);
  assert.equal(readPrice(0.1 + 0.2, SHARE), 0.3);
  assert.equal(readPrice(291.255, SHARE), null);
  assert.equal(readPrice(0.001, INDEX), null);
  assert.equal(readPrice(10_950.1267, INDEX), 10_950.13);
});

describe('frames', () => {
  for (const [name, text] of [
    ['socket', FRAME],
    ['events', EVENT],
  ] as const) {
    test(`${name}: a price is a tick without volume, once`, () => {
      const { [name]: read } = readers();
      assert.deepEqual(read(text), [{ kind: 'ticks', ticks: [TICK] }]);
      assert.deepEqual(kinds(read(text)), ['life']);
      const [later] = read(text.replace('605000', '605001'));
      assert.deepEqual(later, { kind: 'ticks', ticks: [{ ...TICK, timeMs: TICK.timeMs + 1 }] });
    });

    test(`${name}: a damaged frame or an impossible value is refused`, () => {
      const { [name]: read } = readers();
      for (const wrong of [
        '',
        text.slice(0, 40),
        '[]',
        'null',
        text.replace('291.25', '"NaN"'),
        text.replace('291.25', '0'),
        text.replace('291.25', '-1'),
        text.replace('291.25', '1e400'),
        text.replace('291.25', '291.251234'),
        text.replace('1795170605000', '1795170605'),
        text.replace('1795170605000', '1795170605000000'),
        text.replace('1795170605000', '1795170605000.5'),
        text.replace('"THYAO"', 'null'),
      ])
        assert.deepEqual(kinds(read(wrong)), ['invalid'], wrong);
    });

    test(`${name}: another symbol is ignored, and an index is rounded`, () => {
      const { [name]: read } = readers();
      assert.deepEqual(kinds(read(text.replace('THYAO', 'OTHER'))), ['unknown']);
      const index = text.replace('THYAO', 'XU100').replace('291.25', '10950.1267');
      const [event] = read(index);
      assert.ok(event?.kind === 'ticks');
      assert.equal(event.ticks[0]?.price, 10_950.13);
    });
  }

  test('a heartbeat is a sign of life, a halt no tick, and an unknown frame is ignored', () => {
    const { socket, events, noted } = readers();
    assert.deepEqual(kinds(socket('{"type":"heartbeat"}')), ['life']);
    assert.deepEqual(kinds(events('{"t":"heartbeat","d":{}}')), ['life']);
    assert.deepEqual(
      kinds(events('{"t":"state_change","d":{"s":"THYAO","p":1,"d":1795170605000}}')),
      ['unknown'],
    );
    assert.deepEqual(kinds(socket('{"type":"state_change","message":{}}')), ['unknown']);
    assert.equal(noted.states, 2);
    assert.deepEqual(kinds(events('{"t":"ob","d":{}}')), ['unknown']);
    assert.deepEqual(kinds(socket('{"type":"of tomorrow"}')), ['unknown']);
    assert.deepEqual(kinds(socket(FRAME.replace('delayed_price_tr', 'live_price_tr'))), [
      'unknown',
    ]);
    assert.deepEqual(kinds(socket('{"type":"warning","message":"x"}')), ['unknown']);
    assert.deepEqual(kinds(socket('{"type":"error","message":"x"}')), ['unknown']);
    assert.deepEqual(noted.problems, ['warning', 'error']);
  });
});

test('only an encrypted stream is opened, or a plain one beside a plain address', () => {
  const { url } = z.parse(streamReply, { url: 'wss://stream.test/v1?token=a#b' });
  const secure = 'https://api.finfree.app';
  const plain = 'http://127.0.0.1:8';
  assert.equal(readStreamAddress(url, secure)?.href, 'wss://stream.test/v1?token=a');
  assert.equal(readStreamAddress('ws://127.0.0.1:9/', plain)?.href, 'ws://127.0.0.1:9/');
  for (const wrong of ['ws://stream.test/', 'https://stream.test/', 'stream', ''])
    assert.equal(readStreamAddress(wrong, secure), null, wrong);
  assert.equal(readStreamAddress('http://127.0.0.1/', plain), null);
});
