import { DAY_MS } from '@rasat/engine';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import {
  isoTime,
  type PersonalData,
  type Retention,
  yearsBefore,
} from '../../platform/personal-data.ts';
import { deleteProgress, listProgress } from './course-store.ts';
import { deleteOldWork, deleteWork, listHomeworkOf, listQuestionsOf } from './store.ts';
import { deleteFiles, forgetUploader, listFilesOf, lockUnusedFiles } from './upload-store.ts';

/** Milliseconds after which an uploaded file is deleted unless a question, homework or video uses it. */
const UNUSED_MS = DAY_MS;

/** Years for which a student's questions and homework are kept. */
const WORK_YEARS = 10;

/** Progress, questions, homework and uploads of a person. */
export const educationData: PersonalData = {
  tables: ['education_file', 'lesson_progress', 'question', 'homework'],

  async export(db, _keys, personId) {
    const files = await listFilesOf(db, personId);
    const progress = await listProgress(db, personId);
    const questions = await listQuestionsOf(db, personId);
    const homework = await listHomeworkOf(db, personId);
    return {
      education_file: files.map((file) => ({
        id: file.id,
        kind: file.kind,
        type: file.type,
        name: file.name,
        bytes: file.bytes,
        width: file.width,
        height: file.height,
        asked: isoTime(file.created_at),
        stored: isoTime(file.stored_at),
      })),
      lesson_progress: progress.map((row) => ({
        lesson: row.lesson,
        played: row.progress,
        stoppedAtSecond: row.position_seconds,
        saved: isoTime(row.saved_at),
      })),
      question: questions.map((row) => ({
        text: row.text,
        image: row.image_id,
        asked: isoTime(row.asked_at),
        answer: row.answer,
        answered: isoTime(row.answered_at),
      })),
      homework: homework.map((row) => ({
        number: row.number,
        text: row.text,
        image: row.image_id,
        handedIn: isoTime(row.submitted_at),
        state: row.state,
        feedback: row.feedback,
        marks: row.marks,
        reviewed: isoTime(row.reviewed_at),
      })),
    };
  },

  async erase(db, personId) {
    await deleteWork(db, personId);
    await deleteProgress(db, personId);
    await forgetUploader(db, personId);
    const files = await listFilesOf(db, personId);
    await deleteFiles(
      db,
      files.map((file) => file.id),
    );
  },
};

/** Rows of this module with a limited lifetime. */
export const educationRetention: readonly Retention[] = [
  {
    what: 'education_file',
    daily: true,
    forget: (db, nowMs) =>
      inTransaction(db, async (trx) =>
        deleteFiles(trx, await lockUnusedFiles(trx, nowMs - UNUSED_MS)),
      ),
  },
  ...(['question', 'homework'] as const).map((what) => ({
    what,
    daily: false,
    forget: (db: Db, nowMs: number) =>
      inTransaction(db, async (trx) => {
        const { count, images } = await deleteOldWork(trx, what, yearsBefore(nowMs, WORK_YEARS));
        await deleteFiles(trx, images);
        return count;
      }),
  })),
];
