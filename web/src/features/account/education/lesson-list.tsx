import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useLanguage, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { Icon } from '../../../ui/icons.tsx';
import { NewTabNote } from '../../../ui/new-tab.tsx';
import { notify } from '../../../ui/notices.ts';
import { Tag } from '../../../ui/tag.tsx';
import { type Lesson, lessonsQuery } from './calls.ts';
import { findWebAddress, type LessonState, lessonState } from './lesson-state.ts';
import { useLength } from './use-length.ts';

const TONES = { watched: 'ok', started: 'new', ready: 'quiet', pending: 'quiet' } as const;

/** Renders the eight lessons as cards with number, title, length, state and played share. */
export function LessonList({
  lessons,
  current,
}: {
  readonly lessons: readonly Lesson[];
  /** Number of the playing lesson. */
  readonly current: number | null;
}) {
  return (
    <ol className="grid gap-2.5 desk:grid-cols-2 max-desk:grid-cols-[minmax(0,1fr)]">
      {lessons.map((lesson) => (
        <li key={lesson.number} className="min-w-0">
          <LessonCard lesson={lesson} playing={lesson.number === current} />
        </li>
      ))}
    </ol>
  );
}

function LessonCard({ lesson, playing }: { readonly lesson: Lesson; readonly playing: boolean }) {
  const { t } = useTranslation('education');
  const { percent } = useFormats();
  const language = useLanguage();
  const length = useLength();
  const { number, title, minutes, video, progress } = lesson;
  const address = video?.kind === 'link' ? findWebAddress(video.url) : null;
  const state: LessonState =
    video?.kind === 'link' && address === null ? 'pending' : lessonState(lesson);
  return (
    <div
      className={`relative flex h-full items-center gap-3.25 overflow-hidden rounded-3 border bg-s1 px-3.5 py-3.25 has-[a:hover]:bg-hover ${playing ? 'border-line-ctl' : 'border-line'}`}
    >
      <span className="num grid size-7.5 flex-none place-items-center rounded-[5px] border border-line-ctl font-med">
        <span className="sr-only">{t('lessonNumber', { number })}</span>
        <span aria-hidden="true">{number}</span>
      </span>
      <span className="min-w-0 flex-1">
        <LessonLink lesson={lesson} address={address} playing={playing} open={state !== 'pending'}>
          {title[language]}
        </LessonLink>
        {minutes === null ? null : <span className="lbl num mt-0.5 block">{length(minutes)}</span>}
      </span>
      {address !== null && state !== 'watched' ? <MarkWatched number={number} /> : null}
      <Tag tone={TONES[state]}>
        {state === 'watched' ? <Icon name="check" size={14} /> : null}
        {t(`state.${state}`)}
        {address === null ? null : (
          <ExternalLink aria-hidden="true" width={12} height={12} strokeWidth={2} />
        )}
      </Tag>
      {progress > 0 ? (
        <span
          role="img"
          aria-label={t('progress', { percent: percent(Math.floor(progress * 100), 0) })}
          className="absolute inset-x-0 bottom-0 h-0.5"
        >
          <span
            className="block h-full bg-ok"
            // A watched lesson has a full line, even when its last minutes were not played.
            style={{ width: state === 'watched' ? '100%' : `${progress * 100}%` }}
          />
        </span>
      ) : null}
    </div>
  );
}

/** Renders the title as a link that covers the whole card; plain text for a pending lesson. */
function LessonLink({
  lesson,
  address,
  playing,
  open,
  children,
}: {
  readonly lesson: Lesson;
  readonly address: string | null;
  readonly playing: boolean;
  readonly open: boolean;
  readonly children: ReactNode;
}) {
  const linkClass = 'block font-semi wrap-anywhere after:absolute after:inset-0 after:content-[""]';
  if (!open) return <b className="block wrap-anywhere">{children}</b>;
  if (address !== null) {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" className={linkClass}>
        {children}
        <NewTabNote />
      </a>
    );
  }
  return (
    <Link
      to={`?selected=education&lesson=${lesson.number}`}
      aria-current={playing ? 'true' : undefined}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

/** Renders the button by which a student marks a lesson of another site as watched. */
function MarkWatched({ number }: { readonly number: number }) {
  const { t } = useTranslation('education');
  const errorText = useErrorText();
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: () => call('saveProgress', { body: { lesson: number, position: 0, progress: 1 } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lessonsQuery().queryKey }),
    onError: (error) =>
      notify({ title: t('markFailed'), text: errorText(readFailure(error).code), tone: 'bad' }),
  });
  return (
    <Button
      size="sm"
      busy={mark.isPending}
      aria-label={t('markWatchedOf', { number })}
      onClick={() => mark.mutate()}
      className="relative z-1 max-desk:min-h-11 max-desk:px-3"
    >
      {t('markWatched')}
    </Button>
  );
}
