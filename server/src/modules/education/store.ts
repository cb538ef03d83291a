import type { HomeworkState } from '@rasat/contract';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { AccountsTables } from '../accounts/index.ts';
import type { EducationTables, HomeworkTable, QuestionTable } from './tables.ts';

const open = (db: Db) => db.withTables<EducationTables & Pick<AccountsTables, 'person'>>();

/** Part of a list. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Finds the last question of a person. */
export function findLastQuestion(db: Db, personId: number) {
  return open(db)
    .selectFrom('question')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a question. */
export async function insertQuestion(
  db: Db,
  question: Pick<Insertable<QuestionTable>, 'person_id' | 'text' | 'image_id' | 'asked_at'>,
): Promise<void> {
  await open(db).insertInto('question').values(question).execute();
}

/** Answers an open question and returns its person; undefined when it is answered or does not exist. */
export function updateAnswer(
  db: Db,
  id: number,
  answer: { readonly answer: string; readonly answered_at: number },
) {
  return open(db)
    .updateTable('question')
    .set(answer)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning(['person_id as personId', 'text'])
    .executeTakeFirst();
}

/** Finds the person of a question or a submission; undefined for an unknown id. */
export async function findAuthor(
  db: Db,
  work: 'question' | 'homework',
  id: number,
): Promise<number | undefined> {
  const row = await open(db)
    .selectFrom(work)
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.person_id;
}

/** Counts the open and the answered questions. */
export async function countQuestions(
  db: Db,
): Promise<{ readonly waiting: number; readonly answered: number }> {
  const { waiting, all } = await open(db)
    .selectFrom('question')
    .select((of) => [
      of.fn.countAll<number>().as('all'),
      of.fn.countAll<number>().filterWhere('answered_at', 'is', null).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting, answered: all - waiting };
}

/** Lists questions with their person, the number of each among that person's questions, and the question before it. */
export function listQuestions(db: Db, answered: boolean, { offset, limit }: Slice) {
  return open(db)
    .selectFrom('question as q')
    .innerJoin('person', 'person.id', 'q.person_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('question as p')
          .select([
            'p.text as previousText',
            'p.asked_at as previousAskedAt',
            'p.image_id as previousImageId',
            'p.answer as previousAnswer',
          ])
          .whereRef('p.person_id', '=', 'q.person_id')
          .whereRef('p.id', '<', 'q.id')
          .orderBy('p.id', 'desc')
          .limit(1)
          .as('previous'),
      (join) => join.onTrue(),
    )
    .select((of) => [
      'q.id',
      'q.text',
      'q.asked_at',
      'q.image_id',
      'q.answer',
      'q.answered_at',
      'previousText',
      'previousAskedAt',
      'previousImageId',
      'previousAnswer',
      'person.public_id',
      'person.name',
      'person.surname',
      'person.mail',
      'person.city',
      of
        .selectFrom('question as e')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('e.person_id', '=', 'q.person_id')
        .whereRef('e.id', '<=', 'q.id')
        .$asScalar()
        .as('ordinal'),
    ])
    .where('q.answered_at', answered ? 'is not' : 'is', null)
    .orderBy(answered ? 'q.answered_at' : 'q.asked_at', answered ? 'desc' : 'asc')
    .orderBy('q.id', answered ? 'desc' : 'asc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Lists the questions of a person, the oldest first. */
export function listQuestionsOf(db: Db, personId: number) {
  return open(db)
    .selectFrom('question')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Lists the submissions of a person, the oldest first. */
export function listHomeworkOf(db: Db, personId: number) {
  return open(db)
    .selectFrom('homework')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Finds the state of a person's newest submission of a slot. */
export async function findSlotState(
  db: Db,
  personId: number,
  number: number,
): Promise<string | undefined> {
  const row = await open(db)
    .selectFrom('homework')
    .select('state')
    .where('person_id', '=', personId)
    .where('number', '=', number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state;
}

/** Adds a submission for review. */
export async function insertHomework(
  db: Db,
  homework: Pick<
    Insertable<HomeworkTable>,
    'person_id' | 'number' | 'text' | 'image_id' | 'submitted_at'
  >,
): Promise<void> {
  await open(db)
    .insertInto('homework')
    .values({ ...homework, marks: '[]' })
    .execute();
}

/** Reviews an open submission and returns its person; undefined when it is reviewed or does not exist. */
export function updateReview(
  db: Db,
  id: number,
  review: {
    readonly state: 'approved' | 'fix';
    readonly feedback: string;
    readonly marks: string;
    readonly reviewed_at: number;
  },
) {
  return open(db)
    .updateTable('homework')
    .set(review)
    .where('id', '=', id)
    .where('state', '=', 'review')
    .returning(['person_id as personId', 'number'])
    .executeTakeFirst();
}

/** Counts the submissions in each state. */
export async function countHomework(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await open(db)
    .selectFrom('homework')
    .select((of) => ['state', of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Lists the submissions in one state with their person and the size of their images. */
export function listHomework(db: Db, state: HomeworkState, slice: Slice) {
  const waiting = state === 'review';
  return open(db)
    .selectFrom('homework')
    .innerJoin('person', 'person.id', 'homework.person_id')
    .innerJoin('education_file', 'education_file.id', 'homework.image_id')
    .selectAll('homework')
    .select([
      'education_file.width',
      'education_file.height',
      'person.public_id',
      'person.name',
      'person.surname',
      'person.mail',
      'person.city',
    ])
    .where('state', '=', state)
    .orderBy(waiting ? 'submitted_at' : 'reviewed_at', waiting ? 'asc' : 'desc')
    .orderBy('homework.id', waiting ? 'asc' : 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
}

/** Lists the submissions of these people, the newest first. */
export function listSubmissions(db: Db, personIds: readonly number[]) {
  return open(db)
    .selectFrom('homework')
    .selectAll()
    .where(sql<boolean>`person_id = any(${[...personIds]}::bigint[])`)
    .orderBy('id', 'desc')
    .execute();
}

/** Deletes the questions and submissions of a person. */
export async function deleteWork(db: Db, personId: number): Promise<void> {
  for (const work of ['question', 'homework'] as const) {
    await open(db).deleteFrom(work).where('person_id', '=', personId).execute();
  }
}

/**
 * Deletes questions asked, or homework handed in, until `throughMs`; returns their number and the ids of their images.
 */
export async function deleteOldWork(db: Db, work: 'question' | 'homework', throughMs: number) {
  const at = work === 'question' ? 'asked_at' : 'submitted_at';
  const rows = await open(db)
    .deleteFrom(work)
    .where(sql.ref(at), '<=', throughMs)
    .returning('image_id')
    .execute();
  return { count: rows.length, images: rows.flatMap(({ image_id }) => image_id ?? []) };
}
