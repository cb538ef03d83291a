import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import type { AdminSummary } from '../calls.ts';
import { OnTheWay } from '../testing/on-the-way.tsx';
import {
  bonesOf,
  headsOf,
  iconsOf,
  rowsOf,
  visibleText,
  wideScreen,
} from '../testing/read-page.ts';
import { standInDownloads } from '../testing/saved-files.ts';
import type { ListedPerson } from './calls.ts';
import PeopleRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const DAY = 86_400_000;

const PERSON: ListedPerson = {
  uid: 'K1',
  name: 'Kerem',
  surname: 'Şahin',
  email: 'kerem@example.com',
  gsm: '+905551112233',
  city: 'İzmir',
  state: 'subscriber',
  end: NOW + 9 * DAY,
  student: true,
  admin: false,
  registered: NOW - 100 * DAY,
  lastSignIn: NOW - 3_600_000,
};
const PEOPLE: readonly ListedPerson[] = [
  PERSON,
  {
    ...PERSON,
    uid: 'A2',
    name: 'Aylin',
    surname: 'Ak',
    email: 'aylin@example.com',
    city: 'Bakü',
    state: 'registered',
    end: null,
    student: false,
    lastSignIn: null,
  },
  { ...PERSON, uid: 'S3', name: 'Sevda', state: 'subscriber', end: NOW + 31 * DAY },
  { ...PERSON, uid: 'E4', name: 'Ece', state: 'ended', end: NOW - DAY },
  { ...PERSON, uid: 'Y5', name: 'Yavuz', admin: true },
];
const SUMMARY: AdminSummary = {
  people: {
    registered: 1234,
    subscribers: 210,
    students: 345,
    ending: 12,
    week: { registered: 17, subscribers: -3, students: 0 },
  },
  waiting: { questions: 0, homework: 0, orders: 0, inReview: 0, unknown: 0, reviews: 0 },
  idleMinutes: 30,
};
const answers = {
  'GET /api/admin/summary': SUMMARY,
  'GET /api/admin/people': (_: unknown, { searchParams }: URL) =>
    searchParams.get('after') === 'p2'
      ? {
          total: 1234,
          people: [{ ...PERSON, uid: 'Z9', name: 'Zeki' }],
          next: null,
          serverTime: NOW,
        }
      : searchParams.get('search') === 'unknown'
        ? { total: 0, people: [], next: null, serverTime: NOW }
        : { total: 1234, people: PEOPLE, next: 'p2', serverTime: NOW },
};

const open = (t: Parameters<typeof show>[0], showing: Showing = {}) =>
  show(
    t,
    <OnTheWay>
      <PeopleRoute />
    </OnTheWay>,
    { at: '/admin/people', answers, ...showing },
  );
/** The first element that fits, once it is there. */
const found = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector);
    assert.ok(element, selector);
    return element;
  });

test('all people are listed with their status and last visit', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  t.mock.method(globalThis, 'matchMedia', wideScreen);
  const { calls, user, address } = await open(t);
  // Four counters of three lines, and twelve rows of four.
  assert.equal(bonesOf(document.body), 60);
  const table = await found('table');
  assert.equal(document.title, 'Üyeler · Yönetim · Rasat');
  assert.equal(visibleText(table).startsWith('Üyeler, en son kaydolan üstte'), true);
  assert.equal(table.closest('section')?.tabIndex, 0, 'what scrolls is reached by keyboard');
  assert.deepEqual(headsOf(table), [
    'Ad',
    'E-posta',
    'Şehir',
    'Durum',
    '→ Bitiş',
    '→ Son giriş (TSİ)',
    'Eğitim',
    '(İşlem)',
  ]);
  const [kerem = [], aylin = [], sevda = [], ece = [], yavuz = []] = rowsOf(table);
  assert.deepEqual(kerem.slice(0, 7), [
    'Kerem Şahin',
    'kerem@example.com',
    'İzmir',
    '9 gün kaldı',
    '1 Ara 2026',
    '22 Kas 11:00',
    'Var',
  ]);
  assert.deepEqual(aylin.slice(0, 7), [
    'Aylin Ak',
    'aylin@example.com',
    'Bakü',
    'Kayıtlı',
    '—',
    '—',
    'Yok',
  ]);
  assert.equal(sevda[3], 'Abone', 'it ends later than in thirty days');
  assert.equal(ece[3], 'Süresi doldu');
  assert.equal(yavuz[3], 'Yönetici');
  const [end, lastSignIn] = table.querySelectorAll('time');
  assert.equal(end?.title, '2026-12-01T09:00:00Z');
  assert.equal(lastSignIn?.dateTime, '2026-11-22T08:00:00Z');

  const numbers = await screen.findByLabelText('Üye sayıları');
  assert.deepEqual([...numbers.querySelectorAll('dl > div')].map(visibleText), [
    'Kayıtlı 1.234 +17 bu hafta',
    'Etkin abonelik 210 −3 bu hafta',
    'Eğitim kaydı 345 0 bu hafta',
    '30 gün içinde bitecek 12',
  ]);
  assert.equal((await found('[role="status"]')).textContent, '1.234 üye');
  const file = screen.getByLabelText('Listeyi CSV olarak indir');
  assert.equal(file.title, 'Listeyi CSV olarak indir');
  assert.equal(visibleText(file), 'CSV');
  assert.deepEqual(iconsOf(file), ['16 × 16, 1.6']);

  fireEvent.click(screen.getByText('Devamını yükle'));
  await waitFor(() => assert.equal(rowsOf(table).length, 6));
  assert.ok(screen.queryByText('Devamını yükle') === null);
  assert.ok(calls.some(({ call }) => call === 'GET /api/admin/people?after=p2'));

  await user.click(screen.getByLabelText('Kerem Şahin için işlemler'));
  const menu = await found('[role="menu"]');
  assert.deepEqual([...menu.children].map(visibleText), [
    'Üye sayfası',
    'Siparişleri',
    'E-posta yaz',
  ]);
  fireEvent.click(within(menu).getByText('Siparişleri'));
  await waitFor(() => assert.equal(address(), '/admin/orders?search=K1'));
});

test('rows are gone through by j and k, and from the search by the arrow down', async (t) => {
  t.mock.method(globalThis, 'matchMedia', wideScreen);
  await open(t);
  const table = await found('table');
  const key = (name: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  const at = () => document.activeElement?.textContent;
  key('j');
  assert.equal(at(), 'Kerem Şahin');
  key('j');
  assert.equal(at(), 'Aylin Ak');
  key('k');
  key('k');
  assert.equal(at(), 'Kerem Şahin', 'the first row is the end');
  within(table).getByLabelText('Yavuz Şahin için işlemler').focus();
  key('j');
  assert.equal(at(), 'Yavuz Şahin', 'the last row is the end');
  const search = screen.getByLabelText('Ad, e-posta, telefon');
  search.focus();
  assert.equal(fireEvent.keyDown(search, { key: 'ArrowUp' }), true);
  assert.ok(document.activeElement === search);
  assert.equal(fireEvent.keyDown(search, { key: 'ArrowDown' }), false);
  assert.equal(at(), 'Kerem Şahin');
});

test('the list is narrowed by its filters and by words, which stand in the address', async (t) => {
  const { calls, address } = await open(t, { at: '/admin/people?filter=student', language: 'en' });
  await waitFor(() => assert.ok(calls.some(({ call }) => call.endsWith('?filter=student'))));
  const list = await found('ul');
  // A phone has a list in place of the table.
  assert.deepEqual([...list.children].slice(0, 2).map(visibleText), [
    'Kerem Şahin kerem@example.com 9 days left',
    'Aylin Ak aylin@example.com Registered',
  ]);
  assert.equal(list.getAttribute('aria-label'), 'Members, most recently registered first');
  const filters = await found('[role="radiogroup"]');
  assert.deepEqual([...filters.children].map(visibleText), [
    'All',
    'Subscriber',
    'Student',
    'Ending soon',
    'Ended',
  ]);
  assert.equal(within(filters).getByLabelText<HTMLInputElement>('Student').checked, true);
  fireEvent.click(within(filters).getByLabelText('Ending soon'));
  assert.equal(address(), '/admin/people?filter=ending');
  fireEvent.click(within(filters).getByLabelText('All'));
  assert.equal(address(), '/admin/people');
  fireEvent.change(screen.getByLabelText('Name, email, phone'), { target: { value: 'unknown' } });
  const none = await screen.findByText('No member matches this search');
  assert.equal(address(), '/admin/people?search=unknown');
  assert.equal((await found('[role="status"]')).textContent, '0 members');
  const clear = none.parentElement?.querySelector('button');
  assert.equal(clear?.textContent, 'Clear the search');
  if (clear) fireEvent.click(clear);
  assert.equal(address(), '/admin/people');
  assert.ok(await found('ul'));
});

test('the list is downloaded as it is narrowed, with a fresh code; a wrong one is said beside its field', async (t) => {
  const saved = standInDownloads(t);
  takeNotices();
  const file = (sent: unknown) =>
    (sent as { code: string }).code === '111111'
      ? Response.json({ code: 'token-not-match-400', field: 'code' }, { status: 400 })
      : new Response('\ufeff"UID"\r\n', {
          headers: { 'content-disposition': "attachment; filename*=UTF-8''rasat-2026-11-22.csv" },
        });
  const { calls } = await open(t, {
    at: '/admin/people?filter=student&search=kaya',
    answers: { ...answers, 'POST /api/admin/people/file': file },
  });
  fireEvent.click(screen.getByLabelText('Listeyi CSV olarak indir'));
  const window = await found('[role="dialog"]');
  assert.match(
    visibleText(window),
    /^Üye listesi indirilsin mi\? Listedeki herkesin adı, e-posta adresi ve telefonu dosyada açık olarak yazar\. Her indirme işlem kaydına geçer; bir saatte en çok 10 dosya indirebilirsiniz\./,
  );
  const code = within(window).getByLabelText<HTMLInputElement>('Doğrulama kodu');
  assert.deepEqual(
    [code.autocomplete, code.inputMode, code.maxLength],
    ['one-time-code', 'numeric', 6],
  );
  const press = () => fireEvent.click(within(window).getByText('İndir', { selector: 'button' }));
  fireEvent.change(code, { target: { value: '111111' } });
  press();
  await within(window).findByText(
    'Kod doğru değil veya daha önce kullanıldı. Sıradaki kodu bekleyin.',
  );
  assert.equal(code.getAttribute('aria-invalid'), 'true');
  assert.equal(code.value, '111111', 'the form stays');
  assert.equal(saved.length, 0);
  fireEvent.change(code, { target: { value: '222222' } });
  press();
  await waitFor(() => assert.equal(document.querySelectorAll('[role="dialog"]').length, 0));
  assert.deepEqual(
    saved.map(({ name }) => name),
    ['rasat-2026-11-22.csv'],
  );
  assert.deepEqual(
    Buffer.from((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0)).toString('utf8'),
    '\ufeff"UID"\r\n',
  );
  assert.deepEqual(
    calls.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]),
    ['111111', '222222'].map((code) => [
      'POST /api/admin/people/file',
      { search: 'kaya', filter: 'student', code },
    ]),
  );
  assert.equal(takeNotices().at(-1)?.title, 'Dosya indirildi');
});

test('while another list is on its way the one before stays and is marked', async (t) => {
  await open(t, {
    answers: {
      ...answers,
      'GET /api/admin/people': (_: unknown, { searchParams }: URL) =>
        searchParams.has('filter')
          ? new Promise(() => undefined)
          : { total: 1, people: [PERSON], next: null, serverTime: NOW },
    },
  });
  const list = await found('ul');
  const busy = () => list.closest('[aria-busy]');
  assert.equal(busy()?.getAttribute('aria-busy'), 'false');
  assert.equal(busy()?.classList.contains('opacity-60'), false);
  assert.ok(screen.queryByText('Devamını yükle') === null);
  fireEvent.click(screen.getByLabelText('Süresi dolan'));
  await waitFor(() => assert.equal(busy()?.getAttribute('aria-busy'), 'true'));
  assert.equal(busy()?.classList.contains('opacity-60'), true);
});

test('numbers and people that cannot be read show an error each in their place', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await open(t, {
    answers: { 'GET /api/admin/summary': refused, 'GET /api/admin/people': refused },
  });
  await waitFor(() => assert.equal(screen.getAllByText('Üyeler yüklenemedi').length, 2));
});
