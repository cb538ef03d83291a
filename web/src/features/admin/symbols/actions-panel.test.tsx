import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import { shownState } from './action-state.ts';
import { ActionsPanel } from './actions-panel.tsx';
import type { ToldAction } from './calls.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const OPEN: ToldAction = {
  id: 7,
  source: 'binance',
  instrument: 'THYAO',
  symbol: 'THYAO',
  kind: 'split',
  factor: 4,
  to: null,
  effective: Date.UTC(2026, 10, 25, 7),
  found: Date.UTC(2026, 10, 22, 6, 22),
  state: 'open',
  decided: null,
  applied: null,
};
const RENAME: ToldAction = {
  ...OPEN,
  id: 8,
  symbol: 'FB',
  instrument: 'FB',
  kind: 'rename',
  factor: null,
  to: 'META',
  effective: Date.UTC(2026, 10, 23, 7),
};
const decided = { state: 'confirmed', decided: NOW } as const;
const ACTIONS: readonly ToldAction[] = [
  RENAME,
  OPEN,
  { ...OPEN, ...decided, id: 9, symbol: 'GARAN', factor: 0.1 },
  { ...OPEN, ...decided, id: 10, symbol: 'AKBNK', factor: 1.5, effective: NOW },
  { ...OPEN, ...decided, id: 11, symbol: 'EREGL', factor: 2.0174, applied: NOW },
  { ...OPEN, id: 12, symbol: 'SISE', state: 'dismissed', decided: NOW },
];

async function open(t: TestContext, showing: Showing = {}) {
  takeNotices();
  const shown = await show(t, <ActionsPanel />, {
    ...showing,
    answers: {
      'GET /api/admin/corporate-actions': { serverTime: NOW, actions: ACTIONS },
      'GET /api/admin/symbols/THYAO/open-signals': { signals: 3 },
      'GET /api/admin/symbols/FB/open-signals': { signals: 0 },
      'POST /api/admin/corporate-actions/7/confirm': { applied: false },
      'POST /api/admin/corporate-actions/8/confirm': { applied: true },
      'POST /api/admin/corporate-actions/8/dismiss': { done: true },
      ...showing.answers,
    },
  });
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => !call.startsWith('GET'));
  const reads = () =>
    shown.calls.filter(({ call }) => call === 'GET /api/admin/corporate-actions').length;
  return { ...shown, sent, reads };
}
const ask = async (name: string): Promise<HTMLElement> => {
  fireEvent.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog');
};
const press = (window: HTMLElement, name: string) =>
  fireEvent.click(within(window).getByRole('button', { name }));
const typeCode = (window: HTMLElement) =>
  fireEvent.change(within(window).getByLabelText('Doğrulama kodu'), {
    target: { value: '123456' },
  });

test('what the sources tell stands with its ratio, its times and its state, and what waits can be decided', async (t) => {
  await open(t);
  const table = screen.getByRole('table', { name: 'Bölünmeler ve ad değişiklikleri' });
  assert.deepEqual(headsOf(table), [
    'Sembol',
    'Değişiklik',
    'Kaynak',
    'Yürürlük',
    'Bildirildi',
    'Durum',
  ]);
  assert.deepEqual(
    rowsOf(table).map(([symbol, terms, , effective, , state]) => [
      symbol,
      terms?.replace(` ${effective}`, ''),
      state,
    ]),
    [
      ['FB', 'Ad değişikliği: META', 'Akış durdu, karar bekliyor Onayla Yok say'],
      ['THYAO', 'Bölünme: 1 pay yerine 4 pay', 'Karar bekliyor Onayla Yok say'],
      ['GARAN', 'Pay birleştirme: 10 pay yerine 1 pay', 'Onaylandı, gününü bekliyor Yok say'],
      ['AKBNK', 'Bölünme: 2 pay yerine 3 pay', 'Onaylandı, işlenemedi Onayla Yok say'],
      ['EREGL', 'Bölünme: 5.000 pay yerine 10.087 pay', 'İşlendi'],
      ['SISE', 'Bölünme: 1 pay yerine 4 pay', 'Yok sayıldı'],
    ],
  );
  const [, thyao] = rowsOf(table);
  assert.deepEqual(thyao?.slice(2, 5), ['Binance', '25 Kas 10:00', '22 Kas 09:22']);
});

test('a split that is not effective yet is confirmed after its consequences were said', async (t) => {
  const { sent, reads } = await open(t);
  const window = await ask('THYAO: onayla');
  await within(window).findByText(/^Açık sinyal: 3\./);
  const text = visibleText(window);
  assert.match(text, /THYAO · Onayla/);
  assert.match(text, /yeni bir geçmiş dönemi başlar ve akış sürer/);
  assert.match(text, /Bölünme: 1 pay yerine 4 pay/);
  assert.match(text, /Yürürlük: 25 Kas 10:00 \(TSİ\)/);
  assert.match(text, /O ana kadar hiçbir şey değişmez/);
  press(window, 'Onayla');
  assert.ok(await within(window).findByText('6 haneli kodu girin'));
  assert.deepEqual(sent(), []);
  typeCode(window);
  press(window, 'Onayla');
  await waitFor(() =>
    assert.equal(takeNotices().at(-1)?.title, 'Onaylandı; yürürlük anında işlenecek'),
  );
  assert.deepEqual(sent(), [
    { call: 'POST /api/admin/corporate-actions/7/confirm', body: { code: '123456' } },
  ]);
  await waitFor(() => assert.equal(reads(), 2));
  await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
});

test('a new name that the source feeds another symbol with is refused with what to do', async (t) => {
  let refused = true;
  const { sent } = await open(t, {
    answers: {
      'POST /api/admin/corporate-actions/8/confirm': () =>
        refused
          ? Response.json({ code: 'conflict-409', field: 'to' }, { status: 409 })
          : { applied: true },
    },
  });
  const window = await ask('FB: onayla');
  assert.equal(within(window).queryByText(/^O ana kadar/), null, 'it is effective');
  typeCode(window);
  press(window, 'Onayla');
  assert.ok(await within(window).findByText(/^Kaynaktaki yeni ad başka bir sembolü besliyor/));
  assert.ok(within(window).getByText('conflict-409'));
  refused = false;
  press(window, 'Onayla');
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'İşlendi, yeni dönem başladı'));
  assert.equal(sent().length, 2);
});

test('a dismissal says what stays, and needs the code as well', async (t) => {
  const { sent } = await open(t);
  const window = await ask('FB: yok say');
  assert.match(visibleText(window), /fiyatlar arasında sıçrama kalır/);
  assert.equal(within(window).queryByText(/Açık sinyal/), null, 'no history ends');
  typeCode(window);
  press(window, 'Yok say');
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'Yok sayıldı, akış sürüyor'));
  assert.deepEqual(sent(), [
    { call: 'POST /api/admin/corporate-actions/8/dismiss', body: { code: '123456' } },
  ]);
});

test('an action that is effective at this very moment holds its symbol', () => {
  assert.equal(shownState({ ...OPEN, effective: NOW }, NOW), 'held');
  assert.equal(shownState({ ...OPEN, effective: NOW + 1 }, NOW), 'open');
});
