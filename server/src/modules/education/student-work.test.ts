import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { reviewHomework } from './index.ts';
import { openSchool } from './testing/school.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const school = await openSchool({ after });
const { context, get, post, put, upload, imageUrl, student } = school;
const { db, clock } = context;

const QUESTION = '/api/account/question';
const HOMEWORK = '/api/account/homework';
type QuestionReply = Reply<typeof ROUTES.question>;
type HomeworkReply = Reply<typeof ROUTES.homework>;

const counts = async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from question) as questions, (select count(*) from homework) as homework,
    (select count(*) from education_file where taken_at is not null) as taken`.execute(db);
  return rows[0];
};

/** The call is refused so, and nothing has changed. */
async function refused(asked: ReturnType<typeof post>, status: number, code: string) {
  const before = await counts();
  const answer = await asked;
  assert.equal(answer.status, status, answer.code);
  assert.equal(answer.code, code);
  assert.deepEqual(await counts(), before);
  return answer.field;
}

describe('a question', () => {
  test('is none before the first one', async () => {
    assert.equal(await get(await student(), QUESTION), null);
  });

  test('Q1 Q2 says something, in under 5000 characters', async () => {
    const who = await student();
    const bad = ['', '   ', '\n\t ', 'a'.repeat(5000), 5, ['a'], null];
    for (const question of bad) {
      assert.equal(
        await refused(post(who, QUESTION, { question }), 400, 'bad-fields-400'),
        'question',
      );
    }
    await refused(post(who, QUESTION, { question: 'a', answer: 'b' }), 400, 'bad-fields-400');
    assert.equal((await post(who, QUESTION, { question: 'ş'.repeat(4999) })).status, 200);
  });

  test('Q3 may be asked again seven days later and not a second before', async () => {
    const who = await student();
    const asked = clock.now();
    assert.equal((await post(who, QUESTION, { question: 'İlk sorum' })).status, 200);
    const first = await get<NonNullable<QuestionReply>>(who, QUESTION);
    assert.deepEqual(first, {
      text: 'İlk sorum',
      answer: null,
      datetime: asked,
      imageId: null,
      imageUrl: null,
      answered: null,
      next: asked + WEEK,
      daysLeft: 7,
    });
    await clock.advance(WEEK - 1000);
    await refused(post(who, QUESTION, { question: 'Erken' }), 409, 'conflict-409');
    assert.equal((await get<NonNullable<QuestionReply>>(who, QUESTION)).daysLeft, 1);
    // A session ends after as many days.
    await sql`update session set expires_at = ${clock.now() + WEEK} where person_id = ${who.id}`.execute(
      db,
    );
    await clock.advance(1000);
    assert.equal((await post(who, QUESTION, { question: 'Vaktinde' })).status, 200);
    assert.equal((await get<NonNullable<QuestionReply>>(who, QUESTION)).text, 'Vaktinde');
  });

  test('Q4 is asked once, however many are sent at the same moment', async () => {
    const who = await student();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => post(who, QUESTION, { question: `Soru ${at}` })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
    const { rows } = await sql`select id from question where person_id = ${who.id}`.execute(db);
    assert.equal(rows.length, 1);
  });

  test('Q5 takes an image of its own person alone, and once', async () => {
    const [ada, bora] = [await student(), await student()];
    const imageId = await upload(ada);
    const stolen = post(bora, QUESTION, { question: 'Bu kimin?', imageId });
    assert.equal(await refused(stolen, 404, 'not-found-404'), 'imageId');
    const unknown = 'A'.repeat(20);
    await refused(
      post(ada, QUESTION, { question: 'Hangisi?', imageId: unknown }),
      404,
      'not-found-404',
    );
    for (const wrong of ['1', '../../etc/passwd', 7]) {
      await refused(
        post(ada, QUESTION, { question: 'Bu?', imageId: wrong }),
        400,
        'bad-fields-400',
      );
    }
    assert.equal((await post(ada, QUESTION, { question: 'Bu benim', imageId })).status, 200);
    const mine = await get<NonNullable<QuestionReply>>(ada, QUESTION);
    assert.equal(mine.imageId, imageId);
    const picture = await school.server.fetch(mine.imageUrl ?? '');
    assert.equal(picture.headers.get('content-type'), 'image/webp');
  });

  test('Q6 belongs to students', async () => {
    for (const rights of [[], ['subscription'], ['admin']] as const) {
      const who = await school.person({ rights });
      await refused(post(who, QUESTION, { question: 'Ben?' }), 403, 'has-lesson-403');
    }
  });

  test('is not lost when its image is refused: it can be sent again at once', async () => {
    const who = await student();
    const { id: imageId } = await imageUrl(who);
    await refused(post(who, QUESTION, { question: 'Görselli', imageId }), 400, 'bad-fields-400');
    assert.equal((await post(who, QUESTION, { question: 'Görselsiz', imageId: null })).status, 200);
  });
});

describe('homework', () => {
  const work = (imageId: string, more: object = {}) => ({
    text: 'Kutuyu çizdim.',
    homeworkNumber: 3,
    imageId,
    ...more,
  });

  test('A10 Q8 has a slot from 1 to 7, written as a number', async () => {
    const who = await student();
    const imageId = await upload(who);
    for (const homeworkNumber of [0, 8, -1, 1.5, '3', '1,2', '1&2', null, true]) {
      const field = await refused(
        post(who, HOMEWORK, work(imageId, { homeworkNumber })),
        400,
        'bad-fields-400',
      );
      assert.equal(field, 'homeworkNumber');
    }
    const text = `{"text":"a","homeworkNumber":NaN,"imageId":"${imageId}"}`;
    await refused(post(who, HOMEWORK, text), 400, 'bad-fields-400');
  });

  test('Q7 Q12 has an image and a text of 1 to 4999 characters', async () => {
    const who = await student();
    const imageId = await upload(who);
    const { imageId: _, ...without } = work(imageId);
    assert.equal(await refused(post(who, HOMEWORK, without), 400, 'bad-fields-400'), 'imageId');
    await refused(post(who, HOMEWORK, work(imageId, { imageId: null })), 400, 'bad-fields-400');
    for (const text of ['', ' \n ', 'a'.repeat(5000)]) {
      assert.equal(
        await refused(post(who, HOMEWORK, work(imageId, { text })), 400, 'bad-fields-400'),
        'text',
      );
    }
    assert.equal(
      (await post(who, HOMEWORK, work(imageId, { text: 'a'.repeat(4999) }))).status,
      200,
    );
  });

  test('Q9 is handed in once for each slot, however many are sent at the same moment', async () => {
    const who = await student();
    const images: string[] = [];
    for (let sent = 0; sent < 10; sent++) images.push(await upload(who));
    const answers = await Promise.all(images.map((imageId) => post(who, HOMEWORK, work(imageId))));
    const good = answers.filter(({ status }) => status === 200);
    assert.equal(good.length, 1);
    assert.equal(answers.filter(({ code }) => code === 'conflict-409').length, 9);
    await refused(post(who, HOMEWORK, work(await upload(who))), 409, 'conflict-409');
  });

  test('Q10 Q11 takes an image that was sent, and that nothing has', async () => {
    const who = await student();
    const { id } = await imageUrl(who);
    assert.equal(await refused(post(who, HOMEWORK, work(id)), 400, 'bad-fields-400'), 'imageId');
    const used = await upload(who);
    assert.equal((await post(who, HOMEWORK, work(used))).status, 200);
    const again = post(who, HOMEWORK, work(used, { homeworkNumber: 4 }));
    assert.equal(await refused(again, 409, 'conflict-409'), 'imageId');
    await refused(post(who, QUESTION, { question: 'Bu?', imageId: used }), 409, 'conflict-409');
    const foreign = await upload(await student());
    await refused(post(who, HOMEWORK, work(foreign, { homeworkNumber: 4 })), 404, 'not-found-404');
  });

  test('shows the slots that something was handed in for; a fix opens one for one more', async () => {
    const who = await student();
    assert.deepEqual(await get(who, HOMEWORK), {});
    assert.equal((await post(who, HOMEWORK, work(await upload(who)))).status, 200);
    const { rows } = await sql<{
      id: number;
    }>`select id from homework where person_id = ${who.id}`.execute(db);
    const marks = [{ x: 0.25, y: 1, text: 'Burası' }];
    await reviewHomework(school.education, {
      id: rows[0]?.id ?? 0,
      state: 'fix',
      feedback: 'Orta çizgi eksik.',
      marks,
    });
    assert.equal(
      (await post(who, HOMEWORK, work(await upload(who), { text: 'Ekledim.' }))).status,
      200,
    );
    await refused(post(who, HOMEWORK, work(await upload(who))), 409, 'conflict-409');
    const reply = await get<HomeworkReply>(who, HOMEWORK);
    assert.deepEqual(Object.keys(reply), ['3']);
    const slot = reply['3'];
    assert.equal(slot?.text, 'Ekledim.');
    assert.equal(slot?.state, 'review');
    assert.equal(slot?.feedback, null);
    assert.deepEqual(
      slot?.earlier.map(({ text, state, feedback, marks: kept }) => [text, state, feedback, kept]),
      [['Kutuyu çizdim.', 'fix', 'Orta çizgi eksik.', marks]],
    );
    const pictures = [slot?.imageUrl ?? '', slot?.earlier[0]?.imageUrl ?? ''];
    for (const url of pictures) assert.equal((await school.server.fetch(url)).status, 200);
  });

  test('has seven tasks in three languages', async () => {
    const tasks = await get<Reply<typeof ROUTES.homeworkTasks>>(
      await student(),
      `${HOMEWORK}/tasks`,
    );
    assert.deepEqual(
      tasks.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7],
    );
    for (const { title, text } of tasks) {
      for (const words of [title, text]) assert.equal(new Set(Object.values(words)).size, 3);
    }
  });

  test('is shown to no other person', async () => {
    const [ada, bora] = [await student(), await student()];
    const imageId = await upload(ada);
    assert.equal((await post(ada, HOMEWORK, work(imageId))).status, 200);
    assert.equal((await post(ada, QUESTION, { question: 'Gizli sorum' })).status, 200);
    assert.deepEqual(await get(bora, HOMEWORK), {});
    assert.equal(await get(bora, QUESTION), null);
    const bare = `/api/images/${imageId}?expires=${clock.now() + 1000}&signature=${'A'.repeat(43)}`;
    assert.equal(
      (await school.server.fetch(bare, { headers: { cookie: bora.cookie } })).status,
      403,
    );
    assert.equal((await put(bare.replace('images', 'uploads'), 'x', 'image/png')).status, 403);
  });
});
