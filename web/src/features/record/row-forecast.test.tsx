import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Language } from '@rasat/contract';
import { screen, within } from '@testing-library/react';
import { plain } from '../../testing/read.ts';
import { show } from '../../testing/show.tsx';
import type { RecordRow, RecordRowDetail } from './row-calls.ts';
import {
  BOX_FORECAST,
  CONE,
  MADE,
  SEALED_CONE,
  VOID_CONE,
  WEEK_FORECAST,
} from './testing/made-forecasts.ts';

const { default: RecordRowRoute } = await import('./row-route.tsx');

const panel = (name: string): HTMLElement => screen.getByRole('region', { name });
const factsOf = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('dl > div')].map((pair) => [...pair.children].map(plain).join(': '));
const rowsOf = (element: HTMLElement): string[] =>
  within(within(element).getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain).join(' | '));
const captionOf = (element: HTMLElement): string => plain(element.querySelector('caption'));

function showRow(t: TestContext, row: RecordRow, language: Language = 'tr') {
  const detail: RecordRowDetail = { audience: 'anyone', row, entries: null, head: null };
  return show(t, <RecordRowRoute />, {
    language,
    at: `/record/${row.seq}`,
    path: '/record/:seq',
    known: [[['record', 'row', String(row.seq)], detail]],
  });
}

test('a forecast of levels shows until when it counts, its chances, and the plain ones beside them', async (t) => {
  await showRow(t, WEEK_FORECAST);
  const line = screen.getByText('EURUSD').parentElement;
  assert.deepEqual([...(line?.children ?? [])].map(plain), [
    'EURUSD',
    'Dokunma olasılığı, haftalık seviyeler',
    'Zamanı bitti',
    'Canlı',
    'İşletmecinin yüklediği',
    '10 Mar 2025 17:00',
  ]);
  const published = panel('Ne yayımlandı');
  assert.equal(
    captionOf(published),
    'Fiyatın her seviyeyi 14 Mar 2025 17:00 (TSİ) öncesinde görme olasılığı',
  );
  assert.deepEqual(rowsOf(published), [
    'Seviye | Olasılık | Günlük aralıktan',
    '1,1500 | %1’den az 0,0042 | —',
    '1,1100 | %29 0,2917 | %31 0,3111',
    '1,1000 | %99’dan çok 0,9931 | %99 0,9900',
    '1,0900 | %50 0,5049 | %50 0,4999',
    '1,0500 | %1 0,0100 | %1’den az 0,0099',
  ]);
  assert.deepEqual(factsOf(published), [
    'Ne zamana kadar: 14 Mar 2025 17:00 TSİ',
    'Piyasa haftası: 0,875000: Sembolün alışılmış bir haftalık hareketi 1 sayılır; kapalı saatlerin payı yoktur.',
    'Yayımdaki son kapanış: 1,1000',
    'Olasılık modeli: touch-1, fx',
    'Mumun kapanışı: 10 Mar 2025 17:00 TSİ',
    'Yayım zamanı: 10 Mar 2025 17:00 TSİ',
    'Yayım gecikmesi: 2 sn: Beş dakika içinde yayımlandı: canlı.',
    'Motor sürümü: 1.1.0',
  ]);
  assert.ok(within(published).getByText(/^Ne kadar gidebileceğini söyler, ne yöne .* Son sütun/));
  const came = panel('Ne oldu');
  assert.equal(captionOf(came), '14 Mar 2025 17:00 (TSİ) öncesinde hangi seviyeler görüldü');
  assert.deepEqual(rowsOf(came), [
    'Seviye | Olasılık | Sonuç',
    '1,1500 | %1’den az 0,0042 | Görülmedi',
    '1,1100 | %29 0,2917 | Görüldü 10 Mar 2025 22:00',
    '1,1000 | %99’dan çok 0,9931 | Görülmedi',
    '1,0900 | %50 0,5049 | Görüldü 11 Mar 2025 17:00',
    '1,0500 | %1 0,0100 | Görülmedi',
  ]);
  assert.ok(within(came).getByText(/^Tek bir satır olasılıkların tuttuğunu/));
  assert.ok(within(came).getByText(/^Zaman, oraya ilk varan mumun kapanışıdır; üstünden atlanan/));
  // No chance and no result has the colour of a gain or a loss, and nothing is matched to it.
  for (const part of [published, came]) {
    assert.doesNotMatch(part.innerHTML, /text-up|text-down|bg-up|bg-down/);
  }
  assert.ok(screen.queryByRole('region', { name: 'Eşlenmiş girişler' }) === null);
  assert.ok(within(panel('Bu satırı yeniden hesapla')).getByRole('button'));
  assert.ok(panel('Zincirdeki yeri'));
});

test('a running forecast says when its outcome is written; one on trial says so', async (t) => {
  await showRow(t, BOX_FORECAST);
  const line = screen.getByText('EURUSD').parentElement;
  assert.deepEqual([...(line?.children ?? [])].map(plain).slice(1, 4), [
    'Dokunma olasılığı, 36 kutusu, kısa vade',
    'Sürüyor',
    'Deneme',
  ]);
  assert.ok(within(panel('Ne yayımlandı')).getByText(/^Deneme: ölçümlerde bu türün olasılıkları/));
  const came = panel('Ne oldu');
  assert.ok(within(came).queryByRole('table') === null);
  assert.ok(
    within(came).getByText(
      'Süresi 14 Mar 2025 17:00 (TSİ) anına kadar sürüyor; ne olduğu o zaman yazılır.',
    ),
  );
});

const CONES = {
  tr: {
    panels: ['Ne yayımlandı', 'Ne oldu'],
    edges:
      'Fiyat, 100 seferden kaçında 14 Mar 2025 17:00 (TSİ) anına kadar iki kenarın arasında kalmalı',
    published: [
      'Arada kalmalı | Alt kenar | Üst kenar',
      '100 haftadan 50 hafta | 1,0900 | 1,1100',
      '100 haftadan 80 hafta | 1,0800 | 1,1200',
      '100 haftadan 95 hafta | 1,0700 | 1,1300',
    ],
    came: [
      'Arada kalmalı | Sonuç',
      '100 haftadan 50 hafta | Kenarı gördü 1,1100 10 Mar 2025 22:00',
      '100 haftadan 80 hafta | Arada kaldı',
      '100 haftadan 95 hafta | Arada kaldı',
    ],
  },
  az: {
    panels: ['Nə dərc olundu', 'Nə baş verdi'],
    edges:
      'Qiymət 100 dəfədən neçəsində 2025, 14 martadək, 17:00 (İstanbul vaxtı ilə) iki kənarın arasında qalmalıdır',
    published: [
      'Arada qalmalıdır | Alt kənar | Üst kənar',
      '100 həftədən 50 həftə | 1,0900 | 1,1100',
      '100 həftədən 80 həftə | 1,0800 | 1,1200',
      '100 həftədən 95 həftə | 1,0700 | 1,1300',
    ],
    came: [
      'Arada qalmalıdır | Nəticə',
      '100 həftədən 50 həftə | Kənara çatdı 1,1100 10 mar 2025 22:00',
      '100 həftədən 80 həftə | Arada qaldı',
      '100 həftədən 95 həftə | Arada qaldı',
    ],
  },
  en: {
    panels: ['What was published', 'What happened'],
    edges:
      'How many of 100 should stay between the two edges until 14 Mar 2025 17:00 Istanbul time',
    published: [
      'Should stay inside | Low edge | High edge',
      '50 of 100 weeks | 1.0900 | 1.1100',
      '80 of 100 weeks | 1.0800 | 1.1200',
      '95 of 100 weeks | 1.0700 | 1.1300',
    ],
    came: [
      'Should stay inside | Result',
      '50 of 100 weeks | Reached an edge 1.1100 10 Mar 2025 22:00',
      '80 of 100 weeks | Stayed inside',
      '95 of 100 weeks | Stayed inside',
    ],
  },
} as const;

for (const language of ['tr', 'az', 'en'] as const) {
  test(`a cone shows what share should stay between each pair of edges, and whether price did (${language})`, async (t) => {
    const { panels, edges, published, came } = CONES[language];
    await showRow(t, CONE, language);
    assert.equal(captionOf(panel(panels[0])), edges);
    assert.deepEqual(rowsOf(panel(panels[0])), published);
    assert.deepEqual(rowsOf(panel(panels[1])), came);
    for (const name of panels) {
      assert.doesNotMatch(panel(name).innerHTML, /text-up|text-down|bg-up|bg-down/);
    }
  });
}

const LEVELS = {
  az: {
    chances: 'Qiymətin hər səviyyəyə 2025, 14 martadək, 17:00 (İstanbul vaxtı ilə) çatma ehtimalı',
    rows: [
      'Səviyyə | Ehtimal | Diapazondan',
      '1,1500 | 1 %-dən az 0,0042 | —',
      '1,1100 | 29 % 0,2917 | 31 % 0,3111',
      '1,1000 | 99 %-dən çox 0,9931 | 99 % 0,9900',
    ],
    panel: 'Nə dərc olundu',
  },
  en: {
    chances: 'Chance that price reaches each level before 14 Mar 2025 17:00 Istanbul time',
    rows: [
      'Level | Chance | From daily range',
      '1.1500 | under 1% 0.0042 | —',
      '1.1100 | 29% 0.2917 | 31% 0.3111',
      '1.1000 | over 99% 0.9931 | 99% 0.9900',
    ],
    panel: 'What was published',
  },
} as const;

for (const language of ['az', 'en'] as const) {
  test(`chances have their time and whole per cent in every language (${language})`, async (t) => {
    await showRow(t, WEEK_FORECAST, language);
    const { chances, rows, panel: name } = LEVELS[language];
    assert.equal(captionOf(panel(name)), chances);
    assert.deepEqual(rowsOf(panel(name)).slice(0, 4), rows);
  });
}

test('a cone of a day or four weeks counts days or spans of four weeks', async (t) => {
  const { leave } = await showRow(t, { ...CONE, setup: 'cone.1d' }, 'en');
  assert.match(rowsOf(panel('What was published'))[2] ?? '', /^80 of 100 days \|/);
  leave();
  await showRow(t, { ...CONE, setup: 'cone.4w' }, 'en');
  assert.match(rowsOf(panel('What was published'))[2] ?? '', /^80 of 100 spans of four weeks \|/);
});

test('a void forecast says why: no candle lay in its time, or its series ended', async (t) => {
  const { leave } = await showRow(t, VOID_CONE);
  assert.match(plain(panel('Ne oldu')), /Bu süreye hiçbir mum düşmedi\. Satır sonuçsuzdur/);
  assert.ok(within(panel('Ne oldu')).queryByRole('table') === null);
  leave();
  const ended = { reason: 'split', seq: 912, time: MADE + 3_600_000 } as const;
  await showRow(t, { ...VOID_CONE, ended });
  assert.match(
    plain(panel('Ne oldu')),
    /Serisi, süresi dolmadan 10 Mar 2025 18:00 tarihinde bitti \(Bölünme, kaydın 912\. satırı\)/,
  );
});

test('a sealed forecast says when it opens, and shows no level', async (t) => {
  const cone = await showRow(t, SEALED_CONE);
  const text = () => plain(panel('Bu satır mühürlü'));
  assert.match(text(), /^Bu satır mühürlüSüresi sürüyor; kenarlarını .* Süre bitince satır/);
  assert.ok(screen.queryByText('Ne yayımlandı') === null);
  assert.ok(screen.queryByRole('button', { name: 'Yeniden hesapla' }) === null);
  cone.leave();
  const week = await showRow(t, { ...SEALED_CONE, setup: 'weekly' });
  assert.match(text(), /Haftası sürüyor; seviyeleri ve olasılıkları .* Hafta bitince satır/);
  week.leave();
  await showRow(t, { ...SEALED_CONE, setup: '36.short' });
  assert.match(text(), /Kutusundan hâlâ işlem çıkabilir; .* son işlemin süresi de geçince satır/);
});
