import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { assertSound, eventually, startBrowser, startVisit } from './fixtures.ts';
import { shareSite } from './site.ts';

// The two lists of messages, with given answers of the server.

const site = await shareSite();
const browser = await startBrowser();

type Messages = Reply<typeof ROUTES.platformMessages>;

function makeMessages(count: number): Messages {
  return Array.from({ length: count }, (_, at) => ({
    id: count - at,
    message: `${count - at}. mesaj: haftalık seviyeler güncellendi.`,
    datetime: site.now() - at * 3_600_000,
    unread: false,
    ...(at === 0 && { link: 'https://example.com/duyuru' }),
  }));
}

async function answerWith(page: Page, list: string, messages: Messages): Promise<void> {
  await page.route(`**/api/account/${list}Messages`, (route) => route.fulfill({ json: messages }));
}

for (const { width, theme } of [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const) {
  test(`a list scrolls within 550 pixels, by keyboard too: ${width} ${theme}`, async () => {
    const visit = await startVisit(browser, site, { width, theme, as: 'student' });
    const { page } = visit;
    await answerWith(page, 'platform', makeMessages(60));
    await answerWith(page, 'class', makeMessages(2));
    await visit.open('/dashboard/messages');
    const list = page.getByRole('list', { name: 'Platform mesajları' });
    await list.getByText('1. mesaj: haftalık', { exact: false }).first().waitFor();
    const box = await list.boundingBox();
    assert.ok(box && box.height <= 550, `${box?.height} pixels`);
    assert.ok(await list.evaluate((element) => element.scrollHeight > 2 * element.clientHeight));
    // A key is lost while a busy browser has not laid out the list for scrolling.
    await eventually(async () => {
      await list.focus();
      await page.keyboard.press('End');
      assert.ok(await list.evaluate((element) => element.scrollTop > 0));
    });
    const link = page.getByRole('link', { name: /example\.com/ }).first();
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.match((await link.getAttribute('rel')) ?? '', /noopener/);
    await assertSound(visit);
    await visit.context.close();
  });
}

test('a list that cannot be loaded raises no alarm, leaves the other list unchanged, and loads again on request', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page } = visit;
  let isUnavailable = true;
  await answerWith(page, 'class', makeMessages(2));
  await page.route('**/api/account/platformMessages', (route) =>
    isUnavailable
      ? route.fulfill({ status: 500, json: { code: '500', requestId: 'x' } })
      : route.fulfill({ json: makeMessages(1) }),
  );
  await visit.open('/dashboard/messages');
  const panel = page.getByRole('region', { name: 'Platform mesajları' }).first();
  await panel.getByText('Mesajlar şu anda okunamıyor.').waitFor();
  await page.getByText('2. mesaj: haftalık').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  isUnavailable = false;
  await panel.getByRole('button', { name: 'Yeniden dene' }).click();
  await panel.getByText('1. mesaj: haftalık').waitFor();
  await visit.context.close();
});
