import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createLog, LOG_LEVELS } from './log.ts';
import { testDatabase } from './testing.ts';

/** What the log has of errors, at every level. */
function logOf(write: (log: Logger) => void): string {
  const lines: string[] = [];
  for (const level of LOG_LEVELS) {
    write(createLog(level, { write: (line) => void lines.push(line) }));
  }
  return lines.join('');
}

test('an error says what failed, and nothing of the row or of who it is about', async (t) => {
  const { db } = await testDatabase(t);
  await sql`create table told (mail text unique, age integer check (age > 0), born date)`.execute(
    db,
  );
  await sql`insert into told values ('isaret@rasat.example', 1, null)`.execute(db);
  const refusals = [
    // Real refusals of PostgreSQL: the value in the detail, and in the message.
    [sql`insert into told values ('isaret@rasat.example', 2, null)`, 'told_mail_key'],
    [sql`select '10000000146'::integer`, '22003'],
    [sql`insert into told values ('Isaret', -146, null)`, 'told_age_check'],
    [sql`select 'Isaret'::integer`, '22P02'],
    [sql`select '905321234567'::date`, '22008'],
    [
      sql`do $$ begin raise exception using errcode = '22023', message = 'Isaret', hint = 'Isaret';
      end $$`,
      '22023',
    ],
  ] as const;
  for (const [query, said] of refusals) {
    const error = await query.execute(db).then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    );
    assert.match(JSON.stringify(error) + String(error), /isaret|10000000146|146|905321234567/i);
    for (const thrown of [
      error,
      new Error('it failed', { cause: error }),
      new AggregateError([error], 'all failed'),
    ]) {
      const text = logOf((log) => {
        for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
          log[level]({ err: thrown }, 'a call failed');
        }
      });
      assert.ok(text.includes(said), `${said} is told: ${text.slice(0, 2000)}`);
      assert.doesNotMatch(text, /isaret|10000000146|-146|905321234567/i);
    }
  }
});

test('an error of elsewhere tells its type, place and code, without addresses and what could not be read', () => {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return error;
    }
  };
  const response = '550 5.1.1 <isaret@rasat.example>: no such user';
  const refused = Object.assign(new Error(`Message failed: ${response}`), {
    code: 'EMESSAGE',
    response,
    rejected: ['isaret@rasat.example'],
    envelope: { to: ['isaret@rasat.example'] },
  });
  const text = logOf((log) => {
    log.fatal({ err: refused }, 'a mail failed');
    log.fatal({ err: parse('{"name":"Isaret') }, 'an answer could not be read');
    log.fatal({ err: parse('Isaret') }, 'an answer could not be read');
    log.fatal({ err: 'isaret@rasat.example is away' }, 'a text was thrown');
    log.fatal({ err: { mail: 'isaret@rasat.example' } }, 'something was thrown');
  });
  assert.doesNotMatch(text, /isaret/i);
  assert.match(text, /"code":"EMESSAGE"/);
  assert.match(text, /"type":"SyntaxError"/);
  assert.match(text, /log\.test\.ts:\d+/, 'where it was thrown');
  assert.match(text, /550 5\.1\.1 <\[mail\]>: no such user/);
});
