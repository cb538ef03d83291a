import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createManualClock } from '../clock.ts';
import { testContext } from '../testing.ts';
import { mailLayout } from './layout.ts';
import { type Mail, writeMail } from './mail.ts';
import { listMailsTo } from './mails-of.ts';
import { insertMail } from './store.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const { db, keys } = await testContext({ after }, { clock: createManualClock(NOW) });

const mailTo = (to: string, carriesSecret: boolean): Mail => ({
  to,
  template: 'any',
  subject: 'Konu',
  ...mailLayout({ title: 'Konu', paragraphs: ['Merhaba'], language: 'tr', code: 'K7MQ2XWD' }),
  carriesSecret,
});

test('of a mail that carries a secret only subject and time are listed', async () => {
  const to = 'gizli@rasat.example';
  await writeMail(db, keys, mailTo(to, true), NOW);
  await writeMail(db, keys, mailTo(to, false), NOW + 1);
  const [secret, plain] = await listMailsTo(db, keys, to);
  assert.deepEqual([secret?.subject, secret?.text, secret?.writtenAtMs], ['Konu', null, NOW]);
  assert.deepEqual([plain?.subject, plain?.writtenAtMs], ['Konu', NOW + 1]);
  assert.match(plain?.text ?? '', /K7MQ2XWD/);
});

test('a mail that was stored without the mark counts as one with a secret', async () => {
  const to = 'eski@rasat.example';
  const { subject, text, html } = mailTo(to, false);
  const content = JSON.stringify({ to, subject, text, html });
  const encrypted = keys.encrypt(content, 'mail.content');
  await insertMail(db, { template: 'reset', content: encrypted, nowMs: NOW });
  const mails = await listMailsTo(db, keys, to);
  assert.deepEqual(
    mails.map((mail) => [mail.subject, mail.text, mail.writtenAtMs]),
    [['Konu', null, NOW]],
  );
});
