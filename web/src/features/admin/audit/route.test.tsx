import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { bonesOf, headsOf, rowsOf } from '../testing/read-page.ts';
import type { AuditEntry } from './calls.ts';
import AuditRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const ENTRY: AuditEntry = {
  id: 9,
  at: NOW,
  admin: { uid: 'Y5', name: 'Yavuz', surname: 'Ak' },
  action: 'order.refund',
  subject: 'order:RS-2026-000041',
  detail: {
    reason: 'Cayma',
    amount: 390_000,
    until: 1_000_000_000_000,
    marks: [1, 2],
    searched: true,
    right: 'subscription',
    source: 'simulated',
    name: { tr: 'Altın', en: 'Gold' },
    odd: 7,
  },
  ip: '203.0.113.7',
};
const ENTRIES: readonly AuditEntry[] = [
  ENTRY,
  {
    ...ENTRY,
    id: 8,
    admin: { uid: 'Z6', name: null, surname: null },
    action: 'old.action',
    detail: {},
  },
  { ...ENTRY, id: 7, admin: { uid: 'X7', name: 'Ece', surname: null }, detail: {} },
];
const part = (entries: readonly AuditEntry[], next: string | null = null) => ({
  entries,
  next,
  admins: ENTRIES.map(({ admin }) => admin),
  actions: ['order.refund', 'old.action'],
});

async function open(t: TestContext, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const shown = await show(t, <AuditRoute />, {
    ...showing,
    answers: {
      'GET /api/admin/audit': (_: unknown, { searchParams }: URL) =>
        searchParams.has('after')
          ? part([{ ...ENTRY, id: 6 }])
          : searchParams.size > 0
            ? part([])
            : part(ENTRIES, 'c2'),
      ...showing.answers,
    },
  });
  assert.equal(bonesOf(document.body), 10 * 4);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  return shown;
}
const table = (): HTMLElement => {
  const found = document.querySelector('table');
  assert.ok(found);
  return found;
};
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const options = (label: string) =>
  [...select(label).options].map(({ text, value }) => [value, text]);

test('what was done is listed with who did it, to what and from where', async (t) => {
  const { calls } = await open(t);
  assert.equal(document.title, 'İşlem kaydı · Yönetim · Rasat');
  assert.ok(screen.getByText('Kayıt yalnızca eklenir; kimse değiştiremez ve silemez.'));
  assert.equal(table().querySelector('caption')?.textContent, 'Yönetimde yapılan işlemler');
  assert.deepEqual(headsOf(table()), [
    'Zaman (TSİ)',
    'Yönetici',
    'İşlem',
    'Konu',
    'Ayrıntı',
    'Adres',
  ]);
  assert.deepEqual(rowsOf(table()), [
    [
      '22 Kas 12:00',
      'Yavuz Ak',
      'İade başlatıldı',
      'order:RS-2026-000041',
      'neden: Cayma · tutar: 3.900,00 TL · bitiş: 9 Eyl 2001 04:46 · işaret: 1, 2 · aramayla: evet · hak: abonelik · kaynak: simülasyon · ad: tr Altın, en Gold · odd: 7',
      '203.0.113.7',
    ],
    ['22 Kas 12:00', 'silinmiş hesap', 'old.action', 'order:RS-2026-000041', '', '203.0.113.7'],
    ['22 Kas 12:00', 'Ece', 'İade başlatıldı', 'order:RS-2026-000041', '', '203.0.113.7'],
  ]);
  assert.equal(table().querySelector('time')?.title, '2026-11-22T09:00:00Z');
  assert.deepEqual(options('Yönetici'), [
    ['', 'Bütün yöneticiler'],
    ['Y5', 'Yavuz Ak'],
    ['Z6', 'silinmiş hesap Z6'],
    ['X7', 'Ece'],
  ]);
  assert.deepEqual(options('İşlem'), [
    ['', 'Bütün işlemler'],
    ['order.refund', 'İade başlatıldı'],
    ['old.action', 'old.action'],
  ]);
  fireEvent.click(screen.getByText('Devamını yükle'));
  await waitFor(() => assert.equal(rowsOf(table()).length, 4));
  assert.ok(calls.some(({ call }) => call === 'GET /api/admin/audit?after=c2'));
});

test('the log is narrowed by person, action and subject, and by nothing again', async (t) => {
  const { calls } = await open(t);
  const asked = (query: string) =>
    waitFor(() => assert.ok(calls.some(({ call }) => call === `GET /api/admin/audit?${query}`)));
  const subject = screen.getByLabelText<HTMLInputElement>('Konu, örneğin order:RS-2026-000123');
  const empty = async () => {
    assert.ok(await screen.findByText('Bu süzgece uyan kayıt yok'));
    assert.equal(
      screen.queryAllByText('Yönetimde bir işlem yapıldığında burada görünür.').length,
      0,
    );
    fireEvent.click(screen.getByText('Süzgeci temizle'));
    await waitFor(() => assert.equal(rowsOf(table()).length, 3));
    assert.deepEqual(
      [select('Yönetici').value, select('İşlem').value, subject.value],
      ['', '', ''],
    );
  };
  fireEvent.change(select('Yönetici'), { target: { value: 'Y5' } });
  await asked('admin=Y5');
  await empty();
  fireEvent.change(select('İşlem'), { target: { value: 'old.action' } });
  await asked('action=old.action');
  await empty();
  fireEvent.change(subject, { target: { value: ' order ' } });
  await asked('subject=order');
  await empty();
});

test('a log without a row says what will be there', async (t) => {
  await open(t, { answers: { 'GET /api/admin/audit': { ...part([]), admins: [], actions: [] } } });
  assert.ok(screen.getByText('Kayıt yok'));
  assert.ok(screen.getByText('Yönetimde bir işlem yapıldığında burada görünür.'));
  assert.equal(screen.queryAllByText('Süzgeci temizle').length, 0);
});

test('a log that could not be read shows an error', async (t) => {
  await open(t, {
    answers: {
      'GET /api/admin/audit': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Kayıt yüklenemedi'));
});
