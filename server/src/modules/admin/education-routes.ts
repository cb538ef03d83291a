import { ROUTES } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import {
  answerQuestion,
  type EducationContext,
  openVideoUpload,
  readCourse,
  readPlatformVideos,
  readQuestions,
  readSubmittedHomework,
  removePlatformVideo,
  reviewHomework,
  saveLesson,
  savePlatformVideo,
  saveTask,
} from '../education/index.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Parts that the education uses besides the web. */
export type EducationFaces = Pick<EducationContext, 'files' | 'tell'>;

/** Serves questions, homework, lessons and videos. */
export function registerAdminEducationRoutes(web: Web, faces: EducationFaces): void {
  registerWorkRoutes(web, { ...web.context, ...faces });
  registerCourseRoutes(web, { ...web.context, ...faces });
}

function registerWorkRoutes(web: Web, context: EducationContext): void {
  registerAdminRoute(web, ROUTES.adminQuestions, ({ query }) => readQuestions(context, query));

  registerAdminRoute(web, ROUTES.adminAnswer, async ({ params, body, trx, audit }) => {
    const { answer } = body;
    const student = await answerQuestion(
      { ...context, db: trx },
      { id: Number(params.id), answer },
    );
    await audit('question.answer', `question:${params.id}`, { person: student.publicId });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminHomework, ({ query }) =>
    readSubmittedHomework(context, query),
  );

  registerAdminRoute(web, ROUTES.adminReview, async ({ params, body, trx, audit }) => {
    const review = { ...body, id: Number(params.id) };
    const { publicId, number } = await reviewHomework({ ...context, db: trx }, review);
    const { state, marks } = body;
    const detail = { person: publicId, number, state, marks: marks.length };
    await audit('homework.review', `homework:${params.id}`, detail);
    return {};
  });
}

function registerCourseRoutes(web: Web, context: EducationContext): void {
  registerAdminRoute(web, ROUTES.adminLessons, () => readCourse(context));

  registerAdminRoute(web, ROUTES.adminSaveLesson, async ({ params, body, trx, audit }) => {
    await saveLesson({ ...context, db: trx }, Number(params.number), body);
    const { title, minutes, video } = body;
    await audit('lesson.save', `lesson:${params.number}`, { title, minutes, video });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminSaveTask, async ({ params, body, trx, audit }) => {
    await saveTask({ db: trx }, Number(params.number), body);
    await audit('task.save', `task:${params.number}`, { title: body.title });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminVideos, () => readPlatformVideos(context));

  registerAdminRoute(web, ROUTES.adminSaveVideo, async ({ body, trx, audit }) => {
    const id = await savePlatformVideo({ ...context, db: trx }, body);
    const { id: before, ...saved } = body;
    await audit(before === undefined ? 'video.add' : 'video.save', `video:${id}`, saved);
    return { id };
  });

  registerAdminRoute(web, ROUTES.adminRemoveVideo, async ({ params, trx, audit }) => {
    await removePlatformVideo({ db: trx }, Number(params.id));
    await audit('video.remove', `video:${params.id}`);
    return {};
  });

  registerAdminRoute(web, ROUTES.adminVideoUpload, async ({ body, trx, person, audit }) => {
    const upload = await openVideoUpload({ ...context, db: trx }, { ...body, adminId: person.id });
    const { name, type, bytes } = body;
    await audit('video.upload', `file:${upload.id}`, { name, type, bytes });
    return upload;
  });
}
