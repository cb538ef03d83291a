import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type AuditAction, LIMITS, ROUTES, WATCHING } from '@rasat/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { plantAdmin, readAudit, startBackOffice, uidOf } from '../../testing/back-office.ts';
import { plantPerson } from '../../testing/people.ts';
import { accountsData } from '../accounts/index.ts';
import { createGuard, rightsData } from '../rights/index.ts';
import { writeAudit } from './audit.ts';
import { registerAuditRoutes } from './audit-routes.ts';
import { adminData } from './personal-data.ts';
import { registerAdminRoute } from './register-admin-route.ts';

// How any call of the back office is served, shown on calls whose handlers stand here.

const MINUTE = 60_000;
let work: 'done' | 'forgets the log' | 'is refused' | 'fails outside' = 'done';
const { server, context, clock, admin, call, ask } = await startBackOffice({ after }, (web) => {
  registerAuditRoutes(web);
  registerAdminRoute(web, ROUTES.adminCancelMessage, async ({ params, trx, audit, afterwards }) => {
    await sql`insert into favorite values (${admin.id}, ${`M${params.id}`}, 1)`.execute(trx);
    if (work !== 'forgets the log') await audit('message.cancel', `message:${params.id}`);
    if (work === 'is refused') throw new AppError('conflict-409');
    afterwards(async () => {
      if (work === 'fails outside') throw new Error('no answer');
      return undefined;
    });
    return {};
  });
  registerAdminRoute(web, ROUTES.adminEndGrant, async ({ params, body, audit }) => {
    if (work === 'is refused') throw new AppError('conflict-409');
    await audit('grant.end', `person:${params.uid}`, { reason: body.reason });
    return {};
  });
});

const cancel = (id: number, cookie = admin.cookie) =>
  call('POST', `/admin/messages/${id}/cancel`, {}, { cookie });
const end = (code: unknown, cookie = admin.cookie) =>
  call('POST', '/admin/people/ADA/grants/1/end', { reason: 'deneme', code }, { cookie });
async function traces(): Promise<number> {
  const { rows } = await sql<{ symbol: string }>`select symbol from favorite`.execute(context.db);
  return rows.length;
}

describe('a change', () => {
  test('stands with its row of the log: who, when, what, to what, from where', async () => {
    work = 'done';
    const { status } = await call(
      'POST',
      '/admin/messages/7/cancel',
      {},
      {
        cookie: admin.cookie,
        ip: '203.0.113.9',
      },
    );
    assert.equal(status, 200);
    const { id: _, ...row } = (await readAudit(context)).at(-1) ?? { id: 0 };
    assert.deepEqual(row, {
      at: clock.now(),
      admin_uid: admin.uid,
      action: 'message.cancel',
      subject: 'message:7',
      detail: {},
      ip: '203.0.113.9',
    });
  });

  for (const [how, status] of [
    ['forgets the log', 500],
    ['is refused', 409],
  ] as const) {
    test(`that ${how} leaves neither a trace nor a row`, async () => {
      work = how;
      const before = [await traces(), (await readAudit(context)).length];
      assert.equal((await cancel(8)).status, status);
      assert.deepEqual([await traces(), (await readAudit(context)).length], before);
    });
  }

  test('stands though what comes after the commit fails', async () => {
    work = 'fails outside';
    const before = await traces();
    assert.equal((await cancel(9)).status, 500);
    assert.equal(await traces(), before + 1);
    assert.equal((await readAudit(context)).at(-1)?.subject, 'message:9');
    work = 'done';
  });
});

describe('the log', () => {
  for (const statement of [
    sql`update audit set action = 'nothing.at-all'`,
    sql`update audit set detail = '{}' where false`,
    sql`delete from audit`,
    sql`truncate audit`,
  ]) {
    const text = statement.toOperationNode().sqlFragments.join('');
    test(`refuses the server's own account: ${text}`, async () => {
      const before = await readAudit(context);
      assert.ok(before.length > 0);
      await assert.rejects(statement.execute(context.db), /audit is append-only/);
      assert.deepEqual(await readAudit(context), before);
    });
  }

  test('takes no secret and nothing of a person, however deep', async () => {
    const actor = { adminUid: 'ADA', ip: '::1', atMs: 1 };
    const before = await readAudit(context);
    for (const detail of [
      { code: '123456' },
      { person: { email: 'a@b.co' } },
      { rows: [{ newPassword: 'x' }] },
      { identity: '1' },
    ]) {
      await assert.rejects(
        writeAudit(context.db, actor, 'site.save', 'site', detail),
        /must not hold/,
      );
    }
    await assert.rejects(
      writeAudit(context.db, actor, 'grant.add', 'Ada Deneme'),
      /a subject is a kind/,
    );
    assert.deepEqual(await readAudit(context), before);
  });

  test('is read by who, what and to what, fifty rows at a time', async () => {
    const other = await plantAdmin(context, clock);
    const actor = { adminUid: other.uid, ip: '203.0.113.7', atMs: clock.now() };
    // Of an earlier version, and no part of `price`.
    const earlier = 'price-list.print' as AuditAction;
    for (let at = 1; at <= 60; at += 1) {
      await writeAudit(context.db, actor, at % 2 ? 'price.set' : earlier, `price:${at}`);
    }
    const of = async (query: string) => (await ask('GET', `/admin/audit?${query}`)).body;
    const first = await of(`admin=${other.uid}`);
    const entries = first.entries as { subject: string; admin: object }[];
    assert.equal(entries.length, LIMITS.adminRows);
    assert.deepEqual(entries[0]?.admin, { uid: other.uid, name: 'Ada', surname: 'Deneme' });
    assert.equal(entries[0]?.subject, 'price:60');
    const rest = await of(`admin=${other.uid}&after=${String(first.next)}`);
    const subjects = [...entries, ...(rest.entries as { subject: string }[])].map(
      ({ subject }) => subject,
    );
    assert.deepEqual(
      subjects,
      Array.from({ length: 60 }, (_, at) => `price:${60 - at}`),
    );
    assert.equal(rest.next, null);
    const counted = async (query: string) => ((await of(query)).entries as unknown[]).length;
    assert.equal(await counted('action=price'), 30, 'price-list is another word');
    assert.equal(await counted('action=price.set'), 30);
    assert.equal(await counted('subject=price:17'), 1);
    assert.equal(await counted('subject=price:1'), 1, 'a name is a whole one');
    assert.equal(await counted('subject=pric'), 0);
    assert.ok((first.actions as string[]).includes('price-list.print'));
    assert.ok((first.admins as { uid: string }[]).some(({ uid }) => uid === admin.uid));
    assert.equal((await ask('GET', '/admin/audit?after=x.y')).field, 'after');
  });
});

describe('a fresh code', () => {
  test('is needed, right, of now, and not used before', async () => {
    const rows = (await readAudit(context)).length;
    const code = await admin.freshCode();
    assert.deepEqual(pick(await end(undefined)), ['bad-fields-400', 'code']);
    assert.deepEqual(pick(await end(code.slice(1))), ['bad-fields-400', 'code']);
    assert.deepEqual(pick(await end(otherThan(code))), ['token-not-match-400', 'code']);
    assert.equal((await readAudit(context)).length, rows);
    assert.equal((await end(code)).status, 200);
    assert.deepEqual(pick(await end(code)), ['token-not-match-400', 'code'], 'used');
    const stale = await admin.freshCode();
    await clock.advance(2 * MINUTE);
    assert.deepEqual(pick(await end(stale)), ['token-not-match-400', 'code'], 'stale');
    assert.equal((await readAudit(context)).length, rows + 1);
  });

  test('that two calls send at once counts for one', async () => {
    const code = await admin.freshCode();
    const answers = await Promise.all([end(code), end(code), end(code)]);
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '400', '400']);
  });

  test('is used up by an action that is refused', async () => {
    const code = await admin.freshCode();
    work = 'is refused';
    assert.equal((await end(code)).status, 409);
    work = 'done';
    assert.equal((await end(code)).code, 'token-not-match-400');
  });

  test('has ten wrong tries in a quarter of an hour; right ones do not count', async () => {
    const tried = await plantAdmin(context, clock);
    for (let at = 0; at < 12; at += 1) {
      assert.equal((await end(await tried.freshCode(), tried.cookie)).status, 200);
    }
    for (let at = 0; at < LIMITS.totpTries; at += 1) {
      const wrong = otherThan(await tried.freshCode());
      assert.equal((await end(wrong, tried.cookie)).status, 400);
    }
    const refused = await end(await tried.freshCode(), tried.cookie);
    assert.equal(refused.code, 'rate-429');
    assert.ok(refused.headers.get('retry-after'));
    await clock.advance(LIMITS.totpMinutes * MINUTE);
    assert.equal((await end(await tried.freshCode(), tried.cookie)).status, 200);
  });
});

describe('who is idle for half an hour', () => {
  const IDLE = LIMITS.adminIdleMinutes * MINUTE;
  const read = (cookie: string, headers = {}) =>
    call('GET', '/admin/audit', undefined, { cookie, headers });

  test('signs in again: the session is over everywhere', async () => {
    const idle = await plantAdmin(context, clock);
    await clock.advance(IDLE - 1);
    assert.equal((await read(idle.cookie)).status, 200);
    await clock.advance(IDLE);
    assert.equal((await read(idle.cookie)).code, 'unauthorized-401');
    const sessions = await call('GET', '/account/sessions', undefined, { cookie: idle.cookie });
    assert.equal(sessions.code, 'unauthorized-401');
  });

  test('is not kept at work by a page that asks by itself, nor by other pages', async () => {
    const watched = await plantAdmin(context, clock);
    for (let minutes = 0; minutes < LIMITS.adminIdleMinutes; minutes += 5) {
      assert.equal((await read(watched.cookie, WATCHING)).status, 200, `after ${minutes}`);
      assert.equal((await call('POST', '/auth/info', undefined, watched)).body.logged, true);
      await clock.advance(5 * MINUTE);
    }
    assert.equal((await read(watched.cookie, WATCHING)).code, 'unauthorized-401');
  });

  test('is kept at work by what they do', async () => {
    const busy = await plantAdmin(context, clock);
    for (let minutes = 0; minutes < 90; minutes += 20) {
      assert.equal((await read(busy.cookie)).status, 200);
      await clock.advance(20 * MINUTE);
    }
    assert.equal((await cancel(99, busy.cookie)).status, 200);
  });

  test('loses nothing outside the back office', async () => {
    const person = await plantPerson(context, {});
    await clock.advance(2 * IDLE);
    assert.equal((await call('GET', '/account/sessions', undefined, person)).status, 200);
    assert.equal((await read(person.cookie)).code, 'forbidden-403');
    assert.equal((await call('GET', '/account/sessions', undefined, person)).status, 200);
  });
});

test('what an administrator did is in what they download, and stays in the log when they go', async () => {
  const leaving = await plantAdmin(context, clock);
  assert.equal((await cancel(77, leaving.cookie)).status, 200);
  const { db, keys } = context;
  const { audit } = await adminData.export(db, keys, leaving.id);
  assert.deepEqual(
    (audit as { action: string; subject: string }[]).map(({ action, subject }) => [
      action,
      subject,
    ]),
    [['message.cancel', 'message:77']],
  );
  assert.deepEqual(await adminData.export(db, keys, (await plantPerson(context)).id), {});
  for (const data of [adminData, rightsData, accountsData]) await data.erase(db, leaving.id, keys);
  const { cookie } = await plantAdmin(context, clock);
  const path = `/admin/audit?admin=${leaving.uid}`;
  const { body } = await call('GET', path, undefined, { cookie });
  const [entry] = body.entries as { admin: object }[];
  assert.deepEqual(entry?.admin, { uid: leaving.uid, name: null, surname: null });
});

test('a page of the back office asks the same guard, and counts as work', async () => {
  const guard = createGuard(context);
  const reader = await plantAdmin(context, clock);
  const headers = { cookie: reader.cookie };
  for (let at = 0; at < 3; at += 1) {
    await clock.advance(20 * MINUTE);
    assert.equal((await guard('admin', { headers }))?.id, reader.id);
  }
  await clock.advance(LIMITS.adminIdleMinutes * MINUTE);
  await assert.rejects(guard('admin', { headers }), { code: 'unauthorized-401' });
});

test('only an administrator is served, and a guest is asked to sign in', async () => {
  const person = await plantPerson(context, { rights: ['subscription', 'lesson'] });
  assert.equal((await cancel(1, person.cookie)).code, 'forbidden-403');
  assert.equal((await server.fetch('/api/admin/audit')).status, 401);
  assert.equal((await uidOf(context, person.id)).length, 10);
});

function pick({ code, field }: { code: string | undefined; field: string | undefined }) {
  return [code, field];
}

/** A code of six digits that is not this one. */
function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
