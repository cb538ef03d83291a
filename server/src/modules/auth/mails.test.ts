import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { newSessionMail, passwordChangedMail, resetMail, welcomeMail } from './mails.ts';

const BASE = 'https://rasat.example';
const AT_MS = Date.UTC(2026, 10, 18, 21, 30);

const TIMES = {
  tr: '19 Kasım 2026, 00:30',
  az: '19 noyabr 2026, 00:30',
  en: '19 November 2026, 00:30',
} as const;

for (const language of LANGUAGES) {
  test(`each mail says what it is about in ${language}`, () => {
    const to = { mail: 'ada@rasat.example', name: 'Ada <b>', language };
    const mails = {
      welcome: welcomeMail(to, BASE),
      reset: resetMail(to, 'ABCD2345', 10),
      changed: passwordChangedMail(to, BASE, AT_MS),
      session: newSessionMail(to, BASE, { device: 'Firefox, Linux', atMs: AT_MS }),
    };
    for (const { to: recipient, subject, text, html } of Object.values(mails)) {
      assert.equal(recipient, to.mail);
      assert.ok(text.startsWith(subject));
      assert.ok(
        text.includes('Ada <b>') && html.includes('Ada &lt;b&gt;') && !html.includes('<b>'),
      );
      assert.ok(html.includes(`lang="${language}"`));
    }
    assert.match(mails.reset.text, /^ {4}ABCD2345$/m);
    assert.match(mails.reset.text, /\b10 (dakika|dəqiqə|minutes)/);
    assert.match(mails.welcome.text, /^https:\/\/rasat\.example\/auth\/login$/m);
    assert.match(mails.changed.text, /^https:\/\/rasat\.example\/auth\/forgot$/m);
    assert.match(mails.session.text, /^https:\/\/rasat\.example\/account\?selected=security$/m);
    assert.ok(mails.session.text.includes('Firefox, Linux'));
    for (const { text } of [mails.changed, mails.session]) {
      assert.ok(text.includes(TIMES[language]), text);
    }
  });
}
