import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sessionQuery } from '../../../api/session/session.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { summaryQuery } from '../calls.ts';
import { bonesOf, iconsOf, visibleText } from '../testing/read-page.ts';
import type { AdminHomework } from './calls.ts';
import HomeworkRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;

const ENTRY: AdminHomework = {
  id: 21,
  person: { uid: 'K1', name: 'Kerem', surname: 'Şahin', email: 'kerem@example.com', city: 'İzmir' },
  number: 3,
  text: 'Kutuyu çizdim.',
  datetime: NOW - 90 * MINUTE,
  imageUrl: '/api/files/image-21',
  state: 'review',
  feedback: null,
  marks: [],
  reviewed: null,
  width: 800,
  height: 400,
  earlier: [],
};
const EARLIER = {
  text: 'İlk deneme.',
  datetime: NOW - 300 * MINUTE,
  imageUrl: '/api/files/image-old',
  state: 'fix',
  feedback: 'Üst çizgi eksik.',
  marks: [{ x: 0.5, y: 0.25, text: 'burada' }],
  reviewed: NOW - 200 * MINUTE,
} as const;
const NEXT: AdminHomework = {
  ...ENTRY,
  id: 22,
  person: { ...ENTRY.person, uid: 'A2', name: 'Aylin', surname: 'Ak' },
  number: 1,
  imageUrl: '/api/files/image-22',
  earlier: [{ ...EARLIER, marks: [...EARLIER.marks] }],
};
const answered = (homework: readonly AdminHomework[], total = homework.length) => ({
  waiting: total,
  total,
  homework,
});

/** A screen that shows the numbers of the side bar. */
function Watcher() {
  useQuery(summaryQuery());
  return null;
}

async function open(t: TestContext, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  sessionStorage.clear();
  const shown = await show(
    t,
    <>
      <Watcher />
      <HomeworkRoute />
    </>,
    {
      known: [[sessionQuery().queryKey, { id: 'Y5' }]],
      ...showing,
      answers: {
        'GET /api/admin/homework': (_: unknown, { searchParams }: URL) =>
          searchParams.get('state') === 'review' ? answered([ENTRY, NEXT]) : answered([]),
        'GET /api/admin/summary': {},
        'POST /api/admin/homework/21/review': { done: true },
        ...showing.answers,
      },
    },
  );
  assert.equal(bonesOf(document.body), 5);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => call.startsWith('POST'));
  return { ...shown, sent };
}
const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
const focused = () => document.activeElement?.getAttribute('aria-label');
const heading = () => visibleText(document.querySelector('h2') ?? document.body);
const surface = () => screen.getByLabelText('Görsele işaret koy: Kerem Şahin: ödev 3, görsel');
const feedback = () => screen.getByLabelText<HTMLTextAreaElement>('Geri bildirim');
const placeOf = (label: string): string[] => {
  const { left, top } = screen.getByLabelText(label).style;
  return [left, top];
};
/** The image stands at 100, 50 of the window, 200 × 100 large. */
const onScreen = (t: TestContext) =>
  t.mock.method(Element.prototype, 'getBoundingClientRect', () => ({
    left: 100,
    top: 50,
    right: 300,
    bottom: 150,
    x: 100,
    y: 50,
    width: 200,
    height: 100,
    toJSON: () => '',
  }));
const pressAt = (clientX: number, clientY: number) =>
  fireEvent.click(surface(), { detail: 1, clientX, clientY });

test('what waits is shown one by one, with its image, its text and what came before it', async (t) => {
  await open(t);
  assert.equal(document.title, 'Ödev inceleme · Yönetim · Rasat');
  assert.equal(heading(), 'Kerem Şahin · Ödev 3');
  assert.equal(screen.getByText('Kerem Şahin').getAttribute('href'), '/admin/people/K1');
  assert.ok(screen.getByText('İncelemede'));
  assert.deepEqual(
    screen.getAllByTitle('kerem@example.com').map((time) => [time.tagName, time.textContent]),
    [
      ['TIME', '22 Kas 10:30'],
      ['TIME', '22 Kas 10:30'],
    ],
  );
  assert.ok(screen.getByText('Kutuyu çizdim.'));
  const image = surface().querySelector('img');
  assert.deepEqual(
    [image?.getAttribute('src'), image?.width, image?.height, image?.draggable, image?.alt],
    ['/api/files/image-21', 800, 400, false, ''],
  );
  assert.equal(
    visibleText(screen.getByLabelText('Gösterilen ödevler')),
    'Bekleyen 2 Onaylanan Düzeltilecek',
  );
  assert.equal(
    screen.getByText('1. ödev, toplam 2').parentElement?.textContent?.slice(0, 5),
    '1 / 2',
  );
  assert.equal(screen.getByText('1 / 2').getAttribute('aria-hidden'), 'true');
  const back = screen.getByLabelText<HTMLButtonElement>('Önceki ödev');
  const on = screen.getByLabelText<HTMLButtonElement>('Sonraki ödev');
  assert.deepEqual([back.disabled, on.disabled], [true, false]);
  assert.deepEqual(iconsOf(back), ['16 × 16, 1.6']);
  assert.equal(screen.queryAllByText(/^Önceki.*gönderi$/).length, 0);
  assert.equal(
    [...document.querySelectorAll('kbd')].map(({ parentElement: key }) => key?.textContent).join(),
    'A onayla,D düzeltme,J sonraki',
  );
  const scrolled = t.mock.method(globalThis, 'scrollTo', () => undefined);
  fireEvent.click(on);
  assert.equal(heading(), 'Aylin Ak · Ödev 1');
  assert.deepEqual(scrolled.mock.calls[0]?.arguments, [0, 0]);
  assert.equal(document.activeElement?.getAttribute('tabindex'), '-1');
  assert.deepEqual([back.disabled, on.disabled], [false, true]);
  const earlier = screen.getByText('Önceki gönderi').closest('details');
  assert.ok(earlier);
  assert.ok(within(earlier).getByText('22 Kas 07:00'));
  assert.ok(within(earlier).getByText('Düzeltme istendi'));
  assert.ok(within(earlier).getByText('İlk deneme.'));
  assert.ok(within(earlier).getByText('Üst çizgi eksik.'));
  assert.ok(within(earlier).getByText('Değerlendirildi: 22 Kas 08:40'));
  assert.equal(visibleText(within(earlier).getByLabelText('Görseldeki işaretler')), '1 burada');
  const old = within(earlier).getByAltText('Aylin Ak: ödev 1, görsel');
  assert.equal(old.getAttribute('src'), '/api/files/image-old');
  assert.ok(within(earlier).getByLabelText('Görseli büyüt: Aylin Ak: ödev 1, görsel'));
  key('k');
  assert.equal(heading(), 'Kerem Şahin · Ödev 3');
  key('k');
  assert.equal(heading(), 'Kerem Şahin · Ödev 3', 'nothing is before the first');
  key('j');
  assert.equal(heading(), 'Aylin Ak · Ödev 1');
});

test('a press on the image puts a mark there and leads to its remark', async (t) => {
  onScreen(t);
  await open(t);
  assert.ok(screen.getByText('Görselde bir yere tıklayarak işaret koyun.'));
  pressAt(150, 75);
  assert.deepEqual(placeOf('1. işaret'), ['25%', '25%'], '50 of 200 and 25 of 100');
  assert.equal(focused(), '1. işaretin notu');
  assert.equal(screen.queryAllByText(/^Görselde bir yere/).length, 0);
  const remark = screen.getByLabelText<HTMLTextAreaElement>('1. işaretin notu');
  assert.deepEqual([remark.maxLength, remark.placeholder, remark.rows], [300, 'Not', 1]);
  fireEvent.change(remark, { target: { value: 'üst\nçizgi' } });
  assert.equal(remark.value, 'üst çizgi', 'a remark is one line');
  assert.equal(fireEvent.keyDown(remark, { key: 'a' }), true);
  assert.equal(key('Enter', { isComposing: true }), true, 'what is composed is no end');
  assert.equal(focused(), '1. işaretin notu');
  assert.equal(key('Enter'), false);
  assert.ok(document.activeElement === surface(), 'on with the next mark');
  pressAt(300, 150);
  assert.deepEqual(placeOf('2. işaret'), ['100%', '100%']);
  const list = screen.getByLabelText('İşaretler');
  assert.equal(list.children.length, 2);
  assert.equal(screen.getByLabelText('1. işaret: üst çizgi').textContent, '1');

  screen.getByLabelText('1. işaret: üst çizgi').focus();
  assert.equal(key('ArrowRight'), false);
  key('ArrowDown', { shiftKey: true });
  assert.deepEqual(placeOf('1. işaret: üst çizgi'), ['26%', '35%']);
  key('ArrowLeft', { shiftKey: true });
  key('ArrowUp');
  assert.deepEqual(placeOf('1. işaret: üst çizgi'), ['16%', '34%']);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    assert.equal(key('ArrowUp', more), true);
  }
  assert.equal(key('x'), true);
  assert.deepEqual(placeOf('1. işaret: üst çizgi'), ['16%', '34%']);
  fireEvent.click(screen.getByLabelText('1. işaret: üst çizgi'));
  assert.equal(focused(), '1. işaretin notu', 'a press leads to its remark');
  screen.getByLabelText('2. işaret').focus();
  assert.equal(key('Delete'), false);
  assert.equal(list.children.length, 1);
  assert.ok(document.activeElement === surface(), 'the mark that had the focus is gone');
  fireEvent.click(screen.getByLabelText('1. işareti kaldır'));
  assert.equal(screen.queryAllByLabelText('İşaretler').length, 0);
  pressAt(150, 75);
  screen.getByLabelText('1. işaret').focus();
  assert.equal(key('Backspace'), false);
  assert.equal(screen.queryAllByLabelText('İşaretler').length, 0);
});

test('a mark follows the pointer once it has moved by four pixels', async (t) => {
  onScreen(t);
  await open(t);
  pressAt(150, 75);
  const mark = screen.getByLabelText('1. işaret');
  const captured: unknown[] = [];
  Object.assign(mark, { setPointerCapture: (id: unknown) => captured.push(id) });
  const pointer = (type: string, clientX: number, clientY: number, button = 0) =>
    fireEvent(
      mark,
      Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY, button }), {
        pointerId: 5,
      }),
    );
  pointer('pointermove', 300, 150);
  pointer('pointerdown', 150, 75, 2);
  pointer('pointermove', 300, 150);
  assert.deepEqual(placeOf('1. işaret'), ['25%', '25%'], 'the other button drags nothing');
  assert.deepEqual(captured, []);
  pointer('pointerdown', 150, 75);
  assert.deepEqual(captured, [5]);
  pointer('pointermove', 153, 75);
  assert.deepEqual(placeOf('1. işaret'), ['25%', '25%']);
  pointer('pointermove', 154, 75);
  assert.deepEqual(placeOf('1. işaret'), ['27%', '25%']);
  pointer('pointermove', 151, 75);
  assert.deepEqual(placeOf('1. işaret'), ['25.5%', '25%'], 'what is dragged goes back, too');
  mark.focus();
  fireEvent.click(mark);
  assert.equal(focused(), '1. işaret', 'the end of a drag is no press');
  pointer('pointermove', 300, 150);
  assert.deepEqual(placeOf('1. işaret'), ['25.5%', '25%']);
  pointer('pointerdown', 150, 75);
  pointer('pointercancel', 150, 75);
  pointer('pointermove', 300, 150);
  assert.deepEqual(placeOf('1. işaret'), ['25.5%', '25%']);
  fireEvent.click(mark);
  assert.equal(focused(), '1. işaretin notu');
});

test('marks are put by keys alone', async (t) => {
  await open(t);
  const image = surface();
  const voice = () => document.querySelector('p[aria-live="polite"].sr-only')?.textContent;
  const lines = () => [...(image.parentElement?.querySelectorAll('span[style]') ?? [])];
  assert.equal(
    image.getAttribute('aria-describedby'),
    screen.getByText(/^Ok tuşları imleci gezdirir/).id,
  );
  t.mock.method(image, 'matches', () => true);
  act(() => image.focus());
  assert.equal(voice(), 'Soldan %50, üstten %50');
  assert.equal(key('ArrowRight'), false);
  key('ArrowUp', { shiftKey: true });
  assert.equal(voice(), 'Soldan %51, üstten %40');
  assert.deepEqual(
    lines().map((line) => [line.getAttribute('style'), line.getAttribute('aria-hidden')]),
    [
      ['left: 51%;', 'true'],
      ['top: 40%;', 'true'],
    ],
  );
  assert.equal(key('x'), true);
  fireEvent.click(image, { detail: 0 });
  assert.deepEqual(placeOf('1. işaret'), ['51%', '40%']);
  assert.equal(voice(), '', 'the focus is in the remark');
  act(() => image.focus());
  for (let step = 0; step < 6; step += 1) key('ArrowRight', { shiftKey: true });
  assert.equal(voice(), 'Soldan %100, üstten %40', 'never beyond the edge');
  for (let step = 0; step < 5; step += 1) key('ArrowUp', { shiftKey: true });
  assert.equal(voice(), 'Soldan %100, üstten %0');
  fireEvent.pointerDown(image);
  assert.equal(voice(), '');
  // Without a size on the screen a press is in the middle.
  pressAt(7, 7);
  assert.deepEqual(placeOf('2. işaret'), ['50%', '50%']);
});

test('an image takes twenty marks, which is said', async (t) => {
  await open(t);
  for (let at = 0; at < 20; at += 1) pressAt(1, 1);
  assert.ok(screen.getByText('Bir görselde en çok 20 işaret olabilir.'));
  pressAt(1, 1);
  assert.equal(screen.getByLabelText('İşaretler').children.length, 20);
});

test('the large image shows the marks with their remarks', async (t) => {
  onScreen(t);
  await open(t);
  pressAt(150, 75);
  fireEvent.change(screen.getByLabelText('1. işaretin notu'), { target: { value: 'üst' } });
  const enlarge = screen.getByLabelText('Görseli büyüt');
  assert.deepEqual(iconsOf(enlarge), ['16 × 16, 1.6']);
  fireEvent.click(enlarge);
  const window = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]');
    assert.ok(found);
    return found;
  });
  assert.ok(within(window).getByText('Kerem Şahin: ödev 3, görsel'));
  assert.ok(within(window).getByLabelText('Kapat'));
  assert.equal(visibleText(within(window).getByLabelText('Görseldeki işaretler')), '1 üst');
});

test('a decision is held for six seconds and can be taken back', async (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout');
  const { sent } = await open(t);
  fireEvent.change(feedback(), { target: { value: ' Güzel. ' } });
  act(() => document.querySelector<HTMLElement>('[tabindex="-1"]')?.focus());
  key('a');
  const bar = screen.getByText('Kerem Şahin · Ödev 3: onaylandı').parentElement;
  assert.ok(bar);
  assert.equal(visibleText(bar), 'Kerem Şahin · Ödev 3: onaylandı Geri al Z');
  assert.equal(heading(), 'Aylin Ak · Ödev 1');
  assert.equal(
    visibleText(screen.getByLabelText('Gösterilen ödevler')).startsWith('Bekleyen 1'),
    true,
  );
  assert.deepEqual(sent(), []);
  const held = () => timers.mock.calls.filter(({ arguments: [, ms] }) => ms === 6000);
  assert.equal(held().length, 1);
  fireEvent.pointerEnter(bar);
  fireEvent.pointerLeave(bar);
  assert.equal(held().length, 2, 'the time begins anew');
  key('z');
  assert.equal(heading(), 'Kerem Şahin · Ödev 3');
  assert.equal(feedback().value, ' Güzel. ', 'what was written is kept');
  assert.equal(screen.queryAllByText('Geri al').length, 0);
  fireEvent.click(screen.getByText('Onayla'));
  fireEvent.click(screen.getByText('Geri al'));
  fireEvent.click(screen.getByText('Onayla'));
  const run = held().at(-1)?.arguments[0];
  await act(async () => run?.());
  await waitFor(() =>
    assert.deepEqual(sent(), [
      {
        call: 'POST /api/admin/homework/21/review',
        body: { state: 'approved', feedback: 'Güzel.', marks: [] },
      },
    ]),
  );
  await waitFor(() => assert.equal(sessionStorage.length, 0, 'what was sent is not kept'));
});

test('a request for a fix needs a feedback, and every mark a remark', async (t) => {
  const { sent } = await open(t);
  const keeps = t.mock.method(globalThis, 'fetch');
  fireEvent.click(screen.getByText('Düzeltme iste'));
  assert.ok(screen.getByText('Neyin düzeltileceğini yazın'));
  assert.ok(document.activeElement === feedback());
  fireEvent.change(feedback(), { target: { value: 'a'.repeat(5000) } });
  assert.equal(screen.queryAllByText('Neyin düzeltileceğini yazın').length, 0);
  fireEvent.click(screen.getByText('Onayla'));
  assert.ok(screen.getByText('En çok 4.999 karakter olabilir'));
  fireEvent.change(feedback(), { target: { value: 'Üst çizgi.' } });
  pressAt(1, 1);
  pressAt(1, 1);
  fireEvent.change(screen.getByLabelText('1. işaretin notu'), { target: { value: ' bu ' } });
  fireEvent.click(screen.getByText('Düzeltme iste'));
  const fault = screen.getByText('2. işaretin notunu yazın');
  assert.equal(screen.queryAllByText('1. işaretin notunu yazın').length, 0);
  assert.equal(focused(), '2. işaretin notu');
  const wrong = screen.getByLabelText('2. işaretin notu');
  assert.deepEqual(
    [wrong.getAttribute('aria-invalid'), wrong.getAttribute('aria-describedby')],
    ['true', fault.id],
  );
  assert.equal(screen.getByLabelText('1. işaretin notu').getAttribute('aria-invalid'), 'false');
  assert.deepEqual(iconsOf(fault), ['14 × 14, 1.6']);
  assert.deepEqual(iconsOf(screen.getByLabelText('2. işareti kaldır')), ['14 × 14, 1.6']);
  fireEvent.click(screen.getByLabelText('2. işareti kaldır'));
  act(() => document.querySelector<HTMLElement>('[tabindex="-1"]')?.focus());
  key('d');
  assert.ok(screen.getByText('Kerem Şahin · Ödev 3: düzeltme istendi'));
  dispatchEvent(new Event('pagehide'));
  await waitFor(() =>
    assert.deepEqual(sent()[0]?.body, {
      state: 'fix',
      feedback: 'Üst çizgi.',
      marks: [{ x: 0.5, y: 0.5, text: 'bu' }],
    }),
  );
  const call = keeps.mock.calls.find(({ arguments: [, init] }) => init?.method === 'POST');
  assert.equal(call?.arguments[1]?.keepalive, true, 'it goes on when the page is closed');
});

for (const [code, text] of [
  ['conflict-409', 'Bu ödev daha önce değerlendirilmiş.'],
  ['unavailable-503', 'Sunucu şu anda yanıt veremiyor'],
] as const) {
  test(`a decision that was not taken comes back with its reason (${code})`, async (t) => {
    const { calls } = await open(t, {
      answers: {
        'POST /api/admin/homework/21/review': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    const reads = () => calls.filter(({ call }) => call.startsWith('GET /api/admin/home')).length;
    fireEvent.click(screen.getByText('Onayla'));
    assert.equal(heading(), 'Aylin Ak · Ödev 1');
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => {
      const last = takeNotices().at(-1);
      assert.equal(last?.title, 'Değerlendirme kaydedilemedi: Kerem Şahin · Ödev 3');
      assert.equal(last?.text, text);
    });
    await waitFor(() =>
      assert.equal(
        visibleText(screen.getByLabelText('Gösterilen ödevler')).startsWith('Bekleyen 2'),
        true,
      ),
    );
    await waitFor(() => assert.equal(reads(), 2));
    assert.equal(calls.filter(({ call }) => call === 'GET /api/admin/summary').length, 2);
  });
}

test('leaving the page sends what is held', async (t) => {
  const { sent, leave } = await open(t);
  fireEvent.click(screen.getByText('Onayla'));
  leave();
  await waitFor(() => assert.equal(sent().length, 1));
  dispatchEvent(new Event('pagehide'));
  assert.equal(sent().length, 1);
});

test('what was reviewed is shown as the student sees it', async (t) => {
  const reviewed: AdminHomework = {
    ...ENTRY,
    state: 'approved',
    feedback: 'Güzel.',
    marks: [{ x: 0.1, y: 0.2, text: 'tamam' }],
    reviewed: NOW - MINUTE,
  };
  await open(t, {
    answers: {
      'GET /api/admin/homework': (_: unknown, { searchParams }: URL) => {
        const state = searchParams.get('state');
        return state === 'approved'
          ? answered([reviewed, { ...reviewed, id: 30, feedback: '', reviewed: null }])
          : state === 'fix'
            ? answered([{ ...reviewed, id: 31, state: 'fix', feedback: null, marks: [] }])
            : answered([]);
      },
    },
  });
  assert.ok(screen.getByText('İncelenecek ödev yok', { selector: 'h2' }));
  assert.ok(screen.getByText('Yeni bir ödev gönderildiğinde burada görünür.'));
  assert.equal(screen.queryAllByText(/toplam/).length, 0);
  fireEvent.click(screen.getByLabelText('Onaylanan'));
  assert.ok(await screen.findByText('Güzel.'));
  assert.ok(screen.getByText('Onaylandı'));
  assert.ok(screen.getByText('Değerlendirildi: 22 Kas 11:59'));
  assert.equal(visibleText(screen.getByLabelText('Görseldeki işaretler')), '1 tamam');
  assert.ok(screen.getByAltText('Kerem Şahin: ödev 3, görsel'));
  assert.equal(screen.queryAllByText('Onayla').length, 0);
  assert.equal(
    visibleText(screen.getByLabelText('Gösterilen ödevler')),
    'Bekleyen Onaylanan 2 Düzeltilecek',
  );
  key('j');
  assert.equal(screen.queryAllByText('Yazılı geri bildirim yok.').length, 0, 'the marks say it');
  assert.equal(screen.queryAllByText(/^Değerlendirildi/).length, 0);
  fireEvent.click(screen.getByLabelText('Düzeltilecek'));
  assert.ok(await screen.findByText('Yazılı geri bildirim yok.'));
  assert.ok(screen.getByText('1. ödev, toplam 1'), 'another list begins at its first');
});

test('lists without anything say what will be there', async (t) => {
  await open(t, { answers: { 'GET /api/admin/homework': answered([]) } });
  fireEvent.click(screen.getByLabelText('Onaylanan'));
  assert.ok(await screen.findByText('Onaylanan ödev yok', { selector: 'h2' }));
  assert.ok(screen.getByText('Onayladığınız ödevler, öğrenciye yazdığınız notla burada kalır.'));
  fireEvent.click(screen.getByLabelText('Düzeltilecek'));
  assert.ok(await screen.findByText('Düzeltme istenen ödev yok', { selector: 'h2' }));
});

test('homework that could not be read can be asked for again', async (t) => {
  let refused = true;
  await open(t, {
    answers: {
      'GET /api/admin/homework': () =>
        refused ? Response.json({ code: 'forbidden-403' }, { status: 403 }) : answered([ENTRY]),
    },
  });
  assert.ok(screen.getByText('Ödevler yüklenemedi'));
  refused = false;
  fireEvent.click(screen.getByText('Yeniden dene'));
  await waitFor(() => assert.equal(heading(), 'Kerem Şahin · Ödev 3'));
});

test('the next part of a long list is read three submissions before the end', async (t) => {
  const five = [1, 2, 3, 4, 5].map((id) => ({ ...ENTRY, id }));
  const { calls } = await open(t, {
    answers: {
      'GET /api/admin/homework': (_: unknown, { searchParams }: URL) =>
        answered(searchParams.get('page') === '1' ? five : [{ ...NEXT, id: 6 }], 60),
    },
  });
  const second = () => calls.filter(({ call }) => call.endsWith('page=2')).length;
  assert.ok(screen.getByText('1. ödev, toplam 60'));
  key('j');
  assert.equal(second(), 0);
  key('j');
  await waitFor(() => assert.equal(second(), 1));
  key('j');
  key('j');
  await waitFor(() =>
    assert.equal(screen.getByLabelText<HTMLButtonElement>('Sonraki ödev').disabled, false),
  );
});

for (const [age, reads] of [
  [60_000, 1],
  [60_001, 2],
] as const) {
  test(`an image that did not come after ${age} ms is asked for ${reads - 1} times`, async (t) => {
    const { calls } = await open(t);
    t.mock.timers.setTime(NOW + age);
    const image = surface().querySelector('img');
    assert.ok(image);
    fireEvent.error(image);
    assert.ok(screen.getByText('Görsel açılamadı'));
    await waitFor(() =>
      assert.equal(
        calls.filter(({ call }) => call.startsWith('GET /api/admin/home')).length,
        reads,
      ),
    );
  });
}

test('a review that was begun comes back to who began it', async (t) => {
  const { leave } = await open(t);
  fireEvent.change(feedback(), { target: { value: 'yarım' } });
  leave();
  assert.equal(
    sessionStorage.getItem('rasat.admin.review.21'),
    '{"person":"Y5","value":{"feedback":"yarım","marks":[]}}',
  );
  const { leave: leaveAgain } = await show(t, <HomeworkRoute />, {
    known: [[sessionQuery().queryKey, { id: 'Y5' }]],
    answers: { 'GET /api/admin/homework': answered([ENTRY]) },
  });
  assert.equal((await screen.findByLabelText<HTMLTextAreaElement>('Geri bildirim')).value, 'yarım');
  fireEvent.change(feedback(), { target: { value: '' } });
  assert.equal(sessionStorage.length, 0);
  leaveAgain();
});
