import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { listMailsTo } from '../../platform/mail/mails-of.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { untilLocked } from '../../testing/locks.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { cancelErasure, erasureJob, reapplyErasures, requestErasure } from './erasure.ts';
import { appendErasureRequest } from './erasure-requests.ts';
import { accountsData } from './personal-data.ts';
import { PERSON_CHANNEL } from './sessions.ts';
import { findPerson } from './store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);
const DATA = [accountsData];
const job = erasureJob(DATA);

async function prepare(t: test.TestContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-erasure-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const clock = createManualClock(NOW);
  const context = await testContext(t, { clock, env: { RASAT_DATA: folder } });
  const file = path.join(folder, 'erasures.log');
  const person = await plantPerson(context);
  const other = await plantPerson(context);
  return { ...context, clock, context, file, person, other };
}

const lines = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

async function tables(db: Parameters<typeof findPerson>[0], person: PlantedPerson) {
  const { rows } = await sql<{ people: number; sessions: number; consents: number }>`select
    (select count(*) from person where id = ${person.id}) as people,
    (select count(*) from session where person_id = ${person.id}) as sessions,
    (select count(*) from consent where person_id = ${person.id}) as consents`.execute(db);
  return rows[0];
}

const GONE = { people: 0, sessions: 0, consents: 0 };

test('a request is carried out after fourteen days and not before; other people stay', async (t) => {
  const { db, clock, context, person, other, file, listen } = await prepare(t);
  const told: (string | null)[] = [];
  t.after(listen(PERSON_CHANNEL, (payload) => told.push(payload)));
  await sql`insert into consent (person_id, text, version, sha256, given_at, ip)
    values (${person.id}, 'kvkk', '1', ${Buffer.alloc(32)}, 1, '203.0.113.9')`.execute(db);
  const publicId = (await findPerson(db, person.id))?.public_id ?? '';
  await requestErasure(context, person.id, clock.now());
  await clock.advance(14 * DAY - 1);
  await job.run(context);
  assert.deepEqual(await tables(db, person), { people: 1, sessions: 1, consents: 1 });

  await clock.advance(1);
  await job.run(context);
  assert.deepEqual(await tables(db, person), GONE);
  assert.deepEqual(await tables(db, other), { people: 1, sessions: 1, consents: 0 });
  await until('open pages are told', () => told.includes(String(person.id)));

  assert.equal(statSync(file).mode & 0o777, 0o600);
  const [line = '', ...rest] = lines(file);
  assert.equal(rest.length, 0);
  const entry = JSON.parse(line) as Record<string, string>;
  assert.deepEqual(Object.keys(entry), ['id', 'mail', 'erased']);
  assert.equal(entry.id, publicId);
  assert.equal(entry.erased, new Date(NOW + 14 * DAY).toISOString());
  assert.match(entry.mail ?? '', /^[0-9a-f]{64}$/);
  assert.ok(!line.includes(person.mail), 'the log does not say who it was');
  await job.run(context);
  assert.equal(lines(file).length, 1);
});

test('a person whom an old backup brings back is erased again at the next start', async (t) => {
  const { db, clock, context, person, other, file } = await prepare(t);
  await sql`create schema backup`.execute(db);
  for (const table of ['person', 'session', 'consent']) {
    await sql`create table ${sql.id('backup', table)} as table ${sql.id(table)}`.execute(db);
  }
  await requestErasure(context, person.id, clock.now());
  await clock.advance(14 * DAY);
  await job.run(context);
  assert.deepEqual(await tables(db, person), GONE);
  assert.equal(await reapplyErasures(context, DATA), 0, 'a usual start has nothing to do');

  await sql`delete from person`.execute(db);
  for (const table of ['person', 'session', 'consent']) {
    const { rows } = await sql<{ name: string }>`select column_name as name
      from information_schema.columns where table_schema = 'public' and table_name = ${table}
        and is_generated = 'NEVER'`.execute(db);
    const columns = sql.join(rows.map(({ name }) => sql.id(name)));
    await sql`insert into ${sql.id(table)} (${columns}) overriding system value
      select ${columns} from ${sql.id('backup', table)}`.execute(db);
  }
  assert.equal((await tables(db, person))?.people, 1, 'the backup has them');
  assert.equal(await reapplyErasures(context, DATA), 1);
  assert.deepEqual(await tables(db, person), GONE);
  assert.equal((await tables(db, other))?.people, 1);
  assert.equal(lines(file).length, 1, 'it stands in the log once');
});

test('a request that is taken back while it is being made does not return with the next start', async (t) => {
  const { db, clock, context, person } = await prepare(t);
  const id = (await findPerson(db, person.id))?.public_id ?? '';
  // Asked a moment later than it is taken back, as two calls may come in at once.
  const [askedAt, dueAt] = [NOW + 5, NOW + 14 * DAY];
  let cancelling: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`update person set erase_asked_at = ${askedAt}, erase_at = ${dueAt}
      where id = ${person.id}`.execute(trx);
    cancelling = cancelErasure(context, person.id, clock.now());
    await until('it waits for the request', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    const [asked, due] = [askedAt, dueAt].map((ms) => new Date(ms).toISOString());
    await appendErasureRequest(context.config, { id, asked: asked ?? '', due: due ?? '' });
  });
  await cancelling;
  assert.equal((await findPerson(db, person.id))?.erase_at, null);
  await reapplyErasures(context, DATA);
  assert.equal((await findPerson(db, person.id))?.erase_at, null, 'it stays taken back');
});

test('a request that is taken back while the job is at it is not carried out', async (t) => {
  const { db, clock, context, person, other, file } = await prepare(t);
  for (const { id } of [person, other]) await requestErasure(context, id, clock.now());
  await clock.advance(14 * DAY);
  let erasing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`update person set erase_asked_at = null, erase_at = null
      where id = ${person.id}`.execute(trx);
    erasing = Promise.resolve(job.run(context));
    await untilLocked(db);
  });
  await erasing;
  assert.equal((await tables(db, person))?.people, 1);
  assert.deepEqual(await tables(db, other), GONE);
  assert.equal(lines(file).length, 1);
});

test('a backup that is older than a request has it given back, a withdrawn one not; the log tells how many', async (t) => {
  const { db, clock, context, person, other, file } = await prepare(t);
  const told: unknown[] = [];
  const log = createLog('info', {
    write: (line) => {
      const { level, msg, count } = JSON.parse(line) as Record<string, unknown>;
      told.push([level, msg, count]);
    },
  });
  const loud = { ...context, log };
  const third = await plantPerson(context);
  const asked = async () => {
    const { rows } = await sql<{ id: number; asked: number; due: number }>`
      select id, erase_asked_at as asked, erase_at as due from person
      where erase_at is not null order by id`.execute(db);
    return rows.map(({ id, asked, due }) => [id, asked, due]);
  };
  for (const { id } of [person, other, third]) await requestErasure(context, id, clock.now());
  await clock.advance(1);
  await cancelErasure(context, other.id, clock.now());
  // As a backup of two moments brings it: before the first request, and before the withdrawal.
  await sql`update person set erase_asked_at = null, erase_at = null
    where id in (${person.id}, ${third.id})`.execute(db);
  await sql`update person set erase_asked_at = ${NOW}, erase_at = ${NOW + 14 * DAY}
    where id = ${other.id}`.execute(db);
  assert.equal(await reapplyErasures(loud, DATA), 0, 'no account was erased');
  assert.deepEqual(await asked(), [
    [person.id, NOW, NOW + 14 * DAY],
    [third.id, NOW, NOW + 14 * DAY],
  ]);
  assert.deepEqual(told.splice(0), [['warn', 'requests for erasure were given back', 3]]);
  await reapplyErasures(loud, DATA);
  await job.run(loud);
  assert.deepEqual(told, [], 'nothing was to be done');

  await clock.advance(14 * DAY);
  await job.run(loud);
  assert.deepEqual(told.splice(0), [['info', 'people erased on their request', 2]]);
  await job.run(loud);
  assert.deepEqual(told, []);
  const again = await plantPerson(context);
  const { public_id: id = '' } = (await findPerson(db, again.id)) ?? {};
  appendFileSync(file, `${JSON.stringify({ id, mail: '', erased: '' })}\n`);
  assert.equal(await reapplyErasures(loud, DATA), 1);
  assert.deepEqual(told.splice(0), [['warn', 'people were erased again', 1]]);
  assert.equal(await reapplyErasures(loud, DATA), 0);
  assert.deepEqual(told, []);
});

test('a person who registers again with the same address is a new person', async (t) => {
  const { db, clock, context, person } = await prepare(t);
  await requestErasure(context, person.id, clock.now());
  await clock.advance(14 * DAY);
  await job.run(context);
  const again = await plantPerson(context, { mail: person.mail });
  assert.equal(await reapplyErasures(context, DATA), 0);
  assert.equal((await tables(db, again))?.people, 1);
});

test('the person is mailed the date in their language, and again after the erasure; older mails to them are gone', async (t) => {
  const { db, clock, context, keys } = await prepare(t);
  const dates = {
    tr: '5 Aralık 2026, 15:00 (Türkiye saatiyle)',
    az: '5 dekabr 2026, 15:00 (İstanbul vaxtı ilə)',
    en: '5 December 2026, 15:00 (Istanbul time)',
  };
  const greetings = {
    tr: '\n\nMerhaba Ada,\n\n',
    az: '\n\nSalam, Ada!\n\n',
    en: '\n\nHello Ada,\n\n',
  };
  const farewells = {
    tr: 'İsteğiniz üzerine hesabınız ve size ait veriler silindi.\n\nSize bundan sonra e-posta göndermeyeceğiz.',
    az: 'İstəyinizə əsasən hesabınız və sizə aid məlumatlar silindi.\n\nBundan sonra sizə məktub göndərməyəcəyik.',
    en: 'As you asked, your account and everything that belonged to you have been erased.\n\nYou will receive no more emails from us.',
  };
  const people = await Promise.all(
    (['tr', 'az', 'en'] as const).map(async (language) => ({
      language,
      ...(await plantPerson(context, { language })),
    })),
  );
  for (const { id, mail, language } of people) {
    await requestErasure(context, id, clock.now());
    await requestErasure(context, id, clock.now());
    const mails = await listMailsTo(db, keys, mail);
    assert.equal(mails.length, 1);
    assert.ok(mails[0]?.text?.includes(dates[language]), mails[0]?.text ?? '');
    assert.ok(mails[0]?.text?.includes(greetings[language]), mails[0]?.text ?? '');
    assert.ok(mails[0]?.text?.includes('http://localhost:0/account?selected=settings'));
  }
  await clock.advance(14 * DAY);
  await job.run(context);
  for (const { mail, language } of people) {
    const mails = await listMailsTo(db, keys, mail);
    const title = {
      tr: 'Hesabınız silindi',
      az: 'Hesabınız silindi',
      en: 'Your account was erased',
    };
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [`Rasat: ${title[language]}`],
    );
    const text = mails[0]?.text ?? '';
    assert.ok(text.includes(greetings[language]) && text.includes(farewells[language]), text);
  }
});

test('a process that dies between the log and the database leaves the rest to the next start', async (t) => {
  const { db, clock, context, person, file } = await prepare(t);
  await requestErasure(context, person.id, clock.now());
  await clock.advance(14 * DAY);
  const dying: PersonalData = {
    tables: [],
    export: async () => ({}),
    erase: async () => {
      throw new Error('killed');
    },
  };
  await assert.rejects(erasureJob([...DATA, dying]).run(context), /killed/);
  assert.equal((await tables(db, person))?.people, 1, 'all or nothing');
  assert.equal(lines(file).length, 1, 'the log was first');
  assert.equal(await reapplyErasures(context, DATA), 1);
  assert.deepEqual(await tables(db, person), GONE);
});

test('a line that a power cut left half means nothing and swallows no other', async (t) => {
  const { clock, context, person, file } = await prepare(t);
  appendFileSync(file, '{"id":"HALF');
  await requestErasure(context, person.id, clock.now());
  await clock.advance(14 * DAY);
  await job.run(context);
  const [half, whole] = lines(file);
  assert.equal(half, '{"id":"HALF');
  assert.ok(whole !== undefined && JSON.parse(whole));
  assert.equal(await reapplyErasures(context, DATA), 0);
});
