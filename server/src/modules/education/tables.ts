import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Uploaded file, from the moment its address was issued. */
export interface EducationFileTable {
  id: string;
  kind: 'image' | 'video';
  person_id: number | null;
  type: string | null;
  name: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  created_at: number;
  begun_at: number | null;
  stored_at: number | null;
  taken_at: number | null;
}

/** Title in each language. */
export interface TitleColumns {
  title_tr: string;
  title_az: string;
  title_en: string;
}

/** Video with a title: at an address, in a file, or without either yet. */
interface VideoColumns extends TitleColumns {
  minutes: number | null;
  link: string | null;
  file_id: string | null;
}

/** One of the eight lessons. */
export interface LessonTable extends VideoColumns {
  number: number;
}

/** Task of a homework slot. */
export interface HomeworkTaskTable extends TitleColumns {
  number: number;
  text_tr: string;
  text_az: string;
  text_en: string;
}

/** Video about the platform. */
export interface PlatformVideoTable extends VideoColumns {
  id: GeneratedAlways<number>;
  position: number;
}

/** Progress of a person in a lesson. */
export interface LessonProgressTable {
  person_id: number;
  lesson: number;
  progress: number;
  position_seconds: number;
  saved_at: number;
}

/** Question with its answer. */
export interface QuestionTable {
  id: GeneratedAlways<number>;
  person_id: number;
  text: string;
  image_id: string | null;
  asked_at: number;
  answer: string | null;
  answered_at: number | null;
}

/** Submission of homework with its review. */
export interface HomeworkTable {
  id: GeneratedAlways<number>;
  person_id: number;
  number: number;
  text: string;
  image_id: string;
  submitted_at: number;
  state: Generated<string>;
  feedback: string | null;
  marks: JSONColumnType<{ x: number; y: number; text: string }[]>;
  reviewed_at: number | null;
}

/** Tables of the education. */
export type EducationTables = {
  education_file: EducationFileTable;
  lesson: LessonTable;
  homework_task: HomeworkTaskTable;
  platform_video: PlatformVideoTable;
  lesson_progress: LessonProgressTable;
  question: QuestionTable;
  homework: HomeworkTable;
};
