import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { standIn } from '../../../testing/stand-in.ts';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, headsOf, iconsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { AdminCourse, AdminVideo } from './calls.ts';
import LessonsRoute from './route.tsx';

const LINK = { kind: 'link', url: 'https://www.video.example/1' } as const;
const FILE = {
  kind: 'file',
  id: 'f1',
  name: 'ders-2.mp4',
  type: 'video/mp4',
  bytes: 3 * 1024 * 1024,
  url: '/api/files/f1?signed',
} as const;
const titled = (name: string) => ({ tr: `${name} tr`, az: `${name} az`, en: `${name} en` });
const COURSE: AdminCourse = {
  lessons: [
    { number: 1, title: titled('Giriş'), minutes: 125, video: LINK },
    { number: 2, title: titled('Kutular'), minutes: null, video: FILE },
    { number: 3, title: titled('Kapanış'), minutes: 6, video: { kind: 'none' } },
  ],
  tasks: [{ number: 4, title: titled('Çizim'), text: titled('Bir kutu çizin') }],
};
const VIDEOS: readonly AdminVideo[] = [
  { id: 11, title: titled('Birinci'), minutes: 61, video: LINK, plays: null },
  { id: 12, title: titled('İkinci'), minutes: null, video: { kind: 'none' }, plays: null },
  { id: 13, title: titled('Üçüncü'), minutes: 5, video: FILE, plays: null },
];

async function open(t: TestContext, showing: Showing = {}) {
  takeNotices();
  const shown = await show(t, <LessonsRoute />, {
    ...showing,
    answers: {
      'GET /api/admin/lessons': COURSE,
      'GET /api/admin/videos': VIDEOS,
      ...showing.answers,
    },
  });
  assert.equal(bonesOf(document.body), (8 + 2 + 7) * 4, 'as many rows as there will be');
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const reads = (address: string) =>
    shown.calls.filter(({ call }) => call === `GET ${address}`).length;
  const sent = () => shown.calls.filter(({ call }) => !call.startsWith('GET'));
  return { ...shown, reads, sent };
}
const table = (caption: string): HTMLElement => {
  const found = screen.getByText(caption, { selector: 'caption' }).closest('table');
  assert.ok(found);
  return found;
};
const found = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector);
    assert.ok(element, selector);
    return element;
  });
const dialog = () => found('[role="dialog"]');
const closed = () =>
  waitFor(() => assert.equal(document.querySelectorAll('[role="dialog"]').length, 0));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const noticed = (title: string, text?: string) =>
  waitFor(() => {
    const last = takeNotices().at(-1);
    assert.deepEqual([last?.title, last?.text], [title, text]);
  });

test('lessons, platform videos and tasks stand each in a table', async (t) => {
  await open(t);
  assert.equal(document.title, 'Dersler · Yönetim · Rasat');
  const lessons = table('Sekiz ders');
  assert.deepEqual(headsOf(lessons), ['Sıra', 'Ders', 'Video', '→ Süre', 'Durum', '(İşlem)']);
  assert.deepEqual(rowsOf(lessons), [
    ['1', 'Giriş tr', 'video.example/1 (yeni sekmede açılır)', '2:05', 'Yayında', 'Düzenle'],
    ['2', 'Kutular tr', 'ders-2.mp4 (yeni sekmede açılır) 3 MB', '—', 'Yayında', 'Düzenle'],
    ['3', 'Kapanış tr', '—', '0:06', 'Bekliyor', 'Düzenle'],
  ]);
  const [link, file] = lessons.querySelectorAll('a');
  assert.ok(link && file);
  assert.deepEqual([link.getAttribute('href'), link.title], [LINK.url, LINK.url]);
  assert.deepEqual([file.getAttribute('href'), file.title], [FILE.url, 'Videoyu aç']);
  assert.deepEqual(iconsOf(link), ['12 × 12, 1.8']);
  assert.deepEqual(
    [...lessons.querySelectorAll('button')].map((button) => button.getAttribute('aria-label')),
    ['Düzenle: Giriş tr', 'Düzenle: Kutular tr', 'Düzenle: Kapanış tr'],
  );
  const videos = table('Platform videoları, gösterildikleri sırayla');
  assert.equal(headsOf(videos)[1], 'Başlık');
  assert.deepEqual(
    rowsOf(videos).map((cells) => cells.slice(0, 5)),
    [
      ['1', 'Birinci tr', 'video.example/1 (yeni sekmede açılır)', '1:01', 'Yayında'],
      ['2', 'İkinci tr', '—', '—', 'Bekliyor'],
      ['3', 'Üçüncü tr', 'ders-2.mp4 (yeni sekmede açılır) 3 MB', '0:05', 'Yayında'],
    ],
  );
  const tasks = table('Yedi ödevin konuları');
  assert.deepEqual(headsOf(tasks), ['Sıra', 'Ödev', 'Konu', '(İşlem)']);
  assert.deepEqual(rowsOf(tasks), [['4', 'Çizim tr', 'Bir kutu çizin tr', 'Düzenle']]);
  assert.deepEqual(
    [...document.querySelectorAll('h2')].map((heading) => heading.textContent),
    ['Platform videoları', 'Ödev konuları'],
  );
  assert.equal(lessons.closest('section')?.tabIndex, 0, 'what scrolls is reached by keyboard');
});

test('without platform videos it is said what they are for', async (t) => {
  await open(t, { language: 'en', answers: { 'GET /api/admin/videos': [] } });
  const none = screen.getByText('No platform videos yet');
  assert.equal(
    none.parentElement?.querySelectorAll('svg').length,
    0,
    'no drawing in a small place',
  );
  assert.equal(none.className.includes('text-13'), true);
});

test('a failed read shows one error for lessons and tasks', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await open(t, {
    answers: { 'GET /api/admin/lessons': refused, 'GET /api/admin/videos': refused },
  });
  assert.ok(screen.getByText('Dersler yüklenemedi'));
  assert.ok(screen.getByText('Platform videoları yüklenemedi'));
  assert.equal(screen.queryAllByText('Ödev konuları').length, 0);
  assert.equal(screen.queryAllByText('Yüklenemedi').length, 0);
});

test('a lesson is edited, and what is wrong is said at its field', async (t) => {
  const { sent, reads } = await open(t, {
    answers: { 'PUT /api/admin/lessons/1': { done: true } },
  });
  fireEvent.click(screen.getByLabelText('Düzenle: Giriş tr'));
  const window = await dialog();
  const save = () => fireEvent.click(within(window).getByText('Kaydet'));
  const value = (label: string) => within(window).getByLabelText<HTMLInputElement>(label).value;
  assert.ok(within(window).getByText('1. ders'));
  assert.equal(within(window).getByText('Kaydet').classList.contains('bg-primary'), true);
  assert.match(window.className, /720px/, 'three titles stand beside each other');
  assert.ok(within(window).getByLabelText('Kapat'));
  assert.deepEqual(
    [
      'Türkçe başlık',
      'Azerbaycanca başlık',
      'İngilizce başlık',
      'Süre (dakika)',
      'Video adresi',
    ].map(value),
    ['Giriş tr', 'Giriş az', 'Giriş en', '125', LINK.url],
  );
  assert.equal(within(window).getByLabelText<HTMLInputElement>('Türkçe başlık').maxLength, 120);
  assert.ok(within(window).getByText('Boş bırakılırsa süre gösterilmez.'));
  const sources = window.querySelector('[role="radiogroup"]');
  assert.equal(sources?.getAttribute('aria-label'), 'Video');
  assert.equal(visibleText(sources ?? window), 'Yok Bağlantı Dosya');

  type('Azerbaycanca başlık', ' ');
  save();
  const fault = 'Başlığı üç dilde de yazın; her biri en çok 120 karakter olabilir';
  assert.equal((await within(window).findAllByText(fault)).length, 1);
  const first = within(window).getByLabelText('Türkçe başlık');
  assert.equal(first.getAttribute('aria-invalid'), 'true');
  type('Azerbaycanca başlık', 'Başlanğıc');
  type('Süre (dakika)', '0');
  save();
  assert.ok(await within(window).findByText('1 ile 1440 arası bir tam sayı yazın'));
  type('Süre (dakika)', '');
  type('Video adresi', 'ftp://video.example');
  save();
  assert.ok(await within(window).findByText('https:// ile başlayan tam bir adres yazın'));
  type('Video adresi', ' https://video.example/2 ');
  save();
  await noticed('Ders kaydedildi');
  await closed();
  assert.deepEqual(sent(), [
    {
      call: 'PUT /api/admin/lessons/1',
      body: {
        title: { tr: 'Giriş tr', az: 'Başlanğıc', en: 'Giriş en' },
        minutes: null,
        video: { kind: 'link', url: 'https://video.example/2' },
      },
    },
  ]);
  await waitFor(() => assert.equal(reads('/api/admin/lessons'), 2));
  assert.equal(reads('/api/admin/videos'), 1);
});

test('a lesson keeps the file that it has, or gives it up', async (t) => {
  const { sent } = await open(t, { answers: { 'PUT /api/admin/lessons/2': { done: true } } });
  fireEvent.click(screen.getByLabelText('Düzenle: Kutular tr'));
  let window = await dialog();
  assert.ok(within(window).getByText('ders-2.mp4'));
  assert.ok(within(window).getByText('3 MB · yüklü'));
  assert.equal(within(window).getByText('Başka dosya seç').closest('button')?.disabled, false);
  assert.equal(within(window).queryAllByLabelText('Video adresi').length, 0);
  const voice = within(window).getByText('ders-2.mp4').closest('[data-field]')?.lastElementChild;
  assert.equal(voice?.textContent, '', 'nothing new is read aloud');
  type('Türkçe başlık', '');
  fireEvent.click(within(window).getByText('Kaydet'));
  await within(window).findByText(/^Başlığı üç dilde de yazın/);
  assert.ok(within(window).getByText('error.bad-fields-400'), 'the file mends no other field');
  type('Türkçe başlık', 'Kutular');
  type('Süre (dakika)', ' 90 ');
  fireEvent.click(within(window).getByText('Kaydet'));
  await noticed('Ders kaydedildi');
  await closed();
  fireEvent.click(screen.getByLabelText('Düzenle: Kutular tr'));
  window = await dialog();
  fireEvent.click(within(window).getByLabelText('Yok'));
  assert.ok(within(window).getByText('Öğrenciler “video bekleniyor” görür.'));
  fireEvent.click(within(window).getByText('Kaydet'));
  await noticed('Ders kaydedildi');
  assert.deepEqual(
    sent().map(({ body }) => body),
    [
      {
        title: { ...titled('Kutular'), tr: 'Kutular' },
        minutes: 90,
        video: { kind: 'file', id: 'f1' },
      },
      { title: titled('Kutular'), minutes: null, video: { kind: 'none' } },
    ],
  );
});

/** A request that sends nothing: the test says how far it is and how it ends. */
class Request {
  static readonly made: Request[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '{}';
  target = '';
  aborted = false;
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  constructor() {
    Request.made.push(this);
  }
  open(method: string, url: string): void {
    this.target = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): null {
    return null;
  }
  send(): void {}
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
}

async function opensUpload(t: TestContext) {
  standIn(t, globalThis, { XMLHttpRequest: Request });
  Request.made.length = 0;
  const shown = await open(t, {
    answers: {
      'POST /api/admin/uploads': { url: '/api/files/put', id: 'new-file' },
      'POST /api/admin/videos': { id: 14 },
      'GET /api/admin/summary': {},
    },
  });
  fireEvent.click(screen.getByText('Video ekle'));
  const window = await dialog();
  fireEvent.click(within(window).getByLabelText('Dosya'));
  const input = window.querySelector<HTMLInputElement>('input[type="file"]');
  assert.ok(input);
  const pick = (name: string, size: number, kind = 'video/mp4') => {
    const file = new File(['video'], name, { type: kind });
    Object.defineProperty(file, 'size', { value: size });
    fireEvent.change(input, { target: { files: [file] } });
    return file;
  };
  const request = (at: number) =>
    waitFor(() => {
      const made = Request.made[at];
      assert.ok(made?.target);
      return made;
    });
  const voice = () => window.querySelector('[data-field="file"]')?.lastElementChild?.textContent;
  const save = () => fireEvent.click(within(window).getByText('Kaydet'));
  return { ...shown, window, input, pick, request, voice, save };
}
const MEGA = 1024 * 1024;

test('a file is sent as soon as it is chosen, and nothing is saved before it is there', async (t) => {
  const { window, input, pick, request, voice, save, sent, reads } = await opensUpload(t);
  assert.ok(within(window).getByText('Yeni platform videosu'));
  assert.equal(input.accept, 'video/mp4,video/webm');
  assert.equal(input.tabIndex, -1);
  assert.equal(input.hidden, true);
  assert.ok(
    within(window).getByText('MP4 veya WebM, en çok 2 GB. Dosyayı buraya bırakabilirsiniz.'),
  );
  const choose = within(window).getByText<HTMLButtonElement>('Dosya seç');
  assert.deepEqual(iconsOf(choose), ['16 × 16, 1.6']);
  const clicked = t.mock.method(input, 'click', () => undefined);
  fireEvent.click(choose);
  assert.equal(clicked.mock.callCount(), 1, 'the button opens the choice of the browser');
  for (const label of ['Türkçe başlık', 'Azerbaycanca başlık', 'İngilizce başlık']) {
    type(label, 'Yeni');
  }
  save();
  assert.ok(await within(window).findByText('Bir video dosyası seçin'));
  assert.ok(within(window).getByText('error.bad-fields-400'));

  pick('ders.mp4', 8 * MEGA);
  const first = await request(0);
  assert.equal(first.target, 'PUT /api/files/put');
  assert.equal(first.headers['content-type'], 'video/mp4');
  assert.ok(within(window).getByText('8 MB · başlıyor'));
  assert.ok(within(window).getByText('Yüklemenin bitmesini bekleyin'));
  assert.equal(within(window).getByText<HTMLButtonElement>('Başka dosya seç').disabled, true);
  act(() => first.upload.onprogress?.({ loaded: 3, total: 8 }));
  const meter = within(window).getByLabelText('ders.mp4 yükleniyor');
  assert.equal(meter.getAttribute('aria-valuenow'), '37');
  assert.ok(within(window).getByText('3 MB / 8 MB · %37'));
  assert.equal(voice(), 'Video yükleniyor, %25');
  act(() => first.upload.onprogress?.({ loaded: 4, total: 8 }));
  assert.equal(voice(), 'Video yükleniyor, %50');
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  assert.equal(leaving.defaultPrevented, true, 'the browser asks before the page is closed');
  save();
  assert.ok(await within(window).findByText('Yüklemenin bitmesini bekleyin'));

  first.status = 200;
  first.onload?.();
  assert.ok(await within(window).findByText('8 MB · yüklendi'));
  assert.equal(voice(), 'Video yüklendi');
  await waitFor(() => assert.equal(within(window).queryAllByRole('alert').length, 0));
  assert.equal(within(window).queryAllByText('error.bad-fields-400').length, 0);
  assert.equal(within(window).queryAllByText('Yüklemeyi durdur').length, 0);
  const staying = new Event('beforeunload', { cancelable: true });
  dispatchEvent(staying);
  assert.equal(staying.defaultPrevented, false);
  save();
  await noticed('Video kaydedildi');
  const [asked, saved] = sent();
  assert.deepEqual(asked?.body, { name: 'ders.mp4', type: 'video/mp4', bytes: 8 * MEGA });
  assert.deepEqual(saved, {
    call: 'POST /api/admin/videos',
    body: {
      title: { tr: 'Yeni', az: 'Yeni', en: 'Yeni' },
      minutes: null,
      video: { kind: 'file', id: 'new-file' },
    },
  });
  await waitFor(() => assert.equal(reads('/api/admin/videos'), 2));
  assert.equal(reads('/api/admin/lessons'), 1);
});

test('a file that is no video is refused with its reason and can be exchanged', async (t) => {
  const { window, pick, voice, request } = await opensUpload(t);
  const row = () => window.querySelector('[data-field="file"] p + p');
  pick('ders.avi', 5, 'video/avi');
  assert.equal(row()?.textContent, 'Bu dosya MP4 veya WebM değil.');
  assert.equal(row()?.className.includes('text-bad'), true);
  assert.equal(voice(), 'Bu dosya MP4 veya WebM değil.');
  pick('ders.mp4', 0);
  assert.equal(row()?.textContent, 'Bu dosya boş.');
  pick('ders.mp4', 2048 * MEGA + 1);
  assert.equal(row()?.textContent, 'Bu dosya çok büyük: en çok 2 GB olabilir.');
  assert.equal(within(window).queryAllByLabelText('Yeniden dene').length, 0);

  pick('ders.webm', 2048, 'video/webm');
  const first = await request(0);
  assert.equal(row()?.className.includes('text-bad'), false);
  first.status = 503;
  first.responseText = '{"code":"unavailable-503"}';
  first.onload?.();
  const again = await within(window).findByLabelText('Yeniden dene');
  assert.equal(row()?.textContent, 'Sunucu şu anda yanıt veremiyor (unavailable-503)');
  assert.equal(voice(), 'Video yüklenemedi');
  assert.deepEqual(iconsOf(again), ['16 × 16, 1.6']);
  fireEvent.click(again);
  await request(1);
  fireEvent.click(within(window).getByText('Yüklemeyi durdur'));
  assert.equal(Request.made[1]?.aborted, true);
  assert.ok(await within(window).findByText('Dosya seç'), 'there was none before');
  assert.equal(voice(), '');
});

test('a file may be dropped; another thing that is dropped is none of this page', async (t) => {
  const { window, request } = await opensUpload(t);
  const place = window.querySelector('[data-field="file"]');
  assert.ok(place);
  const file = new File(['video'], 'drop.mp4', { type: 'video/mp4' });
  assert.equal(fireEvent.dragOver(place, { dataTransfer: { types: ['text/plain'] } }), true);
  assert.equal(fireEvent.dragOver(place, { dataTransfer: { types: ['Files'] } }), false);
  assert.equal(fireEvent.drop(place, { dataTransfer: { files: [] } }), true);
  assert.equal(fireEvent.drop(place, { dataTransfer: { files: [file] } }), false);
  await request(0);
  assert.ok(within(window).getByText('drop.mp4'));

  fireEvent.click(within(window).getByText('Vazgeç'));
  const question = await screen.findByText('Yükleme durdurulsun mu?');
  const asking = question.closest<HTMLElement>('[role="dialog"]');
  assert.ok(asking);
  assert.ok(within(asking).getByText('Gönderilen kısım saklanmaz; yükleme baştan başlar.'));
  assert.ok(within(asking).getByLabelText('Kapat'));
  fireEvent.click(within(asking).getByText('Vazgeç'));
  await waitFor(() => assert.equal(screen.queryAllByText('Yükleme durdurulsun mu?').length, 0));
  assert.equal(Request.made[0]?.aborted, false);
  fireEvent.click(within(window).getByText('Vazgeç'));
  await screen.findByText('Yükleme durdurulsun mu?');
  const [stop] = screen.getAllByText('Yüklemeyi durdur').slice(-1);
  assert.ok(stop);
  fireEvent.click(stop);
  await closed();
  assert.equal(Request.made[0]?.aborted, true);
});

test('leaving the page ends what is being sent', async (t) => {
  const { pick, request, leave } = await opensUpload(t);
  pick('ders.mp4', 5);
  const first = await request(0);
  leave();
  assert.equal(first.aborted, true);
});

const menuOf = async (title: string): Promise<HTMLElement> => {
  const trigger = screen.getByLabelText(`${title} işlemleri`);
  fireEvent.mouseDown(trigger);
  fireEvent.click(trigger, { detail: 1 });
  return found('[role="menu"]');
};
const noMenu = () =>
  waitFor(() => assert.equal(document.querySelectorAll('[role="menu"]').length, 0));

test('platform videos are moved up and down and edited', async (t) => {
  const { sent, reads } = await open(t, { answers: { 'POST /api/admin/videos': { id: 11 } } });
  const first = await menuOf('Birinci tr');
  assert.deepEqual([...first.children].map(visibleText), ['Aşağı taşı', '', 'Kaldır']);
  fireEvent.click(within(first).getByText('Aşağı taşı'));
  await noticed('Birinci tr: 2. sıra');
  await noMenu();
  const last = await menuOf('Üçüncü tr');
  assert.deepEqual([...last.children].map(visibleText), ['Yukarı taşı', '', 'Kaldır']);
  fireEvent.click(within(last).getByText('Yukarı taşı'));
  await noticed('Üçüncü tr: 2. sıra');
  await noMenu();
  const middle = await menuOf('İkinci tr');
  assert.deepEqual([...middle.children].map(visibleText), [
    'Yukarı taşı',
    'Aşağı taşı',
    '',
    'Kaldır',
  ]);
  fireEvent.click(within(middle).getByText('Aşağı taşı'));
  await noticed('İkinci tr: 3. sıra');
  assert.deepEqual(
    sent().map(({ body }) => body),
    [
      { id: 11, title: titled('Birinci'), minutes: 61, video: LINK, position: 2 },
      {
        id: 13,
        title: titled('Üçüncü'),
        minutes: 5,
        video: { kind: 'file', id: 'f1' },
        position: 2,
      },
      { id: 12, title: titled('İkinci'), minutes: null, video: { kind: 'none' }, position: 3 },
    ],
  );
  await waitFor(() => assert.equal(reads('/api/admin/videos'), 4));
  await noMenu();
  fireEvent.click(screen.getByLabelText('Düzenle: Birinci tr'));
  const window = await dialog();
  assert.ok(within(window).getByText('Platform videosu'));
  fireEvent.click(within(window).getByText('Kaydet'));
  await noticed('Video kaydedildi');
  assert.deepEqual(sent().at(-1)?.body, {
    id: 11,
    title: titled('Birinci'),
    minutes: 61,
    video: LINK,
  });
});

test('a platform video is removed after a question; a refusal is told', async (t) => {
  let refused = true;
  const { sent, reads } = await open(t, {
    answers: {
      'GET /api/admin/videos': VIDEOS.slice(0, 1),
      'POST /api/admin/videos/11/remove': () =>
        refused ? Response.json({ code: 'not-found-404' }, { status: 404 }) : { done: true },
    },
  });
  const ask = async () => {
    const menu = await menuOf('Birinci tr');
    assert.deepEqual([...menu.children].map(visibleText), ['Kaldır'], 'there is no other place');
    fireEvent.click(within(menu).getByText('Kaldır'));
    return dialog();
  };
  const window = await ask();
  assert.ok(within(window).getByText('“Birinci tr” kaldırılsın mı?'));
  assert.ok(
    within(window).getByText('Video listeden çıkar, yüklenen dosyası da silinir. Geri alınamaz.'),
  );
  assert.ok(within(window).getByLabelText('Kapat'));
  fireEvent.click(within(window).getByText('Vazgeç'));
  await closed();
  await noMenu();
  assert.deepEqual(sent(), []);
  fireEvent.click(within(await ask()).getByText('Videoyu kaldır'));
  await noticed('Kaydedilemedi', 'Aradığınız kayıt bulunamadı');
  await waitFor(() => assert.equal(reads('/api/admin/videos'), 2));
  await closed();
  await noMenu();
  refused = false;
  fireEvent.click(within(await ask()).getByText('Videoyu kaldır'));
  await noticed('Video kaldırıldı');
});

test('a task is written in three languages', async (t) => {
  const { sent, reads } = await open(t, {
    answers: { 'PUT /api/admin/lessons/tasks/4': { done: true } },
  });
  fireEvent.click(screen.getByLabelText('Düzenle: Çizim tr'));
  const window = await dialog();
  assert.ok(within(window).getByText('4. ödevin konusu'));
  const save = () => fireEvent.click(within(window).getByText('Kaydet'));
  const tabs = window.querySelector<HTMLElement>('[role="radiogroup"]');
  assert.ok(tabs);
  assert.equal(tabs.getAttribute('aria-label'), 'Konu');
  assert.equal(visibleText(tabs), 'TR AZ EN');
  const text = within(window).getByLabelText<HTMLTextAreaElement>('Türkçe konu');
  assert.deepEqual([text.value, text.lang], ['Bir kutu çizin tr', 'tr']);
  assert.ok(within(window).getByText('17 / 1.000'));
  fireEvent.click(within(tabs).getByText('AZ'));
  type('Azerbaycanca konu', ' ');
  assert.equal(visibleText(tabs), 'TR AZ EN', 'the one that is written in is not marked');
  fireEvent.click(within(tabs).getByText('EN'));
  assert.equal(visibleText(tabs), 'TR AZ eksik EN');
  assert.ok(within(window).getByLabelText('İngilizce konu'));
  save();
  const fault = 'Konuyu üç dilde de yazın; her biri en çok 1.000 karakter';
  assert.ok(await within(window).findByText(fault));
  const wrong = await within(window).findByLabelText('Azerbaycanca konu');
  assert.equal(wrong.getAttribute('aria-invalid'), 'true');
  fireEvent.click(within(tabs).getByText('TR'));
  assert.equal(within(window).queryAllByText(fault).length, 0, 'this one is right');
  fireEvent.click(within(tabs).getByText('AZ'));
  assert.equal(within(window).queryAllByText(fault).length, 1);
  type('Azerbaycanca konu', 'Qutu çəkin');
  await waitFor(() => assert.equal(within(window).queryAllByText(fault).length, 0));
  save();
  await noticed('Ödev konusu kaydedildi');
  assert.deepEqual(sent(), [
    {
      call: 'PUT /api/admin/lessons/tasks/4',
      body: {
        title: titled('Çizim'),
        text: { ...titled('Bir kutu çizin'), az: 'Qutu çəkin' },
      },
    },
  ]);
  await waitFor(() => assert.equal(reads('/api/admin/lessons'), 2));
});
