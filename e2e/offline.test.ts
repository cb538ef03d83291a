import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  assertSound,
  eventually,
  inTurn,
  startBrowser,
  startVisit,
  waitForPanels,
  waitForPrefetch,
} from './fixtures.ts';
import { startGate } from './gate.ts';
import { shareSite } from './site.ts';

// The installed app, a start without a connection, a server that stops and returns, and a new build.

const site = await shareSite();
const browser = await startBrowser();

/** Returns the price of a symbol on the dashboard. */
const priceOf = (page: Page, symbol: string): Locator =>
  page.locator(`a.grid[href="/dashboard/symbol/${symbol}"] .num[translate="no"]`);

/** Waits until the site can start without a connection. */
async function waitForOfflineStart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) =>
      active?.addEventListener('statechange', resolve, { once: true }),
    );
  });
}

/** Lists the stored data of the site: caches with their texts, databases, and the keys of both storages. */
function listKept(page: Page) {
  return page.evaluate(async () => {
    const caught: { cache: string; path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        caught.push({ cache: name, path: new URL(request.url).pathname, text });
      }
    }
    return {
      caught,
      databases: (await indexedDB.databases()).map(({ name }) => name),
      stores: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    };
  });
}

test('the site is one that a browser installs', async () => {
  const { page, context } = await startVisit(browser, site, { language: 'en' });
  await page.goto('/dashboard');
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(
    // The context of a test is incognito.
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest: {
    readonly lang: string;
    readonly icons: readonly {
      readonly src: string;
      readonly sizes: string;
      readonly purpose: string;
    }[];
    readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  } = JSON.parse(data);
  assert.equal(manifest.lang, 'en');
  assert.deepEqual(
    manifest.shortcuts.map(({ name }) => name),
    ['Dashboard', 'Chart', 'Predictor', 'Messages'],
  );
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    assert.equal(size, sizes, src);
  }
  assert.deepEqual(
    [...new Set(manifest.icons.map(({ purpose }) => purpose))],
    ['any', 'maskable', 'monochrome'],
  );
  for (const { url } of manifest.shortcuts) {
    const response = await page.request.get(url);
    assert.equal(response.status(), 200, url);
  }
  await context.close();
});

test('without a connection the app starts with the last prices; nothing of a person is kept, and nothing after signing out', async () => {
  const made = await startVisit(browser, site, { worker: true });
  const { page, context } = made;
  const price = priceOf(page, 'EURUSD');
  await made.open('/dashboard');
  await waitForOfflineStart(page);
  for (const address of [
    '/dashboard/symbol/EURUSD',
    '/dashboard/messages',
    '/account?selected=security',
    '/account?selected=favorites',
  ]) {
    await made.open(address);
    await waitForPanels(page);
  }
  await made.open('/dashboard/chart?symbol=EURUSD');
  await eventually(async () => {
    const { caught } = await listKept(page);
    assert.ok(
      caught.some(({ path }) => path === '/kept/pages/EURUSD/1D'),
      'the chart is kept',
    );
  });
  await made.open('/dashboard');
  await price.waitFor();
  const shown = await price.innerText();
  assert.match(shown, /^1,\d{5}$/);
  await eventually(async () => {
    const { caught, databases, stores } = await listKept(page);
    const [shell, ...others] = [...new Set(caught.map(({ cache }) => cache))]
      .toSorted()
      .toReversed();
    assert.match(shell ?? '', /^rasat-shell-[0-9a-f]{12}$/);
    assert.deepEqual(others, ['rasat-prices']);
    const strange = caught.filter(({ cache, path }) =>
      cache === shell
        ? !/^\/(offline|info\/[a-z]+|assets\/[\w.-]+)?$/.test(path)
        : !/^\/kept\/(symbols|quotes\/[a-z]+|pages\/EURUSD\/1D)$/.test(path),
    );
    assert.deepEqual(strange, [], 'only documents without personal data, files and prices');
    const account = site.accounts.find(({ role }) => role === 'subscriber');
    const { value: id = '' } = (await context.cookies()).find(({ name }) => name === 'id') ?? {};
    assert.notEqual(id, '');
    for (const { path, text } of caught) {
      for (const word of [account?.mail ?? '', id]) assert.ok(!text.includes(word), path);
    }
    assert.deepEqual(databases, []);
    assert.deepEqual(
      stores.filter((key) => !/^rasat\.(theme|prices|keys|tour)$|^react-router-/.test(key)),
      [],
    );
  });

  await context.setOffline(true);
  await page.goto('/dashboard');
  // The time has its date when the browser's clock is on another day.
  await page
    .getByText(
      /^Bağlantı yok\. Fiyatlar en son (\d+ \p{L}+ (2024 )?)?\d\d:\d\d(:\d\d)? itibarıyla/u,
    )
    .waitFor();
  await price.waitFor();
  assert.match(await price.innerText(), /^1,\d{5}$/);
  assert.match((await price.getAttribute('title')) ?? '', /^Son fiyat \d\d:\d\d:\d\d/);
  await page.getByText('Tahminci kayıtları yüklenemedi').waitFor();
  await assertSound(made);
  await page.goto('/dashboard/chart?symbol=EURUSD');
  await page.getByRole('application').waitFor();
  await page.getByText(/^Bağlantı yok\. Fiyatlar en son/).waitFor();
  await page.goto('/info/kvkk');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/account?selected=security');
  await page.getByRole('heading', { level: 1, name: 'Bağlantı yok' }).waitFor();
  await assertSound(made);
  await context.setOffline(false);
  await page.waitForURL('**/account?selected=security');
  await page.getByRole('link', { name: 'Faturalar' }).waitFor();

  await page.evaluate(() => sessionStorage.setItem('rasat.question', '{"person":"x","text":"?"}'));
  await page.getByRole('button', { name: /Hesap menüsü/ }).click();
  await page.getByRole('menuitem', { name: 'Çıkış yap' }).click();
  await page.waitForURL('**/auth/login?**');
  await eventually(async () => {
    const { caught, stores } = await listKept(page);
    assert.ok(caught.every(({ cache }) => cache.startsWith('rasat-shell-')));
    assert.ok(stores.every((key) => /^rasat\.(theme|prices|keys|tour)$|^react-router-/.test(key)));
    assert.ok(!(await context.cookies()).some(({ name }) => name === 'id'));
  });
  await context.setOffline(true);
  await page.goto('/dashboard');
  await page.getByText('Bağlantı yok', { exact: true }).first().waitFor();
  assert.equal(await priceOf(page, 'EURUSD').count(), 0, 'no price after signing out');
  await context.close();
});

for (const width of inTurn([1440, 390])) {
  test(`an unavailable server is announced, and the page reconnects by itself (${width})`, async () => {
    const gate = await startGate(site);
    const made = await startVisit(browser, gate.site, { width });
    const { page, context } = made;
    const tag = page.getByRole('status').filter({ hasText: 'Yeniden bağlanıyor' });
    const strip = page.getByText(
      /^Canlı fiyat kesildi\. Son fiyat \d\d:\d\d:\d\d\. Yeniden bağlanıyor\.$/,
    );
    const price = priceOf(page, 'BTCUSD');
    await made.open('/dashboard');
    await waitForPanels(page);
    const first = await price.innerText();
    await eventually(async () => assert.notEqual(await price.innerText(), first, 'prices flow'));
    assert.equal(await price.getAttribute('title'), null);
    await waitForPrefetch(page);
    await gate.shut();
    await tag.first().waitFor();
    await strip.waitFor();
    assert.match(
      (await price.getAttribute('title')) ?? '',
      /^Son fiyat/,
      'no price passes for a live one',
    );
    await page.getByRole('link', { name: 'Tahminci', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Tahminci' }).waitFor();
    await page.getByText('Sunucuya ulaşılamadı').first().waitFor();
    await assertSound(made);
    await gate.open();
    await page.getByText('Sunucuya ulaşılamadı').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Panel', exact: true }).first().click();
    await tag.first().waitFor({ state: 'detached' });
    await strip.waitFor({ state: 'detached' });
    const before = await price.innerText();
    await eventually(async () => assert.notEqual(await price.innerText(), before, 'prices flow'));
    await context.close();
  });
}

test('a new build takes over when the only open page runs it, and not while others are open', async () => {
  const gate = await startGate(site);
  const { page, context } = await startVisit(browser, gate.site, { worker: true, as: null });
  const shells = () =>
    page.evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith('rasat-shell-')),
    );
  await page.goto('/dashboard/predictor/forex');
  await waitForOfflineStart(page);
  // The files of a real earlier build have other names.
  await page.evaluate("__reactRouterManifest.url = '/assets/manifest-before.js'");
  const [old] = await shells();
  const both = new Set([old, 'rasat-shell-bbbbbbbbbbbb']);
  gate.changeBuild();
  const second = await context.newPage();
  await second.goto('/record');
  await eventually(async () => {
    assert.deepEqual(new Set(await shells()), both);
    const waits = () =>
      navigator.serviceWorker.getRegistration().then((own) => own?.waiting != null);
    assert.ok(await page.evaluate(waits), 'the new one waits');
  });
  await page.addInitScript(`const say = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (build) {
      globalThis.hasAsked = true;
      say.call(this, build);
    };`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Tahminci' }).waitFor();
  await eventually(async () => assert.ok(await page.evaluate('globalThis.hasAsked')));
  assert.deepEqual(new Set(await shells()), both);
  await second.close();
  await eventually(async () => {
    await page.waitForTimeout(100);
    assert.deepEqual(await shells(), ['rasat-shell-bbbbbbbbbbbb']);
  });
  await context.close();
});
