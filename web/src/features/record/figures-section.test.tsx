import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { plain, texts } from '../../testing/read.ts';
import { show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import { takeNotices } from '../../ui/notices.ts';
import type { RecordFigures, RecordGroup } from './calls.ts';
import type { ShownView } from './figures-section.tsx';
import type { RecordPart } from './record-view.ts';
import {
  ALL,
  DETAILS,
  FIGURES,
  FINISHED,
  group,
  HISTORY,
  HITS,
  STATE,
} from './testing/made-record.ts';

const { CertificatePanel } = await import('./certificate-panel.tsx');
const { CumulativePanel } = await import('./cumulative-panel.tsx');
const { FiguresSection } = await import('./figures-section.tsx');
const { HeadPanel } = await import('./head-panel.tsx');
const { IntervalsPanel } = await import('./intervals-panel.tsx');
const { MethodPanel } = await import('./method-panel.tsx');
const { MonthsPanel } = await import('./months-panel.tsx');
const { Summary } = await import('./summary.tsx');
const { OriginTabs, PeriodSwitch, SourceSwitch } = await import('./switches.tsx');
const { TouchesPanel } = await import('./touches-panel.tsx');

function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('h2')].find((head) => plain(head) === title);
  const section = found?.closest<HTMLElement>('section');
  assert.ok(section, title);
  return section;
}
const factsOf = (element: Element): string[] =>
  [...element.querySelectorAll('dl > div')].map((pair) => [...pair.children].map(plain).join(': '));
const rowsOf = (element: Element): string[] =>
  [...element.querySelectorAll('tr')].map((row) => texts(row.children).join(' | '));
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

const [PART] = STATE.parts;
assert.ok(PART);
const VIEW: ShownView = {
  source: PART.source,
  origin: PART.origin,
  part: PART,
  period: 'all',
  of: 'all',
  category: null,
  gross: false,
  long: false,
};

/** Gives every element a width until the test ends. */
function widen(t: TestContext, width: number): void {
  standIn(t, HTMLElement.prototype, { clientWidth: width });
}

const noChange = (): void => assert.fail('nothing was chosen');

test('the main figures have their n, interval and baseline', async (t) => {
  await show(t, <Summary figures={FIGURES} standing="judged" span="Ara 2025 – Şub 2026" busy />);
  const summary = screen.getByRole('region', { name: 'Özet' });
  assert.equal(summary.getAttribute('aria-busy'), 'true');
  assert.deepEqual(texts(summary.querySelectorAll('p')), [
    'Sinyaller eşlenmiş girişlerden iyi sonuç verdi: fark kanıtlandı.',
    'Tabandan (eşlenmiş girişlerden) fark +0,042 R, %95 aralık +0,012 ile +0,071. Tek tek bakınca 2 tür ayrışıyor. Bu kararlar karşılaştırılan 7 grubun sayısına göre düzeltilmiştir (Holm).',
  ]);
  const figures = [...summary.querySelectorAll('dl > div')].map((pair) =>
    texts(pair.querySelectorAll('dt, dd > span')),
  );
  assert.deepEqual(figures, [
    ['Sonuçlanan sinyal', '1.234', 'Ara 2025 – Şub 2026'],
    [
      'TP1 isabeti',
      '%54,6',
      'n = 1.100 (TP1 ya da SL), tabandan fark +3,8 puan, %95 aralık +1,1 ile +6,5',
    ],
    [
      'Eşlenmiş girişler',
      '%50,8',
      'Sinyal başına 20 ile 40 arası eşlenmiş giriş; aynı biçimde sayılır',
    ],
    [
      'Maliyet sonrası ortalama',
      '−0,04 R',
      // 0.01 of matched entries less the cost of 0.08.
      '%95 aralık −0,09 ile −0,01, tabanda +0,01 R; 1 R: girişten SL’ye kadar risk',
    ],
  ]);
  const brass = [...summary.querySelectorAll('dl .num')].filter((one) =>
    one.className.includes('text-brass'),
  );
  assert.deepEqual(texts(brass), ['%50,8'], 'the baseline has its colour');
});

test('a note replaces a figure that is too few, unknown or not proven', async (t) => {
  const summarize = (one: RecordGroup) => (
    <Summary
      figures={{ ...FIGURES, groups: [one], compared: 0 }}
      standing="judged"
      span="Ara 2025"
      busy={false}
    />
  );
  const summaryOf = () => {
    const summary = screen.getByRole('region', { name: 'Özet' });
    return [
      ...texts(summary.querySelectorAll('p')),
      ...[...summary.querySelectorAll('dl > div')].map((pair) =>
        texts(pair.querySelectorAll('dd > span')).join(' / '),
      ),
    ];
  };
  const few = group(null, null, { n: 14, verdict: 'few', net: [1, 1, 1], hits: HITS });
  const { again } = await show(t, summarize(few));
  assert.deepEqual(summaryOf(), [
    '14 / Ara 2025',
    'az / n = 1.100',
    'az / Sinyal başına 20 ile 40 arası eşlenmiş giriş; aynı biçimde sayılır',
    'az / az: 15 sinyalden az ya da canlı süre kısa',
  ]);
  const bare = group(null, null, { n: 15, baseline: null });
  again(summarize(bare));
  assert.deepEqual(summaryOf(), [
    'Sinyallerin eşlenmiş girişlerden iyi olduğu kanıtlanmadı.',
    '',
    '15 / Ara 2025',
    '— / n = 0',
    '— / Sinyal başına 20 ile 40 arası eşlenmiş giriş; aynı biçimde sayılır',
    '— / Aralık için en az iki çeyrek yıl gerekir',
  ]);
  const unpaid = group(null, null, { net: [0.2, 0.1, 0.3], baseline: null });
  again(summarize(unpaid));
  assert.match(summaryOf().at(-1) ?? '', /^\+0,20 R \/ %95 aralık \+0,10 ile \+0,30, tabanda —;/);
  const empty = group(null, null, { n: 0 });
  again(summarize(empty));
  const summary = screen.getByRole('region', { name: 'Özet' });
  assert.equal(plain(summary.querySelector('h2')), 'Bu seçimde sonuçlanan sinyal yok');
  assert.match(plain(summary.querySelector('p')), /^Bir sinyal hedefine/);
  assert.equal(summary.querySelector('svg'), null);
});

test('a period is named by the months that have rows', async (t) => {
  const [, live, real] = STATE.parts;
  assert.ok(live && real);
  const section = (view: Partial<ShownView>) => (
    <FiguresSection view={{ ...VIEW, ...view }} finished={FINISHED} onChange={noChange} />
  );
  const { again, calls } = await show(t, section({}), {
    answers: { 'GET /api/record/figures': FIGURES, 'GET /api/record/history': HISTORY },
  });
  await screen.findByText('Ara 2025 – Şub 2026');
  const spans: readonly (readonly [string, RecordPart, string])[] = [
    ['2025', PART, 'Ara 2025'],
    ['2026', PART, 'Oca 2026 – Şub 2026'],
    ['12m', PART, 'Ara 2025 – Şub 2026'],
    ['all', live, 'Şub 2026'],
    ['all', real, 'Oca 2021 – Şub 2026'],
    ['12m', real, 'Mar 2025 – Şub 2026'],
    ['2022', real, 'Oca 2022 – Ara 2022'],
  ];
  for (const [period, part, span] of spans) {
    again(section({ period, part, source: part.source, origin: part.origin }));
    await screen.findByText(span);
  }
  assert.deepEqual(
    calls.slice(0, 3).map(({ call }) => call),
    [
      'GET /api/record/figures?source=simulated&origin=backfill&period=all',
      'GET /api/record/history?source=simulated&origin=backfill',
      'GET /api/record/figures?source=simulated&origin=backfill&period=2025',
    ],
  );
});

test('existing sources and periods can be chosen; a single one is shown as text', async (t) => {
  const chosen: unknown[] = [];
  const switches = (part: RecordPart, period = 'all', parts = STATE.parts) => (
    <>
      <OriginTabs view={{ ...VIEW, part, period }} />
      <SourceSwitch
        parts={parts}
        view={{ ...VIEW, source: part.source, part, period }}
        onChange={(change) => chosen.push(change)}
      />
      <PeriodSwitch part={part} period={period} onChange={(change) => chosen.push(change)} />
    </>
  );
  const [, , imported] = STATE.parts;
  assert.ok(imported);
  const { user, again, address } = await show(t, switches(PART), { at: '/record?of=box' });
  const choices = (name: string) =>
    [...screen.getByRole('radiogroup', { name }).querySelectorAll('label')].map(
      (label) => `${plain(label)}${label.querySelector('input')?.checked ? ' *' : ''}`,
    );
  assert.deepEqual(choices('Fiyatlar'), ['İşletmecinin yüklediği', 'Simülasyon *']);
  assert.deepEqual(choices('Dönem'), ['Tümü *', 'Son 12 ay', '2025', '2026']);
  const tabs = within(screen.getByRole('navigation', { name: 'Yayım' })).getAllByRole('link');
  assert.deepEqual(
    tabs.map((tab) => [plain(tab), tab.getAttribute('aria-current'), tab.title]),
    [
      ['Canlı', null, 'Mum kapandıktan en çok beş dakika sonra yayımlanan satırlar.'],
      [
        'Geriye dönük test',
        'page',
        'Geçmiş mumlardan sonradan hesaplandı. Kurallar bu mumlara bakılarak seçilmiş olabilir.',
      ],
    ],
  );
  await user.click(tabs[1] as HTMLElement);
  assert.equal(address(), '/record?of=box&origin=backfill');
  await user.click(tabs[0] as HTMLElement);
  assert.equal(address(), '/record?of=box');
  for (const name of ['2025', 'Son 12 ay', 'İşletmecinin yüklediği']) {
    await user.click(screen.getByText(name));
  }
  again(switches(PART, '12m'));
  await user.click(screen.getByText('Tümü'));
  again(switches(imported));
  assert.equal(choices('Dönem').length, 6, 'six fit beside each other');
  const many = { ...imported, periods: [...imported.periods, '2025'] };
  again(switches(many, '2021', [many]));
  assert.deepEqual(texts(screen.getByText('Fiyatlar').parentElement?.children ?? []), [
    'Fiyatlar',
    'İşletmecinin yüklediği',
  ]);
  const list = screen.getByLabelText<HTMLSelectElement>('Dönem');
  assert.deepEqual(texts(list.options), [
    'Tümü',
    'Son 12 ay',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
  ]);
  assert.equal(list.value, '2021');
  await user.selectOptions(list, '2022');
  await user.selectOptions(list, 'all');
  assert.deepEqual(chosen, [
    { period: '2025' },
    { period: '12m' },
    { source: 'file' },
    { period: null },
    { period: '2022' },
    { period: null },
  ]);
});

test('the method is described, with the configured costs', async (t) => {
  const { again } = await show(t, <MethodPanel costs={STATE.run?.costs ?? []} />);
  const method = panel('Yöntem');
  const paragraphs = texts(method.querySelectorAll('p'));
  assert.deepEqual(
    paragraphs.map((text) => text.split(' ').slice(0, 3).join(' ')),
    [
      'Kayıt. Sinyal yayımlandığı',
      'Sonuç. TP1 fiyatı',
      'Taban. Her sinyal',
      'Ana soru. Soru',
      'Karar. Karar yalnız',
      'Maliyet. Her işlemden',
      'Yakalanamayan. Buradaki hiçbir',
    ],
  );
  assert.equal(plain(method.querySelector('summary')), 'Kullanılan maliyetler');
  assert.equal(plain(method.querySelector('caption')), 'Kullanılan maliyetler');
  assert.deepEqual(rowsOf(method), [
    'Kategori veya sembol | Açılış ve kapanış maliyeti',
    'Forex | 1,8 pip',
    'Endeks | 1 pip',
    'Kripto | 7,25 baz puan',
    'XAUUSD | 0,1235 (fiyat biriminde)',
    'USDJPY | 0,125 (fiyat biriminde)',
  ]);
  again(<MethodPanel costs={[]} />);
  assert.equal(screen.queryByText('Kullanılan maliyetler'), null);
});

test('the head of the day can be copied whole, and those of earlier days unfold', async (t) => {
  const { user, calls } = await show(t, <HeadPanel head={STATE.head} />, {
    answers: {
      'GET /api/record/heads': [
        {
          ...STATE.head,
          day: '2025-11-19',
          size: 4200,
          hash: 'h'.repeat(30),
          root: 'r'.repeat(30),
          outcomesRoot: null,
        },
      ],
    },
  });
  const head = panel('Günün özeti');
  assert.match(plain(head.querySelector('p')), /^Bu özeti saklayan herkes/);
  assert.deepEqual(factsOf(head), [
    'Gün (UTC): 2025-11-20',
    'Satır: 4.321',
    'Son satırın özeti: aaaaaaaaaa…cccccc',
    'Bütün satırların kökü: dddddddddd…ffffff',
    'Sonuç satırı: 3.210',
    'Son sonucun özeti: 1111111111…333334',
    'Bütün sonuçların kökü: 4444444444…666667',
  ]);
  assert.deepEqual(
    [...head.querySelectorAll<HTMLElement>('code[title]')].map((code) => code.title),
    [
      'aaaaaaaaaabbbbbbcccccc',
      'ddddddddddeeeeeeffffff',
      '11111111112222223333334',
      '44444444445555556666667',
    ],
  );
  takeNotices();
  await user.click(button('Kopyala: Bütün satırların kökü'));
  assert.equal(await navigator.clipboard.readText(), 'ddddddddddeeeeeeffffff');
  assert.deepEqual(takeNotices(), [{ title: 'Kopyalandı', text: 'ddddddddddeeeeeeffffff' }]);
  t.mock.method(navigator.clipboard, 'writeText', async () => {
    throw new Error('denied');
  });
  await user.click(button('Kopyala: Son satırın özeti'));
  assert.deepEqual(takeNotices(), [
    { title: 'Kopyalanamadı', text: 'aaaaaaaaaabbbbbbcccccc', tone: 'bad' },
  ]);
  assert.ok(button('Kopyala: Son sonucun özeti'));
  const fold = within(head).getByText('Önceki günler');
  assert.ok(
    !calls.some(({ call }) => call === 'GET /api/record/heads'),
    'not before it is asked for',
  );
  await user.click(fold);
  await within(head).findByText('2025-11-19');
  assert.deepEqual(rowsOf(head), [
    'Gün | Satır | Son özet | Kök | Sonuç | Son sonucun özeti | Sonuçların kökü',
    '2025-11-19 | 4.200 | hhhhhhhhhh…hhhhhh | rrrrrrrrrr…rrrrrr | 3.210 | 1111111111…333334 | yok: kök eklenmeden önce yayımlandı',
  ]);
  assert.equal(plain(head.querySelector('caption')), 'Önceki günler');
  assert.ok(button('Kopyala: 2025-11-19, Son özet'));
  assert.ok(button('Kopyala: 2025-11-19, Kök'));
  assert.match(
    [...head.querySelectorAll('thead th')].map((cell) => cell.className).join('|'),
    /^[^|]*text-left[^|]*\|[^|]*text-right/,
  );
});

test('the certificate counts what was checked and what failed, by cause', async (t) => {
  const { user } = await show(t, <CertificatePanel certificate={STATE.certificate} />, {
    answers: { 'GET /api/record/certificates': DETAILS },
  });
  const certificate = panel('Değişmezlik belgesi');
  const tag = within(certificate).getByText('5 fark');
  assert.match(tag.className, /text-bad/, 'the engine is at fault');
  assert.deepEqual(texts(certificate.querySelectorAll('p')), [
    'Yayımlanan her şey, yalnız o ana kadarki mumlarla yeniden hesaplanır ve yayımlananla karşılaştırılır: yeni olan her gece, tamamı bir hafta içinde.',
    '21 Kas 2025 04:30 TSİ, motor 2.14.1',
  ]);
  assert.deepEqual(factsOf(certificate), [
    'Sinyal: 1.001',
    'Haftalık set: 2.002',
    'Olasılık: 6.006',
    'Kutu: 3.003',
    'Sonuç: 4.004',
    'Bu denetimde yeniden hesaplanan: 5.005',
    'İlk mumdan başlayan en eski hesaplama: 15 Kas 2025 04:30',
    'Motor kaynaklı fark: 2',
    'Fiyat kaynağının sonradan değiştirdiği mum kaynaklı fark: 3',
    'Kaynağın farklı değerle yeniden gönderdiği mum: 30',
    'Serisi bittiği için sonuçsuz kalan: 0',
    'Eski motor sürümünden, yalnız zinciri denetlenen satır: 20',
  ]);
  await user.click(within(certificate).getByText('Ayrıntılar'));
  await within(certificate).findByText('Son belgeler');
  assert.deepEqual(texts(certificate.querySelectorAll('caption')), [
    'Son denetimde yayımlandığı gibi çıkmayanlar',
    'Bu denetimlerden önceki, bir kurala uymayan satırlar; bir kez listelenir',
    'Kaynağın düzeltmeleri',
    'Biten seriler: bölünme, yeni ad ve diğerleri',
    'Son belgeler',
  ]);
  assert.deepEqual(rowsOf(certificate), [
    'Ne | Fark | Neden | Zaman',
    'EURUSD, Haftalık set #77 | Fiyat, mumunun kapanışı değil (12) | Motor | 1 Kas 2025 12:00',
    'GBPUSD, Kutu | Kutu yeniden hesaplanınca farklı çıkıyor (1) | Fiyat kaynağı | 2 Kas 2025 12:00',
    'XAUUSD, Dokunma olasılığı #78 | Olasılıklar mumlardan çıkmıyor (4) | Motor | 2 Kas 2025 13:00',
    'Ne | Fark',
    'AUDUSD #5 tp1 | Mumu kapanmadan yayımlanmış',
    'Ne | Neden | Görüldü | Kayıtlı A Y D K H | Sonradan gelen A Y D K H',
    'EURUSD 3 Kas 2025 12:00 | Farklı geldi | 4 Kas 2025 12:00 | 1 · 2 · 0.5 · 1.5 · 9 | 1 · 3 · 0.5 · 1.5 · 9',
    'GBPUSD 5 Kas 2025 12:00 | Geç geldi | 6 Kas 2025 12:00 | — | 1 · 1 · 1 · 1 · 1',
    'Ne | Neden | Zaman | Devamı | Sonuçsuz kalan',
    'AAPL #912 | Bölünme, 1’e 4 | 7 Kas 2025 12:00 | AAPL | 5',
    'Zaman | Denetlenen | Fark: motor / kaynak | Düzeltme',
    '21 Kas 2025 04:30 | 71.234 | 5 / 6 | 7',
  ]);
  assert.equal(certificate.querySelector('[title="k1"]')?.textContent, 'EURUSD, Haftalık set #77');
  const figures = [...certificate.querySelectorAll('table:last-of-type thead th')]
    .slice(-4)
    .map((cell) => cell.className.includes('text-right'));
  assert.deepEqual(figures, [false, true, true, true]);
});

test('a certificate without a failure is clean; one of the vendor alone is a warning', async (t) => {
  const { certificate } = STATE;
  assert.ok(certificate);
  const vendor = { ...certificate, engineFailures: 0 };
  const { user, again } = await show(t, <CertificatePanel certificate={vendor} />, {
    answers: {
      'GET /api/record/certificates': {
        certificates: [],
        failures: [],
        inherited: [],
        inheritedCount: 0,
        corrections: [],
        ended: [],
        endedCount: 0,
      },
    },
  });
  assert.match(screen.getByText('3 fark').className, /text-warn/);
  again(<CertificatePanel certificate={{ ...vendor, vendorFailures: 0 }} />);
  assert.match(screen.getByText('Fark yok').className, /text-ok/);
  const area = panel('Değişmezlik belgesi');
  await user.click(within(area).getByText('Ayrıntılar'));
  await within(area).findByText('Son denetimde yayımlandığı gibi çıkmayan yok.');
  assert.ok(within(area).getByText('Kaynağın gönderdiği bir düzeltme yok.'));
  assert.ok(within(area).getByText('Biten seri yok.'));
});

test('a failed read of unfolded details shows a notice', async (t) => {
  const refused = () => Response.json({ code: 'bad-fields-400' }, { status: 400 });
  const { user } = await show(
    t,
    <>
      <HeadPanel head={STATE.head} />
      <CertificatePanel certificate={STATE.certificate} />
    </>,
    {
      answers: { 'GET /api/record/certificates': refused, 'GET /api/record/heads': refused },
    },
  );
  await user.click(screen.getByText('Ayrıntılar'));
  await screen.findByText('Ayrıntılar yüklenemedi');
  await user.click(screen.getByText('Önceki günler'));
  await screen.findByText('Önceki özetler yüklenemedi');
});

test('kinds of signals are shown with their baselines, as a plot and as a table', async (t) => {
  const wanted: boolean[] = [];
  const intervals = (long: boolean) => (
    <IntervalsPanel
      groups={FIGURES.groups}
      standing="judged"
      long={long}
      onLong={(next) => wanted.push(next)}
      busy={false}
    />
  );
  const { user, again } = await show(t, intervals(false));
  const title = 'Sinyal türüne göre sonuç ve taban';
  const area = panel(title);
  assert.ok(within(area).getByText('TP1 çıkışında maliyet sonrası ortalama, R'));
  assert.ok(within(area).getByText(/^Çizgi, tabandan farkın %95 aralığıdır/));
  assert.deepEqual(texts(area.querySelectorAll('li')), [
    'Taban',
    'Tabandan ayrışıyor',
    'Fark kanıtlanmamış',
    'az: 15 sinyalden az ya da canlı süre kısa',
  ]);
  const slider = within(area).getByRole<HTMLInputElement>('slider', { name: 'Satır seç' });
  const said = [4, 3, 2, 1].map((value) => {
    fireEvent.change(slider, { target: { value: String(value - 1) } });
    return slider.getAttribute('aria-valuetext');
  });
  assert.deepEqual(said, [
    'İşlem koşulu: ortalama +0,03 R, taban +0,01 R, fark +0,020 R, %95 aralık −0,030 ile +0,070, n = 300. Fark kanıtlanmamış.',
    'Hayyam: ortalama −0,15 R, taban +0,05 R, fark −0,200 R, %95 aralık −0,300 ile −0,100, n = 300. Tabandan ayrışıyor.',
    '52: n = 9, karar için az.',
    'Haftalık seviye: ortalama −0,01 R, taban +0,02 R, n = 300. Fark kanıtlanmamış.',
  ]);
  assert.equal(area.querySelector('table'), null);
  const table = button(`Tablo olarak göster: ${title}`);
  assert.equal(plain(table), 'Tablo');
  await user.click(table);
  assert.equal(table.getAttribute('aria-pressed'), 'true');
  assert.equal(
    plain(area.querySelector('caption')),
    `${title}: TP1 çıkışında maliyet sonrası ortalama, R`,
  );
  assert.deepEqual(rowsOf(area), [
    'Tür | n | Tabanı olan | Maliyet sonrası R | Maliyet sonrası taban | Maliyet sonrası fark | %95 aralık | Karar | Maliyet öncesi R | TP1 | Taban TP1 | SL | Süresi dolan | TP2 | Sonuçsuz',
    'İşlem koşulu | 310 | 300 | +0,015 | +0,010 | +0,020 | −0,030 ile +0,070 | Fark kanıtlanmamış | +0,050 | 101 | — | 102 | 103 | 104 | 0',
    'Hayyam | 310 | 300 | — | +0,050 | −0,200 | −0,300 ile −0,100 | Tabandan ayrışıyor | +0,050 | 101 | %50,8 | 102 | 103 | 104 | 0',
    '52 | 11 | 9 | az | az | az | az | az | az | 101 | az | 102 | 103 | 104 | 0',
    'Haftalık seviye | 310 | 300 | — | +0,020 | — | — | Fark kanıtlanmamış | +0,070 | 101 | — | 102 | 103 | 104 | 0',
  ]);
  assert.deepEqual(
    [...area.querySelectorAll('thead th')]
      .filter((head) => !head.className.includes('text-right'))
      .map(plain),
    ['Tür', 'Karar'],
  );
  const long = within(area).getByText('Uzun vade');
  assert.deepEqual(
    [long.getAttribute('aria-pressed'), long.title],
    ['false', 'Uzun vadeli kutuları da göster'],
  );
  await user.click(long);
  again(intervals(true));
  assert.equal(long.getAttribute('aria-pressed'), 'true');
  assert.match(rowsOf(area)[4] ?? '', /^36, uzun vade \|/);
  await user.click(long);
  assert.deepEqual(wanted, [true, false]);
});

test('groups without rows have neither plot nor table', async (t) => {
  await show(
    t,
    <>
      <IntervalsPanel
        standing="judged"
        groups={[ALL]}
        long={false}
        onLong={noChange}
        busy={false}
      />
      <TouchesPanel standing="judged" touches={[]} busy={false} />
    </>,
  );
  const area = panel('Sinyal türüne göre sonuç ve taban');
  assert.equal(plain(area.querySelector('h3')), 'Bu seçimde sonuçlanan sinyal yok');
  assert.match(plain(area.querySelector('h3 + p')), /^Bir sinyal hedefine/);
  assert.equal(area.querySelector('[aria-label^="Tablo"]'), null);
  const touches = panel('Haftalık seviyeler: tutma oranı ve taban');
  assert.equal(plain(touches.querySelector('h3')), 'Henüz değilen haftalık seviye yok');
  assert.equal(touches.querySelector('[aria-label^="Tablo"]'), null);
});

test('a plot fits its width and has a summary', async (t) => {
  widen(t, 594);
  const few = FIGURES.groups.filter(({ figures }) => figures.verdict === 'undecided');
  const plots = ({ groups, touches: found }: RecordFigures) => (
    <>
      <IntervalsPanel
        standing="judged"
        groups={groups}
        long={false}
        onLong={noChange}
        busy={false}
      />
      <TouchesPanel standing="judged" touches={found} busy={false} />
    </>
  );
  const { again } = await show(t, plots(FIGURES));
  const name = (title: string) =>
    panel(title).querySelector('svg[role=img]')?.getAttribute('aria-label');
  const kinds = 'Sinyal türüne göre sonuç ve taban';
  const touches = 'Haftalık seviyeler: tutma oranı ve taban';
  assert.equal(
    name(kinds),
    'Sinyal türüne göre ilk hedefte ortalama sonuç ve taban. Tabandan ayrışanlar: Hayyam.',
  );
  assert.equal(
    name(touches),
    'Değilen ilk haftalık seviyelerin tutma oranı, kaydırılmış ikizleriyle. İkizlerinden ayrışanlar: Tümü.',
  );
  const labels = texts(panel(touches).querySelectorAll('svg[role=img] text'));
  assert.ok(labels.includes('%55,0'), 'a value is a share with a decimal');
  assert.ok(labels.includes('%50'), 'a graduation is a round one');
  const multiples = texts(panel(kinds).querySelectorAll('svg[role=img] text'));
  assert.ok(multiples.includes('+0,03 R') && multiples.includes('−0,15 R'));
  assert.ok(multiples.includes('−0,15') && multiples.includes('0,00'), multiples.join());
  again(plots({ groups: [ALL, ...few], compared: 1, touches: FIGURES.touches.slice(1) }));
  assert.match(name(kinds) ?? '', /Hiçbir tür tabandan ayrışmıyor\.$/);
  assert.match(name(touches) ?? '', /Hiçbir kategori ikizlerinden ayrışmıyor\.$/);
});

test('first levels that held are shown with their shifted twins', async (t) => {
  const { user } = await show(
    t,
    <TouchesPanel standing="judged" touches={FIGURES.touches} busy={false} />,
  );
  const title = 'Haftalık seviyeler: tutma oranı ve taban';
  const area = panel(title);
  assert.ok(within(area).getByText('Taban: kaydırılmış seviyeler'));
  assert.ok(within(area).getByText(/^Fiyatın ilk değdiği seviye yarım adım/));
  assert.equal(
    texts(area.querySelectorAll('li')).at(-1),
    'az: 15 sinyalden az ya da canlı süre kısa',
  );
  const slider = within(area).getByRole<HTMLInputElement>('slider', { name: 'Satır seç' });
  const said = [2, 1, 0].map((value) => {
    fireEvent.change(slider, { target: { value: String(value) } });
    return slider.getAttribute('aria-valuetext');
  });
  assert.deepEqual(said, [
    'Tümü: tutan %55,0, kaydırılmışlarda %50,0, fark +5,0 puan, %95 aralık +1,2 ile +8,8, n = 1.500 ve 1.600. Tabandan ayrışıyor.',
    'Kripto: n = 9, karar için az.',
    'Forex: tutan %60,0, kaydırılmışlarda %40,0, n = 20 ve 30. Fark kanıtlanmamış.',
  ]);
  await user.click(button(`Tablo olarak göster: ${title}`));
  assert.equal(plain(area.querySelector('caption')), `${title}: Taban: kaydırılmış seviyeler`);
  assert.deepEqual(rowsOf(area), [
    'Kategori | n | Tutan | Kaydırılmış n | Kaydırılmış tutan | Fark, puan | %95 aralık | Karar',
    'Tümü | 1.500 | %55,0 | 1.600 | %50,0 | +5,0 | +1,2 ile +8,8 | Tabandan ayrışıyor',
    'Kripto | 9 | az | 8 | az | az | az | az',
    'Forex | 20 | %60,0 | 30 | %40,0 | — | — | Fark kanıtlanmamış',
  ]);
  assert.deepEqual(
    [...area.querySelectorAll('thead th')]
      .filter((head) => !head.className.includes('text-right'))
      .map(plain),
    ['Kategori', 'Karar'],
  );
});

test('the cumulative result is drawn with its band, readable month by month, and available as a table', async (t) => {
  // The curve is drawn from 44 to 300 and from 236 up to 8: 22.8 an R from −4 to 6.
  widen(t, 346);
  const chosen: unknown[] = [];
  const cumulative = (gross: boolean) => (
    <CumulativePanel
      view={{ ...VIEW, gross }}
      finished={FINISHED}
      onChange={(change) => chosen.push(change)}
    />
  );
  const { user, again } = await show(t, cumulative(false), {
    answers: { 'GET /api/record/history': HISTORY },
  });
  await screen.findByText('Eşlenmiş girişlerin %95 bandı');
  const title = 'Kümülatif sonuç, R';
  const area = panel(title);
  assert.ok(within(area).getByText('Bütün dönem'));
  assert.ok(within(area).getByText(/^Bant, sinyallerin yerine/));
  assert.deepEqual(texts(area.querySelectorAll('ul li')), [
    'Rasat',
    'Taban',
    'Eşlenmiş girişlerin %95 bandı',
  ]);
  const plot = within(area).getByRole('img');
  assert.equal(
    plot.getAttribute('aria-label'),
    'Kümülatif net sonuç, R. Şub 2026 sonunda Rasat −1,00 R, taban +1,00 R, eşlenmiş girişlerin yüzde 95 bandı −4,00 R ile +6,00 R.',
  );
  assert.deepEqual([plot.getAttribute('width'), plot.getAttribute('height')], ['346', '262']);
  const marks = [...plot.querySelectorAll('text')].map(
    (mark) =>
      `${plain(mark)} ${Number(mark.getAttribute('x'))} ${Number(mark.getAttribute('y')).toFixed(1)}`,
  );
  assert.deepEqual(marks, [
    '−4 38 240.0',
    '−2 38 194.4',
    '0 38 148.8',
    '2 38 103.2',
    '4 38 57.6',
    '6 38 12.0',
    '2026 166 254.0',
    'Şub 288 254.0',
    'Rasat 293 171.6',
    'Taban 293 126.0',
  ]);
  const paths = [...plot.querySelectorAll('path')].map((path) => path.getAttribute('d'));
  assert.deepEqual(paths.slice(0, 8), [
    'M44 236.5H288',
    'M44 190.5H288',
    'M44 145.5H288',
    'M44 99.5H288',
    'M44 54.5H288',
    'M44 8.5H288',
    'M166.5 236v4',
    'M288.5 236v4',
  ]);
  const strokes = [...plot.querySelectorAll('path')].map((path) => path.getAttribute('stroke'));
  assert.deepEqual(strokes.slice(0, 4), [
    'var(--chart-grid)',
    'var(--chart-grid)',
    'var(--line-ctl)',
    'var(--chart-grid)',
  ]);
  assert.equal(paths.at(-1), 'M44.0 144.8L166.0 99.2L288.0 167.6');
  const slider = within(area).getByRole<HTMLInputElement>('slider', { name: 'Ay seç' });
  assert.deepEqual([slider.min, slider.max, slider.value], ['0', '1', '1']);
  const valueText = () => slider.getAttribute('aria-valuetext');
  assert.equal(valueText(), 'Şub 2026: Rasat −1,00 R, taban +1,00 R, bant −4,00 R ile +6,00 R');
  fireEvent.change(slider, { target: { value: '0' } });
  assert.equal(valueText(), 'Oca 2026: Rasat +2,00 R, taban 0,00 R, bant −2,00 R ile +4,00 R');
  const circles = () =>
    [...plot.querySelectorAll('circle')].map(
      (circle) => `${circle.getAttribute('cx')} ${Number(circle.getAttribute('cy')).toFixed(1)}`,
    );
  assert.deepEqual(circles(), ['166 144.8', '166 99.2']);
  const line = plot.querySelector('g:last-of-type > path[stroke="var(--cross)"]');
  assert.equal(line?.getAttribute('d'), 'M166 8V236');
  const field = slider.parentElement;
  assert.ok(field);
  fireEvent.pointerMove(field, { clientX: 278, clientY: 20 });
  assert.deepEqual(circles(), ['288 122.0', '288 167.6']);
  fireEvent.pointerMove(field, { clientX: 3, clientY: 20 });
  assert.deepEqual(circles(), ['166 144.8', '166 99.2'], 'the zero before the first month is none');
  fireEvent.pointerLeave(field);
  assert.deepEqual(circles(), []);

  const gross = within(area).getByRole('radiogroup', { name: 'Sonuç' });
  assert.deepEqual(texts(gross.children), ['Net', 'Brüt']);
  assert.equal(within(gross).getByLabelText<HTMLInputElement>('Net').checked, true);
  await user.click(button(`Tablo olarak göster: ${title}`));
  const rows = () => rowsOf(area);
  assert.equal(plain(area.querySelector('caption')), `${title}: Net`);
  assert.deepEqual(rows(), [
    'Ay | Rasat, R | Taban, R | Bant altı, R | Bant üstü, R',
    'Şub 2026 | −1,00 | +1,00 | −4,00 | +6,00',
    'Oca 2026 | +2,00 | 0,00 | −2,00 | +4,00',
  ]);
  await user.click(within(gross).getByLabelText('Brüt'));
  again(cumulative(true));
  assert.equal(plain(area.querySelector('caption')), `${title}: Brüt`);
  assert.equal(rows()[1], 'Şub 2026 | +1,00 | +3,00 | −2,00 | +8,00');
  await user.click(button(`Tablo olarak göster: ${title}`));
  assert.match(
    within(area).getByRole('img').getAttribute('aria-label') ?? '',
    /^Kümülatif brüt sonuç/,
  );
  await user.click(within(gross).getByLabelText('Net'));
  assert.deepEqual(chosen, [{ result: 'gross' }, { result: null }]);
});

test('a group of signals and a category are chosen for the cumulative result alone', async (t) => {
  const chosen: unknown[] = [];
  const cumulative = (view: Partial<ShownView>) => (
    <CumulativePanel
      view={{ ...VIEW, ...view }}
      finished={FINISHED}
      onChange={(change) => chosen.push(change)}
    />
  );
  const { user, again, calls } = await show(t, cumulative({}), {
    answers: { 'GET /api/record/history': HISTORY },
  });
  await screen.findByText('Eşlenmiş girişlerin %95 bandı');
  const kinds = screen.getByLabelText<HTMLSelectElement>('Sinyal türü');
  assert.deepEqual(
    [...kinds.options].map((option) => `${option.value} ${option.text}`),
    [
      'all Bütün türler',
      'condition İşlem koşulu',
      'box Bütün kutular',
      'hayyam.short Hayyam',
      'hayyam.long Hayyam, uzun vade',
      '52.short 52',
      '52.long 52, uzun vade',
      '144.short 144',
      '144.long 144, uzun vade',
      '36.short 36',
      '36.long 36, uzun vade',
      'crystal.short Crystal',
      'crystal.long Crystal, uzun vade',
      'levels Haftalık seviye',
    ],
  );
  const area = panel('Kümülatif sonuç, R');
  const categories = within(area).getByLabelText<HTMLSelectElement>('Kategori');
  assert.deepEqual(
    [...categories.options].map((option) => `${option.value} ${option.text}`),
    [
      ' Bütün kategoriler',
      'crypto Kripto',
      'forex Forex',
      'bist BIST',
      'nasdaq NASDAQ',
      'index Endeks',
    ],
  );
  await user.selectOptions(kinds, '36.long');
  await user.selectOptions(categories, 'bist');
  again(cumulative({ of: '36.long', category: 'bist' }));
  assert.deepEqual([kinds.value, categories.value], ['36.long', 'bist']);
  await waitFor(() =>
    assert.equal(
      calls.at(-1)?.call,
      'GET /api/record/history?source=simulated&origin=backfill&kind=box&setup=36.long&category=bist',
    ),
  );
  await user.selectOptions(kinds, 'all');
  await user.selectOptions(categories, '');
  assert.deepEqual(chosen, [{ of: '36.long' }, { in: 'bist' }, { of: null }, { in: null }]);
});

test('a history without months shows a note and offers no table', async (t) => {
  const panels = (
    <>
      <CumulativePanel view={VIEW} finished={FINISHED} onChange={noChange} />
      <MonthsPanel standing="judged" months={[]} period="all" busy={false} />
    </>
  );
  const { leave } = await show(t, panels, {
    answers: { 'GET /api/record/history': { cumulative: [], months: [] } },
  });
  await screen.findByText('Bu seçimde sonuçlanan sinyal yok');
  assert.ok(screen.getByText('Bu dönemde sonuçlanan sinyal yok'));
  assert.equal(document.querySelector('[aria-label^="Tablo"]'), null);
  leave();
  await show(t, panels, {
    answers: {
      'GET /api/record/history': () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
    },
  });
  await screen.findByText('Sayılar yüklenemedi');
});

test('months are listed by category, each with its interval and without a verdict', async (t) => {
  widen(t, 702);
  standIn(t, HTMLElement.prototype, { scrollWidth: 777 });
  const { user } = await show(
    t,
    <MonthsPanel standing="judged" months={HISTORY.months} period="all" busy={false} />,
  );
  const title = 'Tabandan fark, R';
  const area = panel(title);
  assert.ok(
    within(area).getByText(
      'Maliyet sonrası, aya ve kategoriye göre; 15 sinyalden az ise gösterilmez',
    ),
  );
  assert.ok(within(area).getByText(/^Tek hücreden karar çıkmaz/));
  const name = 'Aya ve kategoriye göre ilk hedefte tabandan maliyet sonrası ortalama fark, R';
  assert.equal(plain(area.querySelector('caption')), name);
  const field = within(area).getByRole('region', { name });
  assert.equal(field.scrollLeft, 777, 'the newest months are in view');
  assert.deepEqual(rowsOf(area), [
    ' | 2025 | 2026',
    ' | Ara | Oca | Şub',
    'Forex | +0,25n 1.500, %95 aralık +0,10 ile +0,40 | azn 14 | −0,50n 20, %95 aralık −0,90 ile +0,10',
    'BIST | — | +0,10n 30 | —',
  ]);
  const spans = [...area.querySelectorAll<HTMLTableCellElement>('[scope=colgroup]')];
  assert.deepEqual(
    spans.map(({ colSpan }) => colSpan),
    [1, 2],
  );
  assert.equal(area.querySelector<HTMLElement>('[scope=col]')?.style.minWidth, '44px');
  const cells = [...area.querySelectorAll<HTMLElement>('td.tint')];
  assert.deepEqual(
    cells.map((cell) => [
      cell.style.getPropertyValue('--tint'),
      cell.style.getPropertyValue('--hue'),
      cell.title,
      cell.querySelector('[aria-hidden]') !== null,
      cell.className.includes('font-bold'),
    ]),
    // The tint is full at 0.5, the largest difference that is shown.
    [
      ['50%', 'var(--candle-up)', '%95 aralık +0,10 ile +0,40', false, false],
      ['100%', 'var(--candle-down)', '%95 aralık −0,90 ile +0,10', false, false],
      ['20%', 'var(--candle-up)', '', false, false],
    ],
  );
  await user.click(button(`Tablo olarak göster: ${title}`));
  assert.equal(plain(area.querySelector('caption')), name);
  assert.deepEqual(rowsOf(area), [
    'Ay | Kategori | n | Maliyet sonrası fark | %95 aralık',
    'Şub 2026 | Forex | 20 | −0,50 | −0,90 ile +0,10',
    'Oca 2026 | Forex | 14 | az | —',
    'Oca 2026 | BIST | 30 | +0,10 | —',
    'Ara 2025 | Forex | 1.500 | +0,25 | +0,10 ile +0,40',
  ]);
  assert.deepEqual(
    [...area.querySelectorAll('thead th')]
      .filter((head) => !head.className.includes('text-right'))
      .map(plain),
    ['Ay', 'Kategori'],
  );
});

test('months without an interval have no note about intervals', async (t) => {
  await show(
    t,
    <MonthsPanel standing="judged" months={HISTORY.months.slice(1)} period="all" busy={false} />,
  );
  assert.equal(within(panel('Tabandan fark, R')).queryByText(/^Tek hücreden/), null);
});

test('figures are formatted by the language', async (t) => {
  const summary = <Summary figures={FIGURES} standing="judged" span="" busy={false} />;
  const { leave } = await show(t, summary, { language: 'en' });
  assert.ok(screen.getByText('54.6%') && screen.getByText('−0.04 R'));
  leave();
  await show(t, summary, { language: 'az' });
  assert.ok(screen.getByText(/^54,6\s%$/) && screen.getByText('−0,04 R'));
});
