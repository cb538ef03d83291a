import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { registration } from '@rasat/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import {
  deliverMails,
  freshAddress,
  NOON_MS,
  REGISTRATION,
  readCode,
  readMails,
} from '../../testing/auth.ts';
import { plantPerson } from '../../testing/people.ts';
import { findRequestSession, mailKey, randomText } from '../accounts/index.ts';
import { changePassword } from './change-password.ts';
import type { AuthContext } from './context.ts';
import { requestReset, resetPassword, validateReset } from './forgotten-password.ts';
import { hashPassword } from './passwords.ts';
import { register } from './register.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

// Random calls in random order. The human check here accepts every token.

const clock = createManualClock(NOON_MS);
const context: AuthContext = {
  ...(await testContext({ after }, { clock })),
  humanCheck: { issue: async () => ({}), verify: async () => true },
};
const { db } = context;
const challenge = 'believed';
const caller = () => ({ ip: freshAddress(), headers: {} });

/** What a call was refused with; an empty text when it was not. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return '';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_+-]{0,10}$/);
const address = fc
  .tuple(part, part, fc.stringMatching(/^[A-Za-z]{2,6}$/))
  .map(([name, host, top]) => `${name}@${host.replace(/[_+-]/g, 'x')}.${top}`);

describe('mail addresses', () => {
  test('are equal in every letter case, by the rules of no language', () => {
    fc.assert(
      fc.property(address, fc.array(fc.boolean()), (mail, flips) => {
        const other = mail.replace(/./g, (sign, at: number) =>
          flips[at] ? sign.toUpperCase() : sign.toLowerCase(),
        );
        assert.equal(mailKey(other), mailKey(mail));
        assert.equal(mailKey(mailKey(mail)), mailKey(mail));
      }),
    );
  });

  test('with the i of one language and the I of another do not pass as one mailbox', () => {
    assert.equal(mailKey('ISIL@RASAT.EXAMPLE'), 'isil@rasat.example');
    fc.assert(
      fc.property(address, fc.constantFrom('tr', 'az', 'lt'), (mail, locale) => {
        for (const other of [mail.toLocaleUpperCase(locale), mail.toLocaleLowerCase(locale)]) {
          const passes = z.safeParse(registration.shape.email, other).success;
          assert.ok(!passes || mailKey(other) === mailKey(mail), other);
        }
      }),
    );
  });
});

test('codes use unmistakable characters and do not repeat', () => {
  const codes = Array.from({ length: 20_000 }, () => randomText(8));
  assert.equal(new Set(codes).size, codes.length);
  const seen = new Set(codes.join(''));
  assert.equal(
    [...seen].toSorted((a, b) => (a < b ? -1 : 1)).join(''),
    '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  );
});

/** The expected code of a mailbox, by what a client can observe. */
interface ResetModel {
  code: string | null;
  older: string[];
  sentAtMs: number;
  /** Wrong guesses of each address at the present code. */
  wrong: number[];
  mails: number;
  windowEndsMs: number;
}

type ResetStep =
  | { readonly kind: 'ask' | 'right' | 'wrong' | 'old' | 'use' | 'refused'; readonly from: number }
  | { readonly kind: 'wait'; readonly minutes: number };
type ResetWord = Exclude<ResetStep['kind'], 'wait'>;

/** From how many addresses a mailbox is tried. */
const GUESSERS = 4;
const from = fc.nat(GUESSERS - 1);

const resetStep: fc.Arbitrary<ResetStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom<ResetWord[]>('ask', 'right'), from }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom<ResetWord[]>('wrong', 'wrong', 'wrong', 'old', 'use', 'refused'),
      from,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 25 })
      .map((minutes) => ({ kind: 'wait', minutes }) as const),
  },
);

async function takeResetStep(
  step: ResetStep,
  email: string,
  model: ResetModel,
  ips: readonly string[],
): Promise<void> {
  const at = 'from' in step ? step.from : 0;
  const caller = () => ({ ip: ips[at] ?? '', headers: {} });
  // Five tries for each address, fifteen for all that are no known device.
  const mayTry = (): boolean =>
    (model.wrong[at] ?? 0) < 5 && model.wrong.reduce((sum, one) => sum + one, 0) < 15;
  const valid = (): boolean =>
    model.code !== null && mayTry() && clock.now() <= model.sentAtMs + 600_000;
  const codeFor = (right: boolean): string => (right ? '' : 'token-not-match-400');
  const lose = (): void => {
    if (model.code === null || (model.wrong[at] ?? 0) >= 5) return;
    model.wrong[at] = (model.wrong[at] ?? 0) + 1;
  };
  const token = model.code ?? 'ZZZZZZZZ';
  const expected = codeFor(valid());
  // A right code that is too old is answered like a wrong one, and costs the same.
  const late = model.code !== null && !valid();
  switch (step.kind) {
    case 'wait':
      await clock.advance(step.minutes * 60_000);
      return;
    case 'ask': {
      assert.equal(await outcome(requestReset(context, { email, challenge }, caller())), '');
      if (clock.now() >= model.windowEndsMs) {
        model.mails = 0;
        model.windowEndsMs = clock.now() + 3_600_000;
      }
      if (model.mails === 3) return;
      model.mails += 1;
      if (model.code !== null) model.older.push(model.code);
      await deliverMails(context);
      Object.assign(model, {
        code: await readCode(context, email),
        sentAtMs: clock.now(),
        wrong: ips.map(() => 0),
      });
      return;
    }
    case 'right':
      assert.equal(await outcome(validateReset(context, { email, token }, caller())), expected);
      if (late) lose();
      return;
    case 'wrong':
    case 'old': {
      const typed = step.kind === 'old' ? (model.older.at(-1) ?? 'AAAAAAAA') : 'AAAAAAAA';
      const answer = await outcome(validateReset(context, { email, token: typed }, caller()));
      assert.equal(answer, 'token-not-match-400');
      lose();
      return;
    }
    case 'refused': {
      const body = { email, token, password: '123456' };
      assert.equal(await outcome(resetPassword(context, body, caller())), 'bad-fields-400');
      return;
    }
    case 'use': {
      const body = { email, token, password: 'yesil-vapur-3' };
      assert.equal(await outcome(resetPassword(context, body, caller())), expected);
      if (late) lose();
      if (expected !== '') return;
      if (model.code !== null) model.older.push(model.code);
      model.code = null;
    }
  }
}

test('a reset code opens an account once, in time, with five tries for each who guesses, and only the newest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(resetStep, { minLength: 4, maxLength: 24 }), async (steps) => {
      const { mail } = await plantPerson(context);
      const ips = Array.from({ length: GUESSERS }, freshAddress);
      const model = { code: null, older: [], sentAtMs: 0, wrong: [], mails: 0, windowEndsMs: 0 };
      for (const step of [{ kind: 'ask', from: 0 } as const, ...steps]) {
        await takeResetStep(step, mail, model, ips);
      }
    }),
    { numRuns: 12 },
  );
});

type SessionStep = { readonly kind: 'in' | 'out' | 'change'; readonly at: number };

test('of all tokens that were ever handed out, those that should be worth something are', async () => {
  const passwordHash = await hashPassword('kuzgun-ve-deniz');
  const step: fc.Arbitrary<SessionStep> = fc.record({
    kind: fc.constantFrom('in', 'in', 'in', 'out', 'change'),
    at: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const { id, mail, cookie: first } = await plantPerson(context, { passwordHash });
      let password = 'kuzgun-ve-deniz';
      let live = [first];
      const dead = ['sid=', `sid=${'C'.repeat(43)}`];
      const drop = (gone: readonly string[]): void => {
        dead.push(...gone);
        live = live.filter((one) => !gone.includes(one));
      };
      for (const { kind, at } of steps) {
        const cookie = live[at % Math.max(1, live.length)] ?? '';
        const headers = { cookie };
        if (kind === 'in') {
          const preset = dead[at % dead.length] ?? '';
          const body = { email: mail, password, challenge };
          const asked = { ip: freshAddress(), headers: { cookie: preset } };
          live.push((await signIn(context, body, asked)).cookies[0]?.split(';')[0] ?? '');
          // A person has five; the one that was opened first goes.
          if (live.length > 5) drop(live.slice(0, 1));
        } else if (kind === 'out') {
          await signOut(context, headers);
          if (cookie !== '') drop([cookie]);
        } else if (cookie !== '') {
          await clock.advance(3_600_000);
          const session = await findRequestSession(context, headers);
          assert.ok(session);
          const next = `sifre-${at}-${String(performance.now())}`;
          const renewed = await changePassword(
            context,
            { oldPassword: password, newPassword: next.slice(0, 32), challenge },
            {
              id,
              publicId: '',
              sessionId: session.id,
              subscriber: false,
              student: false,
              admin: false,
            },
            headers,
          );
          password = next.slice(0, 32);
          drop(live);
          live = [renewed[0]?.split(';')[0] ?? ''];
        }
        for (const [list, worth] of [
          [live, true],
          [dead, false],
        ] as const) {
          for (const one of list) {
            const found = await findRequestSession(context, { cookie: one });
            assert.equal(found?.personId === id, worth, `${kind} ${at}`);
          }
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('however one mailbox is spelled by many at once, one account comes of it', async () => {
  let round = 0;
  const flips = fc.array(fc.array(fc.boolean(), { maxLength: 12 }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(flips, async (spellings) => {
      round += 1;
      const mail = `isil${round}@rasat.example`;
      const answers = await Promise.all(
        spellings.map((flip) => {
          const email = mail.replace(/./g, (s, at: number) => (flip[at] ? s.toUpperCase() : s));
          const { texts } = REGISTRATION;
          return outcome(
            register(context, { ...REGISTRATION, texts: { ...texts }, email, challenge }, caller()),
          );
        }),
      );
      assert.equal(answers.filter((code) => code === '').length, 1);
      assert.equal(
        answers.filter((code) => code === 'user-exists-400').length,
        spellings.length - 1,
      );
      const counts = await sql<{ people: number; consents: number }>`
        select count(distinct p.id) as people, count(c.id) as consents
        from person p join consent c on c.person_id = p.id where mail_key = ${mail}`.execute(db);
      assert.deepEqual(counts.rows, [{ people: 1, consents: 2 }]);
      const written = await readMails(context);
      assert.equal(written.filter(({ to }) => mailKey(to) === mail).length, 1);
    }),
    { numRuns: 15 },
  );
});
