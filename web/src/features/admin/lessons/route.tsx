import { forEachLanguage } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { loadTexts, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { TableBones } from '../table.tsx';
import {
  type AdminLesson,
  type AdminTask,
  type AdminVideo,
  adminCourseQuery,
  adminVideosQuery,
} from './calls.ts';
import { LessonTable } from './lesson-table.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskTable } from './task-table.tsx';
import { VideoDialog } from './video-dialog.tsx';
import { VideoTable } from './video-table.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminLearning');
  return null;
}

/** Subject of the open editor: a lesson, a task, a platform video, or a new platform video. */
type Edited =
  | { readonly kind: 'lesson'; readonly lesson: AdminLesson }
  | { readonly kind: 'task'; readonly task: AdminTask }
  | { readonly kind: 'video'; readonly video: AdminVideo | null };

const NO_TEXT = forEachLanguage(() => '');

/** Renders the eight lessons, the tasks of homework, and the platform videos. */
export default function LessonsRoute() {
  const { t } = useTranslation('adminLearning');
  const course = useQuery(adminCourseQuery());
  const videos = useQuery(adminVideosQuery());
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <AdminPage
      title={t('lessons.title')}
      tools={
        <Button
          variant="primary"
          onClick={() => setEdited({ kind: 'video', video: null })}
          className="max-desk:min-h-11"
        >
          {t('videos.add')}
        </Button>
      }
    >
      <Load query={course} failed={t('lessons.failed')} skeleton={<TableBones rows={8} />}>
        {({ lessons }) => (
          <LessonTable
            lessons={lessons}
            onEdit={(lesson) => setEdited({ kind: 'lesson', lesson })}
          />
        )}
      </Load>
      <h2 className="mt-3 text-13">{t('videos.title')}</h2>
      <Load query={videos} failed={t('videos.failed')} skeleton={<TableBones rows={2} />}>
        {(list) =>
          list.length === 0 ? (
            <div className="rounded-3 border border-line bg-s1">
              <Empty compact drawing={false} title={t('videos.none')} text={t('videos.noneText')} />
            </div>
          ) : (
            <VideoTable videos={list} onEdit={(video) => setEdited({ kind: 'video', video })} />
          )
        }
      </Load>
      {course.isError && course.data === undefined ? null : (
        <>
          <h2 className="mt-3 text-13">{t('lessons.tasks')}</h2>
          <Load query={course} skeleton={<TableBones rows={7} />}>
            {({ tasks }) => (
              <TaskTable tasks={tasks} onEdit={(task) => setEdited({ kind: 'task', task })} />
            )}
          </Load>
        </>
      )}
      {edited === null ? null : <EditDialog edited={edited} onClose={() => setEdited(null)} />}
    </AdminPage>
  );
}

function EditDialog({
  edited,
  onClose,
}: {
  readonly edited: Edited;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const client = useQueryClient();
  switch (edited.kind) {
    case 'lesson': {
      const { lesson } = edited;
      return (
        <VideoDialog
          title={t('lessons.editTitle', { number: lesson.number })}
          entry={lesson}
          onSave={async (body) => {
            const number = String(lesson.number) as '1';
            await call('adminSaveLesson', { params: { number }, body });
            notify({ title: t('lessons.saved'), tone: 'up' });
            await client.invalidateQueries({ queryKey: adminCourseQuery().queryKey });
          }}
          onClose={onClose}
        />
      );
    }
    case 'video': {
      const { video } = edited;
      return (
        <VideoDialog
          title={t(video === null ? 'videos.addTitle' : 'videos.editTitle')}
          entry={video ?? { title: NO_TEXT, minutes: null, video: { kind: 'link', url: '' } }}
          onSave={async (saved) => {
            const body = { ...saved, ...(video !== null && { id: video.id }) };
            await call('adminSaveVideo', { body });
            notify({ title: t('videos.saved'), tone: 'up' });
            await client.invalidateQueries({ queryKey: adminVideosQuery().queryKey });
          }}
          onClose={onClose}
        />
      );
    }
    case 'task':
      return <TaskDialog task={edited.task} onClose={onClose} />;
  }
}
