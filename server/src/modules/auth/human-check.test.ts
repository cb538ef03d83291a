import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { NOON_MS, solveCheck, startAuthServer } from '../../testing/auth.ts';
import { createAltchaCheck } from './altcha-challenge.ts';

const clock = createManualClock(NOON_MS);
const { context, call, solve } = await startAuthServer(
  { after },
  { clock, effort: 'of the product' },
);

describe('a human check', () => {
  const signIn = async (challenge: string): Promise<string | undefined> => {
    const body = { email: 'kimse@rasat.example', password: 'baska-bir-sey', challenge };
    return (await call('POST', '/auth/login', body)).code;
  };
  const altered = async (
    change: (payload: {
      challenge: { parameters: Record<string, unknown> };
      solution: Record<string, unknown>;
    }) => void,
  ): Promise<string> => {
    const payload = JSON.parse(Buffer.from(await solve('login'), 'base64').toString());
    change(payload);
    return Buffer.from(JSON.stringify(payload)).toString('base64');
  };

  test('R22: counts once', async () => {
    const token = await solve('login');
    assert.equal(await signIn(token), 'password-not-match');
    assert.equal(await signIn(token), 'bad-fields-400');
  });

  test('counts once however often it comes at the same time', async () => {
    const token = await solve('login');
    const codes = await Promise.all(Array.from({ length: 8 }, () => signIn(token)));
    assert.deepEqual(
      codes.toSorted((a = '', b = '') => a.localeCompare(b)),
      [...Array.from({ length: 7 }, () => 'bad-fields-400'), 'password-not-match'],
    );
  });

  test('counts for its own action alone', async () => {
    assert.equal(await signIn(await solve('register')), 'bad-fields-400');
  });

  test('counts for five minutes', async () => {
    const [early, late] = [await solve('login'), await solve('login')];
    await clock.advance(5 * 60_000 - 1);
    assert.equal(await signIn(early), 'password-not-match');
    await clock.advance(1);
    assert.equal(await signIn(late), 'bad-fields-400');
  });

  test('does not count when anything of it was altered', async () => {
    const tokens = [
      await altered(({ challenge }) => {
        challenge.parameters.data = { action: 'login', expires: 9e15 };
      }),
      await altered(({ challenge }) => {
        challenge.parameters.cost = 1;
      }),
      await altered(({ solution }) => {
        solution.derivedKey = '00'.repeat(32);
      }),
      await altered(({ challenge }) => {
        delete challenge.parameters.keySignature;
      }),
    ];
    for (const token of tokens) assert.equal(await signIn(token), 'bad-fields-400');
  });

  test('costs half a second of a browser: 50 to 100 tries of 5000 rounds', async () => {
    for (let at = 0; at < 5; at += 1) {
      const { challenge, solution } = JSON.parse(
        Buffer.from(await solve('login'), 'base64').toString(),
      ) as { challenge: { parameters: { cost: number } }; solution: { counter: number } };
      assert.equal(challenge.parameters.cost, 5000);
      assert.ok(solution.counter >= 50 && solution.counter <= 100, String(solution.counter));
    }
  });

  test('needs exactly as many tries as were asked for', async () => {
    const check = createAltchaCheck(context, { cost: 1, tries: { least: 2, most: 2 } });
    for (let at = 0; at < 6; at += 1) {
      const token = await solveCheck(await check.issue('login'));
      const { solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as {
        solution: { counter: number };
      };
      assert.equal(solution.counter, 2);
    }
  });

  test('is issued for known actions alone', async () => {
    assert.equal((await call('GET', '/auth/challenge/payment')).status, 400);
    const { body } = await call('GET', '/auth/challenge/login');
    assert.equal(typeof body.signature, 'string');
  });
});
