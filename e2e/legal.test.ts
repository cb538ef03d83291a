import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEGAL_TEXTS, type LegalTextName } from '@rasat/contract';
import { assertSound, inTurn, startBrowser, startVisit } from './fixtures.ts';
import { startSite } from './site.ts';

// The legal texts, as anybody reads and prints them.

const site = await startSite();
const browser = await startBrowser();

const LOOKS = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

for (const name of Object.keys(LEGAL_TEXTS) as LegalTextName[]) {
  for (const look of inTurn(LOOKS)) {
    test(`/info/${name} is sound, Turkish, and says its version: ${look.width} ${look.theme}`, async () => {
      const visit = await startVisit(browser, site, { ...look, language: 'en', as: null });
      const { page } = visit;
      await visit.open(`/info/${name}`);
      const { title, version, sections } = LEGAL_TEXTS[name];
      const text = page.getByRole('article');
      assert.equal(await text.getAttribute('lang'), 'tr');
      await text.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await text.getByText(`Sürüm ${version} · Yürürlük: 21 Kas 2026`).waitFor();
      for (const { heading } of sections) {
        await text.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
      }
      await assertSound(visit);
      await visit.context.close();
    });
  }
}

test('the agreement names the seller, and that nothing is really sold on a fresh machine', async () => {
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

test('on paper a text is dark on white and stands alone', async () => {
  const visit = await startVisit(browser, site, { as: null, theme: 'dark' });
  const { page } = visit;
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
