import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { StoredAlarm } from '../alarms/alarm.ts';
import { saveAlarm } from '../alarms/store.ts';
import { createLog } from '../log.ts';
import { writeMail } from '../mail/mail.ts';
import { createExposition } from '../metrics/exposition.ts';
import type { PartStatus, ServerContext } from '../part.ts';
import { testContext } from '../testing.ts';
import { startOperator } from './operator.ts';

const PARTS: Record<string, PartStatus> = {
  feed: { ready: true, detail: 'simulated: 45 symbols' },
  web: { ready: true },
};
const STATE = {
  version: '0.1.0',
  parts: () => PARTS,
  filled: () => 0.25,
  metrics: createExposition([], createLog('silent')),
};

async function start(t: TestContext, env: Record<string, string> = {}, portBefore = 0) {
  const context: ServerContext = await testContext(t, { env });
  const operator = await startOperator(context, STATE, portBefore);
  t.after(() => operator.stop());
  return { context, ...operator };
}

/** What a request is answered whose Host is chosen. */
async function askAs(address: string, host: string, path: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const part of socket) text += String(part);
  return text;
}

test('the health has every part with what it says, and its status says whether all are ready', async (t) => {
  const { address } = await start(t);
  const answer = await fetch(`${address}/health`);
  assert.equal(answer.status, 200);
  const { serverTime, ...health } = (await answer.json()) as Record<string, unknown>;
  assert.equal(typeof serverTime, 'number');
  assert.deepEqual(health, { ready: true, version: '0.1.0', parts: PARTS, filled: 0.25 });
  PARTS.web = { ready: false, detail: 'late' };
  t.after(() => {
    PARTS.web = { ready: true };
  });
  const late = await fetch(`${address}/health`);
  assert.equal(late.status, 503);
  assert.equal(((await late.json()) as { ready: boolean }).ready, false);
});

test('it listens on 127.0.0.1 alone, and answers to names of this machine alone', async (t) => {
  const { address } = await start(t);
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+$/);
  const { port } = new URL(address);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
    assert.match(await askAs(address, host, '/health'), /^HTTP\/1\.1 200 /, host);
  }
  for (const host of [`rasat.example:${port}`, `127.0.0.1.evil.example:${port}`, 'evil.example']) {
    const refused = await askAs(address, host, '/health');
    assert.match(refused, /^HTTP\/1\.1 421 /, host);
    assert.doesNotMatch(refused, /simulated/);
  }
  const headers = (await fetch(`${address}/health`)).headers;
  assert.equal(headers.get('access-control-allow-origin'), null);
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal((await fetch(`${address}/api/health`)).status, 404);
  assert.equal((await fetch(`${address}/nothing`)).status, 404);
});

test('kept mails stand on a page in the language of its reader, and their HTML is harmless', async (t) => {
  const { address, context } = await start(t);
  const { db, keys, clock } = context;
  const read = (language: string) =>
    fetch(`${address}/mails`, { headers: { 'accept-language': language, accept: 'text/html' } });
  const empty = await read('en');
  assert.match(await empty.text(), /No emails yet/);
  const text =
    'Kodunuz\n\nAç: http://localhost:3000/account?selected=a&b=1. <script>alert(1)</script>\n\n    K7MQ2XWD\n';
  const mail = { to: 'ada@rasat.example', template: 'reset', subject: 'Kodunuz', text };
  const written = { ...mail, html: '<!doctype html><html lang="tr">', carriesSecret: true };
  await writeMail(db, keys, written, clock.now());
  await db
    .withTables<{ mail: { sent_at: number; next_try_at: null } }>()
    .updateTable('mail')
    .set({ sent_at: clock.now(), next_try_at: null })
    .execute();
  for (const [language, title] of [
    ['tr', 'E-postalar'],
    ['az', 'Məktublar'],
    ['en', 'Emails'],
  ] as const) {
    const answer = await read(language);
    const page = await answer.text();
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-/,
    );
    assert.match(page, new RegExp(`<html lang="${language}">.*<h1>${title}</h1>`));
    assert.match(page, /<h2 id="m\d+" lang="tr">Kodunuz<\/h2>/);
    assert.match(page, /ada@rasat\.example/);
    assert.match(page, /<a href="http:\/\/localhost:3000\/account\?selected=a&amp;b=1" rel/);
    assert.match(page, /<\/a>\. &lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(page, / {4}K7MQ2XWD/);
    assert.doesNotMatch(page, /<script/);
  }
  assert.match(await (await fetch(address)).text(), /href="\/mails".*href="\/health"/);
});

test('the first page lists the alarms that last, and the figures are Prometheus text', async (t) => {
  const { address, context } = await start(t);
  const read = async (language: string) =>
    (await fetch(address, { headers: { 'accept-language': language } })).text();
  assert.match(await read('en'), /No alarm lasts\./);
  const alarm: StoredAlarm = {
    kind: 'silent',
    subject: 'a<b',
    facts: {},
    // 14:02 in Istanbul.
    beganMs: Date.UTC(2026, 10, 21, 11, 2),
    toldMs: Date.UTC(2026, 10, 21, 11, 3),
    absentMs: null,
    endedMs: null,
    hourBeganMs: Date.UTC(2026, 10, 21, 11, 3),
    toldInHour: 1,
  };
  await saveAlarm(context.db, alarm);
  await saveAlarm(context.db, { ...alarm, kind: 'disconnected', toldMs: null });
  await saveAlarm(context.db, { ...alarm, kind: 'disk', endedMs: alarm.beganMs + 1 });
  assert.match(
    await read('en'),
    /<ul><li>a&lt;b sends no prices · <time datetime="2026-11-21T11:02:00\.000Z">21 Nov 2026, 14:02<\/time><\/li><\/ul>/,
  );
  assert.match(await read('tr'), /a&lt;b fiyat göndermiyor/);
  assert.match(await read('az'), /a&lt;b qiymət göndərmir/);
  await sql`drop table operator_alarm`.execute(context.db);
  assert.match(await read('en'), /The alarms could not be read/);

  const metrics = await fetch(`${address}/metrics`);
  assert.equal(metrics.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.match(await metrics.text(), /^# HELP rasat_process_cpu_user_seconds_total /);
  const { port } = new URL(address);
  assert.match(await askAs(address, `rasat.example:${port}`, '/metrics'), /^HTTP\/1\.1 421 /);
});

test('the port is the chosen one, else the one after the given one, else a free one', async (t) => {
  const free = async (): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  const chosen = await free();
  const first = await start(t, { OPERATOR_PORT: String(chosen) });
  assert.equal(new URL(first.address).port, String(chosen));
  const again = await testContext(t, { env: { OPERATOR_PORT: String(chosen) } });
  await assert.rejects(startOperator(again, STATE), {
    name: 'StartError',
    message: `OPERATOR_PORT ${chosen} is in use.`,
  });
  // The port after is the one that was chosen above.
  const beside = await start(t, {}, chosen - 1);
  assert.notEqual(new URL(beside.address).port, String(chosen));
  await first.stop();
  const after = await start(t, {}, chosen - 1);
  assert.equal(new URL(after.address).port, String(chosen));
});
