import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Body, LANGUAGES, type Reply, type ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { listMailsTo } from '../../platform/mail/mails-of.ts';
import { untilLocked } from '../../testing/locks.ts';
import type { PlantedPerson } from '../../testing/people.ts';
import { lockPerson, openSession } from '../accounts/index.ts';
import {
  answerQuestion,
  countWaiting,
  readQuestions,
  readSubmittedHomework,
  reviewHomework,
} from './index.ts';
import { educationData, educationRetention } from './personal-data.ts';
import { openSchool } from './testing/school.ts';

/** How a mail begins to a person who was planted. */
const GREETINGS = {
  tr: '\n\nMerhaba Ada,\n\n',
  az: '\n\nSalam, Ada!\n\n',
  en: '\n\nHello Ada,\n\n',
} as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const school = await openSchool({ after });
const { context, education, student, post, upload } = school;
const { db, clock, keys } = context;

type Review = Omit<Body<typeof ROUTES.adminReview>, 'marks'> & {
  readonly id: number;
  readonly marks?: { x: number; y: number; text: string }[];
};

const ask = async (who: PlantedPerson, question: string, imageId: string | null = null) => {
  assert.equal((await post(who, '/api/account/question', { question, imageId })).status, 200);
};
const answer = (id: number, text: string) =>
  inTransaction(db, (trx) => answerQuestion({ ...education, db: trx }, { id, answer: text }));
const handIn = async (who: PlantedPerson, homeworkNumber: number, text = 'Çizdim.') => {
  const imageId = await upload(who);
  const body = { text, homeworkNumber, imageId };
  assert.equal((await post(who, '/api/account/homework', body)).status, 200);
};
const review = (given: Review) =>
  inTransaction(db, (trx) => reviewHomework({ ...education, db: trx }, { marks: [], ...given }));
const waitingQuestion = async (who: PlantedPerson): Promise<number> => {
  const { questions } = await readQuestions(education, {});
  return questions.find(({ person }) => person.email === who.mail)?.id ?? 0;
};
const waitingHomework = async (who: PlantedPerson) => {
  const { homework } = await readSubmittedHomework(education, {});
  const found = homework.find(({ person }) => person.email === who.mail);
  assert.ok(found, 'it waits');
  return found;
};

describe('questions', () => {
  test('wait in the order in which they were asked, with who asked and the picture', async () => {
    const [ada, bora] = [await student(), await student()];
    await ask(ada, 'Ada’nın sorusu', await upload(ada));
    await clock.advance(HOUR);
    await ask(bora, 'Bora’nın sorusu');
    const { waiting, total, questions } = await readQuestions(education, { state: 'waiting' });
    assert.deepEqual([waiting, total], [2, 2]);
    assert.deepEqual(
      questions.map(({ text }) => text),
      ['Ada’nın sorusu', 'Bora’nın sorusu'],
    );
    const [first] = questions;
    assert.deepEqual(first?.person, {
      uid: first?.person.uid,
      name: 'Ada',
      surname: 'Deneme',
      email: ada.mail,
      city: 'İstanbul',
    });
    assert.deepEqual([first?.ordinal, first?.previous, first?.answer], [1, null, null]);
    const picture = await school.server.fetch(first?.imageUrl ?? '');
    assert.equal(picture.status, 200);
    await picture.arrayBuffer();
    assert.equal(questions[1]?.imageUrl, null);
    assert.deepEqual(await countWaiting(db), { questions: 2, homework: 0 });
    for (const who of [ada, bora]) await answer(await waitingQuestion(who), 'Yanıt');
  });

  test('are answered once; the person reads it on the page, by mail and in the chat, in their language', async () => {
    const words = {
      tr: /Sorunuz yanıtlandı/,
      az: /Sualınız cavablandı/,
      en: /Your question was answered/,
    };
    for (const language of LANGUAGES) {
      const who = await student(language);
      await ask(who, `Kutu <b>nasıl</b> çizilir?\nİki noktadan mı?`);
      const id = await waitingQuestion(who);
      const notified = await answer(id, 'Bir tepe ile bir dipten.\n\n<script>alert(1)</script>');
      assert.equal(notified.personId, who.id);
      const page = await school.get<Reply<typeof ROUTES.question>>(who, '/api/account/question');
      assert.equal(page?.answer, 'Bir tepe ile bir dipten.\n\n<script>alert(1)</script>');
      assert.equal(page?.answered, clock.now());
      const [mail, ...more] = await listMailsTo(db, keys, who.mail);
      assert.deepEqual(more, []);
      assert.match(mail?.subject ?? '', words[language]);
      assert.ok(mail?.text?.includes(GREETINGS[language]), mail?.text ?? '');
      assert.match(mail?.text ?? '', /“Kutu <b>nasıl<\/b> çizilir\? İki noktadan mı\?”/);
      assert.match(mail?.text ?? '', /Bir tepe ile bir dipten\.\n\n<script>/);
      assert.match(mail?.text ?? '', /\/account\?selected=question/);
      const said = school.notified.filter(({ personId }) => personId === who.id);
      assert.deepEqual(
        said.map(({ key }) => key),
        [`question:${id}`],
      );
      assert.match(said[0]?.text ?? '', words[language]);
      await assert.rejects(answer(id, 'Başka yanıt'), { code: 'conflict-409' });
    }
    await assert.rejects(answer(999_999, 'Yanıt'), { code: 'not-found-404' });
  });

  test('answered by two at once are answered once', async () => {
    const who = await student();
    await ask(who, 'Kim önce?');
    const id = await waitingQuestion(who);
    const both = await Promise.allSettled([answer(id, 'Bir'), answer(id, 'İki')]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await listMailsTo(db, keys, who.mail)).length, 1);
  });

  test('come with the one before, and the answered ones with the last answered first', async () => {
    const who = await student();
    await ask(who, 'Birinci');
    await answer(await waitingQuestion(who), 'İlk yanıt');
    await clock.advance(7 * DAY);
    // A session ends after as many days.
    const { cookie } = await openSession(context, who.id, { complete: true, headers: {} });
    await ask({ ...who, cookie: cookie.split(';')[0] ?? '' }, 'İkinci');
    const { questions } = await readQuestions(education, { state: 'waiting' });
    const second = questions.find(({ text }) => text === 'İkinci');
    assert.equal(second?.ordinal, 2);
    assert.deepEqual([second?.previous?.text, second?.previous?.answer], ['Birinci', 'İlk yanıt']);
    await clock.advance(HOUR);
    await answer(second?.id ?? 0, 'Son yanıt');
    const answered = await readQuestions(education, { state: 'answered' });
    assert.deepEqual(
      answered.questions.slice(0, 2).map(({ text }) => text),
      ['İkinci', 'Birinci'],
    );
    assert.equal(answered.total, answered.questions.length);
    assert.deepEqual(
      (await readQuestions(education, { state: 'answered', page: '2' })).questions,
      [],
    );
  });
});

describe('homework', () => {
  test('waits with its picture and its size, and with what was sent back before', async () => {
    const who = await student();
    await handIn(who, 2, 'İlk deneme');
    const first = await waitingHomework(who);
    assert.deepEqual([first.number, first.width, first.height], [2, 320, 200]);
    assert.deepEqual(first.earlier, []);
    const picture = await school.server.fetch(first.imageUrl);
    assert.equal(picture.status, 200);
    await picture.arrayBuffer();
    const marks = [
      { x: 0, y: 0.5, text: 'Orta çizgi doğru.' },
      { x: 1, y: 1, text: 'Burası eksik.' },
    ];
    const notified = await review({
      id: first.id,
      state: 'fix',
      feedback: 'Köşeyi düzeltin.',
      marks,
    });
    assert.deepEqual([notified.personId, notified.number], [who.id, 2]);
    await handIn(who, 2, 'İkinci deneme');
    const second = await waitingHomework(who);
    assert.equal(second.text, 'İkinci deneme');
    assert.deepEqual(
      second.earlier.map(({ text, state, feedback, marks: kept }) => [text, state, feedback, kept]),
      [['İlk deneme', 'fix', 'Köşeyi düzeltin.', marks]],
    );
    await review({ id: second.id, state: 'approved', feedback: '' });
    const { homework, total } = await readSubmittedHomework(education, { state: 'approved' });
    assert.equal(total, homework.length);
    assert.equal(homework[0]?.id, second.id);
  });

  test('is reviewed once; the person reads it by mail and in the chat, in their language', async () => {
    const words = {
      tr: [/5\. ödeviniz onaylandı/, /5\. ödeviniz için düzeltme istendi/],
      az: [/Tapşırığınız təsdiqləndi \(5\)/, /Tapşırığınıza düzəliş istənildi \(5\)/],
      en: [/Homework 5 was approved/, /A fix was requested for homework 5/],
    };
    for (const language of LANGUAGES) {
      for (const [at, state] of (['approved', 'fix'] as const).entries()) {
        const who = await student(language);
        await handIn(who, 5);
        const { id } = await waitingHomework(who);
        await assert.rejects(review({ id, state: 'fix', feedback: '' }), {
          code: 'bad-fields-400',
        });
        const marks = [{ x: 0.5, y: 0.5, text: 'Burası' }];
        await review({ id, state, feedback: 'Güzel olmuş.', marks });
        const [mail, ...more] = await listMailsTo(db, keys, who.mail);
        assert.deepEqual(more, []);
        assert.match(mail?.subject ?? '', words[language][at] ?? /x/);
        assert.ok(mail?.text?.includes(GREETINGS[language]), mail?.text ?? '');
        assert.match(mail?.text ?? '', /Güzel olmuş\./);
        assert.match(mail?.text ?? '', /\/account\?selected=homework/);
        const said = school.notified.filter(({ personId }) => personId === who.id);
        assert.deepEqual(
          said.map(({ key }) => key),
          [`homework:${id}`],
        );
        await assert.rejects(review({ id, state, feedback: 'Yine' }), { code: 'conflict-409' });
      }
    }
    await assert.rejects(review({ id: 999_999, state: 'approved', feedback: '' }), {
      code: 'not-found-404',
    });
  });
});

test('questions and homework are kept for ten years and then go with their pictures', async () => {
  const who = await student();
  await ask(who, 'Eski soru', await upload(who));
  await handIn(who, 7, 'Eski ödev');
  const asked = clock.now();
  const forget = async (what: string, nowMs: number): Promise<number> =>
    (await educationRetention.find((one) => one.what === what)?.forget(db, nowMs)) ?? 0;
  const tenYears = new Date(asked).setUTCFullYear(new Date(asked).getUTCFullYear() + 10);
  const names = ['question', 'homework'];
  const before = await readSubmittedHomework(education, {});
  assert.ok(before.homework.some(({ text }) => text === 'Eski ödev'));
  for (const what of names) await forget(what, tenYears - 1);
  const still = await readSubmittedHomework(education, {});
  assert.ok(still.homework.some(({ text }) => text === 'Eski ödev'));
  for (const what of names) assert.ok((await forget(what, tenYears)) > 0, what);
  assert.deepEqual((await readSubmittedHomework(education, {})).homework, []);
  assert.deepEqual((await readQuestions(education, {})).questions, []);
});

test('an answer to a person whose erasure is under way waits, and then finds no person', async () => {
  const who = await student();
  await ask(who, 'Silinirken?');
  const id = await waitingQuestion(who);
  // What is said in a chat refers to the person.
  const tell: typeof education.tell = async (trx, { personId }) => {
    await sql`select 1 from person where id = ${personId} for key share`.execute(trx);
    return true;
  };
  const { promise: locked, resolve } = Promise.withResolvers<void>();
  const erasure = inTransaction(db, async (trx) => {
    await lockPerson(trx, who.id);
    resolve();
    await untilLocked(db);
    await educationData.erase(trx, who.id, keys);
    await sql`delete from person where id = ${who.id}`.execute(trx);
  });
  await locked;
  const answered = inTransaction(db, (trx) =>
    answerQuestion({ ...education, db: trx, tell }, { id, answer: 'Geç' }),
  );
  const missing = (error: unknown): boolean =>
    error instanceof AppError && error.code === 'not-found-404';
  await Promise.all([erasure, assert.rejects(answered, missing)]);
});
