import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { VERSION_HEADER } from '@rasat/contract';
import { act } from '@testing-library/react';
import type { PredictorItem } from './api/calls/signals.ts';
import { liveSocket } from './api/live/live.ts';
import { ConnectionKeeper } from './connection-keeper.tsx';
import PredictorRoute from './features/predictor/route.tsx';
import { show } from './testing/show.tsx';
import { standIn } from './testing/stand-in.ts';

const AT = Date.UTC(2025, 2, 10, 14);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const item = (symbol: string): PredictorItem => ({
  tradeCondition: {
    symbol,
    way: true,
    active: true,
    price: 1.08452,
    range: 0.00321,
    datetime: AT - 86_400_000,
    sl: 1.08131,
    tp1: 1.08773,
    tp2: 1.09094,
    ended: null,
    tp1Hit: false,
  },
  last: null,
});

/** The sockets that the page has opened, the newest last. */
function standInSocket(t: TestContext) {
  class FakeSocket {
    readonly sent: string[] = [];
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number }) => void;
    constructor() {
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {}
    say(frame: unknown): void {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }
  }
  const sockets: FakeSocket[] = [];
  standIn(t, globalThis, { WebSocket: FakeSocket });
  t.after(() => liveSocket.setAllowed(false));
  return sockets;
}

/** The predictor before a server that says of each answer which version it is. */
async function openPredictor(t: TestContext, { signedIn = true } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: AT });
  t.mock.method(Math, 'random', () => 0.5);
  const sockets = standInSocket(t);
  liveSocket.setAllowed(signedIn);
  const list = { version: 'v1', items: [item('EURUSD')] };
  /** The versions that the page named, of each call for the list. */
  const asked: (string | null)[] = [];
  await show(
    t,
    <ConnectionKeeper>
      <PredictorRoute />
    </ConnectionKeeper>,
    {
      at: '/dashboard/predictor/forex',
      path: '/dashboard/predictor/:type',
      answers: {
        'GET /api/predictor/forex': (_: unknown, { searchParams }: URL) => {
          const have = searchParams.get('have');
          asked.push(have);
          const headers = { [VERSION_HEADER]: list.version };
          return Response.json(have === list.version ? { unchanged: true } : list.items, {
            headers,
          });
        },
        'GET /api/symbols': [],
        'GET /api/record/rates/EURUSD': [],
        'GET /api/record/rates/GBPUSD': [],
        'GET /api/health': { ready: true, serverTime: AT },
        'POST /api/auth/info': {},
      },
    },
  );
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= SECOND) {
      await act(async () => {
        t.mock.timers.tick(Math.min(left, SECOND));
        for (let i = 0; i < 5; i++) await turn();
      });
    }
  };
  const say = (frame: unknown) => act(async () => sockets.at(-1)?.say(frame));
  const connect = async (): Promise<void> => {
    await act(async () => sockets.at(-1)?.onopen?.());
    await pass(SECOND);
    await say({ joined: 'ticks:forex' });
  };
  const lose = () => act(async () => sockets.at(-1)?.onclose?.({ code: 1006 }));
  const shows = (symbol: string) => document.body.textContent?.includes(symbol) === true;
  // The skeleton stays for a moment.
  await pass(4 * SECOND);
  return { list, asked, sockets, pass, say, connect, lose, shows };
}

test('a list that is heard of is asked for every five minutes, and soon after it changed', async (t) => {
  const { list, asked, pass, say, connect, shows } = await openPredictor(t);
  assert.deepEqual(asked, [null]);
  assert.ok(shows('EURUSD'));
  await connect();
  await pass(MINUTE);
  assert.deepEqual(asked, [null, 'v1'], 'it may have changed before it was heard of');
  asked.length = 0;
  await pass(4 * MINUTE);
  assert.deepEqual(asked, []);
  list.version = 'v2';
  list.items = [item('GBPUSD')];
  await say({ lists: 'crypto' });
  await say({ lists: 'forex' });
  await say({ lists: 'forex' });
  await pass(2 * SECOND);
  assert.deepEqual(asked, [], 'not every page at once');
  await pass(2 * SECOND);
  assert.deepEqual(asked, ['v1'], 'once for all that was said');
  assert.ok(shows('GBPUSD') && !shows('EURUSD'));
  await pass(5 * MINUTE + SECOND);
  assert.deepEqual(asked, ['v1', 'v2']);
  assert.ok(shows('GBPUSD'), 'what did not change stays');
});

test('without the connection a list is asked for every minute, and again every five when it is back', async (t) => {
  const { asked, pass, connect, lose } = await openPredictor(t);
  await connect();
  await pass(MINUTE);
  asked.length = 0;
  await pass(2 * MINUTE);
  assert.equal(asked.length, 0);
  await lose();
  await pass(3 * MINUTE + SECOND);
  assert.equal(asked.length, 3);
  await connect();
  await pass(MINUTE);
  asked.length = 0;
  await pass(4 * MINUTE);
  assert.equal(asked.length, 0);
});

test('a guest, who hears nothing, asks every minute with the version that the page has', async (t) => {
  const { asked, sockets, pass } = await openPredictor(t, { signedIn: false });
  await pass(3 * MINUTE);
  assert.deepEqual(asked, [null, 'v1', 'v1', 'v1']);
  assert.equal(sockets.length, 0);
});

test('a hidden page reads a changed list again when it becomes visible', async (t) => {
  const { asked, pass, say, connect } = await openPredictor(t);
  await connect();
  await pass(MINUTE);
  asked.length = 0;
  const look = (visibilityState: string) =>
    act(async () => {
      standIn(t, document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
      globalThis.dispatchEvent(new Event('visibilitychange'));
    });
  await look('hidden');
  await say({ lists: 'forex' });
  await pass(10 * SECOND);
  assert.deepEqual(asked, []);
  await look('visible');
  await pass(SECOND);
  assert.deepEqual(asked, ['v1']);
});
