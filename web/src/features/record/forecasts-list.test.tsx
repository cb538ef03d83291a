import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen, within } from '@testing-library/react';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import type { RecordState } from './calls.ts';
import type { RecordRow } from './row-calls.ts';
import {
  BOX_FORECAST,
  CONE,
  SEALED_CONE,
  VOID_CONE,
  WEEK_FORECAST,
} from './testing/made-forecasts.ts';
import { STATE } from './testing/made-record.ts';

const { RowsSection } = await import('./rows-section.tsx');

const ROWS = [WEEK_FORECAST, BOX_FORECAST, CONE, SEALED_CONE, VOID_CONE];
const [PART = null] = STATE.parts as RecordState['parts'];

/** Makes the screen as wide as a desktop until the test ends. */
function onDesk(t: TestContext): void {
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(min-width: 901px)' }),
  );
}

async function showForecasts(
  t: TestContext,
  { rows = ROWS, ...showing }: Showing & { readonly rows?: readonly RecordRow[] } = {},
) {
  return show(t, <RowsSection of={{ source: 'file', origin: 'live', part: PART }} />, {
    at: '/record?kind=forecast',
    known: [
      [['market', 'symbols'], []],
      [['record', 'state'], STATE],
    ],
    answers: { 'GET /api/record/rows': { rows, next: null } },
    ...showing,
  });
}

const readTable = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain));
const choiceOf = (name: string): HTMLSelectElement =>
  screen.getByLabelText(name, { selector: 'select' });
const optionsOf = (name: string): string[] =>
  [...choiceOf(name).options].map((option) => `${option.value} ${option.text}`);

test('forecasts are listed with their time, how many levels were reached, and no trade', async (t) => {
  onDesk(t);
  await showForecasts(t);
  const [when, until] = ['10 Mar 2025 17:00', '14 Mar 2025 17:00'];
  const from = 'İşletmecinin yüklediği, canlı';
  assert.deepEqual(await readTable(), [
    ['No', 'Zaman (TSİ)', 'Sembol', 'Tür', 'Ne zamana kadar', 'Ne oldu', 'Sonuç', 'Yayım'],
    [
      '4.321',
      when,
      'EURUSD',
      'Dokunma olasılığı, haftalık seviyeler',
      until,
      '5 seviyenin 2 tanesi görüldü',
      'Zamanı bitti',
      from,
    ],
    [
      '4.320',
      when,
      'EURUSD',
      'Dokunma olasılığı, 36 kutusu, kısa vadeDeneme',
      until,
      'Süre bitince belli olur',
      'Sürüyor',
      from,
    ],
    [
      '4.319',
      when,
      'EURUSD',
      'Aralık konisi, 1 hafta',
      until,
      '%80 konisinin içinde kaldı: evet',
      'Zamanı bitti',
      from,
    ],
    [
      '4.318',
      when,
      'EURUSD',
      'Aralık konisi, 1 hafta',
      'MühürlüKenarları süresi bitince açılır',
      'Sürüyor',
      from,
    ],
    ['4.317', when, 'EURUSD', 'Aralık konisi, 1 gün', until, '—', 'Sonuçsuz', from],
  ]);
  const spans = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) =>
      [...row.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0),
    );
  assert.deepEqual(spans, [8, 8, 8, 8, 8, 8], 'every row is as wide as the head');
  assert.doesNotMatch(screen.getByRole('table').innerHTML, /text-up|text-down|bg-up|bg-down/);
  assert.ok(screen.getByText('Görülen de görülmeyen de, en yeni üstte'));
  assert.ok(screen.getByText(/^Bir mum seviyeye değerse ya da üstünden atlarsa/));
  assert.ok(screen.queryByText(/^R sütunları/) === null);
  const link = screen.getByRole('link', { name: 'EURUSD 4.321: satırı aç ve yeniden hesapla' });
  assert.equal(link.getAttribute('href'), '/record/4321');
});

for (const [language, [kind, result, inside, state, sealed]] of Object.entries({
  az: [
    'Toxunma ehtimalı, həftəlik səviyyələr',
    '5 səviyyədən 2 ədədinə çatıldı',
    '80 % konusunun içində qaldı: bəli',
    'Vaxtı bitdi',
    'MöhürlüKənarları müddəti bitəndə açılır',
  ],
  en: [
    'Chance of touch, weekly levels',
    '2 of 5 levels reached',
    'Stayed inside 80%: yes',
    'Time is over',
    'SealedEdges are shown when its time is over',
  ],
} as const)) {
  test(`forecasts are listed in the language of the page (${language})`, async (t) => {
    onDesk(t);
    await showForecasts(t, { language: language as 'az' | 'en' });
    const [, week = [], , cone = [], closed = []] = await readTable();
    assert.deepEqual([week[3], week[5], week[6]], [kind, result, state]);
    assert.equal(cone[5], inside);
    assert.equal(closed[4], sealed);
  });
}

test('a path that left 80 per cent is listed as such, and one level as one', async (t) => {
  onDesk(t);
  const forecast = CONE.forecast!;
  const left = { ...CONE, forecast: { ...forecast, first: [1, null, 1, null, null, null] } };
  const one = {
    ...BOX_FORECAST,
    state: 'ended' as const,
    forecast: { ...BOX_FORECAST.forecast!, levels: [1.12], first: [null] },
  };
  await showForecasts(t, { rows: [left, one], language: 'en' });
  const [, cone = [], box = []] = await readTable();
  assert.equal(cone[5], 'Stayed inside 80%: no');
  assert.equal(box[5], '0 of 1 level reached');
});

test('on a phone each forecast is a card with the same content', async (t) => {
  await showForecasts(t);
  const list = await screen.findByRole('list', { name: 'Sicil satırları, en yeni üstte' });
  assert.ok(screen.queryByRole('table') === null);
  const cards = within(list)
    .getAllByRole('listitem')
    .map((card) => [...card.children].map((part) => [...part.children].map(plain)));
  const head = (seq: string) => [`EURUSD ${seq}`, '10 Mar 2025 17:00'];
  const until = 'Ne zamana kadar14 Mar 2025 17:00';
  const from = 'Yayımİşletmecinin yüklediği, canlı';
  assert.deepEqual(cards, [
    [
      head('4.321'),
      ['Dokunma olasılığı, haftalık seviyeler', 'Zamanı bitti'],
      [until, 'Ne oldu5 seviyenin 2 tanesi görüldü', from],
    ],
    [
      head('4.320'),
      ['Dokunma olasılığı, 36 kutusu, kısa vade', 'Deneme', 'Sürüyor'],
      [until, 'Ne olduSüre bitince belli olur', from],
    ],
    [
      head('4.319'),
      ['Aralık konisi, 1 hafta', 'Zamanı bitti'],
      [until, 'Ne oldu%80 konisinin içinde kaldı: evet', from],
    ],
    [head('4.318'), ['Aralık konisi, 1 hafta', 'Sürüyor', 'Mühürlü'], [], [from]],
    [head('4.317'), ['Aralık konisi, 1 gün', 'Sonuçsuz'], [until, 'Ne oldu—', from]],
  ]);
  const sealed = within(list).getAllByRole('listitem')[3];
  assert.equal(plain(sealed?.children[2]), 'Kenarları süresi bitince açılır');
  assert.doesNotMatch(list.innerHTML, /text-up|text-down|bg-up|bg-down/);
});

test('the filter of forecasts offers their setups and states, and asks the server for them', async (t) => {
  onDesk(t);
  const { user, calls, address } = await showForecasts(t, { at: '/record?state=sl&setup=break' });
  await screen.findByRole('table');
  await user.selectOptions(choiceOf('Grup'), 'forecast');
  assert.equal(address(), '/record?state=sl&kind=forecast');
  assert.deepEqual(optionsOf('Sonuç'), [
    ' Tümü',
    'ended Zamanı bitti',
    'void Sonuçsuz',
    'open Sürüyor',
  ]);
  assert.equal(choiceOf('Sonuç').value, '', 'a state of signals does not filter them');
  const setups = optionsOf('Tür');
  assert.deepEqual(setups.slice(0, 6), [
    ' Tümü',
    'weekly Haftalık',
    'cone.1d Aralık konisi, 1 gün',
    'cone.1w Aralık konisi, 1 hafta',
    'cone.4w Aralık konisi, 4 hafta',
    'hayyam.short Hayyam, kısa vade',
  ]);
  assert.equal(setups.length, 15);
  await user.selectOptions(choiceOf('Tür'), 'cone.1d');
  await user.selectOptions(choiceOf('Sonuç'), 'ended');
  assert.equal(
    calls.at(-1)?.call,
    'GET /api/record/rows?source=file&origin=live&kind=forecast&setup=cone.1d&state=ended',
  );
});

test('a phone begins with forecasts whose time is over', async (t) => {
  const { calls } = await showForecasts(t);
  await screen.findByRole('list', { name: 'Sicil satırları, en yeni üstte' });
  assert.equal(
    calls.at(-1)?.call,
    'GET /api/record/rows?source=file&origin=live&kind=forecast&state=ended',
  );
});
