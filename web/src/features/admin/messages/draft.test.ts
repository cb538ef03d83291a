import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_MESSAGE,
  findMessageFault,
  type MessageDraft,
  mayAppearAt,
  messageOf,
  readMessage,
} from './draft.ts';

const WRITTEN: MessageDraft = {
  list: 'class',
  texts: { tr: ' Merhaba ', az: 'Salam', en: 'Hello' },
  link: '',
};

test('a message says something in every language before it is sent', () => {
  assert.deepEqual(findMessageFault(EMPTY_MESSAGE), { at: 'text', language: 'tr' });
  assert.equal(findMessageFault(WRITTEN), null);
  const bare = { ...WRITTEN, texts: { ...WRITTEN.texts, az: ' \n' } };
  assert.deepEqual(findMessageFault(bare), { at: 'text', language: 'az' });
  const full = { ...WRITTEN, texts: { ...WRITTEN.texts, en: ` ${'a'.repeat(2000)} `, az: 'a' } };
  assert.equal(findMessageFault(full), null);
  const long = { ...WRITTEN, texts: { ...WRITTEN.texts, en: 'a'.repeat(2001) } };
  assert.deepEqual(findMessageFault(long), { at: 'text', language: 'en' });
});

test('a link is a web address or nothing', () => {
  const linked = (link: string) => findMessageFault({ ...WRITTEN, link });
  assert.equal(linked('  '), null);
  assert.equal(linked(' https://rasat.example/panel '), null);
  for (const link of ['rasat.example', 'javascript:alert(1)', 'ftp://rasat.example']) {
    assert.deepEqual(linked(link), { at: 'link' }, link);
  }
});

test('blanks around a message are not sent, and no link is none', () => {
  assert.deepEqual(messageOf(WRITTEN, null, '123456'), {
    list: 'class',
    texts: { tr: 'Merhaba', az: 'Salam', en: 'Hello' },
    link: null,
    at: null,
    code: '123456',
  });
  assert.equal(
    messageOf({ ...WRITTEN, link: ' https://a.example ' }, 7, '').link,
    'https://a.example',
  );
});

test('a message is scheduled ahead, within a year', () => {
  const NOW = Date.UTC(2026, 10, 21);
  assert.equal(mayAppearAt(NOW, NOW), false);
  assert.equal(mayAppearAt(NOW + 60_000, NOW), true);
  assert.equal(mayAppearAt(NOW + 366 * 86_400_000, NOW), true);
  assert.equal(mayAppearAt(NOW + 366 * 86_400_000 + 1, NOW), false);
  assert.equal(mayAppearAt(NOW + 1, NOW), true);
  assert.equal(mayAppearAt(null, NOW), false);
});

test('a kept message comes back as it was; what is none does not', () => {
  assert.deepEqual(readMessage(JSON.parse(JSON.stringify(WRITTEN))), WRITTEN);
  assert.deepEqual(readMessage({ ...WRITTEN, list: 'platform' })?.list, 'platform');
  const { tr, az, en } = WRITTEN.texts;
  const odds = [
    { ...WRITTEN, link: 7 },
    { ...WRITTEN, texts: null },
    { ...WRITTEN, texts: { tr, az } },
    { ...WRITTEN, texts: { tr, en } },
    { ...WRITTEN, texts: { az, en } },
  ];
  for (const odd of [...odds, null, 1, {}, { ...WRITTEN, list: 'all' }]) {
    assert.equal(readMessage(odd), null);
  }
});
