import assert from 'node:assert/strict';
import test from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import type { Person } from '../../platform/http/person.ts';
import { createMemory } from './memory.ts';

const ADA: Person = {
  id: 7,
  publicId: 'ADA',
  sessionId: 1,
  subscriber: true,
  student: false,
  admin: false,
};
const BORA: Person = { ...ADA, id: 8, publicId: 'BORA' };

const away = async (): Promise<never> => {
  throw new Error('Query read timeout');
};

function remember() {
  const clock = createManualClock(0);
  let say: (payload: string | null) => void = () => {};
  const memory = createMemory({
    clock,
    listen: (_channel, fn) => {
      say = fn;
      return () => {};
    },
  });
  return { memory, clock, say: (payload: string | null) => say(payload) };
}

test('what the database said stands for a minute while it is away', async () => {
  const { memory, clock } = remember();
  await assert.rejects(memory.ask('a', away), /timeout/);
  assert.equal(await memory.ask('a', async () => ADA), ADA);
  await clock.advance(60_000);
  assert.equal(await memory.ask('a', away), ADA);
  assert.equal(await memory.ask('a', away), ADA);
  await assert.rejects(memory.ask('b', away), /timeout/);
  await clock.advance(1);
  await assert.rejects(memory.ask('a', away), /timeout/);
});

test('once the database was away, it is not asked about remembered sessions for a second', async (t) => {
  const { memory } = remember();
  let wallMs = 5000;
  t.mock.method(performance, 'now', () => wallMs);
  let asked = 0;
  const back = async (): Promise<Person> => {
    asked += 1;
    return BORA;
  };
  await memory.ask('a', async () => ADA);
  assert.equal(await memory.ask('a', away), ADA);
  wallMs += 999;
  assert.equal(await memory.ask('a', back), ADA);
  assert.equal(asked, 0);
  assert.equal(await memory.ask('b', back), BORA, 'what is not remembered is asked for');
  wallMs += 1;
  assert.equal(await memory.ask('a', back), BORA);
  assert.equal(asked, 2);
});

test('a mistake is no absence', async () => {
  const { memory } = remember();
  await memory.ask('a', async () => ADA);
  const wrong = async () => {
    throw new TypeError('wrong');
  };
  await assert.rejects(memory.ask('a', wrong), /wrong/);
});

test('whoever is said to have changed, or was nobody, is not remembered', async () => {
  const { memory, say } = remember();
  await memory.ask('a', async () => ADA);
  await memory.ask('b', async () => BORA);
  say('7');
  await assert.rejects(memory.ask('a', away), /timeout/);
  assert.equal(await memory.ask('b', away), BORA);
  say(null);
  await assert.rejects(memory.ask('b', away), /timeout/);

  const other = remember();
  await other.memory.ask('a', async () => ADA);
  assert.equal(await other.memory.ask('a', async () => null), null);
  await assert.rejects(other.memory.ask('a', away), /timeout/);
});

test('what changed while it was read is not remembered', async () => {
  const { memory, say } = remember();
  const reading = memory.ask('a', async () => {
    say('7');
    return ADA;
  });
  assert.equal(await reading, ADA);
  await assert.rejects(memory.ask('a', away), /timeout/);
});

test('ten thousand are remembered, and the longest unseen is forgotten first', async () => {
  const { memory } = remember();
  const one = async (): Promise<Person> => ADA;
  for (let at = 0; at < 10_000; at += 1) await memory.ask(String(at), one);
  await memory.ask('0', one);
  await memory.ask('new', one);
  assert.equal(await memory.ask('0', away), ADA);
  assert.equal(await memory.ask('2', away), ADA);
  assert.equal(await memory.ask('new', away), ADA);
  await assert.rejects(memory.ask('1', away), /timeout/);
});
