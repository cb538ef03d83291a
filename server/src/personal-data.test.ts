import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { erasureJob, reapplyErasures } from './modules/accounts/index.ts';
import { PERSONAL_DATA, RETENTION } from './personal-data.ts';
import { createManualClock } from './platform/clock.ts';
import type { Db } from './platform/db/pool.ts';
import { testContext } from './platform/testing.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';

// What is stored about people is found in the database itself: a table that no module answers for fails here.

const DAY = 86_400_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-personal-data-'));
after(() => rmSync(folder, { recursive: true }));
const clock = createManualClock(Date.UTC(2026, 10, 21));
const context = await testContext({ after }, { clock, env: { RASAT_DATA: folder } });
const { db, keys } = context;

const SELLER = JSON.stringify({
  title: 'Satıcı',
  taxOffice: 'Beşiktaş',
  taxNumber: '1',
  address: 'İstanbul',
  demonstration: true,
});
const BUYER = JSON.stringify({
  name: 'Ada Deneme',
  mail: 'ada@rasat.example',
  identity: '10000000146',
  address: 'Deneme Sokak 1',
});

/** A row of each table for a person who has one already or not. */
const EXAMPLES: Readonly<Record<string, (personId: number) => ReturnType<typeof sql>>> = {
  session: () => sql`select 1`,
  entitlement: () => sql`select 1`,
  known_device: (id) => sql`insert into known_device (token_hash, person_id, made_at, seen_at)
    values (sha256(${`device ${id}`}::bytea), ${id}, 1, 1)`,
  consent: (id) => sql`insert into consent (person_id, text, version, sha256, given_at, ip)
    values (${id}, 'kvkk', '1', ${Buffer.alloc(32)}, 1, '203.0.113.9')`,
  invoice: (id) => sql`with paid as (
      insert into purchase (number, person_id, product, amount, vat_rate, currency, agreement_version,
        agreement_sha256, refund_version, refund_sha256, provider, created_at)
      values (${`RS-${id}`}, ${id}, 'lesson', 120, 20, 'TRY', '1', sha256(''), '1', sha256(''),
        'demo-bank', 1) returning id)
    insert into invoice (kind, year, sequence, number, purchase_id, person_id, person_index, issued_at,
      paid_at, order_number, product, amount, net, vat, vat_rate, seller, buyer)
    select 'invoice', 2026, ${id}::int, ${`RST${id}`}, paid.id, ${id}::bigint, 1, 1, 1, 'RS', 'lesson',
      120, 100, 20, 20, ${SELLER}::jsonb, ${keys.encrypt(BUYER, 'invoice.buyer')}::bytea from paid`,
  // With the invoice above.
  purchase: () => sql`select 1`,
  purchase_head: (
    id,
  ) => sql`insert into purchase_head (purchase_id, person_id, purchase, state, version,
      watched, changed_at)
    select id, person_id, 'education', 'open', 0, false, 1 from purchase where person_id = ${id}`,
  purchase_key: (id) => sql`insert into purchase_key (person_id, key, body_sha256, created_at)
    values (${id}, 'key', sha256(''), ${clock.now()})`,
  subscription_reminder: (id) => sql`insert into subscription_reminder
    values (${id}, ${clock.now() + 30 * DAY}, 7, 1)`,
  message_read: (id) => sql`insert into message_read values (${id}, 'platform', 1, 1)`,
  education_file: (id) => sql`insert into education_file
    (id, kind, person_id, type, bytes, created_at, begun_at, stored_at, taken_at)
    values (lpad(${String(id)}, 20, 'a'), 'image', ${id}, 'image/webp', 1, 1, 1, 1, 1)`,
  homework: (id) => sql`insert into homework (person_id, number, text, image_id, submitted_at)
    values (${id}, 1, 'ödev', lpad(${String(id)}, 20, 'a'), 1)`,
  lesson_progress: (id) => sql`insert into lesson_progress values (${id}, 1, 0.5, 60, 1)`,
  question: (id) => sql`insert into question (person_id, text, asked_at) values (${id}, 'soru', 1)`,
  favorite: (id) => sql`insert into favorite values (${id}, 'EURUSD', 1)`,
  page_view: (id) => sql`insert into page_view (hour_ms, category, person_id)
    values (0, 'forex', ${id})`,
  telegram_link: (id) => sql`insert into telegram_link
    values (sha256(${String(id)}::bytea), ${id}, 1)`,
  telegram_chat: (id) => sql`insert into telegram_chat values (${id}, ${id}, 1, true, true)`,
  telegram_message: (id) => sql`insert into telegram_message
    (key, person_id, chat_id, text, written_at) values (${`key ${id}`}, ${id}, ${id}, 'merhaba', 1)`,
};
/** Tables whose rows are nothing but a secret of some minutes. */
const SECRETS = new Set(['telegram_link']);

const { rows: found } = await sql<{ table: string }>`
  select c.table_name as table from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and c.column_name = 'person_id' and t.table_type = 'BASE TABLE'
  order by 1`.execute(db);
const personal = found.map(({ table }) => table);

async function plant(): Promise<PlantedPerson> {
  const person = await plantPerson(context, { rights: ['lesson', 'subscription'] });
  for (const table of personal) await EXAMPLES[table]?.(person.id).execute(db);
  return person;
}

async function countRows(personId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of personal) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.id(table)} where person_id = ${personId}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Everything that the database holds, as a dump would show it. */
async function dump(of: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(of);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.id(name)} t`.execute(of);
      return rows.map((row) => row.text).join('\n');
    }),
  );
  return texts.join('\n');
}

test('every table with a person in it belongs to one module, and the columns are called so', async () => {
  const claimed = PERSONAL_DATA.flatMap(({ tables }) => tables);
  assert.deepEqual(claimed.toSorted(), personal);
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'person'::regclass and attname <> 'person_id'`.execute(db);
  assert.deepEqual(rows, [], 'a column that means a person under another name would be overlooked');
});

test('what a person downloads has every table of theirs, and nothing of other people', async () => {
  const person = await plant();
  const other = await plant();
  const document: Record<string, unknown> = {};
  for (const data of PERSONAL_DATA) {
    Object.assign(document, await data.export(db, keys, person.id));
  }
  for (const [table, count] of Object.entries(await countRows(person.id))) {
    assert.ok(count > 0, `${table} has an example`);
    if (SECRETS.has(table)) continue;
    const part = document[table];
    assert.equal(Array.isArray(part) ? part.length : part ? 1 : 0, count, table);
  }
  const text = JSON.stringify(document);
  assert.ok(text.includes(person.mail));
  assert.ok(!text.includes(other.mail));
});

test('an erasure leaves nothing of the person in any table, and everything of the others', async () => {
  const person = await plant();
  const other = await plant();
  const before = await countRows(other.id);
  await sql`update person set erase_asked_at = ${clock.now()}, erase_at = ${clock.now() + 14 * DAY}
    where id = ${person.id}`.execute(db);
  await clock.advance(14 * DAY);
  await erasureJob(PERSONAL_DATA).run(context);
  assert.deepEqual(new Set(Object.values(await countRows(person.id))), new Set([0]));
  assert.deepEqual(await countRows(other.id), before);
  assert.ok(!(await dump(db)).includes(person.mail));
  assert.equal(await reapplyErasures(context, PERSONAL_DATA), 0);
});

test('identity number and address cannot be read out of a dump', async () => {
  await plant();
  const text = await dump(db);
  assert.ok(text.includes('Ada'), 'it is the dump of a database with people');
  for (const canary of ['10000000146', 'Deneme Sokak']) {
    assert.ok(!text.includes(canary), canary);
    assert.ok(!text.includes(Buffer.from(canary).toString('hex')), canary);
  }
});

test('everything that is kept for a time is named once, and forgetting it harms no person', async () => {
  const person = await plant();
  const names = RETENTION.map(({ what }) => what);
  assert.equal(new Set(names).size, names.length);
  for (const { what, forget } of RETENTION) {
    assert.equal(typeof (await forget(db, clock.now())), 'number', what);
  }
  const { session, consent, entitlement, favorite } = await countRows(person.id);
  assert.deepEqual(
    { session, consent, entitlement, favorite },
    { session: 1, consent: 1, entitlement: 2, favorite: 1 },
  );
});

/** What is kept for a time, with its period as the retention text has it, and a row of it that is so old. */
interface Kept {
  readonly days: number;
  /** Whether it goes every day; else with the run of every six months. */
  readonly daily: boolean;
  plant(this: void, atMs: number, number: number): ReturnType<typeof sql>;
  /** Those of the planted rows that are still there. */
  left(this: void): ReturnType<typeof sql>;
}

/** From 21 November 2016 to the same day of 2026, with the leap days of 2020 and 2024. */
const TEN_YEARS = 3652;
const purchase = (number: string, atMs: number, personId: number) => sql`insert into purchase
  (number, person_id, product, amount, vat_rate, currency, agreement_version, agreement_sha256,
    refund_version, refund_sha256, provider, created_at)
  values (${number}, ${personId}, 'lesson', 120, 20, 'TRY', '1', sha256(''), '1', sha256(''),
    'demo-bank', ${atMs})`;

test('each kind of what is kept for a time goes at the end of its period and not before', async () => {
  const person = await plantPerson(context);
  const image = (atMs: number, id: string, takenAt: number | null) => sql`insert into education_file
    (id, kind, person_id, type, bytes, created_at, stored_at, taken_at)
    values (${id}, 'image', ${person.id}, 'image/webp', 1, ${atMs}, ${atMs}, ${takenAt})`;
  const mail = (atMs: number, template: string) => sql`insert into mail
    (content, template, written_at, sent_at) values ('x', ${template}, ${atMs}, ${atMs})`;
  // The periods of /info/retention, section 3; where it says nothing, the row says whose they are.
  const KEPT: Readonly<Record<string, Kept>> = {
    attempt: {
      // “at most a day”: each window ends by itself.
      days: 0,
      daily: true,
      plant: (atMs, number) => sql`insert into attempt values (${`kept ${number}`}, 1, ${atMs})`,
      left: () => sql`select 1 from attempt where key like 'kept %'`,
    },
    'mail.content': {
      // Of mails that were kept because there is no mail server (docs/operating.md).
      days: 7,
      daily: true,
      plant: (atMs) => mail(atMs, 'kept content'),
      left: () => sql`select 1 from mail where template = 'kept content' and content is not null`,
    },
    mail: {
      days: 30,
      daily: true,
      plant: (atMs) => mail(atMs, 'kept'),
      left: () => sql`select 1 from mail where template = 'kept'`,
    },
    session: {
      days: 0,
      daily: true,
      plant: (atMs, number) => sql`insert into session
        (token_hash, person_id, opened_at, seen_at, expires_at, complete, device)
        values (sha256(${`kept ${number}`}::bytea), ${person.id}, 1, 1, ${atMs}, true, 'kept')`,
      left: () => sql`select 1 from session where device = 'kept'`,
    },
    known_device: {
      days: 365,
      daily: true,
      plant: (
        atMs,
        number,
      ) => sql`insert into known_device (token_hash, person_id, made_at, seen_at)
        values (sha256(${`kept ${number}`}::bytea), ${person.id}, 77, ${atMs})`,
      left: () => sql`select 1 from known_device where made_at = 77`,
    },
    'consent.ip': {
      days: 730,
      daily: false,
      plant: (atMs, number) => sql`insert into consent
        (person_id, text, version, sha256, given_at, ip)
        values (${person.id}, 'kvkk', ${`kept ${number}`}, sha256(''), ${atMs}, '203.0.113.9')`,
      left: () => sql`select 1 from consent where version like 'kept %' and ip is not null`,
    },
    used_challenge: {
      days: 0,
      daily: true,
      plant: (atMs, number) => sql`insert into used_challenge
        values (sha256(${`kept ${number}`}::bytea), ${atMs})`,
      left: () => sql`select 1 from used_challenge
        where hash in (sha256('kept 1'), sha256('kept 2'))`,
    },
    reset_code: {
      days: 2,
      daily: true,
      plant: (atMs, number) => sql`with written as (insert into mail (template, written_at,
          next_try_at) values ('reset', ${atMs}, ${atMs}) returning id)
        insert into reset_code select sha256(${`kept ${number}`}::bytea), 'kept', id, ${atMs}
        from written`,
      left: () => sql`select 1 from reset_code where code_hash = 'kept'`,
    },
    sign_in_failure: {
      days: 90,
      daily: true,
      plant: (atMs, number) => sql`insert into sign_in_failure
        values (sha256(${`kept ${number}`}::bytea), 77, 0, ${atMs})`,
      left: () => sql`select 1 from sign_in_failure where failures = 77`,
    },
    education_file: {
      days: 1,
      daily: true,
      plant: (atMs, number) => image(atMs, `kept-file-${number}`.padEnd(20, '-'), null),
      left: () => sql`select 1 from education_file where id like 'kept-file-%'`,
    },
    question: {
      days: TEN_YEARS,
      daily: false,
      plant: (atMs) => sql`insert into question (person_id, text, asked_at)
        values (${person.id}, 'kept', ${atMs})`,
      left: () => sql`select 1 from question where text = 'kept'`,
    },
    homework: {
      days: TEN_YEARS,
      daily: false,
      plant: (
        atMs,
        number,
      ) => sql`with file as (${image(atMs, `kept-home-${number}`.padEnd(20, '-'), atMs)}
          returning id)
        insert into homework (person_id, number, text, image_id, submitted_at)
        select ${person.id}::bigint, ${number}::smallint, 'kept', id, ${atMs}::bigint from file`,
      left: () => sql`select 1 from homework where text = 'kept'`,
    },
    purchase_key: {
      days: 2,
      daily: true,
      plant: (atMs, number) => sql`insert into purchase_key
        values (${person.id}, ${`kept ${number}`}, sha256(''), ${atMs})`,
      left: () => sql`select 1 from purchase_key where key like 'kept %'`,
    },
    reconciliation: {
      // Nothing of a person: as long as an operator may look for a cause.
      days: 90,
      daily: true,
      plant: (atMs) => sql`insert into reconciliation (started_at, looked) values (${atMs}, 77)`,
      left: () => sql`select 1 from reconciliation where looked = 77`,
    },
    subscription_reminder: {
      days: 90,
      daily: true,
      plant: (atMs) => sql`insert into subscription_reminder values (${person.id}, ${atMs}, 1, 77)`,
      left: () => sql`select 1 from subscription_reminder where sent_at = 77`,
    },
    'purchase.person': {
      days: TEN_YEARS,
      daily: false,
      plant: (atMs, number) => purchase(`kept ${number}`, atMs, person.id),
      left: () => sql`select 1 from purchase where number like 'kept %' and person_id is not null`,
    },
    'invoice.buyer': {
      days: TEN_YEARS,
      daily: false,
      plant: (atMs, number) => sql`with paid as
          (${purchase(`bought ${number}`, clock.now(), person.id)} returning id)
        insert into invoice (kind, year, sequence, number, purchase_id, person_id, person_index,
          issued_at, paid_at, order_number, product, amount, net, vat, vat_rate, seller, buyer)
        select 'invoice', 2015, ${number}::int, ${`kept ${number}`}, paid.id, ${person.id}::bigint,
          ${number + 70}::int, ${atMs}::bigint, 1, 'RS', 'lesson', 120, 100, 20, 20,
          ${SELLER}::jsonb, 'x' from paid`,
      left: () => sql`select 1 from invoice where number like 'kept %' and buyer is not null`,
    },
    page_view: {
      days: 30,
      daily: true,
      plant: (atMs) => sql`insert into page_view (hour_ms, category, person_id)
        values (${atMs}, 'bist', ${person.id})`,
      left: () => sql`select 1 from page_view where category = 'bist'`,
    },
    telegram_link: {
      days: 0,
      daily: true,
      plant: (atMs, number) => sql`insert into telegram_link
        values (sha256(${`kept ${number}`}::bytea), ${person.id}, ${atMs})`,
      left: () => sql`select 1 from telegram_link where person_id = ${person.id}`,
    },
    telegram_update: {
      // Telegram delivers an update again for a day at most.
      days: 7,
      daily: true,
      plant: (atMs, number) => sql`insert into telegram_update values (${700 + number}, ${atMs})`,
      left: () => sql`select 1 from telegram_update where update_id > 700`,
    },
    telegram_message: {
      days: 30,
      daily: true,
      plant: (atMs, number) => sql`insert into telegram_message
        (key, person_id, chat_id, written_at, sent_at)
        values (${`kept ${number}`}, ${person.id}, 1, ${atMs}, ${atMs})`,
      left: () => sql`select 1 from telegram_message where key like 'kept %'`,
    },
  };
  assert.deepEqual(
    Object.fromEntries(RETENTION.map(({ what, daily }) => [what, daily])),
    Object.fromEntries(Object.entries(KEPT).map(([what, { daily }]) => [what, daily])),
  );
  const nowMs = clock.now();
  for (const { what, forget } of RETENTION) {
    const kept = KEPT[what];
    assert.ok(kept);
    const { days, plant: plantRow, left } = kept;
    const count = async () => (await left().execute(db)).rows.length;
    const endMs = nowMs - days * DAY;
    await plantRow(endMs + 1, 1).execute(db);
    await plantRow(endMs - 1, 2).execute(db);
    assert.equal(await count(), 2, what);
    assert.ok((await forget(db, nowMs)) >= 1, what);
    assert.equal(await count(), 1, `${what} is kept for ${days} days`);
    await forget(db, nowMs + 2);
    assert.equal(await count(), 0, `${what} is kept no longer`);
  }
});
