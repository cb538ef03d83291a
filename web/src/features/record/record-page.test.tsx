import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, within } from '@testing-library/react';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import type { RecordFigures, RecordHistory, RecordState } from './calls.ts';
import { FIGURES, HISTORY, STATE } from './testing/made-record.ts';

const { default: RecordRoute } = await import('./route.tsx');

function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('h2')].find((head) => plain(head) === title);
  const section = found?.closest<HTMLElement>('section');
  assert.ok(section, title);
  return section;
}
const SIMULATED = '/record?source=simulated&origin=backfill';

async function showPage(
  t: TestContext,
  showing: Showing & {
    readonly state?: Partial<RecordState>;
    readonly figures?: Partial<RecordFigures>;
    readonly history?: Partial<RecordHistory>;
  } = {},
) {
  const { state = {}, figures = {}, history = {}, ...more } = showing;
  const shown = await show(t, <RecordRoute />, {
    at: SIMULATED,
    ...more,
    known: [
      [['market', 'symbols'], []],
      [['record', 'state'], { ...STATE, ...state }],
      [['record', 'rows', {}], { pages: [{ rows: [], next: null }], pageParams: [null] }],
      ...(more.known ?? []),
    ],
    answers: {
      'GET /api/record/figures': { ...FIGURES, ...figures },
      'GET /api/record/history': { ...HISTORY, ...history },
      'GET /api/record/rows': { rows: [], next: null },
      ...more.answers,
    },
  });
  return shown;
}
/** The page with its figures. */
async function showFigures(t: TestContext, showing: Parameters<typeof showPage>[1] = {}) {
  const shown = await showPage(t, showing);
  await screen.findByText('Sonuçlanan sinyal', { selector: 'dt' });
  await screen.findByText('Eşlenmiş girişlerin %95 bandı');
  return shown;
}

test('the page describes the record, its price source and the time of its computation', async (t) => {
  const { calls } = await showFigures(t);
  assert.equal(document.title, 'Sicil · Rasat');
  const head = screen.getByRole('heading', { level: 1 });
  assert.equal(plain(head), 'Sicil: her sinyal, sonucu ve tabanı');
  assert.match(plain(head.nextElementSibling), /^Yayımlanan her sinyal önceden kaydedilir/);
  const links = [...(head.parentElement?.parentElement?.querySelectorAll('a') ?? [])];
  assert.deepEqual(
    links.map((link) => [plain(link), link.getAttribute('href')]),
    [
      ['CSV indir', '/api/record/rows.csv?source=simulated&origin=backfill'],
      ['Kayıt özetini doğrula', '#head'],
    ],
  );
  assert.equal(links[0]?.getAttribute('aria-disabled'), null);
  assert.ok(screen.getByText(/^Fiyatlar simülasyondur: aşağıdaki sayılar/));
  assert.ok(screen.getByText('Hesaplandı: 21 Kas 2025 04:30 TSİ, motor 2.14.0'));
  assert.deepEqual(calls.map(({ call }) => call).toSorted(), [
    'GET /api/record/figures?source=simulated&origin=backfill&period=all',
    'GET /api/record/history?source=simulated&origin=backfill',
    'GET /api/record/rows?source=simulated&origin=backfill&state=decided',
  ]);
  assert.deepEqual(document.querySelector('#head')?.childElementCount, 2);
});

test('choices on the page are in its address', async (t) => {
  const { user, address } = await showFigures(t);
  const of = (title: string) => within(panel(title));
  const choices = within(screen.getByRole('radiogroup', { name: 'Dönem' }));
  await user.click(choices.getByText('2025'));
  assert.equal(address(), `${SIMULATED}&period=2025`);
  await user.click(of('Sinyal türüne göre sonuç ve taban').getByText('Uzun vade'));
  assert.equal(address(), `${SIMULATED}&period=2025&terms=long`);
  await user.click(of('Sinyal türüne göre sonuç ve taban').getByText('Uzun vade'));
  await user.click(of('Kümülatif sonuç, R').getByText('Brüt'));
  assert.equal(address(), `${SIMULATED}&period=2025&result=gross`);
  await within(screen.getByRole('region', { name: 'Özet' })).findByText('Ara 2025');
});

test('while the figures of another period load, the last ones stay, dimmed', async (t) => {
  let answer: (value: unknown) => void = () => {};
  const { user } = await showFigures(t, {
    answers: {
      'GET /api/record/figures': (_: unknown, asked: URL) =>
        asked.searchParams.get('period') === '2025'
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : FIGURES,
    },
  });
  await user.click(screen.getByRole('radio', { name: '2025' }));
  const summary = screen.getByRole('region', { name: 'Özet' });
  assert.equal(summary.getAttribute('aria-busy'), 'true');
  assert.ok(within(summary).getByText('Ara 2025 – Şub 2026'), 'under their own name');
  await act(async () => answer(FIGURES));
  await within(summary).findByText('Ara 2025');
  assert.equal(summary.getAttribute('aria-busy'), 'false');
});

test('figures that fail to load show a notice', async (t) => {
  await showPage(t, {
    answers: {
      'GET /api/record/figures': () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
    },
  });
  await screen.findByText('Sayılar yüklenemedi');
  assert.ok(screen.getByText('Yöntem'), 'the rest of the page stays');
});

test('before the first computation ends the page shows its progress', async (t) => {
  const { leave } = await showPage(t, { state: { run: null, computing: 0.426 } });
  const computing = panel('Sayılar hesaplanıyor');
  assert.match(plain(computing), /^Sayılar hesaplanıyor.*Hesaplandı: %43$/s);
  const bar = within(computing).getByRole('progressbar', { name: 'Sayılar hesaplanıyor' });
  const at = ['valuemin', 'valuemax', 'valuenow'].map((name) => bar.getAttribute(`aria-${name}`));
  assert.deepEqual(at, ['0', '100', '43']);
  assert.equal((bar.firstElementChild as HTMLElement).style.width, '42.6%');
  assert.ok(within(computing).getByText(/^Her sinyal için en çok kırk eşlenmiş giriş izleniyor/));
  assert.equal(within(panel('Yöntem')).queryByText('Kullanılan maliyetler'), null);
  leave();
  const second = await showPage(t, { state: { run: null, computing: null } });
  const waiting = panel('Sayılar hesaplanıyor');
  assert.ok(within(waiting).getByText('Hesaplama, fiyatlar hazır olunca başlar.'));
  const none = within(waiting).getByRole('progressbar');
  assert.equal(none.getAttribute('aria-valuenow'), '0');
  assert.equal((none.firstElementChild as HTMLElement).style.width, '0%');
  second.leave();
  await showPage(t, { state: { computing: 0.25 } });
  assert.ok(screen.getByText('Yeni sayılar hesaplanıyor: %25'));
});

test('a record without rows says so, and warns about the kind of its prices', async (t) => {
  const { leave } = await showPage(t, { state: { parts: [] } });
  const empty = screen.getByRole('heading', { level: 2, name: 'Sicilde henüz satır yok' });
  assert.equal(plain(empty.nextElementSibling), 'İlk sinyal yayımlandığında buraya yazılır.');
  assert.ok(screen.getByText('Geçmiş sonuç geleceği göstermez; yatırım tavsiyesi değildir.'));
  const [file] = screen.getAllByRole('link', { name: 'CSV indir' });
  assert.equal(file?.getAttribute('aria-disabled'), 'true');
  assert.equal(file?.getAttribute('href'), '/api/record/rows.csv');
  leave();
  await showPage(t, {
    known: [],
    answers: {
      'GET /api/record': () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
    },
    state: { run: null, head: null, certificate: null },
  });
  assert.ok(screen.getByText(/^Fiyatlar simülasyondur/));
  assert.equal(
    plain(panel('Günün özeti').querySelector('p')),
    'İlk özet, ilk hesaplama bitince yayımlanır.',
  );
  assert.equal(
    plain(panel('Değişmezlik belgesi').querySelector('p')),
    'İlk belge, ilk hesaplama bitince yayımlanır.',
  );
});
