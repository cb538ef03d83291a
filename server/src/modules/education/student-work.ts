import { DAY_MS, type HomeworkState, LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { lockPerson } from '../accounts/index.ts';
import { fileAddress } from './addresses.ts';
import type { EducationContext } from './context.ts';
import {
  findLastQuestion,
  findSlotState,
  insertHomework,
  insertQuestion,
  listHomeworkOf,
} from './store.ts';
import type { HomeworkTable } from './tables.ts';
import { lockFile, updateTaken } from './upload-store.ts';

const QUESTION_PAUSE_MS = LIMITS.questionDays * DAY_MS;

/** Returns the last question of a person, as the page shows it; null without one. */
export async function readQuestion(
  context: EducationContext,
  personId: number,
): Promise<Reply<typeof ROUTES.question>> {
  const { db, clock } = context;
  const last = await findLastQuestion(db, personId);
  if (!last) return null;
  const next = last.asked_at + QUESTION_PAUSE_MS;
  return {
    text: last.text,
    answer: last.answer,
    datetime: last.asked_at,
    imageId: last.image_id,
    imageUrl: last.image_id === null ? null : fileAddress(context, 'images', last.image_id),
    answered: last.answered_at,
    next,
    daysLeft: Math.max(0, Math.ceil((next - clock.now()) / DAY_MS)),
  };
}

/**
 * Stores a question. Throws `conflict-409` within seven days of the last one; for its image `not-found-404`,
 * `bad-fields-400` and `conflict-409` as `takeImage`. After an error nothing is stored.
 */
export function askQuestion(
  { db, clock }: EducationContext,
  personId: number,
  { question, imageId }: { readonly question: string; readonly imageId: string | null },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockStudent(trx, personId);
    const nowMs = clock.now();
    const last = await findLastQuestion(trx, personId);
    if (last && nowMs < last.asked_at + QUESTION_PAUSE_MS) throw new AppError('conflict-409');
    if (imageId !== null) await takeImage(trx, imageId, personId, nowMs);
    const row = { person_id: personId, text: question, image_id: imageId, asked_at: nowMs };
    await insertQuestion(trx, row);
  });
}

/**
 * Stores a submission. Throws `conflict-409` for a slot with a submission, unless the last one was sent back; for its
 * image as `takeImage`.
 */
export function handIn(
  { db, clock }: EducationContext,
  personId: number,
  work: { readonly text: string; readonly homeworkNumber: number; readonly imageId: string },
): Promise<void> {
  const { text, homeworkNumber: number, imageId } = work;
  return inTransaction(db, async (trx) => {
    await lockStudent(trx, personId);
    const state = await findSlotState(trx, personId, number);
    if (state !== undefined && state !== 'fix') throw new AppError('conflict-409');
    const nowMs = clock.now();
    await takeImage(trx, imageId, personId, nowMs);
    const row = { person_id: personId, number, text, image_id: imageId, submitted_at: nowMs };
    await insertHomework(trx, row);
  });
}

/**
 * Locks the person, so that concurrent calls of one person run one after the other. Throws `unauthorized-401` after
 * their erasure.
 */
async function lockStudent(trx: Db, personId: number): Promise<void> {
  if (!(await lockPerson(trx, personId))) throw new AppError('unauthorized-401');
}

/**
 * Marks an image as used. Throws `not-found-404` when it is not the person's, `bad-fields-400` when its bytes were
 * never sent, `conflict-409` when it is used already.
 */
async function takeImage(trx: Db, id: string, personId: number, nowMs: number): Promise<void> {
  const field = 'imageId';
  const file = await lockFile(trx, id);
  if (file?.kind !== 'image' || file.person_id !== personId) {
    throw new AppError('not-found-404', { field });
  }
  if (file.stored_at === null) throw new AppError('bad-fields-400', { field });
  if (file.taken_at !== null) throw new AppError('conflict-409', { field });
  await updateTaken(trx, id, nowMs);
}

type HomeworkReply = Reply<typeof ROUTES.homework>;
type SlotNumber = keyof HomeworkReply;

/** Returns the submissions of a person, by slot. */
export async function readHomework(
  context: EducationContext,
  personId: number,
): Promise<HomeworkReply> {
  const rows = await listHomeworkOf(context.db, personId);
  const reply: HomeworkReply = {};
  for (const [number, submissions] of Map.groupBy(rows, (row) => row.number)) {
    const [newest, ...earlier] = submissions
      .toReversed()
      .map((row) => ({ ...submissionOf(row), imageUrl: addressOf(context, row) }));
    if (newest) reply[String(number) as SlotNumber] = { ...newest, earlier };
  }
  return reply;
}

function addressOf(context: EducationContext, row: { readonly image_id: string }): string {
  return fileAddress(context, 'images', row.image_id);
}

type Marks = { readonly x: number; readonly y: number; readonly text: string }[];
type StoredSubmission = Pick<
  HomeworkTable,
  'text' | 'submitted_at' | 'feedback' | 'reviewed_at'
> & { readonly state: string; readonly marks: Marks };

/** Returns a submission as the student and the back office see it, without its image. */
export function submissionOf(row: StoredSubmission) {
  return {
    text: row.text,
    datetime: row.submitted_at,
    state: row.state as HomeworkState,
    feedback: row.feedback,
    marks: row.marks,
    reviewed: row.reviewed_at,
  };
}
