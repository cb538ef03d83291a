import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { offersQuery } from '../../../api/calls/offers.ts';
import { sessionQuery } from '../../../api/session/session.ts';
import { textOf } from '../../../testing/read.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { links } from '../testing/screen-texts.ts';
import { STUDENT } from '../testing/student.ts';
import {
  educationQuery,
  type Lesson,
  type LessonsReply,
  lessonsQuery,
  type PlatformVideo,
} from './calls.ts';
import { LearningSection } from './learning-section.tsx';

function lesson(number: number, more: Partial<Lesson> = {}): Lesson {
  return {
    number,
    title: { tr: `Ders ${number}`, az: `Dərs ${number}`, en: `Lesson ${number}` },
    minutes: 120,
    state: 'ready',
    video: { kind: 'file', url: `/api/videos/${number}` },
    progress: 0,
    position: 0,
    ...more,
  };
}

const LESSONS: readonly Lesson[] = [
  lesson(1, { progress: 0.955, minutes: 125, position: 40 }),
  lesson(2, { progress: 0.428, position: 620.5 }),
  lesson(3, { minutes: 6 }),
  lesson(4, { state: 'pending', video: null, minutes: null }),
  lesson(5, { video: { kind: 'link', url: 'https://video.example/5' }, progress: 0.2 }),
  lesson(6, { video: { kind: 'link', url: 'javascript:alert(1)' } }),
  lesson(7, { video: { kind: 'link', url: 'https://video.example/7' }, progress: 1 }),
  lesson(8),
];
const VIDEOS: readonly PlatformVideo[] = [
  {
    id: 11,
    title: { tr: 'Panel', az: 'Panel', en: 'The dashboard' },
    minutes: 6,
    video: { kind: 'file', url: '/api/videos/11' },
  },
  {
    id: 12,
    title: { tr: 'Grafik', az: 'Qrafik', en: 'The chart' },
    minutes: null,
    video: { kind: 'link', url: 'https://video.example/12' },
  },
  {
    id: 13,
    title: { tr: 'Bozuk', az: 'Pozuq', en: 'Broken' },
    minutes: 1,
    video: { kind: 'link', url: 'ftp://video.example/13' },
  },
];
const REPLY: LessonsReply = { hasLesson: true, lessons: [...LESSONS], videos: [...VIDEOS] };
const EDUCATION = { hasLesson: true, links: Array.from({ length: 8 }, () => '/api/videos/1') };
const PROGRESS = 'POST /api/account/lessons/progress';

function course(t: TestContext, address: string, showing: Showing = {}, reply = REPLY) {
  return show(t, <LearningSection section="education" info={STUDENT} />, {
    at: `/account?selected=education${address}`,
    known: [
      [sessionQuery().queryKey, STUDENT],
      [educationQuery().queryKey, EDUCATION],
      [lessonsQuery().queryKey, reply],
    ],
    ...showing,
    answers: {
      'GET /api/account/education': EDUCATION,
      'GET /api/account/lessons': reply,
      [PROGRESS]: {},
      ...showing.answers,
    },
  });
}

const cards = () =>
  within(screen.getAllByRole('list')[0] ?? document.body).getAllByRole('listitem');

test('each lesson shows number, length, state and played share', async (t) => {
  await course(t, '');
  assert.deepEqual(cards().map(textOf), [
    '1. ders1Ders 12 sa 05 dkİzlendi',
    '2. ders2Ders 22 saatDevam et',
    '3. ders3Ders 36 dkHazır',
    '4. ders4Ders 4Video bekleniyor',
    '5. ders5Ders 5 (yeni sekmede açılır)2 saatİzledimDevam et',
    '6. ders6Ders 62 saatVideo bekleniyor',
    '7. ders7Ders 7 (yeni sekmede açılır)2 saatİzlendi',
    '8. ders8Ders 82 saatHazır',
  ]);
  const lines = screen
    .getAllByRole('img')
    .map((line) => [
      line.getAttribute('aria-label'),
      (line.firstElementChild as HTMLElement).style.width,
    ]);
  assert.deepEqual(lines, [
    ['%95 izlendi', '100%'],
    ['%42 izlendi', '42.8%'],
    ['%20 izlendi', '20%'],
    ['%100 izlendi', '100%'],
  ]);
  assert.deepEqual(links(), [
    'Sınıf mesajları /dashboard/messages',
    'Ders 1 /account?selected=education&lesson=1',
    'Ders 2 /account?selected=education&lesson=2',
    'Ders 3 /account?selected=education&lesson=3',
    'Ders 5 (yeni sekmede açılır) https://video.example/5',
    'Ders 7 (yeni sekmede açılır) https://video.example/7',
    'Ders 8 /account?selected=education&lesson=8',
    'Panel6 dk /account?selected=videos&video=11',
    'Grafik (yeni sekmede açılır) https://video.example/12',
  ]);
  assert.ok(screen.getByText('Teknik çizim dersleri: 8 ders, 16 saat, ömür boyu erişim.'));
  assert.ok(screen.getByRole('heading', { name: 'Platform videoları' }));
  assert.ok(screen.queryByText('Videolar bekleniyor.') === null);
  assert.ok(document.querySelector('video[controls]') === null, 'no video plays by itself');
  assert.equal(document.querySelector('video')?.getAttribute('src'), '/api/videos/11#t=1');
});

test('a course without videos says that they are pending; without platform videos no list is shown', async (t) => {
  const education = { hasLesson: true, links: ['', '/api/videos/2'] };
  await course(
    t,
    '',
    {
      language: 'az',
      known: [
        [educationQuery().queryKey, education],
        [lessonsQuery().queryKey, { ...REPLY, videos: [] }],
      ],
      answers: { 'GET /api/account/education': education },
    },
    { ...REPLY, videos: [] },
  );
  assert.ok(screen.getByRole('status'));
  assert.match(textOf(cards()[1] ?? null), /Dərs 2/);
  assert.ok(screen.queryByRole('heading') === null);
});

test('a student marks a lesson of another site as watched', async (t) => {
  const after = REPLY.lessons.map((one) => (one.number === 5 ? { ...one, progress: 1 } : one));
  let reply = REPLY;
  let refused = true;
  const { user, calls } = await course(t, '', {
    answers: {
      'GET /api/account/lessons': () => reply,
      [PROGRESS]: () => {
        if (refused) return Response.json({ code: 'has-lesson-403' }, { status: 403 });
        reply = { ...REPLY, lessons: after };
        return {};
      },
    },
  });
  takeNotices();
  const mark = () => screen.getByRole('button', { name: 'İzledim: 5. ders' });
  await user.click(mark());
  await waitFor(() => assert.equal(takeNotices()[0]?.title, 'İşaret kaydedilemedi'));
  refused = false;
  await user.click(mark());
  await waitFor(() =>
    assert.equal(textOf(cards()[4] ?? null), '5. ders5Ders 5 (yeni sekmede açılır)2 saatİzlendi'),
  );
  assert.deepEqual(
    calls.filter(({ call }) => call === PROGRESS).map(({ body }) => body),
    Array(2).fill({ lesson: 5, position: 0, progress: 1 }),
  );
});

/** Gives the video element a duration and played ranges that the test controls. */
function playing(duration = 7200) {
  const video = document.querySelector<HTMLVideoElement>('video[controls]');
  assert.ok(video);
  let played: [number, number][] = [];
  Object.defineProperty(video, 'duration', { configurable: true, value: duration });
  Object.defineProperty(video, 'played', {
    configurable: true,
    get: () => ({
      length: played.length,
      start: (at: number) => played[at]?.[0],
      end: (at: number) => played[at]?.[1],
    }),
  });
  return {
    video,
    play: (from: number, to: number): void => {
      played = [...played, [from, to]];
      video.currentTime = to;
    },
  };
}

test('the lesson in the address resumes at its last position, and each pause is saved', async (t) => {
  const focus = t.mock.method(HTMLElement.prototype, 'focus');
  const scroll = t.mock.method(Element.prototype, 'scrollIntoView');
  const { calls, address } = await course(t, '&lesson=2');
  const panel = within(screen.getByRole('region', { name: 'Ders 2' }));
  assert.ok(panel.getByText('2. ders'));
  const { video, play } = playing();
  assert.equal(video.getAttribute('aria-label'), 'Ders 2 videosu');
  assert.equal(video.getAttribute('src'), '/api/videos/2');
  const [focused] = focus.mock.calls;
  assert.ok(focused?.this === video, 'the controls have the focus');
  assert.deepEqual(focused.arguments, [{ preventScroll: true }]);
  assert.deepEqual(scroll.mock.calls[0]?.arguments, [{ block: 'nearest' }]);
  assert.equal(screen.getByRole('link', { name: 'Ders 2' }).getAttribute('aria-current'), 'true');
  fireEvent.loadedMetadata(video);
  assert.equal(video.currentTime, 620.5);
  assert.equal(textOf(panel.getByRole('status')), 'Kaldığınız yerden devam ediyor: 10:20');
  fireEvent.playing(video);
  assert.ok(panel.queryByRole('status') === null);

  // The known share is 0.428 of 7200 seconds, 3081.6. Playing up to 3600 raises it to one half.
  play(620.5, 3600);
  fireEvent.pause(video);
  const saved = () => calls.filter(({ call }) => call === PROGRESS).map(({ body }) => body);
  assert.deepEqual(saved(), [{ lesson: 2, position: 3600, progress: 0.5 }]);
  assert.ok(await screen.findByRole('img', { name: '%50 izlendi' }), 'the card is updated at once');
  assert.ok(panel.queryByRole('link', { name: /Sonraki ders/ }) === null);

  play(3600, 7200);
  fireEvent.ended(video);
  assert.deepEqual(saved()[1], { lesson: 2, position: 7200, progress: 1 });
  const next = panel.getByRole('link', { name: 'Sonraki ders: Ders 3' });
  assert.equal(next.getAttribute('href'), '/account?selected=education&lesson=3');
  fireEvent.playing(video);
  assert.ok(panel.queryByRole('link', { name: /Sonraki ders/ }) === null);

  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  document.body.append(heading);
  t.after(() => heading.remove());
  fireEvent.click(panel.getByRole('link', { name: 'Videoyu kapat' }));
  assert.ok(document.activeElement === heading);
  assert.equal(address(), '/account?selected=education');
  assert.ok(screen.queryByRole('region', { name: 'Ders 2' }) === null);
});

test('the shown share never falls below the share played before', async (t) => {
  await course(t, '&lesson=1');
  const { video, play } = playing();
  play(0, 60);
  fireEvent.pause(video);
  assert.equal(screen.getAllByRole('img')[0]?.getAttribute('aria-label'), '%95 izlendi');
});

test('a lesson stopped near its end restarts; the next lesson is not offered without its video', async (t) => {
  await course(t, '&lesson=3');
  const { video, play } = playing(30);
  fireEvent.loadedMetadata(video);
  assert.equal(video.currentTime, 0);
  assert.ok(screen.queryByRole('status') === null);
  play(0, 30);
  fireEvent.ended(video);
  assert.ok(screen.queryByRole('link', { name: /Sonraki ders/ }) === null);
});

test('hiding or leaving the page saves the progress of the video', async (t) => {
  const { calls, leave } = await course(t, '&lesson=8');
  const saved = () => calls.filter(({ call }) => call === PROGRESS).length;
  const { video, play } = playing(1000);
  play(0, 10);
  fireEvent.timeUpdate(video);
  assert.equal(saved(), 0, 'no save before 15 seconds');
  const see = (state: string): void => {
    t.mock.getter(document, 'visibilityState', () => state);
    fireEvent(document, new Event('visibilitychange'));
  };
  see('visible');
  assert.equal(saved(), 0);
  see('hidden');
  assert.equal(saved(), 1);
  play(10, 12);
  fireEvent.timeUpdate(video);
  leave();
  assert.equal(saved(), 2);
  fireEvent(document, new Event('visibilitychange'));
  assert.equal(saved(), 2);
});

test('an expired address is renewed and the video resumes; a video that does not play shows an error', async (t) => {
  const renewed = (url: string) => ({
    ...REPLY,
    lessons: REPLY.lessons.map((one) =>
      one.number === 8 ? { ...one, video: { kind: 'file' as const, url } } : one,
    ),
  });
  let reply: unknown = renewed('/api/videos/8?again');
  const { user, calls } = await course(t, '&lesson=8', {
    answers: { 'GET /api/account/lessons': () => reply },
  });
  const video = () => {
    const { video: shown } = playing(1000);
    return shown;
  };
  const first = playing(1000);
  first.play(0, 100);
  fireEvent.timeUpdate(first.video);
  const at = (url: string) =>
    waitFor(() =>
      assert.equal(document.querySelector('video[controls]')?.getAttribute('src'), url),
    );
  fireEvent.error(first.video);
  await at('/api/videos/8?again');
  assert.equal(calls.filter(({ call }) => call === PROGRESS).length, 1, 'the progress is saved');
  fireEvent.loadedMetadata(video());
  assert.equal(video().currentTime, 100);

  // The address has played, so the next error requests another one.
  fireEvent.playing(video());
  reply = renewed('/api/videos/8?third');
  fireEvent.error(video());
  await at('/api/videos/8?third');
  // A new address that fails before it plays is not renewed again.
  fireEvent.error(video());
  const alert = await screen.findByRole('alert');
  assert.match(textOf(alert), /^Video oynatılamadıBağlantınızı kontrol edip yeniden deneyin\./);
  reply = renewed('/api/videos/8?fourth');
  await user.click(within(alert).getByRole('button', { name: 'Yeniden dene' }));
  await at('/api/videos/8?fourth');
  fireEvent.playing(video());
  reply = { ...REPLY, lessons: [] };
  fireEvent.error(video());
  assert.ok(await screen.findByRole('alert'), 'the lesson has no video any more');
});

test('a person without the course sees its offer and programme', async (t) => {
  const none = { hasLesson: false, links: Array.from({ length: 8 }, () => '') };
  const titles = REPLY.lessons.map((one) => ({ ...one, video: null, progress: 0 }));
  const offers = {
    products: [],
    course: {
      onSale: true,
      lessons: Array.from({ length: 8 }, () => ({
        title: { tr: 'Ders', az: 'Dərs', en: 'Lesson' },
        hasVideo: true,
      })),
    },
    currency: 'TRY',
    vatRate: 20,
    agreement: '7',
    refund: '3',
    provider: null,
  };
  await course(
    t,
    '',
    {
      known: [
        [sessionQuery().queryKey, { ...STUDENT, student: false }],
        [educationQuery().queryKey, none],
        [offersQuery().queryKey, offers],
        [lessonsQuery().queryKey, { ...REPLY, lessons: titles, videos: [] }],
      ],
      answers: { 'GET /api/account/education': none },
    },
    { ...REPLY, lessons: titles, videos: [] },
  );
  assert.ok(screen.getByRole('region', { name: 'Program' }));
  assert.deepEqual(screen.getAllByRole('listitem').map(textOf).slice(0, 4), [
    '1Ders 12 sa 05 dk',
    '2Ders 22 saat',
    '3Ders 36 dk',
    '4Ders 4',
  ]);
  assert.deepEqual(links(), []);
});

test('a failed read of the course shows an error', async (t) => {
  const refusal = () => Response.json({ code: 'unauthorized-401' }, { status: 401 });
  const { leave } = await course(t, '', {
    known: [],
    answers: { 'GET /api/account/education': refusal },
  });
  assert.ok(await screen.findByText('Eğitim bilgileri yüklenemedi'));
  leave();
  await course(t, '', {
    known: [[educationQuery().queryKey, EDUCATION]],
    answers: { 'GET /api/account/lessons': refusal },
  });
  assert.ok(await screen.findByText('Eğitim bilgileri yüklenemedi'));
});

function videos(t: TestContext, address: string, info = STUDENT, reply = REPLY) {
  return show(t, <LearningSection section="videos" info={info} />, {
    at: `/account?selected=videos${address}`,
    answers: { 'GET /api/account/lessons': () => reply },
  });
}

test('students see the platform videos, and files play on the page', async (t) => {
  const { user, calls } = await videos(t, '&video=11');
  assert.ok(await screen.findByText('Platformu anlatan kısa videolar.'));
  assert.deepEqual(screen.getAllByRole('listitem').map(textOf), [
    'Panel6 dk',
    'Grafik (yeni sekmede açılır)',
    '',
  ]);
  const panel = screen.getByRole('region', { name: 'Panel' });
  const video = panel.querySelector('video');
  assert.ok(video);
  fireEvent.error(video);
  await waitFor(() => assert.equal(calls.length, 2), { timeout: 5000 });
  await user.click(within(panel).getByRole('link', { name: 'Videoyu kapat' }));
  assert.ok(screen.queryByRole('region', { name: 'Panel' }) === null);
});

test('a linked video does not play on the page; an empty list says so; only students have videos', async (t) => {
  const shown = await videos(t, '&video=12', STUDENT, { ...REPLY, videos: VIDEOS.slice(1) });
  await screen.findAllByRole('listitem');
  assert.ok(document.querySelector('video') === null);
  shown.leave();
  const empty = await videos(t, '', STUDENT, { ...REPLY, videos: [] });
  assert.ok(await screen.findByRole('heading', { name: 'Henüz platform videosu yok', level: 2 }));
  assert.ok(screen.getByText('Videolar yayımlandığında burada görünür.'));
  empty.leave();
  const { calls, leave } = await videos(t, '', { ...STUDENT, student: false });
  assert.ok(screen.getByRole('heading', { name: 'Bu bölüm eğitime dahildir', level: 2 }));
  assert.ok(screen.getByText('Platform videolarını eğitim öğrencileri izler.'));
  assert.deepEqual(links(), ['Eğitime göz at /account?selected=education']);
  await act(() => new Promise((resolve) => setImmediate(resolve)));
  assert.deepEqual(calls, []);
  leave();
  await show(t, <LearningSection section="videos" info={STUDENT} />, {
    answers: {
      'GET /api/account/lessons': () => Response.json({ code: '500' }, { status: 403 }),
    },
  });
  assert.ok(await screen.findByText('Videolar yüklenemedi'));
});
