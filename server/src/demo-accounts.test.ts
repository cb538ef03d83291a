import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { mailAddress, password as passwordRule } from '@rasat/contract';
import { prepareDemoAccounts } from './demo-accounts.ts';
import { findPersonByMail, listConsentVersions, updatePerson } from './modules/accounts/index.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './modules/auth/index.ts';
import { readRights } from './modules/rights/index.ts';
import { createManualClock } from './platform/clock.ts';
import { testContext } from './platform/testing.ts';

const DAY = 86_400_000;

async function prepare(t: test.TestContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-demo-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const context = await testContext(t, { clock, env: { RASAT_DATA: folder } });
  return { clock, context, db: context.db, file: path.join(folder, 'demo-accounts.json') };
}

const passwordsOf = ({ accounts }: Awaited<ReturnType<typeof prepareDemoAccounts>>) =>
  accounts.map(({ password }) => password);

test('a fresh machine has an account for each role, whose password signs in', async (t) => {
  const { context, db, file } = await prepare(t);
  const made = await prepareDemoAccounts(context);
  assert.equal(made.file, file);
  const found = await Promise.all(
    made.accounts.map(async ({ role, mail, password, secondStep }) => {
      assert.ok(mailAddress.safeParse(mail).success, mail);
      assert.ok(passwordRule.safeParse(password).success && !isCommonPassword(password ?? ''));
      const person = await findPersonByMail(db, mail);
      assert.ok(person && (await verifyPassword(person.password_hash, password ?? '')), mail);
      const texts = await listConsentVersions(db, person.id);
      assert.deepEqual([...texts.keys()].toSorted(), ['kvkk', 'privacy']);
      return { role, secondStep, ...(await readRights(db, person.id, context.clock.now())) };
    }),
  );
  const nothing = { secondStep: false, subscriber: false, student: false, admin: false };
  assert.deepEqual(found, [
    { ...nothing, role: 'person' },
    { ...nothing, role: 'student', student: true },
    { ...nothing, role: 'subscriber', student: true, subscriber: true },
    { ...nothing, role: 'admin', admin: true, secondStep: true },
  ]);
});

test('the passwords are kept where only their owner reads them, and stay as they are', async (t) => {
  const { context, file } = await prepare(t);
  const first = passwordsOf(await prepareDemoAccounts(context));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const kept = readFileSync(file, 'utf8');
  assert.deepEqual(passwordsOf(await prepareDemoAccounts(context)), first);
  assert.equal(readFileSync(file, 'utf8'), kept);
  assert.equal(new Set(first).size, 4);
});

test('without its file, or with a broken one, every account has a new password', async (t) => {
  const { context, db, file } = await prepare(t);
  const first = await prepareDemoAccounts(context);
  rmSync(file);
  const second = await prepareDemoAccounts(context);
  for (const [i, { mail, password }] of second.accounts.entries()) {
    const person = await findPersonByMail(db, mail);
    const old = first.accounts[i]?.password ?? '';
    assert.equal(await verifyPassword(person?.password_hash, old), false, mail);
    assert.equal(await verifyPassword(person?.password_hash, password ?? ''), true, mail);
  }
  writeFileSync(file, 'broken');
  const third = passwordsOf(await prepareDemoAccounts(context));
  assert.ok(!third.includes(second.accounts[0]?.password ?? ''));
  assert.deepEqual(passwordsOf(await prepareDemoAccounts(context)), third);
});

test('a changed password stays, and is not shown', async (t) => {
  const { context, db } = await prepare(t);
  await prepareDemoAccounts(context);
  const person = await findPersonByMail(db, 'person@demo.rasat');
  const hash = await hashPassword('bir başka şifre');
  await updatePerson(db, person?.id ?? 0, { password_hash: hash });
  const { accounts } = await prepareDemoAccounts(context);
  assert.equal(accounts[0]?.password, null);
  assert.equal((await findPersonByMail(db, 'person@demo.rasat'))?.password_hash, hash);
  assert.ok(accounts.slice(1).every(({ password }) => password !== null));
});

test('a subscription that ran out is there again after a start', async (t) => {
  const { clock, context, db } = await prepare(t);
  await prepareDemoAccounts(context);
  const id = (await findPersonByMail(db, 'subscriber@demo.rasat'))?.id ?? 0;
  await clock.advance(181 * DAY);
  assert.equal((await readRights(db, id, clock.now())).subscriber, false);
  await prepareDemoAccounts(context);
  assert.equal((await readRights(db, id, clock.now())).subscriber, true);
});
