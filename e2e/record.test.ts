import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Locator, Page, Route } from 'playwright-core';
import {
  assertSound,
  startBrowser,
  startVisit,
  timeoutMs,
  type Visit,
  waitForCount,
  waitForPanels,
} from './fixtures.ts';
import { numbersFrom, startDraw } from './random.ts';
import { assertRowShown, assertRowsShown, makeRows } from './record-row-values.ts';
import { assertRecordShown, makeRecord } from './record-values.ts';
import { answerCalls, chooseLanguage, inEachLanguage, words } from './shown.ts';
import { callSite, readAs } from './sign-in.ts';
import { shareSite } from './site.ts';

const HOUR_MS = 3_600_000;
/** Limit for recomputing a row, and the factor for a busy machine. */
const RECOMPUTE_MS = 2000;
const BUSY = 10;

const seed = Number(process.env.SEED ?? Date.now()) % 2_147_483_647;
const site = await shareSite();
const browser = await startBrowser();

type State = Reply<typeof ROUTES.record>;
type Rows = Reply<typeof ROUTES.recordRows>;
type Row = Rows['rows'][number];

const read = <T>(path: string) => readAs<T>(site, path);
const rowsOf = async (query: string) => (await read<Rows>(`/record/rows?${query}`)).rows;

/** Reads data of the server as a guest. */
async function readAsGuest<T>(path: string): Promise<T> {
  const answer = await callSite(site, 'GET', path);
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}

/** Returns the first row of a query that fits. Fails when there is none. */
async function getRow(query: string, fits: (row: Row) => boolean = () => true): Promise<Row> {
  const row = (await rowsOf(query)).find(fits);
  assert.ok(row, `a row of ${query}`);
  return row;
}

async function visit(address: string, look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(address);
  await waitForPanels(made.page);
  return made;
}

const verdict = (page: Page): Locator => page.getByText(/Toplam [\d.,]+ sn/);

/** Starts a recomputation and waits for its end. Returns the milliseconds that the page shows. */
async function recompute(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Yeniden hesapla' }).click();
  const text = await verdict(page).innerText();
  const [, seconds = ''] = /Toplam ([\d.,]+) sn/.exec(text) ?? [];
  return Number(seconds.replace('.', '').replace(',', '.')) * 1000;
}

/** Reads the result beside each step of a finished recomputation. */
async function stepWords(page: Page, label = 'Adımlar'): Promise<ReadonlyMap<string, string>> {
  const steps = await page.getByRole('list', { name: label }).locator('summary').allInnerTexts();
  return new Map(
    steps.map((text) => {
      const lines = text.split('\n').map((line) => line.trim());
      return [lines[0] ?? '', lines.at(-1) ?? ''];
    }),
  );
}

const STEP_WORDS = [
  'Dosyanın bütünlüğü | Faylın bütövlüyü | Checksum of the file',
  'Satırın özeti | Sətrin heşi | Hash of the row',
  'Önceki satıra bağı | Əvvəlki sətrə bağı | Link to the row before',
  'Günün ağacındaki yeri | Günün ağacındakı yeri | Place in the tree of the day',
  'Mumların özeti | Şamların heşi | Hash of the candles',
  'Motorun aynı mumlardan ürettiği satır | Mühərrikin eyni şamlardan çıxardığı sətir | The row the engine derives from the same candles',
  'Sonuçları | Nəticələri | Its outcomes',
  'Eşlenmiş girişler | Uyğunlaşdırılmış girişlər | Matched entries',
  'Fiyat kaynağının düzeltmeleri | Qiymət mənbəyinin düzəlişləri | Corrections by the vendor',
  'Eşit | Bərabər | Equal',
  'Farklı | Fərqli | Differs',
  'Bilinmiyor | Bəlli deyil | Not known',
].map(words);

/** Compares the steps of a broken row in the other languages with those in Turkish. */
async function assertBrokenInEachLanguage(page: Page, step: string): Promise<void> {
  const turkish = [...(await stepWords(page))].flat();
  await inEachLanguage(page, async (language) => {
    const steps = words('Adımlar | Addımlar | Steps')[language];
    const said = turkish.map((word) => STEP_WORDS.find(({ tr }) => tr === word)?.[language]);
    assert.deepEqual([...(await stepWords(page, steps))].flat(), said);
    const name = STEP_WORDS.find(({ tr }) => tr === step)?.[language] ?? '?';
    const broken = words(
      'Bu satır bozuk: dosyadaki veri yayımlananı vermiyor. Fark olan adımlar: | Bu sətir pozulub: fayldakı məlumat dərc olunanı vermir. Fərqli addımlar: | This row is broken: the data in the file do not give what was published. Steps that differ:',
    )[language];
    const named = await page.getByText(broken).innerText();
    assert.ok(named.includes(name), named);
  });
}

/** Changes a file on its way to the browser and corrects its checksum. */
async function forge(route: Route, change: (text: string) => string): Promise<void> {
  const honest = await (await route.fetch()).text();
  const bare = change(honest.replace(/"checksum":"[0-9a-f]{64}",/, ''));
  const checksum = createHash('sha256').update(bare).digest('hex');
  await route.fulfill({
    contentType: 'application/json',
    body: bare.replace('"corrections":', `"checksum":"${checksum}","corrections":`),
  });
}

test('the page shows the figures of the simulated backtest, marked as such, beside matched entries and without a verdict', async () => {
  const state = await read<State>('/record');
  assert.ok(state.run, 'the record was computed');
  assert.deepEqual(
    state.parts
      .map(({ source, origin }) => `${source} ${origin}`)
      .filter((p) => p.endsWith('fill')),
    ['simulated backfill'],
  );
  const { page, context } = await visit('/record?source=simulated&origin=backfill', { as: null });
  const main = page.getByRole('main');
  await main.getByText('Fiyatlar simülasyondur').first().waitFor();
  await main.getByText('Eşlenmiş girişler', { exact: true }).waitFor();
  const text = await main.innerText();
  assert.match(text, /Geriye dönük test: geçmiş mumlardan sonradan hesaplandı/);
  assert.match(text, /Kurallar bu mumlara bakılarak seçilmiş olabilir/);
  assert.doesNotMatch(text, /kanıt|ayrışıyor/i);
  assert.match(text, /n = [\d.]+/);
  assert.match(text, /%95 aralık/);
  assert.ok(text.includes(state.head?.day.slice(0, 4) ?? '?'), 'the head of the day');

  // The difference of a month is shown with its n, and with an interval in the table of the same figures.
  const months = page.getByRole('region', { name: 'Tabandan fark, R' });
  const cells = (await months.getByRole('cell').allInnerTexts()).filter((cell) => /\d/.test(cell));
  assert.ok(cells.length > 0);
  for (const cell of cells) assert.match(cell, /^([+−]?\d,\d\d|az)\s+n [\d.]+/);
  await page.getByRole('button', { name: 'Tablo olarak göster: Tabandan fark, R' }).click();
  await months.getByRole('columnheader', { name: '%95 aralık' }).waitFor();
  const rows = await months.getByRole('row').allInnerTexts();
  assert.ok(
    rows.some((row) => /[+−]\d,\d\d ile [+−]\d,\d\d/.test(row)),
    rows.join(' | '),
  );
  await context.close();
});

test('every figure on the page is that of the API, seen and heard, in each language', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const made = makeRecord(draw, Date.now());
  const list = makeRows(draw, Date.now());
  const { page, context, problems } = await startVisit(browser, site, { as: null });
  await answerCalls(page, {
    '/record': made.state,
    '/record/figures': made.figures,
    '/record/history': made.history,
    '/record/rows': { rows: list.rows, next: null },
    ...Object.fromEntries(list.details.map((detail) => [`/record/rows/${detail.row.seq}`, detail])),
  });
  await page.goto('/record?source=file&origin=live');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForPanels(page);
  await page.locator('details', { hasText: 'Kullanılan maliyetler' }).locator('summary').click();
  await inEachLanguage(page, async (language) => {
    await assertRecordShown(page, made, language);
    await assertRowsShown(page, list, language);
  });
  for (const detail of list.details) {
    await page.locator(`tbody a[href="/record/${detail.row.seq}"]`).click();
    await inEachLanguage(page, (language) => assertRowShown(page, detail, language));
    await page.goBack();
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('the calibration of the simulated backtest has figures with a diagram and a file, and is marked as such', async () => {
  const made = await visit('/record?source=simulated', { as: null });
  const { page, context } = made;
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Kalibrasyon' }).click();
  await page.waitForURL(/tab=calibration/);
  await main.getByText('Önceden belirlenmiş üç bakış').waitFor();
  await main.getByText(/^Fiyatlar simülasyondur: aşağıdaki sayılar hesabın doğru/).waitFor();
  assert.match(await main.innerText(), /Henüz (?:yanıt|sayı) yok/, 'no look was taken');
  await page.goBack();
  await main.getByRole('region', { name: 'Bütün satırlar' }).waitFor();
  await page.goForward();
  await main.getByText('Önceden belirlenmiş üç bakış').waitFor();
  await main.getByRole('link', { name: 'Geriye dönük test', exact: true }).click();

  await main.getByText(/^Bu olasılıkların hiçbiri sicilde satır değildir/).waitFor();
  // The backtest is computed symbol by symbol; the page asks again until the first are there.
  const diagram = main.getByRole('region', { name: 'Verilen olasılık ve görülen oran' });
  await diagram.getByRole('img').waitFor({ timeout: timeoutMs() });
  const text = await main.innerText();
  assert.match(
    text,
    /100 haftadan 80 hafta arada kalmalı; sonuçlananlarda 100’de [\d,]+ kaldı \(n /,
  );
  assert.doesNotMatch(text, /kanıt|doğruluk oranı/i);
  await diagram.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await diagram
    .getByText(/olasılık verdiğimiz seviyelerden görülen: %[\d,]+, n = [\d.]+, /)
    .waitFor();
  await diagram.getByRole('button', { name: /^Tablo olarak göster/ }).click();
  await diagram.getByRole('columnheader', { name: '%95 aralık' }).waitFor();
  assert.ok((await diagram.getByRole('row').count()) > 2, 'a head and bins');
  await assertSound(made);

  const file = await main.getByRole('link', { name: 'Sayıları CSV indir' }).getAttribute('href');
  assert.equal(file, '/api/record/calibration.csv?source=simulated&origin=backfill');
  const answer = await callSite(site, 'GET', (file ?? '').replace('/api', ''));
  assert.equal(answer.status, 200);
  assert.ok((await answer.text()).trimEnd().split('\n').length > 10, 'a line for each bin');
  await context.close();

  const phone = await visit('/record?source=simulated&origin=backfill&tab=calibration', {
    as: null,
    width: 390,
    height: 844,
  });
  await phone.page
    .getByRole('region', { name: 'Verilen olasılık ve görülen oran' })
    .getByRole('img')
    .waitFor({ timeout: timeoutMs() });
  await assertSound(phone);
  await phone.context.close();
});

test('rows are filtered, also to losing ones, the address holds the filters, and more rows can be loaded', async () => {
  const { page, context } = await visit('/record?origin=backfill');
  const list = page.getByRole('region', { name: 'Bütün satırlar' });
  const rows = list.locator('tbody tr');
  await waitForCount(rows, 50);
  await list.getByRole('button', { name: 'Daha fazla satır' }).click();
  await waitForCount(rows, 100);
  await list.getByText('100 satır gösteriliyor').waitFor();
  await list.getByLabel('Grup', { exact: true }).selectOption('box');
  await list.getByLabel('Sinyal türü').selectOption('36.short');
  await list.getByLabel('Sonuç').selectOption('sl');
  await list.getByLabel('Sembol').fill('btcusd');
  await page.waitForURL(/symbol=BTCUSD/);
  await waitForPanels(page);
  const wanted = await rowsOf('origin=backfill&kind=box&setup=36.short&state=sl&symbol=BTCUSD');
  assert.ok(wanted.length > 0);
  const isRight = async (): Promise<void> => {
    await waitForCount(rows, wanted.length);
    for (const [i, { legs, cost }] of wanted.slice(0, 5).entries()) {
      const text = await rows.nth(i).innerText();
      assert.match(text, /BTCUSD/);
      assert.match(text, /Zarar durdur/);
      assert.match(text, /36 kutusu, kısa vade/);
      const net = Math.abs((legs.tp1?.r ?? 0) - (cost ?? 0));
      assert.ok(text.includes(`−${net.toFixed(2).replace('.', ',')}`), `${i}: −${net} in ${text}`);
    }
  };
  await isRight();
  const file = await list.getByRole('link', { name: 'CSV indir' }).getAttribute('href');
  assert.match(file ?? '', /kind=box.*setup=36\.short/);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForPanels(page);
  await isRight();
  await list.getByLabel('Sembol').fill('usd');
  await list.getByText(/sembol uyuyor/).waitFor();
  await list.getByRole('button', { name: 'Süzgeci temizle' }).click();
  await waitForCount(rows, 50);
  assert.equal(new URL(page.url()).search, '?origin=backfill');
  await context.close();
});

test('the first page shows the newest rows of all symbols, and the next page continues from there', async () => {
  const first = await read<Rows>('/record/rows');
  const second = await read<Rows>(`/record/rows?after=${first.next}`);
  const rows = [...first.rows, ...second.rows];
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    rows.toSorted((a, b) => b.barTime - a.barTime || b.seq - a.seq).map(({ seq }) => seq),
  );
  assert.ok(new Set(first.rows.map(({ symbol }) => symbol)).size > 1);
});

test('the site serves the verifier of docs', async () => {
  const answer = await fetch(new URL('/verify.py', site.origin));
  assert.equal(answer.status, 200);
  const own = readFileSync(new URL('../docs/verifier/verify.py', import.meta.url), 'utf8');
  assert.equal(await answer.text(), own);
});

test('heads that were downloaded hold in the browser, and one with another root does not', async () => {
  const { page, context } = await visit('/record');
  await page.getByText('Sakladığınız bir özeti denetleyin').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Saklamak için özetleri indir' }).click();
  const kept = readFileSync(await (await coming).path(), 'utf8');
  const heads = JSON.parse(kept) as { readonly day: string; readonly root: string }[];
  const newest = heads[0];
  assert.ok(newest, 'a head');
  const check = async (content: string): Promise<string[]> => {
    const file = { name: 'heads.json', mimeType: 'application/json', buffer: Buffer.from(content) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Denetle' }).click();
    const said = page.getByText(/^\d{4}-\d\d-\d\d: sicil /);
    await said.first().waitFor();
    return said.allInnerTexts();
  };
  const held = await check(kept);
  assert.equal(held.length, heads.length);
  for (const text of held)
    assert.match(text, /: sicil bu özetten devam ediyor\. .* Satır: [\d.]+, sonuç/);
  const [differs, ...others] = await check(kept.replace(newest.root, '0'.repeat(64)));
  assert.ok(differs?.startsWith(`${newest.day}: sicil bu özetten devam etmiyor. `), differs);
  assert.match(differs ?? '', /Farklı olan: bütün satırların kökü/);
  assert.deepEqual(others, held.slice(1));
  await context.close();
});

test('the CSV has a line for every row', async () => {
  const { parts } = await read<State>('/record');
  const answer = await callSite(site, 'GET', '/record/rows.csv');
  const lines = (await answer.text()).trimEnd().split('\n').length - 1;
  assert.equal(
    lines,
    parts.reduce((sum, { rows }) => sum + rows, 0),
  );
});

/** Number of rows; more in `npm run e2e`. */
const ROWS_BY_LOT = process.env.RASAT_SOAK === '1' ? 10 : 5;

test('randomly drawn rows give equal results when the browser computes them again', async (t) => {
  const { head, run } = await read<State>('/record');
  assert.ok(head, 'the head of a day');
  assert.ok(run, 'a computed record');
  // Rows that were published after the record was computed wait for the next night.
  const computed = Math.min(head.size, run.rows);
  const random = numbersFrom(seed);
  const { page, context } = await startVisit(browser, site);
  const took: string[] = [];
  // The matched entries are computed at night: a row of the last two days may still wait for them.
  const settled = site.now() - 48 * HOUR_MS;
  while (took.length < ROWS_BY_LOT) {
    const seq: number = 1 + Math.floor(random() * computed);
    const { row } = await read<Reply<typeof ROUTES.recordRow>>(`/record/rows/${seq}`);
    if (row.barTime > settled) continue;
    await page.goto(`/record/${seq}`);
    const ms = await recompute(page);
    const said = [...(await stepWords(page))];
    assert.ok(said.length >= 9, `SEED=${seed} row ${seq}: ${said.length} steps`);
    const other = said.filter(([, word]) => word !== 'Eşit');
    assert.deepEqual(other, [], `SEED=${seed} row ${seq}`);
    await page.getByText('Her şey eşit').waitFor();
    assert.ok(ms < RECOMPUTE_MS * BUSY, `row ${seq} took ${ms} ms`);
    took.push(`${seq}: ${ms} ms`);
  }
  t.diagnostic(`SEED=${seed}, rows and times: ${took.join(', ')}`);
  await context.close();
});

test('a row with one changed byte is shown as broken, at the step that finds it', async () => {
  const { seq, price } = await getRow('kind=condition&state=tp1&symbol=EURUSD');
  assert.ok(price);
  const { page, context } = await startVisit(browser, site);
  let change = (text: string): string => text;
  await page.route(`**/api/record/rows/${seq}/file`, (route) => forge(route, change));
  await page.goto(`/record/${seq}`);
  const isBroken = async (step: string, whole: string): Promise<void> => {
    await recompute(page);
    await page.getByText(/^Bu satır bozuk: .*/).waitFor();
    const said = await stepWords(page);
    assert.equal(said.get(step), 'Farklı', JSON.stringify([...said]));
    assert.equal(said.get(whole), 'Eşit');
    const named = await page.getByText(/Fark olan adımlar/).innerText();
    assert.ok(named.includes(step), named);
    await assertBrokenInEachLanguage(page, step);
    await chooseLanguage(page, 'tr');
    await page.reload();
  };
  const digit = (text: string) => text.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  change = (text) => text.replace(`"price":${price},`, `"price":${digit(String(price))},`);
  await isBroken('Satırın özeti', 'Mumların özeti');
  change = (text) =>
    text.replace(/("bars":\["[^"]{2000})(.)/, (_, before: string, letter: string) => {
      return before + (letter === 'A' ? 'B' : 'A');
    });
  await isBroken('Mumların özeti', 'Satırın özeti');
  await context.close();
});

test('a bar that a vendor delivered again with other values is shown as a correction, not as a fault', {
  skip: process.env.RASAT_E2E_ORIGIN !== undefined && 'a running server has its own vendors',
}, async () => {
  const row = await getRow('kind=condition&state=sl&symbol=GBPUSD');
  assert.ok(row.price);
  const c = row.price * 1.05;
  const d = row.barTime - HOUR_MS;
  await site.deliverAgain({ symbol: row.symbol, d, o: row.price, h: c, l: row.price, c, v: 1 });
  const { page, context } = await startVisit(browser, site);
  await page.goto(`/record/${row.seq}`);
  await recompute(page);
  await page.getByText('Fiyat kaynağı bu mumların bir kısmını').waitFor();
  const said = await stepWords(page);
  const other = [...said].filter(([, word]) => word !== 'Eşit');
  assert.deepEqual(other, [['Fiyat kaynağının düzeltmeleri', 'Farklı']]);
  const correction = page.locator('details', { hasText: 'Fiyat kaynağının düzeltmeleri' });
  assert.match(await correction.getByRole('table').innerText(), new RegExp(String(row.price)));
  await context.close();
});

test('a running signal is sealed to a guest, with the time of its opening; a subscriber sees it', async () => {
  const { rows } = await readAsGuest<Rows>('/record/rows?kind=box&state=open');
  const [sealed] = rows;
  assert.ok(sealed?.sealed, 'an open box trade');
  assert.equal(sealed.price, null);
  const refused = await callSite(site, 'GET', `/record/rows/${sealed.seq}/file`);
  assert.equal(refused.status, 403);
  const guest = await visit(`/record?kind=box&state=open&origin=${sealed.origin}`, {
    as: null,
    width: 390,
    height: 844,
  });
  const card = guest.page
    .getByRole('list', { name: /Sicil satırları/ })
    .getByRole('listitem')
    .first();
  assert.match(await card.innerText(), /Mühürlü/);
  await card.getByRole('link').click();
  await guest.page.getByRole('heading', { name: 'Bu satır mühürlü' }).waitFor();
  await guest.page.getByText(/satır herkese açılır/).waitFor();
  // The last row of a day also has the hash of the day's head.
  const hash = guest.page.locator('dt', { hasText: 'Satırın özeti (SHA-256)' }).locator('+ dd');
  await hash.getByText(sealed.hash).waitFor();
  assert.equal(await guest.page.getByRole('button', { name: 'Yeniden hesapla' }).count(), 0);
  await assertSound(guest);
  await guest.context.close();
  const subscriber = await visit(`/record/${sealed.seq}`);
  await subscriber.page.getByRole('button', { name: 'Yeniden hesapla' }).waitFor();
  await subscriber.page.getByRole('heading', { name: 'Ne yayımlandı' }).waitFor();
  assert.equal(await subscriber.page.getByText('Mühürlü').count(), 0);
  await subscriber.context.close();
});

test('a row is opened, recomputed and read by keyboard, and an invalid number is reported', async () => {
  const filter = 'kind=condition&state=sl&origin=backfill';
  const { page, context } = await visit(`/record?${filter}`);
  const link = page.locator('tbody').getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Yeniden hesapla' });
  await button.focus();
  await page.keyboard.press('Enter');
  await verdict(page).waitFor({ timeout: timeoutMs() });
  const again = page.getByRole('button', { name: 'Bir daha hesapla' });
  assert.ok(await again.evaluate((own) => own === document.activeElement), 'the focus stays');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Dosyanın bütünlüğü/ }).waitFor();
  // The newest row has too few candles after it for matched entries; one a hundred days before it has forty.
  const [newest] = (await read<Rows>(`/record/rows?${filter}`)).rows;
  const before = (newest?.barTime ?? 0) - 100 * 86_400_000;
  const [older] = (await read<Rows>(`/record/rows?${filter}&before=${before}`)).rows;
  await page.goto(`/record/${older?.seq}`);
  await page.getByRole('button', { name: 'Tablo olarak göster' }).click();
  await waitForCount(
    page.getByRole('region', { name: 'Eşlenmiş girişler' }).locator('tbody tr'),
    40,
  );
  await page.goto('/record/999999999');
  await page.getByRole('heading', { name: 'Sicilde bu numarada satır yok' }).waitFor();
  await context.close();
});
