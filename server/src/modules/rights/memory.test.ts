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
  let hears = true;
  const memory = createMemory({
    clock,
    listen: (_channel, fn) => {
      say = fn;
      return () => {};
    },
    hears: () => hears,
  });
  const ask = (
    key: string,
    read: () => Promise<Person | null>,
    { mayRecall = false, changesAt = Number.POSITIVE_INFINITY } = {},
  ) =>
    memory.ask(
      key,
      async () => {
        const person = await read();
        return person && { person, changesAt };
      },
      mayRecall,
    );
  return {
    memory: { ask },
    clock,
    say: (payload: string | null) => say(payload),
    hear: (does: boolean) => {
      hears = does;
    },
  };
}

test('what the database said stands for a minute while it is unavailable', async () => {
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

test('after the database failed, it is not asked about remembered sessions for a second', async (t) => {
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

test('a person who changed, or a guest, is not remembered', async () => {
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

const RECALL = { mayRecall: true };

/** A memory that has begun to hear and knows ADA as `a`, and who `a` is said to be when it is asked for now. */
async function rememberAda(options: { readonly changesAt?: number } = {}) {
  const made = remember();
  made.say(null);
  await made.memory.ask('a', async () => ADA, options);
  return { ...made, who: () => made.memory.ask('a', async () => BORA, RECALL) };
}

test('what the database said stands for five seconds where a call allows it', async () => {
  const { memory, clock, who } = await rememberAda();
  await clock.advance(5000);
  assert.equal(await who(), ADA);
  await clock.advance(1);
  assert.equal(await who(), BORA);
  assert.equal(await memory.ask('a', async () => ADA), ADA, 'a call that does not allow it');
  assert.equal(await who(), ADA, 'that read is the newest');
});

test('an answer of the last seconds is not recalled past the moment at which a right or the session ends', async () => {
  const { clock, who } = await rememberAda({ changesAt: 3000 });
  await clock.advance(2999);
  assert.equal(await who(), ADA);
  await clock.advance(1);
  assert.equal(await who(), BORA);
  const set = await rememberAda({ changesAt: 3000 });
  // As an operator sets the machine's clock: no time passes.
  set.clock.set(3000);
  assert.equal(await set.who(), BORA);
});

test('a person who changed is read again at once, and no other person', async () => {
  const { say, who } = await rememberAda();
  say('8');
  assert.equal(await who(), ADA);
  say('7');
  assert.equal(await who(), BORA);
  const every = await rememberAda();
  every.say(null);
  assert.equal(await every.who(), BORA);
});

test('while the listening connection is down, or has not begun, nothing is recalled', async () => {
  const { hear, who } = await rememberAda();
  hear(false);
  assert.equal(await who(), BORA);
  const fresh = remember();
  await fresh.memory.ask('a', async () => ADA);
  assert.equal(await fresh.memory.ask('a', async () => BORA, RECALL), BORA);
});

test('a notice about another person does not keep an answer from being remembered', async () => {
  const { memory, say } = remember();
  say(null);
  for (const [notice, then] of [
    ['8', ADA],
    ['7', BORA],
    [null, BORA],
  ] as const) {
    await memory.ask('a', async () => {
      say(notice);
      return ADA;
    });
    assert.equal(await memory.ask('a', async () => BORA, RECALL), then, String(notice));
  }
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
