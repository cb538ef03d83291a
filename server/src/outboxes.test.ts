import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openOutboxPlaces } from './testing/outbox-places.ts';

// A mail or a message of the bot is a row that is written by the transaction that is its reason: when that is rolled back
// nothing is said, and when it commits it is said once. Receipts and notices of refunds have their own books, those of
// the histories of orders.

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-outboxes-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { db, places } = await openOutboxPlaces({ after }, folder);

/** Rows of both outboxes in the order in which they were written, each with the transaction that wrote it. */
async function readOutboxes() {
  const { rows } = await sql<{ what: string; transaction: string }>`
    select 'mail ' || template as what, xmin::text as transaction, id, 1 as of from mail
    union all
    select 'bot ' || split_part(key, ':', 1), xmin::text, id, 2 from telegram_message
    order by of, id`.execute(db);
  return rows;
}

await sql`create function refuse_commit() returns trigger language plpgsql as $$
  begin raise exception 'refused at the commit'; end $$`.execute(db);

/** Runs `fn` while no transaction that adds, changes or removes a row of the table can commit. */
async function withoutCommits(
  table: string,
  on: 'insert' | 'update',
  fn: () => Promise<void>,
): Promise<void> {
  await sql`create constraint trigger refused after ${sql.raw(on)} on ${sql.id(table)}
    deferrable initially deferred for each row execute function refuse_commit()`.execute(db);
  try {
    await fn();
  } finally {
    await sql`drop trigger refused on ${sql.id(table)}`.execute(db);
  }
}

for (const [what, { reason, says, prepare }] of Object.entries(places)) {
  test(`${what} is told of when it is committed, and only then`, async () => {
    const [table, on] = reason;
    const act = await prepare();
    const before = await readOutboxes();
    const toldSince = async () => {
      const known = new Set(before.map(({ what: one, transaction }) => one + transaction));
      const now = await readOutboxes();
      return now.filter(({ what: one, transaction }) => !known.has(one + transaction));
    };
    await withoutCommits(table, on, async () => {
      await assert.rejects(async () => act(), /refused at the commit|^Error: 500 500$/);
    });
    assert.deepEqual(await toldSince(), [], 'rolled back');
    await act();
    const told = await toldSince();
    assert.deepEqual(
      told.map((one) => one.what),
      says,
    );
    for (const { transaction } of told) {
      const { rows } = await sql`
        select from ${sql.id(table)} where xmin::text = ${transaction}`.execute(db);
      assert.ok(rows.length > 0, 'written by the transaction that is its reason');
    }
  });
}

test('every place that says something is tried out here, or in the histories of orders', () => {
  const calls = /\b(?:writeMail|sendTelegram)\(|\b(?:say|tell)\(\s*(?:db|trx),/g;
  const found: Record<string, number> = {};
  for (const file of globSync('{modules,platform,cli,connectors}/**/*.ts', {
    cwd: import.meta.dirname,
  }).toSorted()) {
    if (/\.(test|soak|testing)\.ts$|\/testing\//.test(file)) continue;
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const count = [...text.matchAll(calls)].length;
    if (count > 0) found[file] = count;
  }
  assert.deepEqual(found, {
    'modules/accounts/erasure.ts': 2,
    'modules/auth/change-password.ts': 1,
    'modules/auth/forgotten-password.ts': 2,
    'modules/auth/register.ts': 1,
    'modules/auth/sign-in.ts': 1,
    // One function, for answers and for reviews: a mail and a message.
    'modules/education/answers-and-reviews.ts': 2,
    // Receipt and notice of a refund: see the histories.
    'modules/payments/postgres-ledger.ts': 2,
    'modules/payments/reminders.ts': 2,
    'modules/telegram/broadcast.ts': 1,
    // What the others call.
    'modules/telegram/send.ts': 3,
    'modules/telegram/signals.ts': 1,
    'modules/telegram/updates.ts': 1,
    'platform/alarms/alarms.ts': 2,
    'platform/mail/mail.ts': 1,
  });
  const elsewhere = ['modules/payments/postgres-ledger.ts', 'modules/telegram/send.ts'];
  assert.deepEqual(
    [...new Set(Object.values(places).map(({ file }) => file))].toSorted(),
    Object.keys(found).filter(
      (file) => file !== 'platform/mail/mail.ts' && !elsewhere.includes(file),
    ),
  );
});
