import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import { deliverMails, freshAddress, NOON_MS, readCode } from '../../testing/auth.ts';
import { plantPerson } from '../../testing/people.ts';
import type { AuthContext, Caller } from './context.ts';
import { requestReset, resetPassword, validateReset } from './forgotten-password.ts';
import { hashPassword } from './index.ts';
import { signIn } from './sign-in.ts';

// What a stranger who has a watch could tell apart: the statements that a call makes, one after the other.

const clock = createManualClock(NOON_MS);
const made = await testContext({ after }, { clock });

let statements: string[] = [];
/** Notes each statement that is built: what it is, and of which tables. */
const noting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const tables = JSON.stringify(node).match(/"table":\{[^{]*\{[^{]*"name":"(\w+)"/g) ?? [];
    statements.push(`${node.kind} ${tables.map((one) => /(\w+)"$/.exec(one)?.[1]).join()}`);
    return node;
  },
  transformResult: async ({ result }) => result,
};
const challenge = 'solved';
const context: AuthContext = {
  ...made,
  db: made.db.withPlugin(noting),
  humanCheck: { issue: async () => ({}), verify: async () => true },
};
const PASSWORD = 'kuzgun-ve-deniz';
const passwordHash = await hashPassword(PASSWORD);
const caller = (): Caller => ({ ip: freshAddress(), headers: {} });

/** What a call makes the database do, and how it ends. */
async function workOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  statements = [];
  const end = await call().then(
    () => 'done',
    (error: unknown) => (error as { readonly code: string }).code,
  );
  return [...statements, end];
}

/** A mailbox with an account, and one without that was treated alike. */
async function both(): Promise<readonly [string, string]> {
  return [
    (await plantPerson(made, { passwordHash })).mail,
    `kimse${String(performance.now())}@rasat.example`,
  ];
}

const typed = { token: 'AAAAAAAA', password: 'yesil-vapur-3' };
const CALLS: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  'a sign-in': (email) =>
    signIn(context, { email, password: 'baska-bir-sey', challenge }, caller()),
  'a request for a code': (email) => requestReset(context, { email, challenge }, caller()),
  'a wrong code': (email) => validateReset(context, { email, token: typed.token }, caller()),
  'a new password with a wrong code': (email) =>
    resetPassword(context, { email, ...typed }, caller()),
};

for (const [what, call] of Object.entries(CALLS)) {
  test(`${what} is as much work for a mailbox without an account as for one with`, async () => {
    const [known, unknown] = await both();
    for (let round = 1; round <= 5; round += 1) {
      const work = await workOf(() => call(known));
      assert.ok(work.length > 2, JSON.stringify(work));
      assert.deepEqual(await workOf(() => call(unknown)), work, `round ${round}`);
      await workOf(() => requestReset(context, { email: known, challenge }, caller()));
      await workOf(() => requestReset(context, { email: unknown, challenge }, caller()));
      await deliverMails(made);
    }
  });
}

test('a request for a mailbox without an account leaves nothing that is sent or read', async () => {
  const [, unknown] = await both();
  await requestReset(context, { email: unknown, challenge }, caller());
  const { rows } = await sql`
    select content, next_try_at as due from mail order by id desc limit 1`.execute(made.db);
  assert.deepEqual(rows, [{ content: null, due: null }]);
  await assert.rejects(readCode(made, unknown), /no code was mailed/);
});
