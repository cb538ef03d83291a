import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../platform/clock.ts';
import { HostBlocked, RequestBudget, readRetryAfter, type Urgency } from './request-budget.ts';

const NOW_MS = Date.UTC(2026, 2, 11, 12);
const OPTIONS = { weight: 100, windowMs: 60_000, width: 4 } as const;

test('no window holds more than the weight, and every request is sent', async () => {
  const requests = fc.array(fc.record({ weight: fc.nat(60), afterMs: fc.nat(20_000) }), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(requests, async (list) => {
      const clock = createManualClock(NOW_MS);
      const budget = new RequestBudget({ clock, ...OPTIONS });
      const sent: { atMs: number; weight: number }[] = [];
      const all: Promise<unknown>[] = [];
      for (const { weight, afterMs } of list) {
        await clock.advance(afterMs);
        const send = async (): Promise<void> => void sent.push({ atMs: clock.now(), weight });
        all.push(budget.run(weight, 'history', send));
      }
      for (let minute = 0; minute < 60 && sent.length < list.length; minute += 1)
        await clock.advance(60_000);
      await Promise.all(all);
      assert.equal(sent.length, list.length);
      for (const { atMs } of sent) {
        const within = sent.filter((one) => one.atMs > atMs - 60_000 && one.atMs <= atMs);
        assert.ok(within.reduce((sum, one) => sum + one.weight, 0) <= 100);
      }
    }),
    { numRuns: 60 },
  );
});

test('live requests are sent before bars, and bars before lists', async () => {
  const clock = createManualClock(NOW_MS);
  const budget = new RequestBudget({ clock, ...OPTIONS });
  const order: string[] = [];
  const ask = (urgency: Urgency) => budget.run(60, urgency, async () => void order.push(urgency));
  const first = ask('history');
  const later = [ask('catalogue'), ask('history'), ask('live')];
  await first;
  for (let minute = 0; minute < 3; minute += 1) await clock.advance(60_000);
  await Promise.all(later);
  assert.deepEqual(order, ['history', 'live', 'history', 'catalogue']);
});

test("the host's own count is taken over when it is larger", async () => {
  const clock = createManualClock(NOW_MS);
  const budget = new RequestBudget({ clock, ...OPTIONS });
  await budget.run(5, 'live', async () => {});
  budget.noteUsed(99);
  budget.noteUsed(3);
  assert.equal(budget.used, 99);
  let isSent = false;
  const waiting = budget.run(2, 'live', async () => {
    isSent = true;
  });
  await clock.advance(59_000);
  assert.equal(isSent, false);
  await clock.advance(1000);
  await waiting;
});

test('a short pause is waited for; during a long one requests are refused at once', async () => {
  const clock = createManualClock(NOW_MS);
  const budget = new RequestBudget({ clock, ...OPTIONS });
  budget.block(7000, 'the host asks for it');
  let atMs = 0;
  const waiting = budget.run(1, 'live', async () => {
    atMs = clock.now();
  });
  await clock.advance(7000);
  await waiting;
  assert.equal(atMs, NOW_MS + 7000);
  budget.block(5000, 'the host asks for it');
  const queued = assert.rejects(
    budget.run(1, 'live', async () => {}),
    HostBlocked,
  );
  budget.block(120_000, 'the host has banned us');
  await queued;
  await assert.rejects(
    budget.run(1, 'live', async () => {}),
    { message: 'the host has banned us; nothing is sent until 2026-03-11T12:02:07.000Z' },
  );
  await clock.advance(120_000);
  await budget.run(1, 'live', async () => {});
});

test('a request that is no longer wanted leaves the queue', async () => {
  const clock = createManualClock(NOW_MS);
  const budget = new RequestBudget({ clock, ...OPTIONS });
  budget.block(1000, 'the host asks for it');
  const abort = new AbortController();
  let sent = 0;
  const send = async (): Promise<void> => {
    sent += 1;
  };
  const gone = assert.rejects(budget.run(1, 'live', send, abort.signal), { name: 'AbortError' });
  const stays = budget.run(1, 'live', send);
  abort.abort();
  await gone;
  await clock.advance(1000);
  await stays;
  assert.equal(sent, 1);
});

test('Retry-After is read as seconds and as a date', () => {
  // The date is the example of RFC 9110, 5.6.7.
  const nowMs = Date.UTC(1994, 10, 6, 8, 49, 30);
  assert.equal(readRetryAfter('7', nowMs), 7000);
  assert.equal(readRetryAfter(' 120 ', nowMs), 120_000);
  assert.equal(readRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', nowMs), 7000);
  assert.equal(readRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', nowMs + 60_000), 0);
  for (const text of [null, undefined, '', '-1', '1.5', 'soon', '1e9', '2026-03-11'])
    assert.equal(readRetryAfter(text, nowMs), null, String(text));
});
