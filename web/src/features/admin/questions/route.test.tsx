import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sessionQuery } from '../../../api/session/session.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { summaryQuery } from '../calls.ts';
import { bonesOf, visibleText } from '../testing/read-page.ts';
import type { AdminQuestion } from './calls.ts';
import QuestionsRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;

const QUESTION: AdminQuestion = {
  id: 5,
  person: { uid: 'K1', name: 'Kerem', surname: 'Şahin', email: 'kerem@example.com', city: 'İzmir' },
  text: 'Kutu nerede biter?',
  datetime: NOW - 90 * MINUTE,
  imageUrl: '/api/files/question-5',
  answer: null,
  answered: null,
  ordinal: 2,
  previous: {
    text: 'İlk soru',
    datetime: NOW - 9 * 1440 * MINUTE,
    imageUrl: '/api/files/question-1',
    answer: 'İlk yanıt',
  },
};
const SECOND: AdminQuestion = {
  ...QUESTION,
  id: 6,
  person: { ...QUESTION.person, uid: 'A2', name: 'Aylin', surname: 'Ak', city: '' },
  text: 'Tuval ne zaman kapanır?',
  datetime: NOW - 3 * 1440 * MINUTE,
  imageUrl: null,
  ordinal: 1,
  previous: null,
};
const asked = (questions: readonly AdminQuestion[], waiting = questions.length) => ({
  waiting,
  total: questions.length,
  questions,
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
    <main id="main" tabIndex={-1}>
      <Watcher />
      <QuestionsRoute />
    </main>,
    {
      known: [[sessionQuery().queryKey, { id: 'Y5' }]],
      ...showing,
      answers: {
        'GET /api/admin/questions': (_: unknown, { searchParams }: URL) =>
          asked(searchParams.get('state') === 'waiting' ? [QUESTION, SECOND] : []),
        'GET /api/admin/summary': {},
        'POST /api/admin/questions/5/answer': { done: true },
        ...showing.answers,
      },
    },
  );
  assert.equal(bonesOf(document.body), 11, 'four of two lines in the list, three beside it');
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => call.startsWith('POST'));
  const reads = () =>
    shown.calls.filter(({ call }) => call.startsWith('GET /api/admin/ques')).length;
  return { ...shown, sent, reads };
}
const rows = () => [...screen.getByLabelText('Soru listesi').children].map(visibleText);
const chosen = () =>
  screen.getByLabelText('Soru listesi').querySelector('[aria-current="true"]')?.textContent;
const answer = () => screen.getByLabelText<HTMLTextAreaElement>('Yanıt');
const write = (value: string) => fireEvent.change(answer(), { target: { value } });
const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

test('what waits is listed, and the one that waits longest stands beside the list', async (t) => {
  await open(t);
  assert.equal(document.title, 'Yanıt bekleyen sorular · Yönetim · Rasat');
  assert.deepEqual(rows(), [
    'Kerem Şahin 1 sa. Kutu nerede biter?',
    'Aylin Ak 19 Kas Tuval ne zaman kapanır?',
  ]);
  assert.equal(screen.getByText('1 sa.').title, '22 Kas 10:30');
  assert.equal(visibleText(screen.getByLabelText('Gösterilen sorular')), 'Bekleyen 2 Yanıtlanan');
  assert.ok(chosen()?.startsWith('Kerem Şahin'));
  const link = screen.getByText('Kerem Şahin', { selector: 'a' });
  assert.equal(link.getAttribute('href'), '/admin/people/K1');
  assert.equal(
    screen.getByTitle('kerem@example.com').textContent,
    'İzmir · 2. soru · 22 Kas 10:30',
  );
  assert.equal(
    screen.getByAltText('Kerem Şahin: sorudaki görsel').getAttribute('src'),
    '/api/files/question-5',
  );
  assert.ok(screen.getByLabelText('Görseli büyüt: Kerem Şahin: sorudaki görsel'));
  assert.equal(
    [...document.querySelectorAll('kbd')].map((one) => one.parentElement?.textContent).join(),
    'J sonraki,K önceki,Yanıtla ve sonrakine geçCtrl Enter0 / 4.9990 karakter yazıldı, en çok 4.999',
  );
  const before = screen.getByText('Önceki soru', { selector: 'button' });
  const part = document.getElementById(before.getAttribute('aria-controls') ?? '');
  assert.ok(part);
  assert.deepEqual([before.getAttribute('aria-expanded'), part.hidden], ['false', true]);
  assert.equal(part.querySelectorAll('img').length, 0, 'its image is not fetched before');
  fireEvent.click(before);
  assert.deepEqual([before.getAttribute('aria-expanded'), part.hidden], ['true', false]);
  assert.equal(visibleText(part), 'Önceki soru 13 Kas 12:00 İlk soru İlk yanıt');
  const [small, large] = [
    part.querySelector('p + p'),
    screen.getAllByText('Kutu nerede biter?')[1],
  ];
  assert.deepEqual(
    [small, large].map((text) => /text-1[35]/.exec(text?.className ?? '')?.[0]),
    ['text-13', 'text-15'],
    'what was asked before stands smaller',
  );
  assert.equal(part.querySelector('img')?.getAttribute('src'), '/api/files/question-1');
});

test('questions are gone through by j and k and by presses', async (t) => {
  await open(t);
  key('k');
  assert.ok(chosen()?.startsWith('Kerem'), 'nothing is before the first');
  key('j');
  assert.ok(chosen()?.startsWith('Aylin'));
  assert.equal(document.activeElement?.getAttribute('data-question'), '6');
  assert.equal(screen.getByTitle('kerem@example.com').textContent, '1. soru · 19 Kas 12:00');
  assert.equal(screen.queryAllByText('Önceki soru').length, 0);
  assert.equal(document.querySelectorAll('img').length, 0);
  key('j');
  assert.ok(chosen()?.startsWith('Aylin'), 'nothing is after the last');
  key('k');
  assert.ok(chosen()?.startsWith('Kerem'));
  fireEvent.click(screen.getByText('Aylin Ak', { selector: 'b' }));
  assert.ok(chosen()?.startsWith('Aylin'));
});

test('an answer is sent once it is one, and the next question is written at', async (t) => {
  const { calls, sent, reads } = await open(t);
  const scrolled = t.mock.method(Element.prototype, 'scrollIntoView', () => undefined);
  t.mock.method(Element.prototype, 'getBoundingClientRect', () => ({ top: 51 }));
  write(' \n');
  const act1 = screen.getByText('Yanıtla ve sonrakine geç');
  fireEvent.click(act1);
  assert.ok(screen.getByText('1 ile 4.999 karakter arası yazın'));
  assert.ok(document.activeElement === answer());
  write('a'.repeat(5000));
  assert.equal(screen.queryAllByText(/karakter arası/).length, 0);
  fireEvent.click(act1);
  assert.ok(screen.getByText('1 ile 4.999 karakter arası yazın'));
  write(` ${'a'.repeat(4999)} `);
  assert.equal(fireEvent.keyDown(answer(), { key: 'Enter' }), true);
  assert.equal(fireEvent.keyDown(answer(), { key: 'x', ctrlKey: true }), true);
  assert.deepEqual(sent(), []);
  assert.equal(fireEvent.keyDown(answer(), { key: 'Enter', ctrlKey: true }), false);
  assert.equal(answer().readOnly, true);
  fireEvent.keyDown(answer(), { key: 'Enter', metaKey: true });
  await waitFor(() => assert.ok(chosen()?.startsWith('Aylin')));
  assert.deepEqual(sent(), [
    { call: 'POST /api/admin/questions/5/answer', body: { answer: 'a'.repeat(4999) } },
  ]);
  assert.equal(takeNotices().at(-1)?.title, 'Yanıt gönderildi: Kerem Şahin');
  assert.equal(sessionStorage.length, 0);
  assert.ok(document.activeElement === answer(), 'the field of the next one');
  assert.equal(answer().value, '');
  assert.equal(scrolled.mock.callCount(), 1, 'the question stands under the head of the page');
  await waitFor(() => assert.equal(reads(), 2));
  assert.equal(calls.filter(({ call }) => call === 'GET /api/admin/summary').length, 2);
});

test('after the last question the focus is in the page', async (t) => {
  let left = [QUESTION];
  const { sent } = await open(t, {
    answers: { 'GET /api/admin/questions': () => asked(left) },
  });
  assert.equal(screen.queryAllByText('sonraki', { exact: false }).length, 0, 'there is one alone');
  t.mock.method(Element.prototype, 'getBoundingClientRect', () => ({ top: 52 }));
  write('Evet.');
  assert.equal(sessionStorage.getItem('rasat.admin.answer.5'), '{"person":"Y5","value":"Evet."}');
  left = [];
  fireEvent.click(screen.getByText('Yanıtla'));
  await waitFor(() => assert.equal(sent().length, 1));
  await waitFor(() => assert.equal(document.activeElement?.id, 'main'));
  assert.ok(await screen.findByText('Yanıt bekleyen soru yok', { selector: 'h2' }));
  assert.ok(screen.getByText('Yeni bir soru geldiğinde burada görünür.'));
  assert.equal(visibleText(screen.getByLabelText('Gösterilen sorular')), 'Bekleyen Yanıtlanan');
  fireEvent.click(screen.getByText('Yanıtlananlara bak'));
  assert.ok(await screen.findByText('Henüz yanıtlanan soru yok', { selector: 'h2' }));
  assert.ok(screen.getByText('Yanıtladığınız her soru, yanıtıyla birlikte burada kalır.'));
  assert.equal(document.title, 'Yanıtlanan sorular · Yönetim · Rasat');
});

for (const [code, text, again] of [
  ['conflict-409', 'Bu soru daha önce yanıtlanmış. Yazdıklarınız gönderilmedi.', 2],
  ['unavailable-503', 'Sunucu şu anda yanıt veremiyor', 1],
] as const) {
  test(`an answer that was not taken stays with its reason (${code})`, async (t) => {
    const { reads } = await open(t, {
      answers: {
        'POST /api/admin/questions/5/answer': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    write('Evet.');
    fireEvent.click(screen.getByText('Yanıtla ve sonrakine geç'));
    assert.ok(await screen.findByText(text));
    assert.ok(screen.getByText(code));
    assert.equal(answer().value, 'Evet.');
    assert.equal(answer().readOnly, false);
    await waitFor(() => assert.equal(reads(), again));
    write('Evet!');
    assert.equal(screen.queryAllByText(text).length, 0);
    write('');
    assert.equal(sessionStorage.length, 0, 'nothing is kept of an empty field');
  });
}

test('answered questions stand with their answers', async (t) => {
  const done: AdminQuestion = {
    ...QUESTION,
    id: 3,
    imageUrl: null,
    answer: 'Hacim bitince.',
    answered: NOW - 5 * MINUTE,
    previous: { text: 'Önce', datetime: NOW, imageUrl: null, answer: null },
  };
  const { calls } = await open(t, {
    language: 'en',
    answers: {
      'GET /api/admin/questions': (_: unknown, { searchParams }: URL) =>
        searchParams.get('state') === 'waiting'
          ? asked([QUESTION], 1)
          : {
              waiting: 1,
              total: 51,
              questions:
                searchParams.get('page') === '1' ? [done, { ...done, id: 2, answered: null }] : [],
            },
    },
  });
  fireEvent.click(screen.getByLabelText('Answered'));
  assert.ok(await screen.findByText('Hacim bitince.'));
  assert.ok(screen.getByText('22 Nov 11:55', { selector: 'h3 time' }));
  assert.ok(screen.getByText('5 mins'), 'how long ago it was answered');
  assert.equal(document.querySelectorAll('textarea').length, 0);
  fireEvent.click(screen.getByText('Previous question', { selector: 'button' }));
  assert.ok(screen.getByText('Not answered.'));
  assert.equal(document.querySelectorAll('img').length, 0);
  key('j');
  assert.equal(document.querySelectorAll('h3 time').length, 0);
  fireEvent.click(screen.getByText('Load more'));
  await waitFor(() => assert.ok(calls.some(({ call }) => call.endsWith('?state=answered&page=2'))));
});

test('questions that could not be read show an error', async (t) => {
  await open(t, {
    answers: {
      'GET /api/admin/questions': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Sorular yüklenemedi'));
});

for (const [age, reads] of [
  [60_000, 1],
  [60_001, 2],
] as const) {
  test(`an image that did not come after ${age} ms is asked for ${reads - 1} times`, async (t) => {
    const shown = await open(t);
    t.mock.timers.setTime(NOW + age);
    const image = screen.getByAltText('Kerem Şahin: sorudaki görsel');
    act(() => {
      image.dispatchEvent(new Event('error'));
    });
    assert.ok(within(document.body).getByText('Görsel açılamadı'));
    await waitFor(() => assert.equal(shown.reads(), reads));
  });
}
