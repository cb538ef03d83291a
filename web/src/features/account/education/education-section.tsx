import { LIMITS } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../api/client/client.ts';
import { useLanguage, useTranslation } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { educationQuery, type Lesson, type LessonsReply, lessonsQuery } from './calls.ts';
import { ClosePlayer } from './close-player.tsx';
import { CourseOffer } from './course-offer.tsx';
import { LessonList } from './lesson-list.tsx';
import { lessonState, readNumber } from './lesson-state.ts';
import type { PlaybackProgress } from './playback-tracker.ts';
import { Player } from './player.tsx';
import { VideoGrid } from './video-grid.tsx';

/** Renders the lessons with the playing one, or the course offer for a person without the course. */
export function EducationSection() {
  const { t } = useTranslation('education');
  const education = useQuery(educationQuery());
  return (
    <Load query={education} failed={t('failed')} skeleton={<LessonsSkeleton />}>
      {({ hasLesson, links }) =>
        hasLesson ? <Lessons pending={links[0] === ''} /> : <CourseOffer />
      }
    </Load>
  );
}

function Lessons({ pending }: { readonly pending: boolean }) {
  const { t } = useTranslation('education');
  const lessons = useQuery(lessonsQuery());
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-14 text-ink-2">{t('intro')}</p>
        <Link to="/dashboard/messages" className="link ml-auto gap-1.75 max-desk:ml-0">
          <MessageSquare aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
          {t('classMessages')}
        </Link>
      </div>
      {pending ? (
        <FormStatus kind="notice">
          <p className="font-med">{t('pending')}</p>
          <p className="text-ink-2">{t('pendingText')}</p>
        </FormStatus>
      ) : null}
      <Load query={lessons} failed={t('failed')} skeleton={<LessonsSkeleton />}>
        {(reply) => <Course reply={reply} />}
      </Load>
    </>
  );
}

function Course({ reply }: { readonly reply: LessonsReply }) {
  const { t } = useTranslation('education');
  const [query] = useSearchParams();
  const { lessons, videos } = reply;
  const number = readNumber(query.get('lesson'), LIMITS.lessons);
  const playing = lessons.find((lesson) => lesson.number === number);
  return (
    <>
      {playing?.video?.kind === 'file' ? (
        <Playing
          key={playing.number}
          lesson={playing}
          url={playing.video.url}
          next={lessons.find((lesson) => lesson.number === playing.number + 1)}
        />
      ) : null}
      <LessonList lessons={lessons} current={playing?.number ?? null} />
      {videos.length === 0 ? null : (
        <Panel title={t('videos.title')}>
          <VideoGrid videos={videos} />
        </Panel>
      )}
    </>
  );
}

function Playing({
  lesson,
  url,
  next,
}: {
  readonly lesson: Lesson;
  readonly url: string;
  readonly next: Lesson | undefined;
}) {
  const { t } = useTranslation('education');
  const language = useLanguage();
  const client = useQueryClient();
  const { number, title, position, progress } = lesson;
  const save = (playback: PlaybackProgress): void => {
    // The card is updated before the reply. A failed save is ignored: the next save sends the newer position.
    client.setQueryData(
      lessonsQuery().queryKey,
      (old) => old && withProgress(old, number, playback),
    );
    call('saveProgress', { body: { lesson: number, ...playback } }).catch(() => undefined);
  };
  const renewUrl = async (): Promise<string | null> => {
    const { lessons } = await client.fetchQuery({ ...lessonsQuery(), staleTime: 0 });
    const video = lessons.find((one) => one.number === number)?.video;
    return video?.kind === 'file' ? video.url : null;
  };
  return (
    <Panel
      className="overflow-hidden"
      title={title[language]}
      meta={<span className="lbl num">{t('lessonNumber', { number })}</span>}
      actions={<ClosePlayer to="?selected=education" />}
    >
      <Player
        url={url}
        title={title[language]}
        from={{ position, progress }}
        onProgress={save}
        renewUrl={renewUrl}
        after={
          next?.video?.kind === 'file' && lessonState(next) !== 'pending' ? (
            <Link
              to={`?selected=education&lesson=${next.number}`}
              className={buttonClass('secondary')}
            >
              {`${t('player.next')}: ${next.title[language]}`}
            </Link>
          ) : null
        }
      />
    </Panel>
  );
}

function withProgress(
  reply: LessonsReply,
  number: number,
  playback: PlaybackProgress,
): LessonsReply {
  return {
    ...reply,
    lessons: reply.lessons.map((lesson) =>
      lesson.number === number
        ? { ...lesson, ...playback, progress: Math.max(lesson.progress, playback.progress) }
        : lesson,
    ),
  };
}

function LessonsSkeleton() {
  return (
    <div className="grid gap-2.5 desk:grid-cols-2">
      {Array.from({ length: LIMITS.lessons }, (_, at) => at).map((at) => (
        <div
          key={at}
          className="flex h-15 items-center gap-3.25 rounded-3 border border-line bg-s1 px-3.5"
        >
          <Bone className="size-7.5" />
          <Bone className="w-40 max-w-full" />
          <Bone className="ml-auto h-5 w-14" />
        </div>
      ))}
    </div>
  );
}
