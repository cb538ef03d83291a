import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  assertSound,
  eventually,
  holdTimers,
  startBrowser,
  startVisit,
  waitForPanels,
} from './fixtures.ts';
import { drawPng } from './png.ts';
import { nextCode } from './sign-in.ts';
import { startSite } from './site.ts';

// A student and a teacher: homework with an image and its review, a question and its answer, and messages, first on the
// page of one person and then of the other.

const site = await startSite();
const browser = await startBrowser();

const WIDTH = 640;
const HEIGHT = 400;
const IMAGE = { name: 'eurusd.png', mimeType: 'image/png', buffer: drawPng(WIDTH, HEIGHT) };

/** Asserts that the image is loaded with the size that was sent. */
async function assertShown(image: Locator): Promise<void> {
  await image.waitFor();
  await eventually(async () => {
    const size = await image.evaluate((one) =>
      one instanceof HTMLImageElement ? [one.naturalWidth, one.naturalHeight] : [],
    );
    assert.deepEqual(size, [WIDTH, HEIGHT]);
  });
}

async function upload(page: Page, ready: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(IMAGE);
  await page.getByText(ready).first().waitFor();
}

test('homework with an image is approved with a mark, which the student reads', async () => {
  const student = await startVisit(browser, site, { as: 'student', language: 'az', width: 390 });
  await student.open('/account?selected=homework&slot=2');
  const handIn = student.page;
  await handIn.getByLabel('İzahat').fill('Qutunu 16 oktyabrdan qurdum, orta xətt 1,13675.');
  await upload(handIn, 'yükləndi');
  await handIn.getByRole('button', { name: 'Tapşırığı göndər' }).click();
  await handIn.getByText('Tapşırığınız göndərildi.').waitFor();
  await assertSound(student);
  await student.context.close();

  const teacher = await startVisit(browser, site, { as: 'admin', language: 'en', theme: 'light' });
  const { page } = teacher;
  // The six seconds in which a decision can be undone never end.
  await holdTimers(teacher.context, 5000, 6000);
  await teacher.open('/admin/homework');
  await page.getByRole('heading', { name: 'Demo Öğrenci · Homework 2' }).waitFor();
  await page.getByText('Qutunu 16 oktyabrdan qurdum').waitFor();
  const surface = page.getByRole('button', { name: /^Put a mark on the image/ });
  await assertShown(surface.locator('img'));
  const box = await surface.boundingBox();
  assert.ok(box);
  await surface.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
  const remark = page.getByLabel('Note on mark 1');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Write a note on mark 1').waitFor();
  await remark.fill('Alt çeyrek burada başlar.');
  await page.getByPlaceholder('Feedback').fill('Kutu yerinde, çeyrekler de.');
  await waitForPanels(page);
  await assertSound(teacher);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Demo Öğrenci · Homework 2: approved').waitFor();
  await page.getByText('No homework to review').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await remark.waitFor();
  assert.equal(await remark.inputValue(), 'Alt çeyrek burada başlar.', 'what was written stays');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Demo Öğrenci · Homework 2: approved').waitFor();
  // Opening another page sends the decision at once.
  await page.getByRole('link', { name: /^Questions/ }).click();
  await page.getByRole('heading', { name: 'Questions waiting for an answer' }).waitFor();
  await page.getByRole('link', { name: /^Homework/ }).click();
  await page.getByText('Approved', { exact: true }).first().click();
  await page.getByText('Kutu yerinde, çeyrekler de.').waitFor();
  await assertSound(teacher);
  await teacher.context.close();

  const reader = await startVisit(browser, site, { as: 'student', language: 'az' });
  await reader.open('/account?selected=homework&slot=2');
  await reader.page.getByRole('tab', { name: /Tapşırıq 2.*Təsdiqləndi/ }).waitFor();
  await reader.page.getByText('Kutu yerinde, çeyrekler de.').waitFor();
  const marks = reader.page.getByRole('list', { name: 'Şəkildəki işarələr' });
  await marks.getByText('Alt çeyrek burada başlar.').waitFor();
  await assertShown(reader.page.getByRole('img', { name: /^Tapşırıq 2 üçün/ }).first());
  await assertSound(reader);
  await reader.context.close();
});

test('a question is answered in the back office, and the student reads the answer', async () => {
  const student = await startVisit(browser, site, { as: 'student', language: 'en' });
  await student.open('/account?selected=question');
  await student.page.getByLabel('Your question').fill('Where does the middle line go?');
  await upload(student.page, 'uploaded');
  await student.page.getByRole('button', { name: 'Send question' }).click();
  await student.page.getByText('Your question has been sent.').waitFor();
  await student.page.getByText('Awaiting an answer').waitFor();
  await assertSound(student);

  const teacher = await startVisit(browser, site, { as: 'admin', language: 'tr', width: 390 });
  const { page } = teacher;
  await teacher.open('/admin/questions');
  const list = page.getByRole('list', { name: 'Soru listesi' });
  await list.getByText('Where does the middle line go?').waitFor();
  await assertShown(page.getByRole('img', { name: 'Demo Öğrenci: sorudaki görsel' }));
  await waitForPanels(page);
  await assertSound(teacher);
  const answer = page.getByLabel('Yanıt', { exact: true });
  await page.getByRole('button', { name: 'Yanıtla', exact: true }).click();
  await page.getByText('1 ile 4.999 karakter arası yazın').waitFor();
  await answer.fill('Kutunun tam ortasından geçer.\nÇeyrekler de oradan ölçülür.');
  await answer.press('Control+Enter');
  await page.getByText('Yanıt gönderildi: Demo Öğrenci').waitFor();
  await page.getByRole('heading', { name: 'Yanıt bekleyen soru yok' }).waitFor();
  await page.getByRole('button', { name: 'Yanıtlananlara bak' }).click();
  await page.getByText('Kutunun tam ortasından geçer.').waitFor();
  await assertSound(teacher);
  await teacher.context.close();

  await student.page.reload();
  await student.page.getByText('Kutunun tam ortasından geçer.').waitFor();
  await student.page.getByText('Answered', { exact: true }).waitFor();
  await assertSound(student);
  await student.context.close();
});

test('a message in three languages rings the bell of its recipients and is read once it is seen', async () => {
  const texts = {
    en: 'New: gold in the list of symbols.',
    tr: 'Yeni: altın, sembol listesinde.',
    az: 'Yeni: qızıl, simvolların siyahısında.',
  };
  const sender = await startVisit(browser, site, { as: 'admin', language: 'en', theme: 'light' });
  const { page } = sender;
  await sender.open('/admin/messages');
  await page.getByText('No message has been sent yet').waitFor();
  await page.getByLabel('Message (English)').fill(texts.en);
  await page.getByLabel('Link (optional)').fill('https://example.com/altin');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  // The form asks for the missing languages, one after another.
  await send.click();
  await page.getByLabel('Message (Turkish)').fill(texts.tr);
  await send.click();
  await page.getByLabel('Message (Azerbaijani)').fill(texts.az);
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Send the message now?' });
  for (const text of Object.values(texts)) await dialog.getByText(text).waitFor();
  await waitForPanels(page);
  await assertSound(sender);
  await dialog.getByLabel('Authenticator code').fill(await nextCode(site));
  await dialog.getByRole('button', { name: 'Send the message' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('list', { name: 'Sent and scheduled messages' })
    .getByText(texts.en)
    .waitFor();
  await assertSound(sender);
  await sender.context.close();

  const reader = await startVisit(browser, site, { as: 'student', language: 'az', width: 390 });
  await reader.open('/account?selected=settings');
  await reader.page.getByRole('link', { name: 'Mesajlar, 1 oxunmamış' }).click();
  const list = reader.page.getByRole('list', { name: 'Platforma mesajları' });
  await list.getByText(texts.az).waitFor();
  assert.equal(await list.getByRole('link').getAttribute('href'), 'https://example.com/altin');
  // A seen message is read, so the bell loses its count.
  await reader.page.getByRole('link', { name: 'Mesajlar', exact: true }).first().waitFor();
  await waitForPanels(reader.page);
  await assertSound(reader);
  await reader.context.close();
});
