import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf } from '../testing/read-page.ts';
import type { SiteContent } from './calls.ts';
import SiteRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const titled = (name: string) => ({ tr: `${name} tr`, az: `${name} az`, en: `${name} en` });
const CONTENT: SiteContent = {
  contact: 'https://chat.example/rasat',
  stores: { ios: 'https://apps.example/1', android: '' },
  videos: [
    { title: titled('Bir'), url: '/tour/one.webm' },
    { title: titled('İki'), url: 'https://video.example/2' },
  ],
};

async function open(t: TestContext, answers: Readonly<Record<string, unknown>> = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  const shown = await show(t, <SiteRoute />, {
    answers: {
      'GET /api/admin/site': { content: CONTENT, saved: NOW },
      'GET /api/admin/site/texts': [],
      'PUT /api/admin/site': { done: true },
      ...answers,
    },
  });
  assert.equal(bonesOf(document.body), 1);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => call.startsWith('PUT'));
  const reads = () => shown.calls.filter(({ call }) => call.startsWith('GET')).length;
  return { ...shown, sent, reads };
}
const fields = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input')].map(({ labels, value }) => [
    labels?.[0]?.textContent,
    value,
  ]);
const labels = () =>
  [...document.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const faults = () =>
  screen
    .queryAllByText('http:// veya https:// ile başlayan bir adres yazın.')
    .map((fault) => fault.closest('[data-field]')?.getAttribute('data-field'));
const save = () => fireEvent.click(screen.getByText('Kaydet'));

test('what the landing page shows is edited', async (t) => {
  const saving = Promise.withResolvers<unknown>();
  const { sent, reads } = await open(t, { 'PUT /api/admin/site': () => saving.promise });
  assert.equal(document.title, 'Açılış sayfası · Yönetim · Rasat');
  assert.ok(screen.getByText('Boş bırakılan alanın bölümü açılış sayfasında gösterilmez.'));
  assert.ok(screen.getByText('Son kayıt: 22 Kas 12:00'));
  assert.deepEqual(
    [...document.querySelectorAll('h2')].map((heading) => heading.textContent),
    ['İletişim', 'Mobil uygulamalar', 'Videolar', 'Metinler'],
  );
  assert.ok(screen.getByText('Örneğin bir mesajlaşma uygulamasının sohbet adresi.'));
  assert.equal(screen.getAllByText(/^Kayıt bu sunucudaysa yolunu yazın/).length, 2);
  assert.deepEqual(fields(), [
    ['İletişim düğmesinin adresi', 'https://chat.example/rasat'],
    ['App Store adresi', 'https://apps.example/1'],
    ['Google Play adresi', ''],
    ['Türkçe başlık', 'Bir tr'],
    ['Azerbaycanca başlık', 'Bir az'],
    ['İngilizce başlık', 'Bir en'],
    ['Adres', '/tour/one.webm'],
    ['Türkçe başlık', 'İki tr'],
    ['Azerbaycanca başlık', 'İki az'],
    ['İngilizce başlık', 'İki en'],
    ['Adres', 'https://video.example/2'],
  ]);
  assert.deepEqual(labels(), [
    '1. videoyu kaldır',
    '2. videoyu yukarı al',
    '2. videoyu kaldır',
    'Video ekle',
    'Kaydet',
  ]);
  assert.deepEqual(
    [...document.querySelectorAll('h3')].map((heading) => heading.textContent),
    ['1. video', '2. video'],
  );
  fireEvent.click(screen.getByLabelText('2. videoyu yukarı al'));
  await waitFor(() => assert.equal(fields()[3]?.[1], 'İki tr'));
  assert.equal(fields()[7]?.[1], 'Bir tr');
  fireEvent.click(screen.getByText('Video ekle'));
  await waitFor(() => assert.equal(fields().length, 15));
  assert.deepEqual(
    fields()
      .slice(11)
      .map(([, value]) => value),
    ['', '', '', 'https://'],
  );
  assert.equal(screen.queryAllByText('Video ekle').length, 0, 'there is room for three');
  fireEvent.click(screen.getByLabelText('3. videoyu kaldır'));
  await waitFor(() => assert.equal(fields().length, 11));
  fireEvent.click(screen.getByLabelText('2. videoyu kaldır'));
  await waitFor(() => assert.equal(fields().length, 7));
  type('Google Play adresi', 'https://play.example/1');
  const busy = () => document.querySelector('fieldset')?.disabled;
  save();
  await waitFor(() => assert.equal(busy(), true));
  assert.equal(screen.getByText<HTMLButtonElement>('Kaydet').disabled, true);
  saving.resolve({ done: true });
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'Kaydedildi'));
  assert.deepEqual(sent()[0]?.body, {
    contact: 'https://chat.example/rasat',
    stores: { ios: 'https://apps.example/1', android: 'https://play.example/1' },
    videos: [{ title: titled('İki'), url: 'https://video.example/2' }],
  });
  await waitFor(() => assert.equal(reads(), 3));
  assert.ok(await screen.findByText('Kaydedildi'));
  await waitFor(() => assert.equal(busy(), false));
});

test('an address that is none is said at its field', async (t) => {
  const { sent } = await open(t);
  type('İletişim düğmesinin adresi', 'rasat');
  save();
  await waitFor(() => assert.deepEqual(faults(), ['contact']));
  type('İletişim düğmesinin adresi', '');
  type('App Store adresi', 'rasat');
  save();
  await waitFor(() => assert.deepEqual(faults(), ['stores.ios', 'stores.android']));
  type('App Store adresi', '');
  const [first] = screen.getAllByLabelText('Adres');
  assert.ok(first);
  fireEvent.change(first, { target: { value: 'rasat' } });
  save();
  await waitFor(() => assert.deepEqual(faults(), ['videos.1.url']));
  assert.deepEqual(sent(), []);
});

test('before it was ever saved the settings count', async (t) => {
  await open(t, {
    'GET /api/admin/site': { content: { ...CONTENT, videos: [] }, saved: null },
    'PUT /api/admin/site': () => Response.json({ code: 'unavailable-503' }, { status: 503 }),
  });
  assert.ok(screen.getByText('Henüz kaydedilmedi; ayarlardaki değerler geçerli.'));
  save();
  assert.ok(await screen.findByText('Sunucu şu anda yanıt veremiyor'));
  assert.equal(screen.getByText<HTMLButtonElement>('Kaydet').disabled, false);
  assert.deepEqual(takeNotices(), []);
});

test('contents that could not be read show an error', async (t) => {
  await open(t, {
    'GET /api/admin/site': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
  });
  assert.ok(screen.getByText('İçerik yüklenemedi'));
});

const TITLE = {
  name: 'hero.title',
  builtIn: { tr: 'Piyasayı rasat edin.', az: 'Bazarı rəsəd edin.', en: 'Observe the market.' },
  own: { tr: 'Gözünüz piyasada.', az: '', en: 'Eyes on it.' },
};
const LEAD = {
  name: 'pay.title',
  builtIn: { tr: 'Ne için ödersiniz', az: 'Nəyə görə ödəyirsiniz', en: 'What you pay for' },
  own: { tr: '', az: '', en: '' },
};

test('a text is found by what it says and edited in each language', async (t) => {
  const { sent } = await open(t, {
    'GET /api/admin/site/texts': [TITLE, LEAD],
    'PUT /api/admin/site/texts': { done: true },
  });
  await screen.findByText('Gözünüz piyasada.');
  assert.ok(screen.getByText('Ne için ödersiniz'));
  assert.equal(screen.getAllByText('Değiştirildi').length, 1);
  type('Metin ara', 'NE İÇİN');
  assert.equal(screen.queryByText('Gözünüz piyasada.'), null);
  fireEvent.click(screen.getByLabelText('Düzenle: Ne için ödersiniz'));
  const turkish = await screen.findByLabelText<HTMLTextAreaElement>('Türkçe');
  assert.equal(turkish.value, '');
  assert.ok(screen.getByText('Hazır metin: What you pay for'));
  type('Türkçe', 'Paranızın karşılığı');
  fireEvent.click(
    [...document.querySelectorAll('[role="dialog"] button')].at(-1) ?? assert.fail('no button'),
  );
  await waitFor(() =>
    assert.deepEqual(sent(), [
      {
        call: 'PUT /api/admin/site/texts',
        body: { name: 'pay.title', own: { tr: 'Paranızın karşılığı', az: '', en: '' } },
      },
    ]),
  );
});
