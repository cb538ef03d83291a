import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import {
  assertSound,
  eventually,
  focused,
  LOOKS,
  settle,
  startBrowser,
  startVisit,
} from './fixtures.ts';
import { startSite } from './site.ts';

// The sections of the course: the lessons, the platform videos, the question, and homework.

const site = await startSite();
const browser = await startBrowser();

type Lessons = Reply<typeof ROUTES.lessons>;
type Question = NonNullable<Reply<typeof ROUTES.question>>;
type Homework = Reply<typeof ROUTES.homework>;

const DAY_MS = 86_400_000;
/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const IMAGE = { name: 'eurusd.png', mimeType: 'image/png', buffer: PIXEL };
const titles = (text: string) => ({ tr: text, az: text, en: text });

/** Lessons of every state. */
function makeLessons(): Lessons {
  const file = { kind: 'file', url: '/api/videos/none' } as const;
  const link = { kind: 'link', url: 'https://video.example/ders' } as const;
  const lesson = (number: number, video: Lessons['lessons'][number]['video'], progress = 0) => ({
    number,
    title: titles(`Ders ${number}`),
    minutes: 125,
    state: video === null ? ('pending' as const) : ('ready' as const),
    video,
    progress,
    position: 0,
  });
  return {
    hasLesson: true,
    lessons: [
      lesson(1, link, 1),
      lesson(2, link, 0.42),
      lesson(3, link),
      lesson(4, { kind: 'link', url: 'javascript:alert(1)' }),
      ...[5, 6, 7, 8].map((number) => lesson(number, null)),
    ],
    videos: [{ id: 1, title: titles('Panel turu'), minutes: 6, video: { ...file, ...link } }],
  };
}

function makeQuestion(askedAgoMs: number): Question {
  const datetime = site.now() - askedAgoMs;
  return {
    text: 'Koşul ne zaman geçersiz olur?',
    answer: 'Zarar durdur seviyesinde.',
    datetime,
    imageId: 'a'.repeat(20),
    imageUrl: '/api/images/pixel',
    answered: datetime + 1000,
    next: datetime + LIMITS.questionDays * DAY_MS,
    daysLeft: 1,
  };
}

function makeHomework(): Homework {
  const made = {
    text: 'Kutuyu 16 Ekim ile 12 Kasım arasında kurdum.',
    imageUrl: '/api/images/pixel',
    datetime: site.now() - DAY_MS,
    feedback: 'Çeyrek çizgilerini de çizin.',
    marks: [{ x: 0.3, y: 0.4, text: 'Alt çeyrek eksik.' }],
    reviewed: site.now(),
  };
  return {
    1: { ...made, state: 'approved', earlier: [{ ...made, state: 'fix', datetime: 1 }] },
    2: { ...made, state: 'fix', earlier: [] },
    3: { ...made, state: 'review', feedback: null, marks: [], reviewed: null, earlier: [] },
  };
}

/** Answers the calls of the course as a test chooses, images among them. */
async function answerWith(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, json] of Object.entries(answers)) {
    await page.route(`**/api/account/${name}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
    );
  }
  await page.route('**/api/images/**', (route) =>
    route.fulfill({ body: PIXEL, contentType: 'image/png' }),
  );
}

const SECTIONS = ['education', 'videos', 'question', 'homework&slot=1', 'homework&slot=2'] as const;

for (const look of LOOKS) {
  test(`the sections of the course are sound: ${look.name}`, async () => {
    const visit = await startVisit(browser, site, { ...look, as: 'student' });
    const { page } = visit;
    await answerWith(page, {
      education: { hasLesson: true, links: ['https://video.example/ders', ...Array(7).fill('')] },
      lessons: makeLessons(),
      question: makeQuestion(DAY_MS),
      homework: makeHomework(),
    });
    for (const section of SECTIONS) {
      await visit.open(`/account?selected=${section}`);
      await settle(page);
      await assertSound(visit);
    }
    await visit.context.close();
  });
}

test('a lesson elsewhere opens in a tab without opener; an address that is none does not', async () => {
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

test('without videos a student reads that they are pending; who is none reads the offer', async () => {
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

test('a homework is refused without text and image, keeps its draft, and is handed in for good', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page, problems } = visit;
  await visit.open('/account?selected=homework&slot=7');
  const send = page.getByRole('button', { name: 'Ödevi gönder' });
  const text = page.getByLabel('Açıklama');
  const alert = page.getByRole('alert');
  await send.click();
  await focused(text);
  await alert.getByText(/ödev görselini yükleyin/).waitFor();
  await text.fill('Kutuyu kurdum, orta çizgi 1,13675.');
  await send.click();
  await focused(page.getByRole('button', { name: 'Görsel ekle' }));
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

test('a question outlives a store that is away and a reload, and the next one waits seven days', async () => {
  const visit = await startVisit(browser, site, { as: 'student' });
  const { page, context } = visit;
  let away = true;
  await page.route('**/api/account/imageUrl*', (route) =>
    away
      ? route.fulfill({ status: 503, json: { code: 'unavailable-503', requestId: 'r1' } })
      : route.fallback(),
  );
  await visit.open('/account?selected=question');
  const text = page.getByRole('textbox', { name: 'Sorunuz' });
  await text.fill('x'.repeat(LIMITS.studentText + 1));
  await page.getByRole('button', { name: 'Soruyu gönder' }).click();
  await page.getByText('Soru biçimi geçersiz: en az 1, en çok 4.999 karakter yazın.').waitFor();
  await focused(text);
  await text.fill('Koşul ne zaman geçersiz olur?');
  await page.locator('input[type=file]').setInputFiles(IMAGE);
  await page.getByText('Görsel deposuna şu anda ulaşılamıyor.').waitFor();
  assert.equal(await text.inputValue(), 'Koşul ne zaman geçersiz olur?');
  assert.ok(await page.evaluate(() => sessionStorage.getItem('rasat.question')));
  await page.reload();
  await page.getByText('Koşul ne zaman geçersiz olur?').waitFor();
  away = false;
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
