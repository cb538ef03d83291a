import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { type Showing, show } from '../../testing/show.tsx';
import MailsRoute, { clientLoader } from './route.tsx';

const ADDRESS = 'http://127.0.0.1:3002/mails';
const open = (t: TestContext, showing: Showing = {}) =>
  show(t, <MailsRoute />, {
    at: '/mails',
    ...showing,
    answers: { 'GET /api/mails': { address: ADDRESS }, ...showing.answers },
  });

test('the page shows where the mails of this machine are read, and links there', async (t) => {
  await open(t);
  const link = await screen.findByRole('link', { name: '127.0.0.1:3002/mails' });
  assert.equal(link.getAttribute('href'), ADDRESS);
  assert.equal(link.getAttribute('rel'), 'noreferrer');
  assert.ok(screen.getByText('E-postalar', { selector: 'h1' }));
  assert.ok(screen.getByText(/^Bir posta sunucusu ayarlanmadığı için/));
  assert.equal(document.title, 'E-postalar · Rasat');
  assert.equal(document.querySelector('meta[name="robots"]')?.getAttribute('content'), 'noindex');
});

test('the texts are loaded before the page is painted', async (t) => {
  await show(t, null);
  i18next.removeResourceBundle('tr', 'mails');
  await clientLoader();
  assert.equal(i18next.hasResourceBundle('tr', 'mails'), true);
});

test('a machine that keeps no mails says so', async (t) => {
  await open(t, {
    answers: {
      'GET /api/mails': () => Response.json({ code: 'not-found-404' }, { status: 404 }),
    },
  });
  assert.ok(await screen.findByText('Burada e-posta tutulmuyor', { selector: 'h1' }));
  assert.ok(screen.getByText(/^E-postalar yalnızca posta sunucusu ayarlanmamış bir makinede/));
  assert.equal(document.title, 'E-postalar · Rasat');
});

test('an address that could not be read shows an error', async (t) => {
  await open(t, {
    answers: { 'GET /api/mails': () => Response.json({ code: 'rate-403' }, { status: 403 }) },
  });
  assert.ok(await screen.findByText('Adres öğrenilemedi'));
});
