import assert from 'node:assert/strict';
import { type Language, LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { expectedMoney } from './expected-money.ts';
import { eventually } from './fixtures.ts';
import type { Draw } from './random.ts';
import {
  answerCalls,
  CLOCK,
  inEachLanguage,
  plain,
  readText,
  readTexts,
  SENSES,
  words,
} from './shown.ts';

// Randomly drawn lessons, questions, homework and messages, and the texts that their pages must show.

type Lessons = Reply<typeof ROUTES.lessons>;
type Question = NonNullable<Reply<typeof ROUTES.question>>;
type Homework = Reply<typeof ROUTES.homework>;
type Messages = Reply<typeof ROUTES.platformMessages>;

const DAY_MS = 86_400_000;

/** Makes a text that differs in each language, so that a wrong language is noticed. */
const titles = (name: string) => ({
  tr: `${name} Türkçe`,
  az: `${name} azərbaycanca`,
  en: `${name} English`,
});

/** `2 sa 05 dk`, `2 saat`, `6 dk`. */
function lengthText(minutes: number, language: Language): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} ${words('dk | dəq | min')[language]}`;
  if (rest === 0) return `${hours} ${words('saat | saat | hours')[language]}`;
  const [h, min] = words('sa;dk | saat;dəq | h;min')[language].split(';');
  return `${hours} ${h} ${String(rest).padStart(2, '0')} ${min}`;
}

function makeLessons(draw: Draw): Lessons {
  const link = { kind: 'link', url: 'https://video.example/ders' } as const;
  // A lesson counts as watched from nine tenths on; below that its progress is shown in whole per cent, rounded down.
  const shares = [draw.decimal(0.9, 0.99), draw.decimal(0.1, 0.89), 0, 0];
  const minutes = [draw.whole(1, 59), 60 * draw.whole(2, 4), 60 + draw.whole(1, 9), null];
  return {
    hasLesson: true,
    lessons: Array.from({ length: 8 }, (_, at) => ({
      number: at + 1,
      title: titles(`Ders ${at + 1}`),
      minutes: minutes[at % 4] ?? null,
      state: at < 3 ? ('ready' as const) : ('pending' as const),
      video: at < 3 ? link : null,
      progress: shares[at] ?? 0,
      position: 0,
    })),
    videos: [],
  };
}

async function assertLessons(page: Page, { lessons }: Lessons, language: Language) {
  const write = expectedMoney(language);
  const states = [
    words('İzlendi | Baxılıb | Watched'),
    words('Devam et | Davam et | Continue'),
    words('Hazır | Hazırdır | Ready'),
    words('Video bekleniyor | Video gözlənilir | Video pending'),
  ];
  const newTab = words('yeni sekmede açılır | yeni vərəqdə açılır | opens in a new tab')[language];
  const items = page.locator('main ol > li');
  for (const sense of SENSES) {
    const heard = sense === 'heard';
    const lines = lessons.map(({ number, title, minutes, progress, video }) => {
      const state = states[Math.min(number - 1, 3)]?.[language] ?? '';
      const length = minutes === null ? '' : lengthText(minutes, language);
      const share = write.percent(Math.floor(progress * 100), 0);
      const played =
        progress > 0
          ? words(`${share} izlendi | ${share} baxılıb | ${share} watched`)[language]
          : '';
      const name = heard
        ? words(`${number}. ders | Dərs ${number} | Lesson ${number}`)[language]
        : String(number);
      const mark = heard
        ? words(`İzledim: ${number}. ders | Baxdım: dərs ${number} | Watched it: lesson ${number}`)
        : words('İzledim | Baxdım | Watched it');
      const act = video !== null && number > 1 ? mark[language] : '';
      const tab = video !== null && heard ? ` (${newTab})` : '';
      return plain(
        `${name} ${title[language]}${tab} ${length} ${act} ${state} ${heard ? played : ''}`,
      );
    });
    assert.deepEqual(await readTexts(items, sense), lines);
  }
}

interface MadeQuestion {
  readonly question: Question;
  readonly daysLeft: number;
}

function makeQuestion(draw: Draw): MadeQuestion {
  const daysLeft = draw.whole(2, LIMITS.questionDays - 1);
  const next = Date.now() + (daysLeft - 0.5) * DAY_MS;
  const datetime = next - LIMITS.questionDays * DAY_MS;
  return {
    daysLeft,
    question: {
      text: `Soru ${draw.whole(1000, 9999)}`,
      answer: `Yanıt ${draw.whole(1000, 9999)}`,
      datetime,
      imageId: null,
      imageUrl: null,
      answered: datetime + draw.whole(1, 20) * 3_600_000,
      next,
      daysLeft,
    },
  };
}

async function assertQuestion(page: Page, made: MadeQuestion, language: Language) {
  const write = expectedMoney(language);
  const { question, daysLeft } = made;
  const { datetime, answered, next, text, answer } = question;
  const [asked, told, opens] = [datetime, answered, next].map((timeMs) =>
    write.moment(timeMs, Date.now()),
  );
  const day = write.day(datetime, Date.now());
  const wait = words(
    `Yeni soru için ${daysLeft} gün kaldı. Son sorunuz ${day} tarihli; her 7 günde bir soru sorabilirsiniz. | Yeni suala ${daysLeft} gün qalıb. Son sualınızın tarixi ${day}; hər 7 gündə bir sual verə bilərsiniz. | ${daysLeft} days until your next question. Your last one was on ${day}; you can ask one every 7 days.`,
  )[language];
  const last = page.getByRole('region', {
    name: words('Son sorunuz | Son sualınız | Your last question')[language],
    exact: true,
  });
  const heading = words('Son sorunuz | Son sualınız | Your last question')[language];
  const state = words('Yanıtlandı | Cavablandı | Answered')[language];
  const teacher = words('Eğitmen | Müəllim | Teacher')[language];
  const form = words(
    `Yeni soru ${opens} (TSİ) tarihinde açılır | Yeni sual ${opens} (İstanbul vaxtı) tarixində açılır | New question opens on ${opens} (Istanbul time)`,
  )[language];
  const main = page.getByRole('main');
  for (const sense of SENSES) {
    assert.equal(
      await readText(last, sense),
      plain(`${heading} ${asked} ${state} ${text} ${teacher} ${told} ${answer}`),
    );
    const all = await readText(main, sense);
    assert.ok(all.includes(plain(wait)), `${wait} in ${all}`);
    assert.ok(all.includes(plain(form)), `${form} in ${all}`);
  }
}

function makeHomework(draw: Draw): Homework {
  const submission = (state: 'review' | 'approved' | 'fix') => {
    const datetime = draw.momentBefore(Date.now(), 300);
    const open = state === 'review';
    return {
      text: `Ödev ${draw.whole(1000, 9999)}`,
      imageUrl: '/api/images/none',
      datetime,
      state,
      feedback: open ? null : `Görüş ${draw.whole(1000, 9999)}`,
      marks: [],
      reviewed: open ? null : datetime + draw.whole(1, 400) * 3_600_000,
    };
  };
  return {
    1: { ...submission('approved'), earlier: [submission('fix'), submission('fix')] },
    2: { ...submission('fix'), earlier: [] },
    3: { ...submission('review'), earlier: [] },
  };
}

async function assertHomework(page: Page, homework: Homework, language: Language) {
  const write = expectedMoney(language);
  const moment = (timeMs: number | null) => write.moment(timeMs, Date.now());
  const states = [
    words('Onaylandı | Təsdiqləndi | Approved'),
    words('Düzeltme istendi | Düzəliş istənildi | Fix requested'),
    words('İncelemede | Yoxlanılır | In review'),
    words('Boş | Boş | Empty'),
  ];
  const slot = words('Ödev | Tapşırıq | Homework')[language];
  for (const sense of SENSES) {
    assert.deepEqual(
      await readTexts(page.getByRole('tab'), sense),
      Array.from(
        { length: 7 },
        (_, at) => `${slot} ${at + 1} ${states[Math.min(at, 3)]?.[language]}`,
      ),
    );
  }
  const handed = homework[1];
  assert.ok(handed);
  const text = await readText(page.getByRole('tabpanel'), 'seen');
  const [at, reviewed] = [moment(handed.datetime), moment(handed.reviewed)];
  for (const said of [
    handed.text,
    words(`Gönderildi: ${at} · | Göndərilib: ${at} · | Handed in: ${at} ·`)[language],
    `${words('Geri bildirim | Rəy | Feedback')[language]} ${reviewed} ${handed.feedback}`,
    words('Önceki 2 gönderi | Əvvəlki 2 göndəriş | 2 earlier submissions')[language],
    ...handed.earlier.flatMap((one) => [
      moment(one.datetime),
      `${words('Geri bildirim | Rəy | Feedback')[language]} ${moment(one.reviewed)} ${one.feedback}`,
    ]),
  ]) {
    assert.ok(text.includes(plain(said)), `${said} in ${text}`);
  }
}

function makeMessages(draw: Draw, name: string, unread: number): Messages {
  const times = Array.from({ length: 3 }, () => draw.momentBefore(Date.now(), 500));
  return times
    .toSorted((a, b) => b - a)
    .map((datetime, at) => ({
      id: 9 - at,
      message: `${name} ${draw.whole(1000, 9999)}`,
      datetime,
      unread: at < unread,
    }));
}

async function assertMessages(
  page: Page,
  lists: { readonly platform: Messages; readonly class: Messages },
  language: Language,
) {
  const write = expectedMoney(language);
  const names = {
    platform: words('Platform mesajları | Platforma mesajları | Platform messages'),
    class: words('Sınıf mesajları | Sinif mesajları | Class messages'),
  } as const;
  const fresh = words('Yeni | Yeni | New')[language];
  for (const list of ['platform', 'class'] as const) {
    const name = names[list][language];
    const panel = page.getByRole('region', { name, exact: true });
    const unread = lists[list].filter((one) => one.unread).length;
    for (const sense of SENSES) {
      assert.deepEqual(
        await readTexts(panel.getByRole('listitem'), sense),
        lists[list].map(({ datetime, message, unread: isNew }) =>
          plain(`${write.moment(datetime, Date.now())} ${message} ${isNew ? fresh : ''}`),
        ),
      );
    }
    const count = words(`${unread} yeni | ${unread} yeni | ${unread} new`)[language];
    await panel.getByText(count, { exact: true }).waitFor();
  }
}

/** Compares the sections of the course with the drawn answers in each language. */
export async function assertLearningShown(page: Page, draw: Draw): Promise<void> {
  const [lessons, question, homework] = [makeLessons(draw), makeQuestion(draw), makeHomework(draw)];
  await answerCalls(page, {
    ...CLOCK,
    '/account/lessons': lessons,
    '/account/question': question.question,
    '/account/homework': homework,
  });
  await page.goto('/account?selected=education');
  const open = async (section: string, sign: string): Promise<void> => {
    await page.locator(`nav a[href$="selected=${section}"]`).first().click();
    await page.locator(`nav a[href$="selected=${section}"][aria-current="page"]`).waitFor();
    await page.locator(`main ${sign}`).first().waitFor();
  };
  await inEachLanguage(page, async (language) => {
    await open('education', 'ol > li');
    await eventually(() => assertLessons(page, lessons, language));
    await open('question', 'time');
    await eventually(() => assertQuestion(page, question, language));
    await open('homework', '[role="tab"]');
    await page.getByRole('tab').first().click();
    const earlier = page.locator('main details');
    if ((await earlier.getAttribute('open')) === null) await earlier.locator('summary').click();
    await eventually(() => assertHomework(page, homework, language));
  });
}

/** Compares the messages with the drawn answers in each language. */
export async function assertMessagesShown(page: Page, draw: Draw): Promise<void> {
  const lists = { platform: makeMessages(draw, 'Haber', 2), class: makeMessages(draw, 'Ders', 1) };
  await answerCalls(page, {
    '/account/platformMessages': lists.platform,
    '/account/classMessages': lists.class,
  });
  // A seen message counts as read, which the page reports to the server.
  await page.route('**/api/account/messages/read', (route) => route.fulfill({ json: {} }));
  await page.goto('/dashboard/messages');
  await page.getByRole('listitem').first().waitFor();
  await inEachLanguage(page, (language) => eventually(() => assertMessages(page, lists, language)));
}
