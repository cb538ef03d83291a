import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { deliverMails, REGISTRATION, readCode, startAuthServer } from '../../testing/auth.ts';

test('nothing that was typed, mailed or handed out stands in the log or readable in the database', async (t) => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const { context, call, solve } = await startAuthServer(t, { log });
  const { email, password, identity, address } = REGISTRATION;
  const newPassword = 'turuncu-kapi-9';
  const challenges = [await solve('register'), await solve('login'), await solve('forgot')];
  const [first, second, third] = challenges;
  await call('PUT', '/auth/register', { ...REGISTRATION, challenge: first });
  await call('PUT', '/auth/register', { ...REGISTRATION, challenge: first });
  await call('POST', '/auth/login', `{"email":"${email}","password":"${password}"`);
  const { cookie = '' } = await call('POST', '/auth/login', { email, password, challenge: second });
  await call('PUT', '/auth/forgot/request', { email, challenge: third });
  await deliverMails(context);
  const token = await readCode(context, email);
  await call('POST', '/auth/forgot/validate', { email, token: 'AAAAAAAA' });
  await call('POST', '/auth/forgot/reset', { email, token, password: newPassword });
  // An unforeseen error is logged with every detail.
  await context.db.destroy();
  const broken = await call('POST', '/auth/login', { email, password, challenge: second });
  assert.ok(broken.status >= 500);

  const written = lines.join('\n');
  assert.ok(written.length > 0);
  const sid = cookie.split('=')[1] ?? '';
  assert.ok(sid.length > 40);
  for (const secret of [password, newPassword, token, sid, identity, address, ...challenges]) {
    assert.ok(!written.includes(secret), `${secret} is in the log`);
  }
});
