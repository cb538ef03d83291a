import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { textOf } from '../../../testing/read.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { standIn } from '../../../testing/stand-in.ts';
import { links } from '../testing/screen-texts.ts';
import { STUDENT } from '../testing/student.ts';
import { browserImages } from './browser-images.ts';
import {
  type HomeworkReply,
  type HomeworkSlot,
  homeworkQuery,
  homeworkTasksQuery,
  type Question,
  questionQuery,
} from './calls.ts';
import type { UploadState } from './image-upload.ts';
import { LearningSection } from './learning-section.tsx';
import { SubmitBanner } from './submit-banner.tsx';
import type { SubmitPhase } from './use-submit.ts';

/** 21 November 2026, 12:00 in Istanbul. */
const NOON = Date.UTC(2026, 10, 21, 9);
const HOUR = 3_600_000;
const IMAGE_ID = 'AAAAAAAAAAAAAAAAAAAA';
const IMAGE = {
  name: 'eurusd.png',
  size: 1_572_864,
  type: 'image/png',
  preview: 'data:image/jpeg;base64,AA==',
} as const;

function slot(state: HomeworkSlot['state'], more: Partial<HomeworkSlot> = {}): HomeworkSlot {
  return {
    text: 'Kanal çizdim.',
    imageUrl: '/api/images/a',
    datetime: NOON,
    state,
    feedback: null,
    marks: [],
    reviewed: null,
    earlier: [],
    ...more,
  };
}

const MARKS = [{ x: 0.25, y: 0.5, text: 'Dip burada' }];
const HOMEWORK: HomeworkReply = {
  1: slot('approved', { feedback: 'Temiz çizim.', reviewed: NOON + HOUR, marks: MARKS }),
  2: slot('review', { imageUrl: '/api/images/b' }),
  3: slot('fix', {
    feedback: null,
    reviewed: NOON + 2 * HOUR,
    marks: MARKS,
    earlier: [slot('fix', { text: 'İlk deneme.', datetime: NOON - HOUR })],
  }),
};
const TASKS = [1, 2, 3, 4, 5, 6, 7].map((number) => ({
  number,
  title: { tr: `Görev ${number}`, az: `Tapşırıq ${number}`, en: `Task ${number}` },
  text: { tr: `Çizin ${number}.`, az: `Çəkin ${number}.`, en: `Draw ${number}.` },
}));

function homework(t: TestContext, address: string, showing: Showing = {}, reply = HOMEWORK) {
  sessionStorage.clear();
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  return show(t, <LearningSection section="homework" info={STUDENT} />, {
    at: `/account?selected=homework${address}`,
    known: [
      [homeworkQuery().queryKey, reply],
      [homeworkTasksQuery().queryKey, TASKS],
    ],
    ...showing,
  });
}

function question(t: TestContext, last: Question | null, showing: Showing = {}) {
  return show(t, <LearningSection section="question" info={STUDENT} />, {
    at: '/account?selected=question',
    known: [[questionQuery().queryKey, last]],
    ...showing,
  });
}

const writing = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const storeDraft = (key: string, text: string, image: object | null): void =>
  sessionStorage.setItem(key, JSON.stringify({ person: 'RS1', text, image }));
const kept = { ...IMAGE, id: IMAGE_ID };

test('seven slots are shown with their states; a slot with a requested fix is selected first', async (t) => {
  await homework(t, '');
  assert.ok(screen.getByRole('tablist', { name: 'Ödevler' }));
  assert.deepEqual(screen.getAllByRole('tab').map(textOf), [
    'Ödev 1Onaylandı',
    'Ödev 2İncelemede',
    'Ödev 3Düzeltme istendi',
    'Ödev 4Boş',
    'Ödev 5Boş',
    'Ödev 6Boş',
    'Ödev 7Boş',
  ]);
  assert.equal(textOf(screen.getByRole('tab', { selected: true })), 'Ödev 3Düzeltme istendi');
  const form = within(screen.getByRole('region', { name: 'Ödev 3' }));
  assert.ok(form.getByText('Görev 3'));
  assert.ok(form.getByText('Çizin 3.'));
  assert.equal(
    textOf(form.getByRole('status')),
    'Düzeltme istendi. Geri bildirime göre bir kez daha gönderebilirsiniz.',
  );
  const last = within(screen.getByRole('region', { name: 'Son gönderiniz' }));
  assert.ok(last.getByText('Düzeltme istendi'));
  assert.ok(last.getByText('Geri bildirim'));
  assert.equal(last.getByText('21 Kas 14:00').getAttribute('datetime'), '2026-11-21T11:00:00Z');
  assert.deepEqual(
    within(last.getByRole('list', { name: 'Görseldeki işaretler' }))
      .getAllByRole('listitem')
      .map(textOf),
    ['1Dip burada'],
  );
  assert.ok(last.queryByText('Yazılı geri bildirim yok.') === null, 'marks count as feedback');
  const earlier = document.querySelector('details');
  assert.equal(textOf(earlier?.firstElementChild ?? null), 'Önceki gönderi');
  assert.match(textOf(earlier), /21 Kas 11:00İlk deneme\..*Yazılı geri bildirim yok\.$/);
});

test('a submitted slot shows text, image, time and feedback', async (t) => {
  const { user } = await homework(t, '&slot=1');
  const own = within(screen.getByRole('region', { name: 'Ödev 1' }));
  assert.ok(own.getByText('Onaylandı'));
  assert.ok(own.getByText('Görev 1'));
  assert.match(
    textOf(screen.getByRole('region', { name: 'Ödev 1' })),
    /Gönderildi: 21 Kas 12:00 · değiştirilemez$/,
  );
  assert.equal(own.getByText(/^Gönderildi/).getAttribute('datetime'), '2026-11-21T09:00:00Z');
  const back = within(screen.getByRole('region', { name: 'Geri bildirim' }));
  assert.ok(back.getByText('Temiz çizim.'));
  assert.ok(back.getByText('21 Kas 13:00'));
  assert.equal(back.getAllByText('Geri bildirim').length, 1, 'only the heading contains it');
  assert.ok(screen.queryByRole('group') === null);
  assert.ok(screen.queryByRole('textbox') === null);
  const picture = own.getByRole('button', {
    name: 'Görseli büyüt: Ödev 1 için gönderdiğiniz görsel',
  });
  await user.click(picture);
  const large = within(await screen.findByRole('dialog'));
  assert.ok(large.getByRole('heading', { name: 'Ödev 1 için gönderdiğiniz görsel' }));
  assert.ok(large.getByRole('list', { name: 'Görseldeki işaretler' }));
  await user.click(large.getByRole('button', { name: 'Kapat' }));
});

test('a tab selects a slot and changes the address; a pending review is shown', async (t) => {
  const { user, address } = await homework(t, '&slot=1');
  await user.click(screen.getByRole('tab', { name: /^Ödev 2/ }));
  assert.equal(address(), '/account?selected=homework&slot=2');
  assert.match(
    textOf(screen.getByRole('region', { name: 'Geri bildirim' })),
    /^Geri bildirimHenüz değerlendirilmedi\. Değerlendirilince/,
  );
  screen.getByRole('tab', { name: /^Ödev 2/ }).focus();
  await user.keyboard('{ArrowRight}');
  assert.equal(address(), '/account?selected=homework&slot=2', 'an arrow key alone selects no tab');
});

test('beside an empty slot stands the newest review of another', async (t) => {
  await homework(t, '&slot=4');
  const other = within(screen.getByRole('region', { name: 'Ödev 3' }));
  assert.ok(other.getByText('Düzeltme istendi'));
  assert.ok(screen.getByRole('region', { name: 'Ödev 4' }));
  assert.ok(screen.queryByText(/^Düzeltme istendi\. Geri/) === null);
});

test('an expired image address is read again', async (t) => {
  const { calls } = await homework(t, '&slot=2', {
    answers: { 'GET /api/account/homework': HOMEWORK },
  });
  fireEvent.error(screen.getByAltText('Ödev 2 için gönderdiğiniz görsel'));
  assert.ok(screen.getByText('Görsel açılamadı'));
  await waitFor(() =>
    assert.deepEqual(
      calls.map(({ call }) => call),
      ['GET /api/account/homework'],
    ),
  );
});

test('only the row of slots scrolls to the selected one', async (t) => {
  const sizes = { offsetLeft: 900, offsetWidth: 128, clientWidth: 360 } as const;
  for (const [name, value] of Object.entries(sizes)) {
    const of = name === 'clientWidth' ? Element.prototype : HTMLElement.prototype;
    standIn(t, of, { [name]: value });
  }
  await homework(t, '&slot=7');
  // The row scrolls the middle of the tab, 964, to its own middle.
  assert.equal(screen.getByRole('tablist').scrollLeft, 900 - (360 - 128) / 2);
});

test('a homework without text or image is not sent; the missing field gets the focus', async (t) => {
  const { user, calls } = await homework(t, '&slot=5');
  const send = () => user.click(screen.getByRole('button', { name: 'Ödevi gönder' }));
  await send();
  assert.match(
    textOf(screen.getByRole('alert')),
    /^1 ile 4\.999 karakter arası bir açıklama yazın ve ödev görselini yükleyin\./,
  );
  assert.ok(document.activeElement === writing());
  assert.equal(writing().getAttribute('aria-invalid'), 'true');
  assert.ok(screen.getByText('1 ile 4.999 karakter arası yazın'));
  assert.equal(writing().labels?.[0]?.textContent, 'Açıklama');
  await user.type(writing(), 'Kanal');
  assert.ok(screen.queryByRole('alert') === null, 'a corrected fault is not shown');
  assert.ok(screen.getByText('5 / 4.999'));
  assert.equal(textOf(screen.getByRole('tab', { selected: true })), 'Ödev 5Yazılıyor');
  await send();
  assert.equal(textOf(screen.getByRole('alert')), 'Ödev görselini yükleyin.');
  const add = screen.getByRole('button', { name: 'Görsel ekle' });
  assert.ok(document.activeElement === add);
  assert.match(
    textOf(document.getElementById(add.getAttribute('aria-describedby') ?? '')),
    /^JPEG, PNG veya WebP; en çok 5 MB\. Yapıştırabilir ya da buraya bırakabilirsiniz\.$/,
  );
  assert.ok(screen.getByText('Gönderdikten sonra değiştirilemez.'));
  assert.deepEqual(calls, []);
  assert.match(sessionStorage.getItem('rasat.homework.5') ?? '', /"text":"Kanal"/);
});

test('a homework is submitted once, and the page confirms it', async (t) => {
  let reply: HomeworkReply = HOMEWORK;
  let answer: () => void = () => undefined;
  sessionStorage.clear();
  storeDraft('rasat.homework.6', ' Kanal ', kept);
  const { user, calls } = await show(t, <LearningSection section="homework" info={STUDENT} />, {
    at: '/account?selected=homework&slot=6',
    known: [
      [homeworkQuery().queryKey, HOMEWORK],
      [homeworkTasksQuery().queryKey, TASKS],
    ],
    answers: {
      'GET /api/account/homework': () => reply,
      'POST /api/account/homework': () =>
        new Promise((resolve) => {
          answer = () => {
            reply = { ...HOMEWORK, 6: slot('review', { text: 'Kanal' }) };
            resolve({});
          };
        }),
    },
  });
  const row = screen.getByText('eurusd.png').closest('div')?.parentElement ?? document.body;
  assert.match(textOf(row), /^eurusd\.png1,5 MB · yüklendi$/);
  assert.equal(row.querySelector('img')?.getAttribute('src'), IMAGE.preview);
  assert.ok(screen.getByRole('button', { name: 'Görseli değiştir' }));
  assert.ok(screen.getByText('Görsel yüklendi'));
  assert.ok(screen.queryByRole('button', { name: 'Yeniden dene' }) === null);
  await user.click(screen.getByRole('button', { name: 'Ödevi gönder' }));
  assert.equal(textOf(screen.getAllByRole('status')[0] ?? null), 'Gönderiliyor, lütfen bekleyin.');
  assert.equal(writing().matches(':disabled'), true);
  fireEvent.submit(writing().form ?? writing());
  fireEvent.paste(writing(), { clipboardData: { files: [new File(['x'], 'b.png')] } });
  assert.ok(screen.getByText('eurusd.png'), 'a pending form does not change');
  await act(async () => answer());
  const said = await screen.findByText('Ödeviniz gönderildi.');
  assert.ok(document.activeElement === said.closest('[role="status"]'));
  assert.deepEqual(
    calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
    [{ text: 'Kanal', homeworkNumber: 6, imageId: IMAGE_ID }],
  );
  assert.ok(await screen.findByText(/^Gönderildi: /));
  assert.equal(sessionStorage.getItem('rasat.homework.6'), null);
});

test('an error of the server is shown, and the draft stays', async (t) => {
  const codes = ['conflict-409', 'not-found-404'];
  sessionStorage.clear();
  storeDraft('rasat.homework.6', 'Kanal', kept);
  const { user, calls } = await show(t, <LearningSection section="homework" info={STUDENT} />, {
    at: '/account?selected=homework&slot=6',
    known: [
      [homeworkQuery().queryKey, {}],
      [homeworkTasksQuery().queryKey, TASKS],
    ],
    answers: {
      'GET /api/account/homework': {},
      'POST /api/account/homework': () =>
        Response.json({ code: codes.shift() ?? '500' }, { status: 400 }),
    },
  });
  const send = () => user.click(screen.getByRole('button', { name: 'Ödevi gönder' }));
  const reads = () => calls.filter(({ call }) => call === 'GET /api/account/homework').length;
  await send();
  const alert = await screen.findByRole('alert');
  assert.equal(textOf(alert), 'Bu ödev gönderilmiş; değiştirilemez.conflict-409');
  assert.ok(document.activeElement === alert);
  assert.equal(reads(), 1, 'the homework is read again');
  assert.equal(writing().value, 'Kanal');
  await send();
  await screen.findByText(/^Yüklediğiniz görsel artık kullanılamıyor\. Yeniden yükleyin\./);
  assert.ok(screen.queryByText('eurusd.png') === null);
  assert.equal(reads(), 1);
});

const LAST: Question = {
  text: 'Kanal nerede biter?',
  answer: null,
  datetime: NOON,
  imageId: IMAGE_ID,
  imageUrl: '/api/images/q',
  answered: null,
  next: NOON + 7 * 24 * HOUR,
  daysLeft: 7,
};

test('after a question, the form is disabled and shows when it opens', async (t) => {
  sessionStorage.clear();
  let last: Question | null = null;
  t.mock.timers.enable({ apis: ['Date'], now: NOON + 36 * HOUR });
  const { user, calls } = await question(t, null, {
    answers: {
      'GET /api/account/question': () => (last === null ? Response.json(null) : last),
      'POST /api/account/question': () => {
        last = LAST;
        return {};
      },
    },
  });
  assert.equal(writing().placeholder, 'Sorunuzu yazın');
  assert.equal(writing().labels?.[0]?.textContent, 'Sorunuz');
  const send = () => user.click(screen.getByRole('button', { name: 'Soruyu gönder' }));
  await send();
  assert.match(
    textOf(screen.getByRole('alert')),
    /^Soru biçimi geçersiz: en az 1, en çok 4\.999 karakter yazın\./,
  );
  assert.ok(screen.getByText('1 ile 4.999 karakter arası yazın'));
  await user.type(writing(), 'Kanal nerede biter?');
  assert.equal(screen.getAllByText('19 / 4.999').length, 1);
  await send();
  const said = await screen.findByText('Sorunuz gönderildi.');
  assert.ok(document.activeElement === said.closest('[role="status"]'));
  assert.deepEqual(calls.find(({ call }) => call.startsWith('POST'))?.body, {
    question: 'Kanal nerede biter?',
    imageId: null,
  });
  // After 1.5 of 7 days, 5.5 days are left, rounded up to 6.
  await screen.findByText(
    /^Yeni soru için 6 gün kaldı\. Son sorunuz 21 Kas tarihli; her 7 günde bir/,
  );
  const next = screen.getByRole('region', { name: 'Yeni soru' });
  assert.match(textOf(next), /^Yeni soru28 Kas 12:00 \(TSİ\) tarihinde açılır/);
  assert.equal(writing().matches(':disabled'), true);
  const asked = screen.getByRole('region', { name: 'Son sorunuz' });
  assert.ok(asked.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING);
  assert.match(textOf(asked), /^Son sorunuz21 Kas 12:00Yanıt bekleniyorKanal nerede biter\?/);
  assert.ok(within(asked).getByText('Yanıt geldiğinde e-postayla haber veririz.'));
  fireEvent.error(within(asked).getByAltText('Sorunuzdaki görsel'));
  const reads = () => calls.filter(({ call }) => call === 'GET /api/account/question').length;
  await waitFor(() => assert.equal(reads(), 2));
  fireEvent.paste(writing(), { clipboardData: { files: [new File(['x'], 'b.png')] } });
  assert.ok(screen.queryByText('b.png') === null, 'a disabled form takes no image');
});

test('an answered question shows its answer; a week later the form is open', async (t) => {
  sessionStorage.clear();
  const answered = { ...LAST, answer: 'Üst bantta.', answered: NOON + HOUR, imageUrl: null };
  t.mock.timers.enable({ apis: ['Date'], now: NOON + 7 * 24 * HOUR });
  const { leave } = await question(t, answered);
  const asked = screen.getByRole('region', { name: 'Son sorunuz' });
  assert.equal(
    textOf(asked),
    'Son sorunuz21 Kas 12:00YanıtlandıKanal nerede biter?Eğitmen21 Kas 13:00Üst bantta.',
  );
  const next = screen.getByRole('region', { name: 'Yeni soru' });
  assert.ok(asked.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_PRECEDING);
  assert.equal(writing().matches(':disabled'), false);
  assert.ok(screen.queryByRole('status') === null);
  leave();
  await question(t, { ...answered, answered: null });
  assert.match(textOf(screen.getByRole('region', { name: 'Son sorunuz' })), /EğitmenÜst bantta\.$/);
});

test('a question asked too early shows the reason, and the last question is read again', async (t) => {
  sessionStorage.clear();
  storeDraft('rasat.question', 'Yine ben', null);
  const codes = ['conflict-409', 'rate-429'];
  const { user, calls } = await question(t, null, {
    answers: {
      'GET /api/account/question': () => Response.json(null),
      'POST /api/account/question': () =>
        Response.json({ code: codes.shift() ?? '500' }, { status: 400 }),
    },
  });
  const send = () => user.click(screen.getByRole('button', { name: 'Soruyu gönder' }));
  await send();
  assert.equal(
    textOf(await screen.findByRole('alert')),
    'Son sorunuzdan bu yana 7 gün geçmedi. Yazdıklarınız burada duruyor.conflict-409',
  );
  const reads = () => calls.filter(({ call }) => call.startsWith('GET')).length;
  assert.equal(reads(), 1);
  await send();
  await screen.findByText(/^Çok sık denediniz, biraz bekleyin\. Yazdıklarınız burada duruyor\./);
  assert.equal(reads(), 1);
});

test('a file that is no image is refused; the question can be sent without an image', async (t) => {
  sessionStorage.clear();
  const { user } = await question(t, null);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  assert.ok(input);
  assert.equal(input.accept, 'image/jpeg,image/png,image/webp');
  const click = t.mock.method(HTMLInputElement.prototype, 'click', () => undefined);
  await user.click(screen.getByRole('button', { name: 'Görsel ekle' }));
  assert.equal(click.mock.callCount(), 1);
  await user.upload(input, new File([new Uint8Array(0)], 'empty.png', { type: 'image/png' }));
  assert.equal(textOf(await screen.findByRole('alert')), 'Bu dosya boş.');
  assert.equal(input.value, '', 'the same file may be chosen again');
  await user.type(writing(), 'Yalnız yazı');
  await user.click(screen.getByRole('button', { name: 'Soruyu gönder' }));
  assert.equal(textOf(screen.getByRole('alert')), 'Bu dosya boş.');
  await user.click(screen.getByRole('button', { name: 'Görselsiz devam et' }));
  assert.ok(screen.queryByRole('alert') === null);
  assert.ok(screen.queryByRole('button', { name: 'Görselsiz devam et' }) === null);
  const text = new File(['not an image at all'], 'a.txt');
  const taken = fireEvent.drop(writing(), { dataTransfer: { files: [text], types: ['Files'] } });
  assert.equal(taken, false, 'the browser does not open it');
  await screen.findByText('Bu dosya bir JPEG, PNG veya WebP görseli değil.');
  assert.equal(fireEvent.dragOver(writing(), { dataTransfer: { types: ['Files'] } }), false);
  assert.equal(fireEvent.dragOver(writing(), { dataTransfer: { types: ['text/plain'] } }), true);
  assert.equal(fireEvent.paste(writing(), { clipboardData: { files: [] } }), true);
});

test('an image upload shows its progress, and can be stopped and repeated', async (t) => {
  sessionStorage.clear();
  t.mock.method(browserImages, 'read', async () => ({ type: 'image/png', width: 4, height: 4 }));
  t.mock.method(browserImages, 'draw', async () => IMAGE.preview);
  type Options = Parameters<typeof browserImages.send>[2];
  const sent: { options: Options; done: (id: string) => void; fail: (error: unknown) => void }[] =
    [];
  t.mock.method(
    browserImages,
    'send',
    (_file: Blob, _type: string, options: Options) =>
      new Promise<string>((done, fail) => void sent.push({ options, done, fail })),
  );
  const { user } = await question(t, null);
  await user.type(writing(), 'Bak');
  const pick = () =>
    fireEvent.paste(writing(), {
      clipboardData: { files: [new File([new Uint8Array(2048)], 'chart.png')] },
    });
  pick();
  assert.ok(screen.getByText('2 KB · hazırlanıyor'));
  const bar = () => screen.getByRole('progressbar', { name: 'chart.png yükleniyor' });
  assert.equal(bar().getAttribute('aria-valuenow'), '0');
  await waitFor(() => assert.equal(sent.length, 1));
  act(() => sent[0]?.options.onProgress(0.646));
  assert.ok(screen.getByText('2 KB · yükleniyor %64'));
  assert.equal(bar().getAttribute('aria-valuenow'), '64');
  assert.ok(screen.getByText('Görsel yükleniyor, %50'), 'each quarter is announced');
  assert.equal(
    textOf(screen.getByRole('status')),
    'Görsel yükleniyor. Bitince soruyu gönderebilirsiniz.',
  );
  assert.equal(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Soruyu gönder' }).disabled,
    true,
  );
  await user.click(screen.getByRole('button', { name: 'Yüklemeyi durdur' }));
  assert.equal(sent[0]?.options.signal.aborted, true);
  assert.ok(screen.queryByText(/chart\.png/) === null);
  pick();
  await waitFor(() => assert.equal(sent.length, 2));
  await act(async () => sent[1]?.fail({ code: 'unavailable-503' }));
  assert.match(textOf(screen.getByRole('alert')), /^Görsel deposuna şu anda ulaşılamıyor\./);
  assert.ok(screen.getByText('2 KB · yüklenemedi'));
  assert.ok(screen.getByText('Görsel yüklenemedi'));
  assert.ok(screen.queryByRole('progressbar') === null);
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  await waitFor(() => assert.equal(sent.length, 3));
  await act(async () => sent[2]?.done(IMAGE_ID));
  assert.ok(screen.getByText('2 KB · yüklendi'));
  await user.click(screen.getByRole('button', { name: 'Görseli kaldır' }));
  assert.ok(screen.queryByText(/chart\.png/) === null);
  pick();
  await waitFor(() => assert.equal(sent.length, 4));
});

test('leaving the section aborts its uploads', async (t) => {
  sessionStorage.clear();
  t.mock.method(browserImages, 'read', async () => ({ type: 'image/png', width: 4, height: 4 }));
  t.mock.method(browserImages, 'draw', async () => IMAGE.preview);
  const signals: AbortSignal[] = [];
  t.mock.method(
    browserImages,
    'send',
    (_file: Blob, _type: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<string>(() => void signals.push(signal)),
  );
  const paste = () =>
    fireEvent.paste(writing(), { clipboardData: { files: [new File(['a'], 'a.png')] } });
  const first = await question(t, null);
  paste();
  await waitFor(() => assert.equal(signals.length, 1));
  first.leave();
  const second = await homework(t, '&slot=5');
  paste();
  await waitFor(() => assert.equal(signals.length, 2));
  assert.equal(
    textOf(screen.getByRole('status')),
    'Görsel yükleniyor. Bitince ödevi gönderebilirsiniz.',
  );
  second.leave();
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
});

test('the banner above the button names the reason that prevents the submission', async (t) => {
  const say = async (image: UploadState, phase: SubmitPhase = { kind: 'open' }) => {
    const { leave } = await show(
      t,
      <SubmitBanner area="homework" phase={phase} image={image} conflict="Kapalı." />,
    );
    const found = textOf(document.body);
    leave();
    return found;
  };
  const failed = (code: string): UploadState => ({ kind: 'failed', image: IMAGE, code });
  const fault = (kind: 'type' | 'empty' | 'bytes' | 'pixels'): UploadState => ({
    kind: 'none',
    fault: kind,
  });
  const NONE: UploadState = { kind: 'none', fault: null };
  assert.equal(await say(NONE), '');
  assert.equal(
    await say(failed('unavailable-503')),
    'Görsel deposuna şu anda ulaşılamıyor. Yazdıklarınız burada duruyor; biraz sonra yeniden deneyin.unavailable-503',
  );
  assert.equal(
    await say(failed('rate-429')),
    'Bugün çok fazla görsel yüklediniz. Yazdıklarınız burada duruyor; yarın yeniden deneyin.rate-429',
  );
  assert.equal(
    await say(failed('media-type-415')),
    'Bu dosya bir JPEG, PNG veya WebP görseli değil.media-type-415',
  );
  const large = 'Bu görsel çok büyük: en çok 5 MB olabilir.';
  assert.equal(await say(failed('too-large-413')), `${large}too-large-413`);
  assert.equal(
    await say(failed('forbidden-403')),
    'Bu sayfa size açık değil. Görsel yüklenemedi. Yeniden deneyin ya da kaldırın.forbidden-403',
  );
  assert.equal(await say(fault('bytes')), large);
  assert.equal(
    await say(fault('pixels')),
    'Bu görselin çözünürlüğü çok yüksek: en çok 40 megapiksel olabilir.',
  );
  const needs: SubmitPhase = { kind: 'fault', fault: 'image' };
  assert.equal(await say(fault('empty'), needs), 'Bu dosya boş.', 'the reason has priority');
  assert.equal(await say({ kind: 'ready', image: IMAGE, id: 'a' }), '');
  assert.equal(
    await say(NONE, { kind: 'error', code: '500' }),
    'Bir hata oluştu. Yazdıklarınız burada duruyor.500',
  );
});

test('only students have questions and homework; a failed read shows an error', async (t) => {
  const info = { ...STUDENT, student: false };
  for (const [section, text] of [
    ['question', /^Haftada bir soru sorup yanıtını almak için/],
    ['homework', /^Yedi ödevi gönderip değerlendirme almak için/],
  ] as const) {
    const { leave, calls } = await show(t, <LearningSection section={section} info={info} />, {
      at: '/account',
    });
    assert.ok(screen.getByText(text));
    assert.deepEqual(links(), ['Eğitime göz at /account?selected=education']);
    assert.deepEqual(calls, []);
    leave();
  }
  const refusal = () => Response.json({ code: 'unauthorized-401' }, { status: 401 });
  const asked = await question(t, null, {
    known: [],
    answers: { 'GET /api/account/question': refusal },
  });
  assert.ok(await screen.findByText('Sorunuz yüklenemedi'));
  asked.leave();
  const handed = await homework(t, '', {
    known: [],
    answers: { 'GET /api/account/homework': refusal, 'GET /api/account/homework/tasks': TASKS },
  });
  assert.ok(await screen.findByText('Ödevler yüklenemedi'));
  handed.leave();
  const waiting = await homework(t, '', {
    known: [[homeworkQuery().queryKey, HOMEWORK]],
    answers: { 'GET /api/account/homework/tasks': () => new Promise(() => undefined) },
  });
  assert.ok(screen.queryByRole('tablist') === null, 'the form waits for the tasks');
  waiting.leave();
  await homework(t, '', {
    known: [[homeworkQuery().queryKey, HOMEWORK]],
    answers: { 'GET /api/account/homework/tasks': refusal },
  });
  assert.ok(await screen.findByRole('tablist'), 'the homework works without tasks');
});
