import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { randomKeys } from '../../platform/keys.ts';
import { testDatabase } from '../../platform/testing.ts';
import {
  type AuthServer,
  deliverMails,
  freshAddress,
  NOON_MS,
  REGISTRATION,
  readCode,
  solveCheck,
  startAuthServer,
} from '../../testing/auth.ts';
import { until } from '../../testing/eventually.ts';
import { plantPerson } from '../../testing/people.ts';
import { PERSON_CHANNEL } from '../accounts/index.ts';
import { hashPassword } from './index.ts';

// Two web servers of one installation: what one of them counts, uses up or ends, the other knows.

const database = await testDatabase({ after });
const clock = createManualClock(NOON_MS);
const both = { database, clock, keys: randomKeys() };
const one = await startAuthServer({ after }, both);
const two = await startAuthServer({ after }, both);

const PASSWORD = 'kuzgun-ve-deniz';
const passwordHash = await hashPassword(PASSWORD);
const plant = () => plantPerson(one.context, { passwordHash });
const inTurn = (at: number): AuthServer => (at % 2 === 0 ? one : two);

async function signIn(server: AuthServer, email: string, password = PASSWORD, ip?: string) {
  const body = { email, password, challenge: await inTurn(email.length).solve('login') };
  return server.call('POST', '/auth/login', body, ip === undefined ? {} : { ip });
}

test('a check that one issued the other takes, and both of them once', async () => {
  const { body } = await one.call('GET', '/auth/challenge/login');
  const challenge = await solveCheck(body);
  const login = { email: 'kimse@rasat.example', password: 'baska-bir-sey', challenge };
  const codes = await Promise.all(
    [one, two, one, two].map(
      async (server) => (await server.call('POST', '/auth/login', login)).code,
    ),
  );
  assert.equal(codes.filter((code) => code === 'password-not-match').length, 1);
  assert.equal(codes.filter((code) => code === 'bad-fields-400').length, 3);
});

test('limits of an address are shared', async () => {
  const ip = freshAddress();
  const codes: (string | undefined)[] = [];
  for (let at = 0; at < 21; at += 1) {
    codes.push((await signIn(inTurn(at), `hic${at}@rasat.example`, 'baska-bir-sey', ip)).code);
  }
  assert.deepEqual(codes.slice(19), ['password-not-match', 'rate-429']);
  const registrations: (string | undefined)[] = [];
  for (let at = 0; at < 6; at += 1) {
    const challenge = await inTurn(at).solve('register');
    const body = { ...REGISTRATION, email: `iki${at}@rasat.example`, challenge };
    registrations.push((await inTurn(at).call('PUT', '/auth/register', body, { ip })).code);
  }
  assert.deepEqual(registrations.slice(4), [undefined, 'rate-429']);
});

test('wrong passwords are counted together', async () => {
  const { mail } = await plant();
  for (let at = 0; at < 5; at += 1) await signIn(inTurn(at), mail, 'baska-bir-sey');
  for (const server of [one, two]) assert.equal((await signIn(server, mail)).code, 'rate-429');
});

test('a code that one mailed the other takes, with five tries in both together', async () => {
  const { mail } = await plant();
  const body = { email: mail, challenge: await two.solve('forgot') };
  await one.call('PUT', '/auth/forgot/request', body);
  await deliverMails(one.context);
  const token = await readCode(two.context, mail);
  const ip = freshAddress();
  const check = async (server: AuthServer, typed: string) =>
    (await server.call('POST', '/auth/forgot/validate', { email: mail, token: typed }, { ip }))
      .status;
  assert.equal(await check(two, token), 200);
  for (let at = 0; at < 5; at += 1) assert.equal(await check(inTurn(at), 'AAAAAAAA'), 400);
  for (const server of [one, two]) assert.equal(await check(server, token), 400);
});

test('two registrations of one mailbox at once make one account', async () => {
  const bodies = await Promise.all(
    [one, two].map(async (server) => ({
      ...REGISTRATION,
      email: 'ayni@rasat.example',
      challenge: await server.solve('register'),
    })),
  );
  const answers = await Promise.all(
    bodies.map((body, at) => inTurn(at).call('PUT', '/auth/register', body)),
  );
  const codes = answers.map(({ code }) => code ?? '').toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(codes, ['', 'user-exists-400']);
});

test('a session that ends in one is over in the other, which closes its sockets', async () => {
  const ada = await plant();
  const told: (string | null)[] = [];
  after(two.context.listen(PERSON_CHANNEL, (payload) => void told.push(payload)));
  const logged = async (server: AuthServer) =>
    (await server.call('POST', '/auth/info', undefined, { cookie: ada.cookie })).body.logged;
  await until('the other hears', () => told.includes(null));
  assert.equal(await logged(two), true);
  await one.call('POST', '/auth/logout', undefined, { cookie: ada.cookie });
  assert.equal(await logged(two), false);
  await until('the end is heard', () => told.includes(String(ada.id)));
});
