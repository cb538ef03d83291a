import { HOUR_MS, ROUTES } from '@rasat/contract';
import { inTransaction } from '../../platform/db/pool.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { UPLOAD_IDLE_MS } from '../../platform/files/receive.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { NotifyPerson } from '../../platform/notify-person.ts';
import type { EducationContext } from './context.ts';
import { saveProgress } from './course-store.ts';
import { readLessons, readLinks, readTasks, readVideoLinks } from './lessons.ts';
import { askQuestion, handIn, readHomework, readQuestion } from './student-work.ts';
import { openImageUpload, serveFile, takeUpload } from './uploads.ts';

/** Options of the education routes. */
export interface EducationRoutesOptions {
  readonly files: FileStore;
  readonly tell: NotifyPerson;
  /** Milliseconds for which an upload may pause. Default 20 seconds. */
  readonly uploadIdleMs?: number;
}

/** Time-out of a file; long, because a viewer may pause a video and continue later. */
const READING_MS = 6 * HOUR_MS;

/** Serves the lessons, questions and homework of the account page, uploads, and the files themselves. */
export function registerEducationRoutes(web: Web, options: EducationRoutesOptions): void {
  const { files, tell, uploadIdleMs = UPLOAD_IDLE_MS } = options;
  const context: EducationContext = { ...web.context, files, tell };
  const { db, clock } = context;

  registerRoute(web, ROUTES.education, async ({ person: { student } }) => ({
    hasLesson: student,
    links: await readLinks(context, student),
  }));
  registerRoute(web, ROUTES.lessons, ({ person }) => readLessons(context, person));
  registerRoute(web, ROUTES.saveProgress, async ({ person, body }) => {
    const { lesson, progress, position } = body;
    await inTransaction(db, (trx) =>
      saveProgress(trx, {
        person_id: person.id,
        lesson,
        progress,
        position_seconds: position,
        saved_at: clock.now(),
      }),
    );
    return {};
  });
  registerRoute(web, ROUTES.platformVideos, () => readVideoLinks(context));

  registerRoute(web, ROUTES.question, ({ person }) => readQuestion(context, person.id));
  registerRoute(web, ROUTES.ask, async ({ person, body }) => {
    const { question, imageId = null } = body;
    await askQuestion(context, person.id, { question, imageId });
    return {};
  });
  registerRoute(web, ROUTES.homeworkTasks, () => readTasks(context));
  registerRoute(web, ROUTES.homework, ({ person }) => readHomework(context, person.id));
  registerRoute(web, ROUTES.handIn, async ({ person, body }) => {
    await handIn(context, person.id, body);
    return {};
  });

  registerRoute(web, ROUTES.imageUrl, ({ person, query }) =>
    openImageUpload(context, person.id, query.type ?? null),
  );
  registerRoute(web, ROUTES.upload, async (call) => {
    await takeUpload(context, call, uploadIdleMs);
    return {};
  });
  const reading = { answerMs: READING_MS };
  registerRoute(web, ROUTES.image, (call) => serveFile(context, 'image', call), reading);
  registerRoute(web, ROUTES.video, (call) => serveFile(context, 'video', call), reading);
}
