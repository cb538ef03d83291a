import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { answerWith, makeLessons, WRITTEN } from './course.ts';
import { eventually, startBrowser, startVisit, waitForFocus } from './fixtures.ts';
import { assertLearningShown, assertMessagesShown } from './learning-values.ts';
import { startDraw } from './random.ts';
import { shareSite } from './site.ts';

// The sections of the course: the lessons, the platform videos, the question, and homework.

const site = await shareSite();
const browser = await startBrowser();

/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const IMAGE = { name: 'eurusd.png', mimeType: 'image/png', buffer: PIXEL };

test('a lesson on another site opens in a tab without opener; an invalid address has no link', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page, context } = visit;
  await answerWith(page, {
    education: { hasLesson: true, links: ['https://video.example/ders', ...Array(7).fill('')] },
    lessons: makeLessons(),
  });
  await visit.open('/account?selected=education');
  const link = page.getByRole('link', { name: /^Ders 2/ });
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.match((await link.getAttribute('rel')) ?? '', /noopener/);
  assert.equal(await page.getByRole('link', { name: /^Ders 4/ }).count(), 0);
  for (const [title, state] of [
    ['Ders 1', 'İzlendi'],
    ['Ders 2', 'Devam et'],
    ['Ders 3', 'Hazır'],
    ['Ders 5', 'Video bekleniyor'],
  ] as const) {
    await page.getByRole('listitem').filter({ hasText: title }).getByText(state).waitFor();
  }
  await context.close();
});

test('lessons, question, homework and messages are those of the API, seen and heard, in each language', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const { page, context, problems } = await startVisit(browser, site, { as: 'student' });
  await page.route('**/api/images/**', (route) =>
    route.fulfill({ body: PIXEL, contentType: 'image/png' }),
  );
  await assertLearningShown(page, draw);
  await assertMessagesShown(page, draw);
  assert.deepEqual(problems, []);
  await context.close();
});

test('without videos a student reads that they are pending; without the course a person reads the offer', async () => {
  const student = await startVisit(browser, site, { as: 'student' });
  await student.open('/account?selected=education');
  await student.page.getByText('Videolar bekleniyor.').waitFor();
  await student.context.close();
  const person = await startVisit(browser, site, { as: 'person' });
  await person.open('/account?selected=education');
  await person.page.getByRole('heading', { name: 'Program' }).waitFor();
  await person.open('/account?selected=homework');
  await person.page.getByRole('link', { name: 'Eğitime göz at' }).click();
  await person.page.getByRole('heading', { name: 'Eğitim', exact: true, level: 1 }).waitFor();
  await person.context.close();
});

test('a homework is refused without text and image, keeps its draft, and cannot be changed once handed in', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page, problems } = visit;
  await visit.open('/account?selected=homework&slot=7');
  const send = page.getByRole('button', { name: 'Ödevi gönder' });
  const text = page.getByLabel('Açıklama');
  const alert = page.getByRole('alert');
  await send.click();
  await waitForFocus(text);
  await alert.getByText(/ödev görselini yükleyin/).waitFor();
  await text.fill('Kutuyu kurdum, orta çizgi 1,13675.');
  await send.click();
  await waitForFocus(page.getByRole('button', { name: 'Görsel ekle' }));
  await page.getByText('Ödev görselini yükleyin.').waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ ...IMAGE, buffer: Buffer.from('<svg/>') });
  await page.getByText('Bu dosya bir JPEG, PNG veya WebP görseli değil.').waitFor();
  await input.setInputFiles({ ...IMAGE, buffer: Buffer.alloc(LIMITS.imageBytes + 1) });
  await page.getByText('Bu görsel çok büyük: en çok 5 MB olabilir.').waitFor();
  await input.setInputFiles(IMAGE);
  await page.getByText('yüklendi').first().waitFor();
  await page.reload();
  await page.getByText('eurusd.png').waitFor();
  assert.equal(await text.inputValue(), 'Kutuyu kurdum, orta çizgi 1,13675.');
  await page.getByRole('tab', { name: /Ödev 7.*Yazılıyor/ }).waitFor();
  await send.click();
  await page.getByText('Ödeviniz gönderildi.').waitFor();
  await page.getByRole('tab', { name: /Ödev 7.*İncelemede/ }).waitFor();
  assert.equal(await text.count(), 0, 'it cannot be changed');
  await page.getByRole('button', { name: /^Görseli büyüt/ }).click();
  const large = page.getByRole('dialog').getByRole('img');
  await eventually(async () =>
    assert.ok(
      await large.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
      'the image is there',
    ),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await visit.context.close();
});

test('the draft of a question survives an unavailable store and a reload, and the next question waits seven days', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page, context } = visit;
  let isUnavailable = true;
  await page.route('**/api/account/imageUrl*', (route) =>
    isUnavailable
      ? route.fulfill({ status: 503, json: { code: 'unavailable-503', requestId: 'r1' } })
      : route.fallback(),
  );
  await visit.open('/account?selected=question');
  const text = page.getByRole('textbox', { name: 'Sorunuz' });
  await text.fill('x'.repeat(LIMITS.studentText + 1));
  await page.getByRole('button', { name: 'Soruyu gönder' }).click();
  await page.getByText('Soru biçimi geçersiz: en az 1, en çok 4.999 karakter yazın.').waitFor();
  await waitForFocus(text);
  await text.fill(WRITTEN.question);
  await page.locator('input[type=file]').setInputFiles(IMAGE);
  await page.getByText('Görsel deposuna şu anda ulaşılamıyor.').waitFor();
  assert.equal(await text.inputValue(), WRITTEN.question);
  assert.ok(await page.evaluate(() => sessionStorage.getItem('rasat.question')));
  await page.reload();
  await page.getByText(WRITTEN.question).waitFor();
  isUnavailable = false;
  await page.locator('input[type=file]').setInputFiles(IMAGE);
  await page.getByText('yüklendi').first().waitFor();
  await page.getByRole('button', { name: 'Soruyu gönder' }).click();
  await page.getByText('Sorunuz gönderildi.').waitFor();
  await page.getByText('Yeni soru için 7 gün kaldı.').waitFor();
  await page.getByText('Yanıt bekleniyor').waitFor();
  assert.equal(await text.isEnabled(), false);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('rasat.question')), null);
  await context.close();
});
