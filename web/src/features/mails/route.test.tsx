import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import type { KeptMail } from '../../api/mails.ts';
import { type Showing, show } from '../../testing/show.tsx';
import MailsRoute, { clientLoader } from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const CODE: KeptMail = {
  id: 'm2',
  to: 'kerem@example.com',
  subject: 'Şifre kodunuz',
  text: 'Şifre kodunuz\n\nKod on dakika geçerli.\n\n    K7MQ2XWD\n\n-- \nRasat\n',
  language: 'tr',
  written: NOW,
};
const LINKS: KeptMail = {
  id: 'm1',
  to: 'aylin@example.com',
  subject: 'Welcome',
  text: 'Open http://localhost/account or https://t.me/rasat_bot.',
  language: 'en',
  written: NOW - 60_000,
};

async function open(t: TestContext, desk: boolean, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: desk, onchange: null }),
  );
  const shown = await show(t, <MailsRoute />, {
    at: '/mails',
    ...showing,
    answers: { 'GET /api/mails': [CODE, LINKS], ...showing.answers },
  });
  assert.equal(document.querySelectorAll('.skel').length, 8, 'four mails of two lines');
  assert.deepEqual(
    [...document.querySelectorAll('.skel:first-child')].map(
      ({ className }) => /w-\d+/.exec(className)?.[0],
    ),
    ['w-64', 'w-52', 'w-64', 'w-52'],
  );
  await waitFor(() => assert.equal(document.querySelectorAll('.skel').length, 0));
  return shown;
}
const article = (): HTMLElement => {
  const found = document.querySelector('article');
  assert.ok(found);
  return found;
};
const paragraphs = () => [...article().querySelectorAll('p')].map((one) => one.textContent);

test('at a desk the first mail stands beside the list, without its subject twice', async (t) => {
  const { address } = await open(t, true);
  assert.equal(document.title, 'E-postalar · Rasat');
  assert.equal(document.querySelector('meta[name="robots"]')?.getAttribute('content'), 'noindex');
  assert.ok(screen.getByText('E-postalar', { selector: 'h1' }));
  assert.ok(screen.getByText(/^Bir posta sunucusu ayarlanmadığı için/));
  assert.equal(document.querySelector('[role="status"]')?.textContent, '2 e-posta');
  const list = screen.getByLabelText('Tutulan e-postalar');
  assert.deepEqual(
    [...list.querySelectorAll('a')].map((link) => [
      link.textContent,
      link.getAttribute('aria-current'),
    ]),
    [
      ['Şifre kodunuz22 Kas 12:00kerem@example.com', 'true'],
      ['Welcome22 Kas 11:59aylin@example.com', null],
    ],
  );
  assert.equal(list.querySelector('time')?.dateTime, '2026-11-22T09:00:00.000Z');
  assert.equal(within(article()).getByText('Şifre kodunuz').tagName, 'H2');
  assert.deepEqual(paragraphs(), [
    'Kime: kerem@example.com22 Kas 12:00',
    'Kod on dakika geçerli.',
    'K7MQ2XWD',
    'Rasat',
  ]);
  assert.deepEqual(
    ['K7MQ2XWD', 'Kod on dakika geçerli.', 'Rasat'].map((text) => {
      const { className } = within(article()).getByText(text);
      return /font-mono|border-t|text-15/.exec(className)?.[0];
    }),
    ['font-mono', 'text-15', 'border-t'],
    'a code, a paragraph and the closing lines are told apart',
  );
  fireEvent.click(within(list).getByText('Welcome'));
  assert.equal(address(), '/mails?mail=m1');
  assert.equal(article().querySelector('h2')?.lang, 'en');
  assert.deepEqual(paragraphs().slice(1), [
    'Open http://localhost/account or https://t.me/rasat_bot.',
  ]);
  assert.deepEqual(
    [...article().querySelectorAll('a')].map((link) => [
      link.getAttribute('href'),
      link.target,
      link.rel,
    ]),
    [
      ['/account', '', ''],
      ['https://t.me/rasat_bot', '_blank', 'noopener noreferrer'],
    ],
  );
});

test('the texts are there before the page is painted', async (t) => {
  await show(t, null);
  i18next.removeResourceBundle('tr', 'mails');
  await clientLoader();
  assert.equal(i18next.hasResourceBundle('tr', 'mails'), true);
});

test('on a phone there is the list or a mail, and a way back', async (t) => {
  const { address } = await open(t, false);
  assert.equal(document.querySelectorAll('article').length, 0);
  assert.equal(document.querySelector('[role="status"]')?.textContent, '2 e-posta');
  assert.equal(document.querySelectorAll('[aria-current]').length, 0);
  fireEvent.click(screen.getByText('Şifre kodunuz'));
  assert.ok(article());
  assert.equal(document.querySelectorAll('nav').length, 0);
  fireEvent.click(screen.getByText('Listeye dön'));
  assert.equal(address(), '/mails');
  assert.equal(document.querySelectorAll('nav').length, 1);
});

test('a mail that is not kept any more gives way to the first one', async (t) => {
  await open(t, true, { at: '/mails?mail=gone' });
  assert.ok(within(article()).getByText('Şifre kodunuz'));
});

test('before the first mail it is said when one appears', async (t) => {
  await open(t, true, { answers: { 'GET /api/mails': [] } });
  assert.ok(screen.getByText('Henüz e-posta yok', { selector: 'h2' }));
  assert.ok(screen.getByText('Rasat bir e-posta yazdığında birkaç saniye içinde burada görünür.'));
});

test('where no mails are kept the page says so', async (t) => {
  await open(t, true, {
    answers: {
      'GET /api/mails': () => Response.json({ code: 'not-found-404' }, { status: 404 }),
    },
  });
  assert.ok(await screen.findByText('Burada e-posta tutulmuyor', { selector: 'h1' }));
  assert.ok(screen.getByText(/^E-postalar yalnızca posta sunucusu ayarlanmamış bir makinede/));
  assert.equal(document.title, 'E-postalar · Rasat');
});

test('mails that could not be read are told so', async (t) => {
  await open(t, true, {
    answers: { 'GET /api/mails': () => Response.json({ code: 'rate-403' }, { status: 403 }) },
  });
  assert.ok(screen.getByText('E-postalar yüklenemedi'));
});
