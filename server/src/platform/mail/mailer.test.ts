import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../testing/eventually.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createManualClock } from '../clock.ts';
import { inTransaction } from '../db/pool.ts';
import type { Web } from '../http/web.ts';
import { createKeys } from '../keys.ts';
import { createLog } from '../log.ts';
import { createExposition } from '../metrics/exposition.ts';
import { startOperator } from '../operator/operator.ts';
import type { ServerContext } from '../part.ts';
import { startTestServer, testContext, testDatabase } from '../testing.ts';
import { mailLayout } from './layout.ts';
import { findMailSentAt, type Mail, writeMail } from './mail.ts';
import { startMailer } from './mailer.ts';
import { mailRetention } from './retention.ts';
import { registerMailRoutes } from './routes.ts';

import type { MailTables } from './tables.ts';

const FROM = 'Rasat Şəhər <noreply@rasat.example>';
const metrics = createExposition([], createLog('silent'));
const STATE = { version: '1', parts: () => ({}), filled: () => 1, metrics };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const MAIL: Mail = {
  to: 'ada@rasat.example',
  template: 'reset',
  subject: 'Şifrenizi yenileyin: ĞÜŞİÖÇ ğüşıöç – Şifrənizi yeniləyin, çünki əvvəlki dəyişdirilib ₺',
  ...mailLayout({
    title: 'Şifrenizi yenileyin',
    paragraphs: ['Iğdır’da ılık bir İlkbahar günü.', 'Ə, ə: əzizim <b>dost</b> & qonşu "Ü".'],
    code: 'K7MQ2XWD',
    action: { label: 'Aç', url: 'https://rasat.example/?a=1&b="2"' },
    language: 'tr',
  }),
  carriesSecret: true,
};

const write = ({ db, keys, clock }: ServerContext, mail: Partial<Mail> = {}): Promise<number> =>
  writeMail(db, keys, { ...MAIL, ...mail }, clock.now());

const stored = async ({ db }: ServerContext, id: number) =>
  db
    .withTables<MailTables>()
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const smtpEnv = (server: Pick<MailServer, 'url'>) => ({ SMTP_URL: server.url, MAIL_FROM: FROM });

function runMailer(t: TestContext, context: ServerContext) {
  const part = startMailer(context);
  t.after(() => part.stop());
  return part;
}

const sent = async (context: ServerContext, id: number): Promise<void> =>
  until('the mail is handed over', async () => (await findMailSentAt(context.db, id)) !== null);

test('a mail arrives with every Turkish and Azerbaijani letter, and its content is gone here', async (t) => {
  const server = await startMailServer(t);
  const context = await testContext(t, { env: smtpEnv(server) });
  runMailer(t, context);
  const id = await write(context);
  await sent(context, id);
  const [mail] = server.mails;
  assert.equal(mail?.recipient, 'ada@rasat.example');
  assert.equal(mail?.subject, MAIL.subject);
  assert.deepEqual(mail?.from, { name: 'Rasat Şəhər', address: 'noreply@rasat.example' });
  assert.equal(mail?.text?.trim(), MAIL.text.trim());
  assert.equal(mail?.html?.trim(), MAIL.html.trim());
  assert.ok(MAIL.html.includes('&lt;b&gt;dost&lt;/b&gt; &amp; qonşu &quot;Ü&quot;'));
  const row = await stored(context, id);
  assert.equal(row.content, null);
  assert.equal(row.next_try_at, null);
});

test('what would not stay one header is refused and not written', async (t) => {
  const context = await testContext(t);
  const wrong: Partial<Mail>[] = [
    { to: 'a@b.co\r\nBcc:x@y.z' },
    { to: 'a@b.co, x@y.z' },
    { to: 'Ada <a@b.co>' },
    { to: 'ada' },
    { subject: 'Merhaba\r\nBcc: x@y.z' },
    { subject: 'Merhaba\u2028Bcc: x@y.z' },
  ];
  for (const one of wrong) await assert.rejects(write(context, one), RangeError);
  const rows = await context.db.withTables<MailTables>().selectFrom('mail').selectAll().execute();
  assert.deepEqual(rows, []);
});

test('a mail of a transaction that is undone is not sent', async (t) => {
  const server = await startMailServer(t);
  const context = await testContext(t, { env: smtpEnv(server) });
  runMailer(t, context);
  const undone = inTransaction(context.db, async (trx) => {
    await write({ ...context, db: trx }, { subject: 'undone' });
    await sleep(50);
    throw new Error('undone');
  });
  await assert.rejects(undone);
  await sent(context, await write(context, { subject: 'done' }));
  assert.deepEqual(
    server.mails.map((mail) => mail.subject),
    ['done'],
  );
});

test('fault 19: while the mail server is down mails wait, and arrive when it is back', async (t) => {
  const first = await startMailServer(t);
  await first.stop();
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const context = await testContext(t, { env: smtpEnv(first), clock });
  const part = runMailer(t, context);
  const ids = [await write(context), await write(context), await write(context)];
  await until('the failure is known', () => /3 mails wait: E/.test(part.status().detail ?? ''));
  assert.equal(part.status().ready, true);
  for (let minute = 0; minute < 90; minute += 1) {
    await clock.advance(MINUTE_MS);
    await sleep(2);
  }
  assert.equal(await findMailSentAt(context.db, ids[0] ?? 0), null);
  const again = await startMailServer(t, { port: first.port });
  const backMs = clock.now();
  await until('they arrive', async () => {
    await clock.advance(MINUTE_MS / 2);
    await sleep(10);
    return again.mails.length === 3;
  });
  for (const id of ids) {
    await sent(context, id);
    // What counts from the mail, such as the life of a code, counts from the handing over.
    assert.ok(((await findMailSentAt(context.db, id)) ?? 0) >= backMs);
  }
  await until('nothing waits', () => part.status().detail === undefined);
});

test('a refused mail is tried with growing pauses for a day, then given up without a trace of it', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const tries: number[] = [];
  const server = await startMailServer(t, {
    onMail: () => {
      tries.push(clock.now());
      return 451;
    },
  });
  const lines: string[] = [];
  const context = {
    ...(await testContext(t, { env: smtpEnv(server), clock })),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  };
  runMailer(t, context);
  const id = await write(context);
  await until('it is given up', async () => {
    const noted = lines.filter((line) => line.includes('"tries":')).length;
    const { next_try_at: dueMs, tries: begun } = await stored(context, id);
    if (dueMs === null) return true;
    // The clock stands during a try, which takes as long as the machine needs.
    if (begun === noted) await clock.advance(Math.max(dueMs - clock.now(), 1000));
    else await sleep(3);
    return false;
  });
  assert.deepEqual(server.mails, []);
  const row = await stored(context, id);
  assert.equal(row.content, null);
  assert.equal(row.sent_at, null);
  assert.match(row.failure ?? '', /^EMESSAGE 451$/);
  const firstMs = tries[0] ?? 0;
  assert.ok(tries.length >= 10 && tries.length <= 60, `${tries.length} tries`);
  const lastMs = (tries.at(-1) ?? 0) - firstMs;
  assert.ok(lastMs >= 22 * HOUR_MS && lastMs <= 26 * HOUR_MS);
  const pauses = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
  assert.ok((pauses[0] ?? 0) < (pauses[7] ?? 0) && (pauses.at(-1) ?? 0) >= HOUR_MS);
  assert.ok(lines.length > 0);
  assert.ok(!lines.join('').includes('ada@') && !lines.join('').includes('K7MQ2XWD'));
});

test('an address that the server does not know is given up at once', async (t) => {
  const server = await startMailServer(t, {
    onRecipient: (address) => (address.startsWith('nobody') ? 550 : undefined),
  });
  const context = await testContext(t, { env: smtpEnv(server) });
  const part = runMailer(t, context);
  const id = await write(context, { to: 'nobody@rasat.example' });
  await sent(context, await write(context));
  await until('it is given up', async () => (await stored(context, id)).next_try_at === null);
  const row = await stored(context, id);
  assert.equal(row.content, null);
  assert.equal(row.failure, 'EENVELOPE 550');
  await until('nothing waits', () => part.status().detail === undefined);
});

test('a server with an untrusted certificate is given nothing', async (t) => {
  const server = await startMailServer(t, { secure: true, onMail: () => undefined });
  const context = await testContext(t, { env: smtpEnv(server) });
  const part = runMailer(t, context);
  const id = await write(context);
  await until('it failed', () => /1 mail waits: /.test(part.status().detail ?? ''));
  assert.deepEqual(server.mails, []);
  assert.notEqual((await stored(context, id)).next_try_at, null);
});

test('several processes share the outbox: every mail arrives once', async (t) => {
  const server = await startMailServer(t, { onMail: () => sleep(3).then(() => undefined) });
  const database = await testDatabase(t);
  const env = smtpEnv(server);
  const one = await testContext(t, { env, database });
  const two = { ...(await testContext(t, { env, database })), keys: one.keys };
  const ids = await inTransaction(one.db, async (db) => {
    const all: number[] = [];
    for (let i = 0; i < 60; i += 1) all.push(await write({ ...one, db }, { subject: `${i}` }));
    return all;
  });
  runMailer(t, one);
  runMailer(t, two);
  for (const id of ids) await sent(one, id);
  const subjects = server.mails.map((mail) => Number(mail.subject)).toSorted((a, b) => a - b);
  assert.deepEqual(
    subjects,
    ids.map((_, i) => i),
  );
});

test('a mail that is just being handed over when the process stops is sent once', async (t) => {
  const held = Promise.withResolvers<undefined>();
  const asked: unknown[] = [];
  const server = await startMailServer(t, {
    onMail: (mail) => {
      asked.push(mail.subject);
      return held.promise;
    },
  });
  const database = await testDatabase(t);
  const context = await testContext(t, { env: smtpEnv(server), database });
  const first = runMailer(t, context);
  const id = await write(context);
  await until('it is being handed over', () => asked.length === 1);
  const stopped = first.stop();
  held.resolve(undefined);
  await stopped;
  assert.notEqual(await findMailSentAt(context.db, id), null);
  assert.equal(server.mails.length, 1);
});

test('kill -9 loses no mail, and repeats none that was noted as sent', async (t) => {
  const database = await testDatabase(t);
  const key = randomBytes(32);
  const keys = createKeys('00000000', new Map([['00000000', key]]));
  let kills = 0;
  let child: ChildProcess | undefined;
  const kill = (): number => {
    kills += 1;
    child?.kill('SIGKILL');
    return 451;
  };
  // Before a mail is acknowledged, and right after it, before the process can note it.
  const server: MailServer = await startMailServer(t, {
    onMail: ({ subject }) => (subject === '3' && kills === 0 ? kill() : undefined),
    onTaken: ({ subject }) => void (subject === '9' && kills === 1 && kill()),
  });
  const context = { ...(await testContext(t, { env: smtpEnv(server), database })), keys };
  const ids: number[] = [];
  for (let i = 0; i < 15; i += 1) ids.push(await write(context, { subject: `${i}` }));

  const { host, database: name } = database.address;
  const start = () =>
    spawn(
      process.execPath,
      [
        path.join(import.meta.dirname, 'testing/mailer-process.ts'),
        `--host=${host}`,
        `--database=${name}`,
        `--smtp=${server.url}`,
        `--key=${key.toString('base64')}`,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    );
  for (const expected of [1, 2]) {
    child = start();
    await once(child, 'exit');
    assert.equal(kills, expected);
  }
  const noted = new Set<string>();
  for (const [i, id] of ids.entries()) {
    if ((await findMailSentAt(context.db, id)) !== null) noted.add(String(i));
  }
  assert.ok(noted.size > 3 && noted.size < 15, `${noted.size} noted`);
  // Leases of the dead end by themselves.
  const later = await testContext(t, {
    env: smtpEnv(server),
    database,
    clock: createManualClock(context.clock.now() + 5 * MINUTE_MS),
  });
  runMailer(t, { ...later, keys });
  for (const id of ids) await sent(context, id);
  const bySubject = Map.groupBy(server.mails, (mail) => mail.subject ?? '');
  assert.equal(bySubject.size, 15);
  for (const [subject, copies] of bySubject) {
    if (noted.has(subject)) assert.equal(copies.length, 1, subject);
    assert.equal(new Set(copies.map((mail) => mail.messageId)).size, 1, subject);
  }
  assert.ok((bySubject.get('9')?.length ?? 0) <= 2);
});

test('without a mail server mails are kept, and readable on the listener of the operator alone', async (t) => {
  const context = await testContext(t);
  const operator = await startOperator(context, STATE);
  t.after(() => operator.stop());
  const routes = (web: Web): void => registerMailRoutes(web, operator.address);
  const server = await startTestServer(t, { context, routes });
  const part = runMailer(t, context);
  const id = await write(context);
  await sent(context, id);
  const row = await stored(context, id);
  assert.equal(row.sent_at, row.written_at);
  assert.match(part.status().detail ?? '', /kept/);
  // The public is told where, from wherever it asks, and nothing of a mail.
  const response = await server.fetch('/api/mails');
  assert.deepEqual(await response.json(), { address: `${operator.address}/mails` });
  const accept = { accept: 'application/json' };
  const read = await fetch(`${operator.address}/mails`, { headers: accept });
  assert.equal(read.status, 200);
  assert.deepEqual(await read.json(), [
    {
      id: String(id),
      to: 'ada@rasat.example',
      subject: MAIL.subject,
      text: MAIL.text,
      language: 'tr',
      written: row.written_at,
    },
  ]);
});

test('kept mails are nowhere to be read when others could reach the server', async (t) => {
  const database = await testDatabase(t);
  for (const env of [
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: FROM },
    { DATABASE_URL: 'postgres://db.example/rasat' },
    { BASE_URL: 'https://rasat.example' },
  ]) {
    const context = await testContext(t, { env, database });
    const operator = await startOperator(context, STATE);
    t.after(() => operator.stop());
    const routes = (web: Web): void => registerMailRoutes(web, operator.address);
    const server = await startTestServer(t, { context, routes });
    await write(context);
    for (const place of [`${server.origin}/api/mails`, `${operator.address}/mails`]) {
      assert.equal((await fetch(place)).status, 404, `${JSON.stringify(env)} ${place}`);
    }
  }
});

test('with a database of the operator and no mail server mails wait, and not for ever', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const env = { DATABASE_URL: 'postgres://db.example/rasat' };
  const context = await testContext(t, { env, clock });
  const part = runMailer(t, context);
  const id = await write(context);
  // The mail may have been written before the part could hear of it; its clock stands still.
  await until('it says so', () => part.status().detail === 'no mail server: 1 mail waits');
  assert.equal(part.status().ready, true);
  await until('it is given up', async () => {
    await clock.advance(HOUR_MS / 2);
    await sleep(5);
    return (await stored(context, id)).next_try_at === null;
  });
  assert.ok(clock.now() - (await stored(context, id)).written_at >= 24 * HOUR_MS);
  const row = await stored(context, id);
  assert.equal(row.content, null);
  assert.equal(row.sent_at, null);
});

test('kept mails are dropped after seven days', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 10, 21));
  const context = await testContext(t, { clock });
  runMailer(t, context);
  const id = await write(context);
  await sent(context, id);
  const forget = async () => {
    for (const one of mailRetention) await one.forget(context.db, clock.now());
  };
  await clock.advance(7 * 24 * HOUR_MS - 1);
  await forget();
  assert.notEqual((await stored(context, id)).content, null);
  await clock.advance(1);
  await forget();
  assert.equal((await stored(context, id)).content, null);
  await clock.advance(23 * 24 * HOUR_MS);
  await forget();
  await assert.rejects(stored(context, id));
});
