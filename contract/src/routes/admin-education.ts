import * as z from 'zod/mini';
import { HOMEWORK_STATES } from '../homework-states.ts';
import { forEachLanguage } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { inLanguages, time } from '../wire.ts';
import { fileId, mark, playable, VIDEO_TYPES } from './education.ts';
import { done, line, paragraphs, webAddress } from './fields.ts';
import { idParams, noQuery } from './parameters.ts';

/** The student of a question or submission. */
export const adminStudent = z.object({
  /** Public id. */
  uid: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  city: z.string(),
});

/** A question as the back office lists it. */
export const adminQuestion = z.object({
  id: z.int(),
  person: adminStudent,
  text: z.string(),
  datetime: time,
  /** A signed path that is valid for ten minutes. */
  imageUrl: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answered: z.nullable(time),
  /** Number of the question among the person's, from 1. */
  ordinal: z.int(),
  /** The person's previous question. */
  previous: z.nullable(
    z.object({
      text: z.string(),
      datetime: time,
      imageUrl: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
});

const reviewed = {
  text: z.string(),
  datetime: time,
  imageUrl: z.string(),
  state: z.enum(HOMEWORK_STATES),
  feedback: z.nullable(z.string()),
  marks: z.array(mark),
  reviewed: z.nullable(time),
};

/** A submission as the back office lists it. */
export const adminHomeworkEntry = z.object({
  id: z.int(),
  person: adminStudent,
  /** Its slot, 1 to 7. */
  number: z.int(),
  ...reviewed,
  /** Size of the image in pixels. */
  width: z.int(),
  height: z.int(),
  /** The person's earlier submissions of the same slot, newest first. */
  earlier: z.array(z.object(reviewed)),
});

const title = line(LIMITS.lessonTitle);
const taskText = paragraphs(LIMITS.homeworkTask);
/** A title in the form in which it is saved. */
const savedTitles = z.strictObject(forEachLanguage(() => title));
const minutes = z.nullable(z.int().check(z.minimum(1), z.maximum(1440)));

/** The place of a video when it is saved: none, an http(s) address, or an uploaded file. */
export const savedVideo = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('link'),
    url: webAddress(500),
  }),
  /** The id of an upload whose PUT has succeeded, or of the present file. */
  z.strictObject({ kind: z.literal('file'), id: fileId }),
]);

/** The place of a video when it is edited. */
export const adminVideo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('link'), url: z.string() }),
  z.object({
    kind: z.literal('file'),
    id: z.string(),
    /** Name of the uploaded file. */
    name: z.string(),
    type: z.enum(VIDEO_TYPES),
    bytes: z.int(),
    /** A signed path of the file, valid for six hours. */
    url: z.string(),
  }),
]);

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;
const changeCodes = [...codes, 'not-found-404', 'conflict-409'] as const;
/** A page of a list, from 1. */
const page = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,5}$/)));

/** Questions, homework, lessons and videos in the back office. */
export const adminEducationRoutes = {
  adminQuestions: route({
    method: 'GET',
    path: '/admin/questions',
    access: 'admin',
    summary:
      'Waiting questions, the oldest first, or answered ones, the last answered first; 50 a page',
    query: z.strictObject({ state: z.optional(z.enum(['waiting', 'answered'])), page }),
    reply: z.object({
      /** Number of waiting questions in all, and number of questions in the requested list. */
      waiting: z.int(),
      total: z.int(),
      questions: z.array(adminQuestion),
    }),
    codes,
  }),
  adminAnswer: route({
    method: 'POST',
    path: '/admin/questions/:id/answer',
    access: 'admin',
    summary: 'Answers a question and notifies the person; an answered question is a conflict',
    params: idParams,
    body: z.strictObject({ answer: paragraphs(LIMITS.studentText) }),
    reply: done,
    codes: changeCodes,
  }),
  adminHomework: route({
    method: 'GET',
    path: '/admin/homework',
    access: 'admin',
    summary:
      'Homework in one state: waiting, the oldest first, or reviewed, the last reviewed first; 50 a page',
    query: z.strictObject({ state: z.optional(z.enum(HOMEWORK_STATES)), page }),
    reply: z.object({
      /** Number of waiting submissions in all, and number of submissions in the requested list. */
      waiting: z.int(),
      total: z.int(),
      homework: z.array(adminHomeworkEntry),
    }),
    codes,
  }),
  adminReview: route({
    method: 'POST',
    path: '/admin/homework/:id/review',
    access: 'admin',
    summary: 'Approves a submission or requests a fix, and notifies the person; once for each',
    params: idParams,
    body: z.strictObject({
      state: z.enum(['approved', 'fix']),
      /** May be empty for an approval; required with a requested fix. */
      feedback: z.string().check(z.trim(), z.maxLength(LIMITS.studentText)),
      marks: z
        .array(
          z.strictObject({
            x: z.number().check(z.minimum(0), z.maximum(1)),
            y: z.number().check(z.minimum(0), z.maximum(1)),
            text: paragraphs(LIMITS.markText),
          }),
        )
        .check(z.maxLength(LIMITS.marks)),
    }),
    reply: done,
    codes: changeCodes,
  }),
  adminLessons: route({
    method: 'GET',
    path: '/admin/lessons',
    access: 'admin',
    summary: 'The eight lessons and the seven homework tasks, as they are edited',
    query: noQuery,
    reply: z.object({
      lessons: z.array(
        z.object({
          number: z.int(),
          title: inLanguages,
          minutes: z.nullable(z.int()),
          video: adminVideo,
        }),
      ),
      tasks: z.array(z.object({ number: z.int(), title: inLanguages, text: inLanguages })),
    }),
    codes,
  }),
  adminSaveLesson: route({
    method: 'PUT',
    path: '/admin/lessons/:number',
    access: 'admin',
    summary: 'Changes a lesson; a file that it no longer uses is removed',
    params: z.strictObject({ number: z.enum(['1', '2', '3', '4', '5', '6', '7', '8']) }),
    body: z.strictObject({ title: savedTitles, minutes, video: savedVideo }),
    reply: done,
    codes: changeCodes,
  }),
  adminSaveTask: route({
    method: 'PUT',
    path: '/admin/lessons/tasks/:number',
    access: 'admin',
    summary: 'Changes what a homework slot asks for',
    params: z.strictObject({ number: z.enum(['1', '2', '3', '4', '5', '6', '7']) }),
    body: z.strictObject({
      title: savedTitles,
      text: z.strictObject(forEachLanguage(() => taskText)),
    }),
    reply: done,
    codes: changeCodes,
  }),
  adminVideos: route({
    method: 'GET',
    path: '/admin/videos',
    access: 'admin',
    summary: 'The platform videos in their order, as they are edited',
    query: noQuery,
    reply: z.array(
      z.object({
        id: z.int(),
        title: inLanguages,
        minutes: z.nullable(z.int()),
        video: adminVideo,
        /** The video as students receive it. */
        plays: playable,
      }),
    ),
    codes,
  }),
  adminSaveVideo: route({
    method: 'POST',
    path: '/admin/videos',
    access: 'admin',
    summary: 'Adds a platform video (without `id`) or changes one; students see those with a video',
    body: z.strictObject({
      id: z.optional(z.int().check(z.minimum(1))),
      title: savedTitles,
      minutes,
      video: savedVideo,
      /**
       * Its place in the list, from 1; others move down. Without it a new video is the last, and an existing one keeps
       * its place.
       */
      position: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
    }),
    reply: z.object({ id: z.int() }),
    codes: changeCodes,
  }),
  adminRemoveVideo: route({
    method: 'POST',
    path: '/admin/videos/:id/remove',
    access: 'admin',
    summary: 'Removes a platform video, its file too',
    params: idParams,
    body: z.strictObject({}),
    reply: done,
    codes: changeCodes,
  }),
  adminVideoUpload: route({
    method: 'POST',
    path: '/admin/uploads',
    access: 'admin',
    summary:
      'An address for one PUT of one video, which must begin within ten minutes, and the id of the video',
    body: z.strictObject({
      /** Name of the file. */
      name: line(LIMITS.fileName),
      type: z.enum(VIDEO_TYPES),
      /** Its exact length. */
      bytes: z.int().check(z.minimum(1), z.maximum(LIMITS.videoBytes)),
    }),
    /** `url` is a path on this origin that begins with `/api/`. */
    reply: z.object({ url: z.string(), id: z.string() }),
    codes,
  }),
} as const;
