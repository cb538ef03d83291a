import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../testing/eventually.ts';
import { topic } from './bus/bus.ts';
import { createMemoryBus } from './bus/memory.ts';
import { createLog } from './log.ts';
import type { Part } from './part.ts';
import { testConfig, testDatabase } from './testing.ts';
import { startThreadPart } from './thread-part.ts';

const ENTRY = new URL('./thread-part.testing.ts', import.meta.url);
const orders = topic<string>('test.orders');
const answers = topic<{ text: string; now: number }>('test.answers');

async function startPart(t: test.TestContext, entry = ENTRY) {
  const { address } = await testDatabase(t);
  const bus = createMemoryBus((error) => assert.fail(String(error)));
  const heard: { text: string; now: number }[] = [];
  bus.subscribe(answers, (answer) => heard.push(answer));
  const part: Part = startThreadPart(
    'analyst',
    entry,
    { config: testConfig(), database: address, clock: { kind: 'shifted', offsetMs: 86_400_000 } },
    bus,
    createLog('silent'),
  );
  t.after(() => part.stop());
  return { bus, heard, part };
}

test('a part in a thread is ready when its parts are, shares the bus and the clock, and stops', async (t) => {
  const { bus, heard, part } = await startPart(t);
  assert.equal(part.status().ready, false);
  await until('the part is ready', () => part.status().ready);
  assert.equal(part.status().detail, 'echo: 1 database');
  const askedMs = Date.now();
  bus.publish(orders, 'hello');
  await until('an answer arrives', () => heard.length > 0);
  assert.equal(heard[0]?.text, 'hello');
  const toldMs = (heard[0]?.now ?? 0) - 86_400_000;
  assert.ok(askedMs <= toldMs && toldMs <= Date.now());
  await part.stop();
  await part.stop();
  assert.deepEqual(part.status(), { ready: false, detail: 'stopped' });
  assert.equal(heard.at(-1)?.text, 'stopped', 'its own parts were stopped');
});

test('a thread that breaks is started again', async (t) => {
  const { bus, heard, part } = await startPart(t);
  await until('the part is ready', () => part.status().ready);
  bus.publish(orders, 'break');
  await until('the loss is seen', () => !part.status().ready);
  await until('the part is ready again', () => part.status().ready);
  bus.publish(orders, 'again');
  await until('the new thread answers', () => heard.some((answer) => answer.text === 'again'));
});

test('a thread that still loads its modules stops at once', async (t) => {
  const loadsForever = new URL(
    'data:text/javascript,await new Promise(() => setInterval(() => {}, 1000))',
  );
  const { part } = await startPart(t, loadsForever);
  // The limit of a stop never ends here.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await part.stop();
  assert.deepEqual(part.status(), { ready: false, detail: 'stopped' });
});
