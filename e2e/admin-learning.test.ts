import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import {
  assertSound,
  eventually,
  startBrowser,
  startVisit,
  type Visit,
  waitForFocus,
  waitForPanels,
} from './fixtures.ts';
import { callSite, nextCode, readAs, signIn } from './sign-in.ts';
import { startSite } from './site.ts';

// Lessons, homework and messages in the back office: keyboard use, undone decisions, uploads and schedules.

const site = await startSite();
const browser = await startBrowser();

type Slots = Reply<typeof ROUTES.homework>;

const DAY_MS = 86_400_000;
/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
/** The first bytes of a video file, by which the server recognises it. */
const FILM = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isommp41', 'latin1'),
  Buffer.from([0, 0x0f, 0x42, 0x48]),
  Buffer.from('mdat'),
  Buffer.alloc(1_000_000, 7),
]);
const asAdmin = (): Promise<Visit> => startVisit(browser, site, { as: 'admin' });

/** Sends an image as the student. Returns its id. */
async function sendImage(): Promise<string> {
  const { url, id } = await readAs<{ url: string; id: string }>(
    site,
    '/account/imageUrl?type=image/png',
    'student',
  );
  const headers = { 'content-type': 'image/png' };
  const put = await fetch(site.origin + url, { method: 'PUT', headers, body: PIXEL });
  assert.equal(put.status, 200);
  return id;
}

async function postAsStudent(path: string, body: unknown): Promise<void> {
  const answer = await callSite(site, 'POST', path, body, await signIn(site, 'student'));
  assert.equal(answer.status, 200, await answer.text());
}

test('homework is marked by mouse and keyboard; a decision can be undone before the student gets it', async () => {
  for (const homeworkNumber of [1, 2]) {
    const imageId = await sendImage();
    await postAsStudent('/account/homework', { text: 'Kutuyu kurdum.', homeworkNumber, imageId });
  }
  const visit = await asAdmin();
  const { page } = visit;
  await visit.open('/admin/homework');
  const surface = page.getByRole('button', { name: /^Görsele işaret koy/ });
  const feedback = page.getByRole('textbox', { name: 'Geri bildirim' });
  const heading = (number: number) =>
    page.getByRole('heading', { name: `Demo Öğrenci · Ödev ${number}` });
  await heading(1).waitFor();
  const box = await surface.boundingBox();
  assert.ok(box);
  await surface.click({ position: { x: box.width / 4, y: box.height / 2 } });
  const first = page.getByRole('textbox', { name: '1. işaretin notu' });
  await waitForFocus(first);
  // Letters typed into a field are no shortcuts.
  await page.keyboard.type('ad: orta çizgi doğru');
  await page.keyboard.press('Enter');
  await waitForFocus(surface);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  const second = page.getByRole('textbox', { name: '2. işaretin notu' });
  await waitForFocus(second);
  await page.getByRole('button', { name: 'Onayla' }).click();
  await page.getByText('2. işaretin notunu yazın').waitFor();
  await page.getByRole('button', { name: '2. işareti kaldır' }).click();
  await surface.focus();
  await page.keyboard.press('d');
  await page.getByText('Neyin düzeltileceğini yazın').waitFor();
  await waitForFocus(feedback);
  await feedback.fill('Üst çeyreği yeniden hesaplayın.');
  await surface.focus();
  await page.keyboard.press('d');
  await heading(2).waitFor();
  await page.keyboard.press('z');
  await heading(1).waitFor();
  assert.equal(await feedback.inputValue(), 'Üst çeyreği yeniden hesaplayın.');
  const before = await readAs<Slots>(site, '/account/homework', 'student');
  assert.equal(before['1']?.state, 'review', 'nothing was decided');
  await surface.focus();
  await page.keyboard.press('d');
  await heading(2).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'İncelenecek ödev yok' }).waitFor();
  await eventually(async () => {
    const slots = await readAs<Slots>(site, '/account/homework', 'student');
    assert.equal(slots['1']?.state, 'fix');
    assert.equal(slots['1']?.feedback, 'Üst çeyreği yeniden hesaplayın.');
    const [mark, ...more] = slots['1']?.marks ?? [];
    assert.deepEqual(more, []);
    assert.equal(mark?.text, 'ad: orta çizgi doğru');
    assert.ok(Math.abs((mark?.x ?? 0) - 0.25) < 0.01);
    assert.equal(slots['2']?.state, 'approved');
  });
  await page.getByRole('radio', { name: /^Düzeltilecek/ }).check({ force: true });
  await page.getByText('ad: orta çizgi doğru').waitFor();
  assert.deepEqual(visit.problems, []);
  await visit.context.close();
});

test('a lesson gets its video from a file, and platform videos are added, moved and removed', async () => {
  const visit = await asAdmin();
  const { page } = visit;
  await visit.open('/admin/lessons');
  await page
    .getByRole('row', { name: /^1 Fiyat ve zamanın ölçeği/ })
    .getByRole('button')
    .click();
  const dialog = page.getByRole('dialog', { name: '1. ders' });
  await dialog.getByRole('radio', { name: 'Dosya' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await dialog.getByText('Bir video dosyası seçin').waitFor();
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ name: 'ders.txt', mimeType: 'text/plain', buffer: FILM });
  await dialog.getByText('Bu dosya MP4 veya WebM değil.').first().waitFor();
  await input.setInputFiles({ name: 'ders-1.mp4', mimeType: 'video/mp4', buffer: FILM });
  await dialog.getByText('yüklendi').first().waitFor();
  await waitForPanels(page);
  await assertSound(visit);
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'ders-1.mp4' }).waitFor();
  const { lessons } = await readAs<Reply<typeof ROUTES.lessons>>(
    site,
    '/account/lessons',
    'student',
  );
  assert.equal(lessons[0]?.state, 'ready');
  assert.equal(lessons[0]?.video?.kind, 'file');

  const adding = page.getByRole('dialog', { name: 'Yeni platform videosu' });
  const add = async (title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Video ekle' }).click();
    for (const language of ['Türkçe', 'Azerbaycanca', 'İngilizce']) {
      await adding.getByLabel(`${language} başlık`).fill(title);
    }
    await adding.getByLabel('Video adresi').fill('https://video.example/1');
    await adding.getByRole('button', { name: 'Kaydet' }).click();
    await adding.waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: title }).waitFor();
  };
  await add('Panel turu');
  await add('Grafik araçları');
  await page.getByRole('button', { name: 'Grafik araçları işlemleri' }).click();
  await page.getByRole('menuitem', { name: 'Yukarı taşı' }).click();
  const titles = async () => {
    const reply = await readAs<Reply<typeof ROUTES.lessons>>(site, '/account/lessons', 'student');
    return reply.videos.map(({ title }) => title.tr);
  };
  await eventually(async () => assert.deepEqual(await titles(), ['Grafik araçları', 'Panel turu']));
  await page.getByRole('button', { name: 'Panel turu işlemleri' }).click();
  await page.getByRole('menuitem', { name: 'Kaldır' }).click();
  const asked = page.getByRole('dialog', { name: '“Panel turu” kaldırılsın mı?' });
  await waitForFocus(asked.getByRole('button', { name: 'Vazgeç' }));
  await asked.getByRole('button', { name: 'Videoyu kaldır' }).click();
  await eventually(async () => assert.deepEqual(await titles(), ['Grafik araçları']));
  assert.deepEqual(visit.problems, []);
  await visit.context.close();
});

test('the draft of a message survives a reload, and a scheduled message can be cancelled', async () => {
  const visit = await asAdmin();
  const { page } = visit;
  await visit.open('/admin/messages');
  const dialog = page.getByRole('dialog', { name: 'Mesajı zamanla' });
  const write = async (language: string, text: string): Promise<void> => {
    await page.getByRole('radio', { name: new RegExp(`^${language}`) }).check({ force: true });
    await page.getByRole('textbox', { name: /^Mesaj/ }).fill(text);
  };
  await write('TR', 'Planlı bakım');
  await write('EN', 'Planned maintenance');
  await page.reload();
  assert.equal(
    await page.getByRole('textbox', { name: 'Mesaj (Türkçe)' }).inputValue(),
    'Planlı bakım',
  );
  await page.getByRole('radio', { name: 'AZ eksik' }).waitFor();
  await page.getByRole('button', { name: 'Zamanla', exact: true }).click();
  await waitForFocus(page.getByRole('textbox', { name: 'Mesaj (Azerbaycanca)' }));
  await write('AZ', 'Planlı texniki iş');
  await page.getByLabel('Bağlantı (isteğe bağlı)').fill('rasat');
  await page.getByRole('button', { name: 'Zamanla', exact: true }).click();
  await waitForFocus(page.getByLabel('Bağlantı (isteğe bağlı)'));
  await page.getByLabel('Bağlantı (isteğe bağlı)').fill('');
  await page.getByRole('button', { name: 'Zamanla', exact: true }).click();
  const at = dialog.getByLabel('Görüneceği zaman (TSİ)');
  await at.fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Mesajı zamanla' }).click();
  await dialog.getByText('Gelecekte, en çok bir yıl sonra bir zaman seçin').waitFor();
  await at.fill(new Date(site.now() + DAY_MS).toISOString().slice(0, 16));
  await assertSound(visit);
  await dialog.getByLabel('Doğrulama kodu').fill(await nextCode(site));
  await dialog.getByRole('button', { name: 'Mesajı zamanla' }).click();
  await dialog.waitFor({ state: 'detached' });
  const list = page.getByRole('list', { name: 'Gönderilen ve zamanlanan mesajlar' });
  await list.getByText('Zamanlandı', { exact: true }).waitFor();
  await list.getByText('Planlı bakım').click();
  await page
    .getByRole('dialog', { name: 'Mesajın tamamı' })
    .getByText('Planned maintenance')
    .waitFor();
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'İptal et' }).click();
  const asked = page.getByRole('dialog', { name: 'Zamanlanan mesaj iptal edilsin mi?' });
  await waitForFocus(asked.getByRole('button', { name: 'Vazgeç' }));
  await asked.getByRole('button', { name: 'Mesajı iptal et' }).click();
  await list.getByText('İptal edildi', { exact: true }).waitFor();
  const read = await readAs<unknown[]>(site, '/account/platformMessages', 'student');
  assert.deepEqual(read, []);
  assert.deepEqual(visit.problems, []);
  await visit.context.close();
});
