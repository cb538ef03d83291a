import * as z from 'zod/mini';
import { HOMEWORK_STATES } from '../homework-states.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { inLanguages, time } from '../wire.ts';
import { done, paragraphs } from './fields.ts';
import { noQuery, signedQuery } from './parameters.ts';

/** The types of an image upload; a re-encoded copy is stored. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** The types of a video upload; it is stored unchanged. */
export const VIDEO_TYPES = ['video/mp4', 'video/webm'] as const;

/** The id of an uploaded file. */
export const fileId = z.string().check(z.regex(/^[A-Za-z0-9_-]{20}$/));

/**
 * A video: an external page or file (`link`), or an uploaded file for a `video` element (`file`) on a signed path below
 * `/api/` that is valid for six hours; null without a video.
 */
export const playable = z.nullable(z.object({ kind: z.enum(['link', 'file']), url: z.string() }));

/** A remark of the reviewer on the image: a text and its place, as shares of width and height from the upper left. */
export const mark = z.object({ x: z.number(), y: z.number(), text: z.string() });

/** One submission. */
const submission = {
  text: z.string(),
  /** A signed path that is valid for ten minutes. */
  imageUrl: z.string(),
  datetime: time,
  state: z.enum(HOMEWORK_STATES),
  /** The reviewer's text; null before the review. */
  feedback: z.nullable(z.string()),
  marks: z.array(mark),
  reviewed: z.nullable(time),
};

/** A homework slot with its newest submission. */
export const homeworkSlot = z.object({
  ...submission,
  /** Earlier submissions, the newest first; each was sent back. */
  earlier: z.array(z.object(submission)),
});

/** The last question of a person. */
export const questionEntry = z.object({
  text: z.string(),
  /** Null while it waits. */
  answer: z.nullable(z.string()),
  datetime: time,
  imageId: z.nullable(z.string()),
  /** A signed path that is valid for ten minutes. */
  imageUrl: z.nullable(z.string()),
  answered: z.nullable(time),
  /** When the next question is allowed, and the days until then, rounded up; 0 when it is allowed now. */
  next: time,
  daysLeft: z.int(),
});

const codes = ['bad-fields-400', 'unauthorized-401'] as const;
const studentCodes = [...codes, 'has-lesson-403'] as const;
const fileCodes = ['bad-fields-400', 'forbidden-403', 'not-found-404'] as const;
const studentText = paragraphs(LIMITS.studentText);
const imageQuery = z.strictObject({ type: z.optional(z.enum(IMAGE_TYPES)) });
const fileParams = z.strictObject({ id: fileId });

/** Lessons, questions, homework and their files. */
export const educationRoutes = {
  education: route({
    method: 'GET',
    path: '/account/education',
    access: 'user',
    summary: 'Whether the person has bought the education, and where each lesson plays',
    query: noQuery,
    /** Eight addresses; empty for a lesson without a video, and all empty for callers who are not students. */
    reply: z.object({ hasLesson: z.boolean(), links: z.array(z.string()) }),
    codes,
  }),
  lessons: route({
    method: 'GET',
    path: '/account/lessons',
    access: 'user',
    summary:
      'The eight lessons and the platform videos; only titles for callers who are not students',
    query: noQuery,
    reply: z.object({
      hasLesson: z.boolean(),
      lessons: z.array(
        z.object({
          number: z.int(),
          title: inLanguages,
          minutes: z.nullable(z.int()),
          /** `pending`: no video yet. */
          state: z.enum(['ready', 'pending']),
          /** Null also for callers who are not students. */
          video: playable,
          /** Share that was played, 0 to 1; watched from 0.9. */
          progress: z.number(),
          /** Last position, in seconds. */
          position: z.number(),
        }),
      ),
      /** Empty for callers who are not students. */
      videos: z.array(
        z.object({
          id: z.int(),
          title: inLanguages,
          minutes: z.nullable(z.int()),
          video: z.object({ kind: z.enum(['link', 'file']), url: z.string() }),
        }),
      ),
    }),
    codes,
  }),
  saveProgress: route({
    method: 'POST',
    path: '/account/lessons/progress',
    access: 'student',
    summary: 'Stores how far a lesson was played; the share never decreases',
    body: z.strictObject({
      lesson: z.int().check(z.minimum(1), z.maximum(LIMITS.lessons)),
      position: z.number().check(z.minimum(0), z.maximum(86_400)),
      progress: z.number().check(z.minimum(0), z.maximum(1)),
    }),
    reply: done,
    codes: studentCodes,
  }),
  platformVideos: route({
    method: 'GET',
    path: '/account/gann',
    access: 'student',
    summary: 'Where the platform videos play, in their order',
    query: noQuery,
    reply: z.array(z.string()),
    codes: studentCodes,
  }),
  question: route({
    method: 'GET',
    path: '/account/question',
    access: 'student',
    summary: 'The last question of the person; null without one',
    query: noQuery,
    reply: z.nullable(questionEntry),
    codes: studentCodes,
  }),
  ask: route({
    method: 'POST',
    path: '/account/question',
    access: 'student',
    summary: 'Asks a question; the next is allowed seven days later',
    body: z.strictObject({ question: studentText, imageId: z.optional(z.nullable(fileId)) }),
    reply: done,
    codes: [...studentCodes, 'not-found-404', 'conflict-409'],
  }),
  homeworkTasks: route({
    method: 'GET',
    path: '/account/homework/tasks',
    access: 'student',
    summary: 'What each of the seven homework slots asks for',
    query: noQuery,
    reply: z.array(z.object({ number: z.int(), title: inLanguages, text: inLanguages })),
    codes: studentCodes,
  }),
  homework: route({
    method: 'GET',
    path: '/account/homework',
    access: 'student',
    summary: "The person's submissions by slot number; empty slots are absent",
    query: noQuery,
    reply: z.partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), homeworkSlot),
    codes: studentCodes,
  }),
  handIn: route({
    method: 'POST',
    path: '/account/homework',
    access: 'student',
    summary: 'Submits a homework with its image, once, and again after each requested fix',
    body: z.strictObject({
      text: studentText,
      homeworkNumber: z.int().check(z.minimum(1), z.maximum(LIMITS.homeworkSlots)),
      imageId: fileId,
    }),
    reply: done,
    codes: [...studentCodes, 'not-found-404', 'conflict-409'],
  }),
  imageUrl: route({
    method: 'GET',
    path: '/account/imageUrl',
    access: 'student',
    summary: 'An address for one PUT of one image within ten minutes, and the id of the image',
    /** The content type of the PUT; without it any of the three. */
    query: imageQuery,
    /** `url` is a path on this origin that begins with `/api/`. */
    reply: z.object({ url: z.string(), id: z.string() }),
    codes: studentCodes,
  }),
  upload: route({
    method: 'PUT',
    path: '/uploads/:id',
    access: 'signature',
    summary:
      'Receives a file at its signed address. A body that stalls for 20 seconds gets status 408',
    params: fileParams,
    query: signedQuery,
    bodyType: 'bytes',
    reply: done,
    codes: [...fileCodes, 'conflict-409', 'too-large-413', 'media-type-415'],
  }),
  image: route({
    method: 'GET',
    path: '/images/:id',
    access: 'signature',
    summary: 'An image at a signed address, which its owner or an administrator received',
    params: fileParams,
    query: signedQuery,
    /** The bytes of the image. */
    reply: z.unknown(),
    rawReply: true,
    codes: fileCodes,
  }),
  video: route({
    method: 'GET',
    path: '/videos/:id',
    access: 'signature',
    summary:
      'A video or a range of it at a signed address, which a student or an administrator received',
    params: fileParams,
    query: signedQuery,
    /** The bytes of the video. */
    reply: z.unknown(),
    rawReply: true,
    codes: fileCodes,
  }),
} as const;
