import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { type Showing, show } from '../../testing/show.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import type { AdminSummary } from './calls.ts';
import { AdminFrame } from './frame.tsx';
import HomeRoute from './home-route.tsx';
import { iconsOf, visibleText } from './testing/read-page.ts';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const SUMMARY: AdminSummary = {
  people: {
    registered: 1234,
    subscribers: 0,
    students: 0,
    ending: 0,
    week: { registered: 0, subscribers: 0, students: 0 },
  },
  waiting: { questions: 3, homework: 0, orders: 1, inReview: 0, unknown: 1, reviews: 0 },
  idleMinutes: 30,
};
const HEALTH = {
  ready: true,
  behind: false,
  filled: 1,
  busy: false,
  serverTime: NOW + 3_600_000,
};

function Clock() {
  return <time>{useServerNow(60_000)}</time>;
}
const open = (t: TestContext, showing: Showing = {}) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  return show(
    t,
    <AdminFrame tools={<i>tools</i>}>
      <Clock />
    </AdminFrame>,
    {
      at: '/admin/orders/RS-2026-000041',
      ...showing,
      answers: {
        'GET /api/admin/summary': SUMMARY,
        'GET /api/health': HEALTH,
        ...showing.answers,
      },
    },
  );
};
const links = () => [...screen.getByLabelText('Yönetim bölümleri').querySelectorAll('a')];

test('the sections stand beside the page with what waits in each', async (t) => {
  await open(t);
  assert.deepEqual(links().map(visibleText), [
    'Üyeler',
    'Siparişler',
    'Mesajlar',
    'Sorular',
    'Ödevler',
    'Dersler',
    'Ücretler',
    'Semboller',
    'Veri akışları',
    'Açılış sayfası',
    'İşlem kaydı',
  ]);
  await waitFor(() =>
    assert.deepEqual(links().slice(0, 5).map(visibleText), [
      'Üyeler 1.234',
      'Siparişler 1 1 iş bekliyor',
      'Mesajlar',
      'Sorular 3 3 iş bekliyor',
      'Ödevler',
    ]),
  );
  assert.deepEqual(
    links().map((link) => link.getAttribute('aria-current')),
    [null, 'page', ...Array.from({ length: 9 }, () => null)],
  );
  assert.equal(links()[10]?.getAttribute('href'), '/admin/audit');
  for (const link of links()) assert.deepEqual(iconsOf(link), ['16 × 16, 1.6']);
  assert.equal(screen.getByText('Yönetim').tagName, 'P');
  assert.equal(screen.getByText('İçeriğe geç').getAttribute('href'), '#main');
  const home = screen.getByLabelText('Rasat, Siteye dön');
  assert.equal(home.getAttribute('href'), '/dashboard');
  assert.equal(document.querySelector('main')?.tabIndex, -1, 'what the first link leads to');
  assert.equal(screen.getAllByText('tools').length, 2);
  await waitFor(() =>
    assert.equal(document.querySelector('main')?.textContent, String(NOW + 3_600_000)),
  );
});

test('on a phone the row of sections is moved until the current one is in its middle', async (t) => {
  const sizes = { offsetLeft: 500, offsetWidth: 100, clientWidth: 400 };
  for (const [name, value] of Object.entries(sizes)) {
    const owner = name === 'clientWidth' ? Element.prototype : HTMLElement.prototype;
    t.mock.getter(owner, name as keyof typeof owner, () => value as never);
  }
  await open(t);
  const row = screen.getByLabelText('Yönetim bölümleri').querySelector('ul');
  // Its left edge at 500, less half of the 300 that are free beside it.
  assert.equal(row?.scrollLeft, 350);
});

test('where no section is current the row stays, and numbers that do not come hide nothing', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await open(t, { at: '/admin', answers: { 'GET /api/admin/summary': refused } });
  assert.equal(links().length, 11);
  assert.equal(document.querySelectorAll('[aria-current]').length, 0);
  assert.equal(screen.getByLabelText('Yönetim bölümleri').querySelector('ul')?.scrollLeft, 0);
});

test('the back office begins with the people', async (t) => {
  const { address } = await show(t, <HomeRoute />, { at: '/admin', path: '/admin' });
  assert.equal(address(), '/admin/people');
});
