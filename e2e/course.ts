import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { drawPng } from './png.ts';

type Lessons = Reply<typeof ROUTES.lessons>;
type Question = NonNullable<Reply<typeof ROUTES.question>>;
type Homework = Reply<typeof ROUTES.homework>;

const DAY_MS = 86_400_000;

/** Texts that the people of these tests write: always in Turkish, in every language of the page. */
export const WRITTEN = {
  question: 'Koşul ne zaman geçersiz olur?',
  answer: 'Zarar durdur seviyesinde.',
  homework: 'Kutuyu 16 Ekim ile 12 Kasım arasında kurdum.',
  feedback: 'Çeyrek çizgilerini de çizin.',
  mark: 'Alt çeyrek eksik.',
} as const;

const titles = (text: string) => ({ tr: text, az: text, en: text });

/** Makes lessons of every state. */
export function makeLessons(): Lessons {
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

/** Makes a question with its answer, asked `askedAgoMs` before `nowMs`. */
export function makeAsked(nowMs: number, askedAgoMs: number): Question {
  const datetime = nowMs - askedAgoMs;
  return {
    text: WRITTEN.question,
    answer: WRITTEN.answer,
    datetime,
    imageId: 'a'.repeat(20),
    imageUrl: '/api/images/pixel',
    answered: datetime + 1000,
    next: datetime + LIMITS.questionDays * DAY_MS,
    daysLeft: 1,
  };
}

/** Makes homework of every state, handed in a day before `nowMs`. */
export function makeHanded(nowMs: number): Homework {
  const made = {
    text: WRITTEN.homework,
    imageUrl: '/api/images/pixel',
    datetime: nowMs - DAY_MS,
    feedback: WRITTEN.feedback,
    marks: [{ x: 0.3, y: 0.4, text: WRITTEN.mark }],
    reviewed: nowMs,
  };
  return {
    1: { ...made, state: 'approved', earlier: [{ ...made, state: 'fix', datetime: 1 }] },
    2: { ...made, state: 'fix', earlier: [] },
    3: { ...made, state: 'review', feedback: null, marks: [], reviewed: null, earlier: [] },
  };
}

/** Answers a page's calls of the course with given answers, and every image with a drawn one. */
export async function answerWith(
  page: Page,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, json] of Object.entries(answers)) {
    await page.route(`**/api/account/${name}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
    );
  }
  await page.route('**/api/images/**', (route) =>
    route.fulfill({ body: drawPng(640, 400), contentType: 'image/png' }),
  );
}
