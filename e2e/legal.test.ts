import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEGAL_TEXTS, type LegalTextName } from '@rasat/contract';
import { assertSound, inTurn, startBrowser, startVisit } from './fixtures.ts';
import { shareSite } from './site.ts';

// The page about the product and the legal texts, on the screen and on paper: documents without the framework.

const site = await shareSite();
const browser = await startBrowser();

const LOOKS = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

for (const name of Object.keys(LEGAL_TEXTS) as LegalTextName[]) {
  for (const look of inTurn(LOOKS)) {
    test(`/info/${name} is accessible, in Turkish, and shows its version: ${look.width} ${look.theme}`, async () => {
      const visit = await startVisit(browser, site, { ...look, language: 'en', as: null });
      const { page } = visit;
      await visit.open(`/info/${name}`);
      const { title, version, sections } = LEGAL_TEXTS[name];
      const text = page.getByRole('article');
      assert.equal(await text.getAttribute('lang'), 'tr');
      await text.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      const day = name === 'privacy' || name === 'retention' ? '23 Kas 2026' : '21 Kas 2026';
      await text.getByText(`Sürüm ${version} · Yürürlük: ${day}`).waitFor();
      for (const { heading } of sections) {
        await text.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
      }
      await assertSound(visit);
      await visit.context.close();
    });
  }
}

test('the agreement names the seller, and says on a fresh machine that nothing is really sold', async () => {
  const visit = await startVisit(browser, site, { as: null });
  const { page } = visit;
  await visit.open('/info/agreement');
  await page.getByText('Rasat Gösterim Yazılım A.Ş.').waitFor();
  await page.getByText('gerçek satış yapılmaz, karttan para çekilmez').waitFor();
  await page.getByRole('article').getByRole('link', { name: LEGAL_TEXTS.refund.title }).click();
  await page.getByRole('heading', { level: 1, name: LEGAL_TEXTS.refund.title }).waitFor();
  await page.getByText('Rasat Gösterim Yazılım A.Ş.').waitFor();
  await page.getByRole('article').getByRole('link', { name: LEGAL_TEXTS.privacy.title }).click();
  await page.getByRole('heading', { level: 1, name: LEGAL_TEXTS.privacy.title }).waitFor();
  assert.equal(await page.getByText('Rasat Gösterim Yazılım A.Ş.').count(), 0);
  await visit.context.close();
});

for (const look of [
  { width: 1440, theme: 'dark', language: 'az' },
  { width: 390, theme: 'light', language: 'en' },
] as const) {
  test(`the page about the product names the operator and the ways to reach them: ${look.width}`, async () => {
    const visit = await startVisit(browser, site, { ...look, as: null });
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit.open('/info/about');
    const text = page.getByRole('article');
    const [title, contact, record] =
      look.language === 'az'
        ? ['Rasat haqqında', /^Bizə mesaj yazın/, 'Reyestri açın']
        : ['About Rasat', /^Send us a message/, 'Open the record'];
    await text.getByRole('heading', { level: 1, name: title }).waitFor();
    await text.getByText('Rasat Gösterim Yazılım A.Ş.').waitFor();
    await text.getByRole('link', { name: contact }).waitFor();
    await assertSound(visit);
    const scripts = asked.filter((path) => path.endsWith('.js'));
    assert.equal(scripts.length, 1, `one small program: ${scripts.join(' ')}`);
    await text.getByRole('link', { name: record }).click();
    await page.waitForURL('**/record');
    await visit.context.close();
  });
}

test('a document changes theme and language at once, and both stay after a reload', async () => {
  const visit = await startVisit(browser, site, { as: null, theme: 'dark' });
  const { page } = visit;
  await visit.open('/info/privacy');
  const header = page.getByRole('banner');
  const html = page.locator('html');
  await header.locator('summary').first().click();
  await header.getByRole('button', { name: 'Açık' }).click();
  assert.equal(await html.getAttribute('data-theme'), 'light');
  await header.locator('summary').last().press('Enter');
  await header.getByRole('button', { name: 'English' }).press('Enter');
  await header.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.equal(await header.getByRole('button', { name: 'English' }).isVisible(), false);
  await page.reload();
  await header.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.equal(await html.getAttribute('data-theme'), 'light');
  assert.equal(await page.title(), 'Privacy policy · Rasat');
  await visit.context.close();
});

test('on paper a text is dark on white without menus, and links show their addresses', async () => {
  const visit = await startVisit(browser, site, { as: null, theme: 'dark' });
  const { page } = visit;
  await visit.open('/info/about');
  await page.emulateMedia({ media: 'print' });
  const printed = await page
    .getByRole('link', { name: 'Sicili açın' })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  assert.ok(printed.includes(`${site.origin}/record`), printed);
  await page.emulateMedia({ media: 'screen' });
  await visit.open('/info/agreement');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('banner').isVisible(), false);
  assert.equal(await page.getByRole('contentinfo').isVisible(), false);
  const colours = await page.evaluate(() => ({
    text: getComputedStyle(document.querySelector('h1') ?? document.body).color,
    page: getComputedStyle(document.body).backgroundColor,
  }));
  assert.deepEqual(colours, { text: 'rgb(0, 0, 0)', page: 'rgb(255, 255, 255)' });
  await visit.context.close();
});

const GLOSSARY = {
  tr: {
    title: 'Sözlük',
    box: 'Kutu',
    seer: 'Seer',
    picture: 'teyitli dip = destek',
    search: 'Terim ara',
  },
  az: {
    title: 'Lüğət',
    box: 'Qutu',
    seer: 'Seer',
    picture: 'təsdiqlənmiş dib = dəstək',
    search: 'Termin axtar',
  },
  en: {
    title: 'Glossary',
    box: 'Box',
    seer: 'Seer',
    picture: 'confirmed low = support',
    search: 'Find a term',
  },
} as const;

for (const look of inTurn([
  { width: 1440, theme: 'dark', language: 'tr' },
  { width: 390, theme: 'light', language: 'az' },
  { width: 390, theme: 'dark', language: 'en' },
] as const)) {
  test(`the glossary is accessible and in the reader's language: ${look.width} ${look.theme} ${look.language}`, async () => {
    const visit = await startVisit(browser, site, { ...look, as: null });
    const { page } = visit;
    await visit.open('/info/glossary');
    const texts = GLOSSARY[look.language];
    await page.getByRole('heading', { level: 1, name: texts.title, exact: true }).waitFor();
    const card = page.getByRole('article', { name: texts.seer, exact: true });
    await card.getByText(texts.picture).waitFor();
    const drawn = await card.locator('text').first().boundingBox();
    assert.ok(drawn && drawn.height >= 12, `words of a picture are ${drawn?.height} px high`);
    await page.getByRole('searchbox', { name: texts.search, exact: true }).waitFor();
    await assertSound(visit);
    await visit.context.close();
  });
}

test('the glossary finds a typed term, and an address opens its card', async () => {
  const visit = await startVisit(browser, site, { as: null, language: 'en' });
  const { page } = visit;
  await visit.open('/info/glossary#matched-entries');
  const matched = page.getByRole('article', { name: 'Matched entries (baseline)' });
  await page.waitForFunction(() => scrollY > 0);
  const place = await matched.boundingBox();
  assert.ok(place && place.y >= 48 && place.y < 300, `the card lies at ${place?.y}`);
  const list = page.getByRole('navigation', { name: 'Terms' });
  const current = list.locator('[aria-current=true]');
  assert.equal((await current.innerText()).trim(), 'Matched entries (baseline)');
  const search = page.getByRole('searchbox');
  await search.fill('turning');
  await page.getByText('Terms found: 4').waitFor({ state: 'attached' });
  assert.deepEqual(await page.getByRole('article').getByRole('heading').allInnerTexts(), [
    'Box',
    'Seer',
    'Gann spectrum',
    'Setup',
  ]);
  assert.equal(await list.getByRole('link').count(), 4);
  await search.fill('crypto coin');
  await page.getByText('No term matches this search.').waitFor();
  await search.press('Escape');
  await matched.waitFor();
  await page.getByRole('article', { name: 'Record', exact: true }).getByRole('link').click();
  await page.waitForURL('**/record');
  await visit.context.close();
});
