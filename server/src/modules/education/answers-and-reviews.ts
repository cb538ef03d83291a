import type { Body, Query, Reply, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Reader } from '../../platform/mail/letter.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import { findPerson, lockPerson } from '../accounts/index.ts';
import { fileAddress } from './addresses.ts';
import type { EducationContext } from './context.ts';
import { answerNews, reviewNews, type StudentNews } from './mails.ts';
import {
  countHomework,
  countQuestions,
  findAuthor,
  listHomework,
  listQuestions,
  listSubmissions,
  type Slice,
  updateAnswer,
  updateReview,
} from './store.ts';
import { submissionOf } from './student-work.ts';

/** Student who receives an answer or a review. */
export interface NotifiedStudent {
  readonly personId: number;
  readonly publicId: string;
}

const PAGE = 50;

function sliceOf(page: string | undefined): Slice {
  return { offset: (Number(page ?? '1') - 1) * PAGE, limit: PAGE };
}

interface StudentRow {
  readonly public_id: string;
  readonly name: string;
  readonly surname: string;
  readonly mail: string;
  readonly city: string;
}

function studentOf({ public_id, name, surname, mail, city }: StudentRow) {
  return { uid: public_id, name, surname, email: mail, city };
}

/**
 * Returns questions as the back office lists them: open ones, the longest waiting first, or answered ones, the last
 * answered first.
 */
export async function readQuestions(
  context: EducationContext,
  { state, page }: Query<typeof ROUTES.adminQuestions>,
): Promise<Reply<typeof ROUTES.adminQuestions>> {
  const { db } = context;
  const answered = state === 'answered';
  const counts = await countQuestions(db);
  const rows = await listQuestions(db, answered, sliceOf(page));
  const addressOf = (id: string | null): string | null =>
    id === null ? null : fileAddress(context, 'images', id);
  return {
    waiting: counts.waiting,
    total: answered ? counts.answered : counts.waiting,
    questions: rows.map((row) => ({
      id: row.id,
      person: studentOf(row),
      text: row.text,
      datetime: row.asked_at,
      imageUrl: addressOf(row.image_id),
      answer: row.answer,
      answered: row.answered_at,
      ordinal: row.ordinal ?? 1,
      previous:
        row.previousText === null || row.previousAskedAt === null
          ? null
          : {
              text: row.previousText,
              datetime: row.previousAskedAt,
              imageUrl: addressOf(row.previousImageId),
              answer: row.previousAnswer,
            },
    })),
  };
}

/**
 * Answers a question and notifies the student, in the caller's transaction (`context.db`). Throws `conflict-409` for an
 * answered question, and `not-found-404`.
 */
export async function answerQuestion(
  context: EducationContext,
  { id, answer }: { readonly id: number; readonly answer: string },
): Promise<NotifiedStudent> {
  const { db, clock, config } = context;
  await lockAuthor(db, 'question', id);
  const given = { answer, answered_at: clock.now() };
  const question = await updateAnswer(db, id, given);
  if (!question) throw new AppError('conflict-409');
  return notifyStudent(context, question.personId, `question:${id}`, (to) =>
    answerNews(to, config.baseUrl, { question: question.text, answer }),
  );
}

/**
 * Returns the submissions in one state: open ones, the longest waiting first, or reviewed ones, the last reviewed
 * first.
 */
export async function readSubmittedHomework(
  context: EducationContext,
  { state = 'review', page }: Query<typeof ROUTES.adminHomework>,
): Promise<Reply<typeof ROUTES.adminHomework>> {
  const { db } = context;
  const counts = await countHomework(db);
  const rows = await listHomework(db, state, sliceOf(page));
  const people = [...new Set(rows.map((row) => row.person_id))];
  const others = await listSubmissions(db, people);
  const entryOf = (row: (typeof others)[number]) => ({
    ...submissionOf(row),
    imageUrl: fileAddress(context, 'images', row.image_id),
  });
  return {
    waiting: counts.get('review') ?? 0,
    total: counts.get(state) ?? 0,
    homework: rows.map((row) => ({
      id: row.id,
      person: studentOf(row),
      number: row.number,
      ...entryOf(row),
      width: row.width ?? 0,
      height: row.height ?? 0,
      earlier: others
        .filter((one) => one.person_id === row.person_id && one.number === row.number)
        .filter((one) => one.id < row.id)
        .map(entryOf),
    })),
  };
}

/**
 * Reviews a submission and notifies the student, in the caller's transaction (`context.db`). Throws `bad-fields-400`
 * for a `fix` without feedback, `conflict-409` for a reviewed submission, and `not-found-404`.
 */
export async function reviewHomework(
  context: EducationContext,
  review: Body<typeof ROUTES.adminReview> & { readonly id: number },
): Promise<NotifiedStudent & { readonly number: number }> {
  const { db, clock, config } = context;
  const { id, state, feedback, marks } = review;
  if (state === 'fix' && feedback === '')
    throw new AppError('bad-fields-400', { field: 'feedback' });
  await lockAuthor(db, 'homework', id);
  const submission = await updateReview(db, id, {
    state,
    feedback,
    marks: JSON.stringify(marks),
    reviewed_at: clock.now(),
  });
  if (!submission) throw new AppError('conflict-409');
  const { personId, number } = submission;
  const student = await notifyStudent(context, personId, `homework:${id}`, (to) =>
    reviewNews(to, config.baseUrl, { number, state, feedback, marks: marks.length }),
  );
  return { ...student, number };
}

/** Counts the questions and homework that wait for the back office. */
export async function countWaiting(
  db: EducationContext['db'],
): Promise<{ readonly questions: number; readonly homework: number }> {
  const { waiting } = await countQuestions(db);
  return { questions: waiting, homework: (await countHomework(db)).get('review') ?? 0 };
}

/** Locks the person before their work, in the same order as an erasure, which prevents a deadlock. */
async function lockAuthor(
  db: EducationContext['db'],
  work: 'question' | 'homework',
  id: number,
): Promise<void> {
  const personId = await findAuthor(db, work, id);
  if (personId === undefined || !(await lockPerson(db, personId))) {
    throw new AppError('not-found-404');
  }
}

async function notifyStudent(
  { db, clock, keys, tell }: EducationContext,
  personId: number,
  key: string,
  newsFor: (to: Reader) => StudentNews,
): Promise<NotifiedStudent> {
  const person = await findPerson(db, personId);
  if (!person) throw new AppError('not-found-404');
  const news = newsFor(person);
  await writeMail(db, keys, news.mail, clock.now());
  await tell(db, { key, personId, text: news.text }, clock.now());
  return { personId, publicId: person.public_id };
}
