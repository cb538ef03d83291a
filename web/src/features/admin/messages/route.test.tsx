import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sessionQuery } from '../../../api/session/session.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { learnServerTime } from '../../../ui/use-now.ts';
import { summaryQuery } from '../calls.ts';
import { bonesOf, visibleText } from '../testing/read-page.ts';
import type { AdminMessage } from './calls.ts';
import MessagesRoute from './route.tsx';

/** 12:20 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9, 20);
const HOUR = 3_600_000;

const SENT: AdminMessage = {
  id: 1,
  list: 'platform',
  texts: { tr: 'Merhaba', az: 'Salam', en: 'Hello' },
  link: 'https://rasat.example/panel',
  at: NOW - HOUR,
  created: NOW - 2 * HOUR,
  state: 'sent',
  recipients: 1234,
};
const LATER: AdminMessage = {
  ...SENT,
  id: 2,
  list: 'class',
  texts: { tr: 'Yarın ders var', az: 'Sabah dərs var', en: 'A lesson tomorrow' },
  link: null,
  at: NOW + 1000,
  state: 'scheduled',
  recipients: 1,
};
const OFF: AdminMessage = {
  ...SENT,
  id: 3,
  state: 'cancelled',
  texts: { tr: 'Yok', az: '-', en: 'No' },
};

/** A screen that shows the numbers of the side bar. */
function Watcher() {
  useQuery(summaryQuery());
  return null;
}

async function open(t: TestContext, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  learnServerTime(NOW, NOW);
  takeNotices();
  sessionStorage.clear();
  const shown = await show(
    t,
    <>
      <Watcher />
      <MessagesRoute />
    </>,
    {
      known: [[sessionQuery().queryKey, { id: 'Y5' }]],
      ...showing,
      answers: {
        'GET /api/admin/messages': {
          audience: { platform: 1234, class: 1 },
          messages: [LATER, { ...LATER, id: 4, at: NOW }, SENT, OFF],
        },
        'GET /api/admin/summary': {},
        'POST /api/admin/messages': { id: 9 },
        ...showing.answers,
      },
    },
  );
  assert.equal(bonesOf(document.body), 12, 'four rows of three');
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => call.startsWith('POST'));
  const reads = (what: string) =>
    shown.calls.filter(({ call }) => call === `GET /api/admin/${what}`).length;
  return { ...shown, sent, reads };
}
const dialog = (): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]');
    assert.ok(found);
    return found;
  });
const closed = () =>
  waitFor(() => assert.equal(document.querySelectorAll('[role="dialog"]').length, 0));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const noticed = (title: string, text?: string) =>
  waitFor(() => {
    const last = takeNotices().at(-1);
    assert.deepEqual([last?.title, last?.text], [title, text]);
  });
const tabs = () => screen.getByLabelText('Mesajın dili');
const LABELS = ['Mesaj (Türkçe)', 'Mesaj (Azerbaycanca)', 'Mesaj (İngilizce)'] as const;
const writeAll = () => {
  for (const [at, label] of LABELS.entries()) {
    fireEvent.click(within(tabs()).getByText(['TR', 'AZ', 'EN'][at] ?? ''));
    type(label, ` ${['Bugün', 'Bu gün', 'Today'][at]} `);
  }
};

test('what was sent and is scheduled is listed; a scheduled one whose time is over was sent', async (t) => {
  await open(t);
  assert.equal(document.title, 'Mesajlar · Yönetim · Rasat');
  const list = screen.getByLabelText('Gönderilen ve zamanlanan mesajlar');
  assert.deepEqual([...list.children].map(visibleText), [
    '22 Kas 12:20 Sınıf Yarın ders var Zamanlandı İptal et',
    '22 Kas 12:20 Sınıf Yarın ders var 1 alıcı',
    '22 Kas 11:20 Platform Merhaba 1.234 alıcı',
    '22 Kas 11:20 Platform Yok İptal edildi',
  ]);
  assert.deepEqual(
    [...list.children].map((row) => row.querySelectorAll('.line-through').length),
    [0, 0, 0, 1],
    'what was cancelled is struck through',
  );
  assert.equal(list.querySelector('time')?.title, '2026-11-22T09:20:01Z');
  const read = async (at: number): Promise<HTMLElement> => {
    const row = list.children[at]?.querySelector('button');
    assert.ok(row);
    fireEvent.click(row);
    return dialog();
  };
  const sent = await read(2);
  assert.equal(
    visibleText(sent),
    'Mesajın tamamı Gönderildi · Göründü: 22 Kas 11:20 · Yazıldı: 22 Kas 10:20 · 1.234 alıcı Platform TR Merhaba AZ Salam EN Hello https://rasat.example/panel (yeni sekmede açılır)',
  );
  assert.equal(sent.querySelector('a')?.getAttribute('href'), 'https://rasat.example/panel');
  assert.deepEqual(
    [...sent.querySelectorAll('abbr')].map(({ title }) => title),
    ['Türkçe', 'Azerbaycanca', 'İngilizce'],
  );
  fireEvent.click(within(sent).getByLabelText('Kapat'));
  await closed();
  const later = await read(0);
  assert.match(
    visibleText(later),
    /Zamanlandı · Görünecek: 22 Kas 12:20 · Yazıldı: 22 Kas 10:20 · 1 alıcı/,
  );
  assert.equal(later.querySelectorAll('a').length, 0);
  fireEvent.click(within(later).getByLabelText('Kapat'));
  await closed();
  assert.match(visibleText(await read(3)), /tamamı İptal edildi · Yazıldı: 22 Kas 10:20 Platform/);
});

test('a message is written in three languages, read back and sent', async (t) => {
  const { sent, reads } = await open(t);
  fireEvent.click(screen.getByText('Yeni mesaj', { selector: 'button' }));
  assert.equal(document.activeElement?.getAttribute('name'), 'message');
  const lists = screen.getByLabelText('Alıcı');
  assert.match(visibleText(lists.parentElement ?? lists), /^Alıcı Platform Sınıf/);
  assert.ok(screen.getByText('1.234 alıcı', { selector: '.text-12' }));
  fireEvent.click(screen.getByLabelText('Sınıf'));
  assert.ok(screen.getByText('1 alıcı', { selector: '.text-12' }));
  const fault = 'Mesajı üç dilde de yazın; her biri en çok 2.000 karakter';
  fireEvent.click(within(tabs()).getByText('EN'));
  const send = screen.getByText('Gönder', { selector: 'button' });
  fireEvent.click(send);
  assert.ok(await screen.findByText(fault));
  const text = screen.getByLabelText<HTMLTextAreaElement>('Mesaj (Türkçe)');
  assert.deepEqual([text.getAttribute('aria-invalid'), text.lang, text.rows], ['true', 'tr', 5]);
  assert.ok(screen.getByText('0 / 2.000'));
  fireEvent.click(within(tabs()).getByText('EN'));
  assert.equal(screen.queryAllByText(fault).length, 0, 'it is the Turkish one that is missing');
  writeAll();
  assert.equal(visibleText(tabs()), 'TR AZ EN');
  type('Bağlantı (isteğe bağlı)', 'rasat');
  fireEvent.click(send);
  const link = screen.getByLabelText('Bağlantı (isteğe bağlı)');
  assert.ok(screen.getByText('https:// ile başlayan tam bir adres yazın ya da boş bırakın'));
  assert.ok(document.activeElement === link);
  type('Bağlantı (isteğe bağlı)', ' https://rasat.example/a ');
  assert.equal(screen.queryAllByText(/ya da boş bırakın/).length, 0);
  fireEvent.click(send);
  const window = await dialog();
  assert.equal(
    visibleText(window).replace(/ Vazgeç.*/, ''),
    'Mesaj şimdi gönderilsin mi? 1 üyenin listesinde hemen görünür; isteyene Telegram’dan da gider. Geri alınamaz. Sınıf TR Bugün AZ Bu gün EN Today https://rasat.example/a (yeni sekmede açılır) Doğrulama kodu Doğrulama uygulamasının şu anda gösterdiği altı hane; her kod bir kez geçer.',
  );
  assert.deepEqual(
    [...window.querySelectorAll('input')].map(({ name }) => name),
    ['code'],
    'no moment is asked for',
  );
  fireEvent.click(within(window).getByText('Mesajı gönder'));
  assert.ok(await within(window).findByText('6 haneli kodu girin'));
  assert.deepEqual(sent(), []);
  type('Doğrulama kodu', '123456');
  fireEvent.click(within(window).getByText('Mesajı gönder'));
  await noticed('Mesaj gönderildi');
  await closed();
  assert.deepEqual(sent()[0]?.body, {
    list: 'class',
    texts: { tr: 'Bugün', az: 'Bu gün', en: 'Today' },
    link: 'https://rasat.example/a',
    at: null,
    code: '123456',
  });
  assert.equal(sessionStorage.length, 0);
  assert.equal(screen.getByLabelText<HTMLTextAreaElement>('Mesaj (Türkçe)').value, '');
  assert.ok(screen.getByText('1.234 alıcı', { selector: '.text-12' }), 'all begins anew');
  await waitFor(() => assert.deepEqual([reads('messages'), reads('summary')], [2, 2]));
});

test('a message is scheduled for the full hour after the next, unless another is chosen', async (t) => {
  const { sent } = await open(t);
  writeAll();
  assert.match(sessionStorage.getItem('rasat.admin.message') ?? '', /"person":"Y5"/);
  fireEvent.click(screen.getByText('Zamanla'));
  const window = await dialog();
  assert.ok(
    within(window).getByText(
      'Zamanı gelince kendiliğinden görünür. O ana kadar iptal edebilirsiniz.',
    ),
  );
  const at = within(window).getByLabelText<HTMLInputElement>('Görüneceği zaman (TSİ)');
  assert.deepEqual([at.value, at.min], ['2026-11-22T14:00', '2026-11-22T12:20']);
  const [title, act] = within(window).getAllByText('Mesajı zamanla');
  assert.ok(title && act);
  type('Görüneceği zaman (TSİ)', '2026-11-22T12:20');
  fireEvent.click(act);
  assert.ok(await within(window).findByText('Gelecekte, en çok bir yıl sonra bir zaman seçin'));
  type('Görüneceği zaman (TSİ)', '2026-11-22T12:21');
  type('Doğrulama kodu', '123456');
  fireEvent.click(act);
  await noticed('Mesaj zamanlandı: 22 Kas 12:21');
  assert.deepEqual(sent()[0]?.body, {
    list: 'platform',
    texts: { tr: 'Bugün', az: 'Bu gün', en: 'Today' },
    link: null,
    at: Date.UTC(2026, 10, 22, 9, 21),
    code: '123456',
  });
});

for (const [code, twice] of [
  ['conflict-409', 1],
  ['unavailable-503', 0],
] as const) {
  test(`a message that was not taken stays written (${code})`, async (t) => {
    await open(t, {
      answers: {
        'POST /api/admin/messages': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    writeAll();
    fireEvent.click(screen.getByText('Gönder', { selector: 'button' }));
    const window = await dialog();
    type('Doğrulama kodu', '123456');
    fireEvent.click(within(window).getByText('Mesajı gönder'));
    assert.ok(await within(window).findByText(code));
    assert.equal(
      within(window).queryAllByText('Aynı mesaj bir dakika içinde zaten gönderildi.').length,
      twice,
    );
    fireEvent.click(within(window).getByText('Vazgeç'));
    await closed();
    assert.equal(screen.getByLabelText<HTMLTextAreaElement>('Mesaj (İngilizce)').value, ' Today ');
    assert.deepEqual(takeNotices(), []);
  });
}

test('a message whose code was wrong is not sent; it is said beside the field and all stays', async (t) => {
  const answer = { code: 'token-not-match-400', field: 'code' };
  await open(t, {
    answers: { 'POST /api/admin/messages': () => Response.json(answer, { status: 400 }) },
  });
  writeAll();
  fireEvent.click(screen.getByText('Zamanla'));
  const window = await dialog();
  type('Görüneceği zaman (TSİ)', '2026-11-23T09:00');
  type('Doğrulama kodu', '111111');
  const [, act] = within(window).getAllByText('Mesajı zamanla');
  assert.ok(act);
  fireEvent.click(act);
  await within(window).findByText(
    'Kod doğru değil veya daha önce kullanıldı. Sıradaki kodu bekleyin.',
  );
  const code = within(window).getByLabelText<HTMLInputElement>('Doğrulama kodu');
  assert.equal(code.getAttribute('aria-invalid'), 'true');
  assert.ok(document.activeElement === code);
  const at = within(window).getByLabelText<HTMLInputElement>('Görüneceği zaman (TSİ)');
  assert.equal(at.value, '2026-11-23T09:00');
  assert.deepEqual(takeNotices(), []);
});

test('a scheduled message is cancelled after a question', async (t) => {
  const { sent, reads } = await open(t, { answers: { 'POST /api/admin/messages/2/cancel': {} } });
  fireEvent.click(screen.getByText('İptal et'));
  const window = await dialog();
  assert.ok(within(window).getByText('Zamanlanan mesaj iptal edilsin mi?'));
  assert.ok(
    within(window).getByText(
      '22 Kas 12:20 (TSİ) için zamanlanmıştı. Kimseye gitmez; gerekirse yeniden yazılır.',
    ),
  );
  assert.ok(within(window).getByLabelText('Kapat'));
  fireEvent.click(within(window).getByText('Vazgeç'));
  await closed();
  assert.deepEqual(sent(), []);
  fireEvent.click(screen.getByText('İptal et'));
  fireEvent.click(within(await dialog()).getByText('Mesajı iptal et'));
  await noticed('Mesaj iptal edildi');
  assert.equal(sent()[0]?.call, 'POST /api/admin/messages/2/cancel');
  await waitFor(() => assert.equal(reads('messages'), 2));
});

for (const [code, text] of [
  ['conflict-409', 'Mesaj bu arada görünmüş ya da iptal edilmiş.'],
  ['forbidden-403', 'Bu sayfa size açık değil'],
] as const) {
  test(`a message that could not be cancelled is told with its reason (${code})`, async (t) => {
    const { reads } = await open(t, {
      answers: {
        'POST /api/admin/messages/2/cancel': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    fireEvent.click(screen.getByText('İptal et'));
    fireEvent.click(within(await dialog()).getByText('Mesajı iptal et'));
    await noticed('Mesaj iptal edilemedi', text);
    await waitFor(() => assert.equal(reads('messages'), 2));
  });
}

test('before the first message it is said what will be there', async (t) => {
  await open(t, {
    answers: { 'GET /api/admin/messages': { audience: { platform: 0, class: 0 }, messages: [] } },
  });
  assert.ok(screen.getByText('Henüz mesaj gönderilmedi', { selector: 'h3' }));
  assert.ok(screen.getByText('Gönderilen ve zamanlanan mesajlar burada durur.'));
});

test('messages that could not be read hide how many they reach', async (t) => {
  await open(t, {
    answers: {
      'GET /api/admin/messages': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Mesajlar yüklenemedi'));
  assert.equal(screen.queryAllByText(/alıcı$/).length, 0);
});
