import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { plain, texts } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import type { RecordCalibration } from './calls.ts';
import {
  BACKTEST,
  BEGUN,
  FIRST_LOOK,
  LOOKED,
  levels,
  RUNNING,
  scopeOf,
} from './testing/made-calibration.ts';
import { FIGURES, HISTORY, STATE } from './testing/made-record.ts';

const { default: RecordRoute } = await import('./route.tsx');

const LIVE = '/record?source=simulated&tab=calibration';
const BACK = '/record?source=simulated&origin=backfill&tab=calibration';

/** Shows the page at an address of the tab, with a reply to its call. */
async function showTab(
  t: TestContext,
  calibration: RecordCalibration | (() => Response),
  { at = LIVE, ...more }: Showing = {},
) {
  standIn(t, HTMLElement.prototype, { clientWidth: 364 });
  return await show(t, <RecordRoute />, {
    at,
    ...more,
    known: [
      [['market', 'symbols'], []],
      [['record', 'builds'], { waiting: null, builds: [] }],
      [['record', 'state'], STATE],
    ],
    answers: {
      'GET /api/record/calibration': calibration,
      'GET /api/record/figures': FIGURES,
      'GET /api/record/history': HISTORY,
      'GET /api/record/rows': { rows: [], next: null },
    },
  });
}

function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('h2')].find((head) => plain(head) === title);
  const section = found?.closest<HTMLElement>('section');
  assert.ok(section, title);
  return section;
}
const rowsOf = (element: Element): string[] =>
  [...element.querySelectorAll('tr')].map((row) => texts(row.children).join(' | '));
const itemsOf = (element: Element): string[] => texts(element.querySelectorAll('li'));
const summary = (): string[] =>
  [...document.querySelectorAll('[aria-label] > dl > div')].map((cell) =>
    texts(cell.querySelectorAll('dt, dd > span')).join(' | '),
  );
/** The headline and the paragraphs around it. */
const headline = (): string[] => {
  const section = document.querySelector('h2.text-18')?.parentElement;
  assert.ok(section);
  return texts(section.querySelectorAll(':scope > h2, :scope > p'));
};

test('the tab is opened by its link and by its address, and back leads to the signals', async (t) => {
  const { user, address, calls } = await showTab(t, RUNNING, { at: '/record?source=simulated' });
  const tabs = within(screen.getByRole('navigation', { name: 'Görünüm' }));
  assert.deepEqual(texts(tabs.getAllByRole('link')), ['Sinyaller', 'Kalibrasyon']);
  assert.equal(tabs.getByText('Sinyaller').getAttribute('aria-current'), 'page');
  assert.ok(!calls.some(({ call }) => call.includes('calibration')), 'not asked before');
  // By keyboard: the link is focused and pressed like any other.
  tabs.getByText('Kalibrasyon').focus();
  await user.keyboard('{Enter}');
  assert.equal(address(), LIVE);
  await screen.findByText('Brier skoru');
  assert.equal(tabs.getByText('Kalibrasyon').getAttribute('aria-current'), 'page');
  assert.equal(screen.queryByText('Yöntem'), null, 'the method is that of the signals');
  assert.equal(document.querySelector('#rows'), null);
  assert.equal(document.querySelector('#head')?.childElementCount, 2);
  await user.click(screen.getByRole('link', { name: 'Geriye dönük test' }));
  assert.equal(
    address(),
    BACK.replace('origin=backfill&tab=calibration', 'tab=calibration&origin=backfill'),
  );
  await user.click(tabs.getByText('Sinyaller'));
  assert.equal(address(), '/record?source=simulated&origin=backfill');
  await screen.findByText('Yöntem');
});

test('every row of the chances is one link away', async (t) => {
  const { user, address } = await showTab(t, RUNNING, { at: `${LIVE}&scope=forex&group=weekly` });
  await user.click(await screen.findByRole('link', { name: 'Olasılıkların satırlarını gör' }));
  assert.equal(address(), '/record?source=simulated&kind=forecast');
});

test('before the first look there is no answer, and the table names what is registered and when', async (t) => {
  await showTab(t, RUNNING);
  await screen.findByText('Önceden belirlenmiş üç bakış');
  assert.deepEqual(headline(), [
    'Ana soru',
    'Dokunma olasılıkları, bütün sembollerin bütün haftalık seviyelerinde ortalama olarak doğru mu?',
    'Henüz yanıt yok. 6 Ara 2026 tarihinden beri sürüyor; 26 haftalık ilk bakışın günü 14 Haz 2027.',
    'Yanıt ortalama hatadır: verilen olasılıktan, görülen seviyelerin oranı çıkarılır. Olasılık ne kadar gidilebileceğini söyler, ne yöne gidileceğini söylemez. İlk bakıştan önce aşağıdaki sayılardan bir sonuç çıkmaz. Olasılıkların satırlarını gör',
    'Sorular, bakış günleri ve aralık genişlikleri ilk satırdan önce belirlendi. Ana soru dışındakiler ikincildir. Yapılan bakış bir daha değişmez.',
  ]);
  assert.deepEqual(rowsOf(screen.getByRole('table', { name: 'Önceden belirlenmiş üç bakış' })), [
    'Neye bakılıyor | 26 haftagünü: 14 Haz 2027± 3 standart hata | 52 haftagünü: 13 Ara 2027± 3 standart hata | 78 haftagünü: 12 Haz 2028± 1,97 standart hata',
    'Hepsinin ortalama hatası: ana soru | — | — | —',
    'Haftalık seviye, n | — | — | —',
    '%10 ile %30 olasılıkların ortalama hatası | — | — | —',
    '%30 ile %50 olasılıkların ortalama hatası | — | — | —',
    '%50 ile %80 olasılıkların ortalama hatası | — | — | —',
    '%80 konisinin içinde kalan gün, 100 günde | — | — | —',
    '%80 konisinin içinde kalan hafta, 100 haftada | — | — | —',
    'Yalın olasılığa göre beceri | — | — | —',
  ]);
});

test('a look that was taken has its answer and the figure of each question', async (t) => {
  await showTab(t, LOOKED, { language: 'en' });
  await screen.findByText('Three looks, set in advance');
  assert.equal(
    headline()[2],
    'No error shown. In the look at 26 weeks the mean error is +0.6 points, interval of 3 standard errors −1.2 to +2.4, n = 1,650. The interval contains 0. The next look is due on 13 Dec 2027.',
  );
  assert.match(headline()[3] ?? '', /All figures below are secondary and do not answer/);
  assert.deepEqual(rowsOf(screen.getByRole('table', { name: 'Three looks, set in advance' })), [
    'What is looked at | 26 weekstaken 14 Jun 2027± 3 standard errors | 52 weeksdue 13 Dec 2027± 3 standard errors | 78 weeksdue 12 Jun 2028± 1.97 standard errors',
    'Mean error of all of them: the primary question | +0.6 (−1.2 to +2.4) | — | —',
    'Weekly levels, n | 1,650 | — | —',
    'Mean error of chances of 10% to 30% | −1.2 (−4.2 to +1.8) | — | —',
    'Mean error of chances of 30% to 50% | +2.5 (−0.3 to +5.3) | — | —',
    'Mean error of chances of 50% to 80% | — | — | —',
    'Days inside the 80% cone, of 100 | 81.2 (78.5 to 83.9), n = 1,990 | — | —',
    'Weeks inside the 80% cone, of 100 | 79.5 (74.5 to 84.5), n = 400 | — | —',
    'Skill against the plain chance | +2.01% (−0.49% to +4.51%) | — | —',
  ]);
});

test('the answer says on which side of 0 the interval of the last look lies', async (t) => {
  const lookWith = (error: (typeof FIRST_LOOK)['error']): RecordCalibration => ({
    ...LOOKED,
    looks: [{ ...FIRST_LOOK, error }],
    coming: [],
  });
  const answers: string[] = [];
  for (const error of [
    { value: 0.03, halfWidth: 0.01 },
    { value: -0.03, halfWidth: 0.01 },
    { value: 0.03, halfWidth: null },
    null,
  ]) {
    const { leave } = await showTab(t, lookWith(error));
    await screen.findByText('Önceden belirlenmiş üç bakış');
    answers.push(headline()[2] ?? '');
    leave();
  }
  assert.deepEqual(answers, [
    'Olasılıklar fazla yüksekti. 26 haftalık bakışta ortalama hata +3,0 puan, 3 standart hatalık aralık +2,0 ile +4,0, n = 1.650. Aralık 0 değerini içermiyor.',
    'Olasılıklar fazla düşüktü. 26 haftalık bakışta ortalama hata −3,0 puan, 3 standart hatalık aralık −4,0 ile −2,0, n = 1.650. Aralık 0 değerini içermiyor.',
    'Yanıt yok: son bakışın 26 haftasındaki seviyeler aralık için az, n = 1.650.',
    'Yanıt yok: son bakışın 26 haftasındaki seviyeler aralık için az, n = 1.650.',
  ]);
});

test('without a chance that counts the headline says from when on chances count', async (t) => {
  const none: RecordCalibration = { ...BEGUN, since: null, computed: null, scopes: [] };
  const { leave } = await showTab(t, none);
  await screen.findByText('Henüz sonuçlanan olasılık yok');
  assert.equal(
    headline()[2],
    'Henüz sayı yok: 30 Kas 2026 sonrasında yayımlanan olasılıklar hesaba girer.',
  );
  leave();
  const undecided = await showTab(t, { ...none, after: null });
  await screen.findByText('Henüz sonuçlanan olasılık yok');
  assert.equal(headline()[2], 'Henüz sayı yok: hesaba giren bir olasılık yayımlanmadı.');
  undecided.leave();
  await showTab(t, {
    ...BEGUN,
    coming: RUNNING.coming.map((look) => ({ ...look, due: null })),
  });
  await screen.findByText('Henüz sonuçlanan olasılık yok');
  assert.match(headline()[2] ?? '', /ilk haftalık seviyelerden 26 hafta sonra, son mumlar için/);
  assert.equal(screen.getAllByText('sırası gelmedi').length, 3);
  const left = panel('Sayılara girmeyenler');
  assert.match(plain(left), /Süren540Süreleri dolmadı\.$/);
});

const SUMMARY = {
  tr: [
    'Ortalama hata | +0,8 puan | n = 2.863, %95 aralık −0,4 ile +2,0. Verilen olasılıktan görülen oran çıkarılır, yüzde puanla. Artı: olasılıklar fazla yüksekti. Eksi: fazla düşüktü.',
    'Kalibrasyon hatası | 1,2 puan | n = 2.863. On olasılık diliminde olasılık ile görülen oran arasındaki ortalama uzaklık, yönüne bakılmadan. Bütün olasılıklar doğruyken de 0 olmaz.',
    'Brier skoru | 0,1731 | n = 2.800. Olasılık ile sonuç arasındaki uzaklığın kare ortalaması; en iyisi 0. Yalnız ortalama günlük aralıktan gelen yalın olasılıkta 0,1769.',
    'Yalın olasılığa göre beceri | +%2,15 | n = 2.800, %95 aralık +%0,95 ile +%3,35. Artı: Brier skoru yalın olasılığınkinden küçük. Eksi: daha büyük. Kazanç hakkında bir şey söylemez.',
  ],
  az: [
    'Orta xəta | +0,8 bənd | n = 2.863, 95 % interval −0,4 ilə +2,0. Verilən ehtimaldan çatılan pay çıxılır, faiz bəndi ilə. Müsbət: ehtimallar həddən yüksək idi. Mənfi: həddən aşağı idi.',
    'Kalibrləmə xətası | 1,2 bənd | n = 2.863. On ehtimal dilimində ehtimalla çatılan pay arasındakı orta məsafə, tərəfinə baxılmadan. Bütün ehtimallar doğru olanda da 0 olmur.',
    'Brier balı | 0,1731 | n = 2.800. Ehtimalla nəticə arasındakı məsafənin orta kvadratı; ən yaxşısı 0-dır. Yalnız orta gündəlik diapazondan alınan sadə ehtimalda 0,1769.',
    'Sadə ehtimala nisbətən bacarıq | +2,15 % | n = 2.800, 95 % interval +0,95 % ilə +3,35 %. Müsbət: Brier balı sadə ehtimalınkından kiçikdir. Mənfi: böyükdür. Mənfəət haqqında heç nə demir.',
  ],
  en: [
    'Mean error | +0.8 points | n = 2,863, 95% interval −0.4 to +2.0. The chance less the share that was reached, in percentage points. Plus: the chances were too high. Minus: too low.',
    'Calibration error | 1.2 points | n = 2,863. Mean distance between chance and share in the ten ranges of chances, whichever way. It is above 0 even when all chances are right.',
    'Brier score | 0.1731 | n = 2,800. Mean square of the distance between chance and outcome; 0 is best. The plain chance, from the average daily range alone: 0.1769.',
    'Skill against the plain chance | +2.15% | n = 2,800, 95% interval +0.95% to +3.35%. Plus: a smaller Brier score than the plain chance. Minus: a larger one. It says nothing about gains.',
  ],
} as const;
const WEEKS_INSIDE = {
  tr: '100 haftadan 80 hafta arada kalmalı; sonuçlananlarda 100’de 79,3 kaldı (n 412).',
  az: '100 həftədən 80 həftə arada qalmalıdır; nəticələnənlərdə 100-dən 79,3 qalıb (n 412).',
  en: '80 of 100 weeks should stay inside; of those that ended 79.3 of 100 did (n 412).',
} as const;
const READ = {
  tr: '%30 ile %40 (ortalama %34,9) olasılık verdiğimiz seviyelerden görülen: %36,2, n = 1.234, %95 aralık %33,1 ile %39,3.',
  az: '30 % ilə 40 % (orta 34,9 %) ehtimal verdiyimiz səviyyələrdən çatılan: 36,2 %, n = 1.234, 95 % interval 33,1 % ilə 39,3 %.',
  en: 'Of the levels that we gave 30% to 40%, 34.9% on average, 36.2% were reached, n = 1,234, 95% interval 33.1% to 39.3%.',
} as const;
/** Words that must not be said of chances: touch.md, section 11, and the glossary. */
const FORBIDDEN = {
  tr: /tahmin|doğruluk|isabet|sinyal|kanıt|kazanma/i,
  az: /proqnoz|dəqiqlik|siqnal|sübut|uduş/i,
  en: /accura|predict|signal|win rate|pro(?:ve|of)|profit/i,
} as const;

for (const language of LANGUAGES) {
  test(`${language}: mean error, calibration error, Brier score, skill and cones are shown with n and interval`, async (t) => {
    await showTab(t, RUNNING, { language });
    await screen.findByText(WEEKS_INSIDE[language]);
    assert.deepEqual(summary(), SUMMARY[language]);
    const [slider] = screen.getAllByRole('slider');
    assert.ok(slider);
    act(() => slider.focus());
    fireEvent.change(slider, { target: { value: '3' } });
    assert.equal(
      plain({ textContent: slider.getAttribute('aria-valuetext') } as Element),
      READ[language],
    );
    // From the headline on the page speaks of chances alone.
    const [first] = document.querySelectorAll('h2.text-18');
    const said = [...document.querySelectorAll('section')]
      .filter((section) => first && first.compareDocumentPosition(section) !== 2)
      .filter((section) => section.closest('#head') === null)
      .map((section) => plain(section))
      .join(' ');
    assert.ok(said.length > 2000, 'the whole tab was read');
    assert.doesNotMatch(said, FORBIDDEN[language]);
  });
}

test('the cones have the share inside, its interval and n beside the promised share; four weeks are on trial', async (t) => {
  await showTab(t, RUNNING, { language: 'en' });
  await screen.findByRole('heading', { name: 'Range cones' });
  const cones = panel('Range cones');
  assert.deepEqual(itemsOf(cones), [
    '80 of 100 days should stay inside; of those that ended 81.4 of 100 did (n 2,040).',
    '80 of 100 weeks should stay inside; of those that ended 79.3 of 100 did (n 412).',
    '80 of 100 spans of four weeks should stay inside; of those that ended 83.7 of 100 did (n 98).Trial',
  ]);
  assert.deepEqual(rowsOf(cones), [
    'Should stay inside, of 100 | So far, of 100 | 95% interval | Difference, drawn',
    'Range cone, 1 day, n = 2,040',
    '50 | 51.2 | 49.1 to 53.3 | ',
    '80 | 81.4 | 79.7 to 83.1 | ',
    '95 | 95.3 | 94.4 to 96.2 | ',
    'Range cone, 1 week, n = 412',
    '50 | 50.2 | 46.2 to 54.2 | ',
    '80 | 79.3 | 76.1 to 82.5 | ',
    // 0.949 + 0.06 is above 1.
    '95 | 94.9 | 88.9 to 100.0 | ',
    'Range cone, 4 weeks, n = 98Trialno interval yet: 24 of 26 weeks',
    '50 | 53.1 | no interval | ',
    '80 | 83.7 | no interval | ',
    '95 | 95.9 | no interval | ',
  ]);
});

test('the diagram is read by keyboard, bin by bin, and has a table of the same figures', async (t) => {
  const { user } = await showTab(t, RUNNING);
  await screen.findByText('Verilen olasılık ve görülen oran');
  const diagram = panel('Verilen olasılık ve görülen oran');
  const drawing = within(diagram).getByRole('img');
  assert.match(drawing.getAttribute('aria-label') ?? '', /Sayılar tabloda\.$/);
  assert.equal(drawing.querySelectorAll('circle').length, 9, 'a point for each bin with levels');
  const slider = within(diagram).getByRole('slider', { name: 'Olasılık dilimi seç' });
  assert.deepEqual([slider.getAttribute('min'), slider.getAttribute('max')], ['0', '8']);
  act(() => slider.focus());
  const read = () => plain(within(diagram).getByText(/olasılık verdiğimiz/));
  assert.equal(
    read(),
    '%80 ile %90 (ortalama %85,1) olasılık verdiğimiz seviyelerden görülen: %80,5, n = 41, aralık yok: bir tür sonuç çok az.',
  );
  fireEvent.change(slider, { target: { value: '0' } });
  assert.match(
    read(),
    /^%0 ile %10 \(ortalama %6,2\) .* %5,5, n = 240, %95 aralık %3,4 ile %7,6\.$/,
  );
  await user.click(
    screen.getByRole('button', {
      name: 'Tablo olarak göster: Verilen olasılık ve görülen oran',
    }),
  );
  const rows = rowsOf(diagram);
  assert.equal(rows.length, 10);
  assert.deepEqual(rows.slice(0, 2), [
    'Olasılık | n | Ortalama olasılık | Görülen | %95 aralık',
    '%0 ile %10 | 240 | %6,2 | %5,5 | %3,4 ile %7,6',
  ]);
  assert.equal(rows.at(-1), '%80 ile %90 | 41 | %85,1 | %80,5 | aralık yok');
});

test('each category has its figures, gains and losses of skill in the same ink', async (t) => {
  await showTab(t, RUNNING);
  await screen.findByText('Kategoriye göre');
  const categories = panel('Kategoriye göre');
  assert.deepEqual(rowsOf(categories), [
    'Kategori | n | Ortalama hata | Kalibrasyon hatası | Beceri | %80 koni, 1 gün, 100’de | %80 koni, 1 hafta, 100’de',
    'Kripto | 900 | +1,3 (−0,7 ile +3,3) | 1,2 puan | +%2,15 (+%0,95 ile +%3,35) | 81,4 (79,7 ile 83,1) | —',
    'Forex | 1.100 | −0,4 (−1,5 ile +0,7) | 0,9 puan | −%1,69 (−%3,69 ile +%0,31) | 81,4 (79,7 ile 83,1) | 79,3 (76,1 ile 82,5)',
    'BIST | 120 | +5,0 (aralık yok) | 1,2 puan | — | — | —',
  ]);
  const skills = [...categories.querySelectorAll('tr td:nth-child(5)')].slice(0, 2);
  assert.equal(skills[0]?.className, skills[1]?.className);
  for (const paint of ['--up)', '--down)']) {
    const main = document.body.innerHTML.replace(/<div id="head".*$/s, '');
    assert.ok(!main.includes(`var(${paint}`), paint);
  }
});

test('scope and group are chosen, kept in the address, and open again from it', async (t) => {
  const { user, address, leave } = await showTab(t, RUNNING);
  const scope = await screen.findByRole('combobox', { name: 'Semboller' });
  assert.deepEqual(texts(scope.querySelectorAll('option')), [
    'Bütün semboller',
    'Denemede olmayanlar',
    'Kripto',
    'Forex',
    'BIST',
  ]);
  const groups = screen.getByRole('radiogroup', { name: 'Seviyeler' });
  assert.deepEqual(texts(groups.querySelectorAll('label')), [
    'Tümü',
    'Haftalık seviyeler',
    'Kutular',
    'Kısa',
    'Orta',
    'Uzun',
  ]);
  await user.click(within(groups).getByText('Haftalık seviyeler'));
  assert.equal(address(), `${LIVE}&group=weekly`);
  assert.match(
    summary()[0] ?? '',
    /^Ortalama hata \| −2,1 puan \| n = 1\.777, %95 aralık −3,6 ile −0,6/,
  );
  assert.ok(screen.getByText(/Bir haftanın seviyeleri, hafta sonuna kadar\.$/));
  await user.click(within(groups).getByText('Tümü'));
  await user.selectOptions(scope, 'forex');
  assert.equal(address(), `${LIVE}&scope=forex`);
  assert.match(summary()[3] ?? '', /\| −%1,69 \| n = 1\.100, %95 aralık −%3,69 ile \+%0,31\./);
  leave();
  await showTab(t, RUNNING, { at: `${LIVE}&scope=bist` });
  // Seven weeks are too few for an interval, and no level has a plain chance.
  await waitFor(() => assert.equal(summary().length, 4));
  assert.match(
    summary()[0] ?? '',
    /\| \+5,0 puan \| n = 120, henüz aralık yok: 26 haftanın 7 tanesi var\. /,
  );
  assert.match(summary()[2] ?? '', /\| 0,1734 \| n = 120\. Olasılık ile sonuç .* en iyisi 0\.$/);
  assert.match(summary()[3] ?? '', /\| — \| Karşılaştırılacak yalın olasılığı olan seviye yok\.$/);
  assert.ok(screen.getByText('Henüz sonuçlanan koni yok'));
});

test('a group without levels says so, and the cones stay', async (t) => {
  await showTab(t, RUNNING, { at: `${LIVE}&group=long` });
  const empty = await screen.findAllByText('Bu seçimde henüz sonuçlanan seviye yok');
  assert.equal(empty.length, 2, 'in place of the figures and of the diagram');
  assert.ok(screen.getByText(WEEKS_INSIDE.tr));
});

test('what is in no figure is counted and explained', async (t) => {
  await showTab(t, RUNNING);
  await screen.findByText('Sayılara girmeyenler');
  const left = [...panel('Sayılara girmeyenler').querySelectorAll('dl > div')];
  assert.deepEqual(
    left.map((part) => texts(part.querySelectorAll('dt, dd > span')).join(' | ')),
    [
      'Sonuçsuz | 7 | Sürelerine hiçbir mum düşmedi ya da serileri süre dolmadan bitti.',
      'Geç | 3 | Mumlarının kapanışından beş dakikadan çok sonra yayımlandılar.',
      'Süren | 540 | Süreleri dolmadı.',
    ],
  );
});

test('of simulated prices the page says that the figures check the arithmetic and say nothing about markets', async (t) => {
  const { leave } = await showTab(t, RUNNING);
  assert.ok(
    screen.getByText(
      /^Fiyatlar simülasyondur: aşağıdaki sayılar hesabın doğru yapılıp yapılmadığını gösterir, piyasalar hakkında bir şey söylemez\./,
    ),
  );
  leave();
  await showTab(t, RUNNING, { at: '/record?source=file&tab=calibration' });
  await screen.findByText('Brier skoru');
  assert.doesNotMatch(plain(document.body), /simülasyondur/);
});

test('the backtest has neither question nor rows nor conclusion, and says how many symbols are computed', async (t) => {
  const { calls, leave } = await showTab(t, BACKTEST, { at: BACK });
  await screen.findByText('Brier skoru');
  assert.deepEqual(headline(), [
    'Geriye dönük test: geçmiş mumlardan sonradan hesaplandı.',
    'Bu olasılıkların hiçbiri sicilde satır değildir: zamanında yayımlanmadılar ve onlardan bir sonuç çıkmaz. Formüller bu mumlara bakılarak seçilmiş olabilir. Ne kadar gidebileceğini söyler, ne yöne gideceğini söylemez.',
    '45 sembolün 12 tanesi hesaplandı; sayılar bu sembollerindir.',
  ]);
  assert.ok(
    calls.some(
      ({ call }) => call === 'GET /api/record/calibration?source=simulated&origin=backfill',
    ),
  );
  assert.equal(screen.queryByText('Önceden belirlenmiş üç bakış'), null);
  assert.equal(screen.queryByText('Geç'), null, 'what was never published cannot be late');
  const file = screen.getByRole('link', { name: 'Sayıları CSV indir' });
  assert.equal(
    file.getAttribute('href'),
    '/api/record/calibration.csv?source=simulated&origin=backfill',
  );
  leave();
  const done = await showTab(t, { ...BACKTEST, symbols: { done: 45, all: 45 } }, { at: BACK });
  await screen.findByText('Brier skoru');
  assert.equal(headline().length, 2);
  done.leave();
  await showTab(t, { ...BACKTEST, scopes: [], symbols: { done: 0, all: 45 } }, { at: BACK });
  await screen.findByText('Geriye dönük test hesaplanıyor');
});

test('few weeks have no interval, in words', async (t) => {
  const young = levels({
    n: 88,
    weeks: 3,
    error: { value: 0.02, halfWidth: null },
    plain: { n: 80, brier: 0.2, plainBrier: 0.2, skill: { value: 0, halfWidth: null } },
    bins: [
      { n: 88, forecast: 0.05, seen: { value: 0.04, halfWidth: null } },
      ...Array(9).fill(null),
    ],
  });
  await showTab(
    t,
    { ...RUNNING, scopes: [scopeOf('all', { levels: [{ group: 'all', figures: young }] })] },
    { language: 'en' },
  );
  await screen.findByText('Brier score');
  assert.match(summary()[0] ?? '', /n = 88, no interval yet: 3 of 26 weeks\. /);
  assert.match(summary()[3] ?? '', /\| 0\.00% \| n = 80, no interval yet: 3 of 26 weeks\. /);
  assert.deepEqual(itemsOf(panel('Chance given and share reached')), [
    'As the chances say',
    'Share reached, without an interval',
  ]);
  const slider = within(panel('Chance given and share reached')).getByRole('slider');
  assert.match(slider.getAttribute('aria-valuetext') ?? '', /no interval yet: 3 of 26 weeks\.$/);
  assert.ok(screen.getByText('No category has an outcome yet'));
});

test('a calibration that fails to load shows a notice, and the rest of the page stays', async (t) => {
  await showTab(t, () => Response.json({ code: 'bad-fields-400' }, { status: 400 }));
  await screen.findByText('Kalibrasyon yüklenemedi');
  assert.ok(screen.getByText('Günün özeti'));
});
