import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import { plantPerson } from '../../testing/people.ts';
import { answerOnce, type KeyedCall } from './answer-once.ts';
import { paymentsRetention } from './personal-data.ts';

const NOW = Date.UTC(2026, 10, 18, 9);
const context = await testContext({ after }, { clock: createManualClock(NOW) });
const { db } = context;
const { id: personId } = await plantPerson(context);

let asked = 0;
/** A call whose answer is another page each time, or the given refusal; `key` is the header. */
const call = (key: KeyedCall['key'], refusal?: unknown, more: Partial<KeyedCall> = {}) =>
  answerOnce(
    db,
    { personId, key, call: 'subscribe', body: { type: 6 }, ...more },
    NOW,
    async () => {
      asked += 1;
      if (refusal !== undefined) throw refusal;
      return { url: `https://bank.example/${asked}` };
    },
  );
/** What it was answered, and whether it had to be asked for. */
const tell = async (...of: Parameters<typeof call>): Promise<readonly [unknown, number]> => {
  const before = asked;
  const said = await call(...of).then(
    ({ url }) => url,
    (error: unknown) => (error instanceof AppError ? [error.code, error.field] : String(error)),
  );
  return [said, asked - before];
};

test('a call without a key is answered anew, one with a key of up to 255 characters once', async () => {
  const [first, again] = [await call(undefined), await call(undefined)];
  assert.notEqual(first.url, again.url);
  for (const key of ['k', 'k'.repeat(255)]) {
    const { url } = await call(key);
    assert.deepEqual(await tell(key), [url, 0]);
    assert.deepEqual(await tell(key, new TypeError('x')), [url, 0]);
  }
  for (const key of ['', 'k'.repeat(256), ['k', 'l']]) {
    assert.deepEqual(await tell(key), [['bad-fields-400', undefined], 0]);
  }
});

test('a key belongs to one person, one call and one body', async () => {
  const { url } = await call('mine');
  const conflict = [['conflict-409', undefined], 0];
  assert.deepEqual(await tell('mine', undefined, { body: { type: 3 } }), conflict);
  assert.deepEqual(await tell('mine', undefined, { call: 'education' }), conflict);
  const other = await plantPerson(context);
  assert.equal((await tell('mine', undefined, { personId: other.id, body: { type: 3 } }))[1], 1);
  assert.deepEqual(await tell('mine'), [url, 0]);
});

test('a refusal is answered again with its field, what failed for a moment is tried again', async () => {
  const refused = new AppError('bad-fields-400', { field: 'type' });
  assert.deepEqual(await tell('a', refused), [['bad-fields-400', 'type'], 1]);
  assert.deepEqual(await tell('a'), [['bad-fields-400', 'type'], 0]);
  assert.deepEqual(await tell('b', new AppError('has-lesson-403')), [
    ['has-lesson-403', undefined],
    1,
  ]);
  assert.deepEqual(await tell('b'), [['has-lesson-403', undefined], 0]);
  for (const error of [
    new AppError('unavailable-503'),
    new AppError('rate-429'),
    new AppError('500'),
    new TypeError('broken'),
  ]) {
    assert.equal((await tell(error.message, error))[1], 1);
    const [url, times] = await tell(error.message);
    assert.match(String(url), /^https:/);
    assert.equal(times, 1);
  }
});

test('of two calls that are answered at once the first answer counts for both', async () => {
  const before = asked;
  const { promise: both, resolve: go } = Promise.withResolvers<void>();
  const answers = [1, 2].map((one) =>
    answerOnce(db, { personId, key: 'pair', call: 'subscribe', body: {} }, NOW, async () => {
      asked += 1;
      if (asked === before + 2) go();
      await both;
      return { url: `https://bank.example/pair-${one}` };
    }),
  );
  const [one, two] = await Promise.all(answers);
  assert.equal(asked, before + 2);
  assert.equal(one?.url, two?.url);
});

test('a key is forgotten once two days have passed since its first use', async () => {
  const forget = paymentsRetention.find(({ what }) => what === 'purchase_key')?.forget;
  assert.ok(forget);
  await forget(db, NOW + 2 * DAY_MS);
  const { url } = await call('old');
  assert.equal(await forget(db, NOW + 2 * DAY_MS), 0);
  assert.deepEqual(await tell('old'), [url, 0]);
  assert.ok((await forget(db, NOW + 2 * DAY_MS + 1)) > 0);
  assert.equal((await tell('old'))[1], 1);
});
