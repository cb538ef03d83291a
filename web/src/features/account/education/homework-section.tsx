import { Tabs } from '@base-ui/react/tabs';
import { LIMITS } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SessionInfo } from '../../../api/session/session.ts';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useLanguage, useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import {
  type HomeworkReply,
  type HomeworkSlot,
  homeworkQuery,
  homeworkTasksQuery,
  type Submission,
} from './calls.ts';
import { type Draft, isStarted } from './draft.ts';
import { HomeworkForm } from './homework-form.tsx';
import { findSlot, firstSlot, isOpen, lastReviewed, SLOTS } from './homework-slots.ts';
import { readNumber } from './lesson-state.ts';
import { NeedsCourse } from './needs-course.tsx';
import { SlotList } from './slot-list.tsx';
import { SlotTag } from './slot-tag.tsx';
import { Feedback, SubmissionView } from './submission-view.tsx';
import { SuccessStatus } from './success-status.tsx';
import { useHomeworkDrafts } from './use-drafts.ts';

/** Renders the seven homework slots with drafts, submissions and feedback. */
export function HomeworkSection({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('education');
  const homework = useQuery({ ...homeworkQuery(), enabled: info.student });
  // The tasks are loaded before the form is shown, because they stand above it and would move it.
  const tasks = useQuery({ ...homeworkTasksQuery(), enabled: info.student });
  if (!info.student) return <NeedsCourse of="homework" />;
  return (
    <Load
      query={{
        ...homework,
        isPending: homework.isPending || (tasks.isPending && tasks.failureCount === 0),
      }}
      failed={t('homework.failed')}
      skeleton={<HomeworkSkeleton />}
    >
      {(slots) => <Slots homework={slots} person={info.id ?? ''} />}
    </Load>
  );
}

function Slots({
  homework,
  person,
}: {
  readonly homework: HomeworkReply;
  readonly person: string;
}) {
  const drafts = useHomeworkDrafts(person, SLOTS);
  const [query, setQuery] = useSearchParams();
  // Computed once: a submitted slot stays selected.
  const [first] = useState(() =>
    firstSlot(homework, (number) => {
      const draft = drafts.get(number);
      return draft !== undefined && isStarted(draft.state());
    }),
  );
  const number = readNumber(query.get('slot'), LIMITS.homeworkSlots) ?? first;
  const draft = drafts.get(number);
  return (
    <Tabs.Root
      value={number}
      onValueChange={(next) =>
        setQuery({ selected: 'homework', slot: String(next) }, { replace: true })
      }
      className="grid gap-3"
    >
      <SlotList current={number} homework={homework} drafts={drafts} />
      <Tabs.Panel value={number} className="min-w-0">
        {draft ? <SlotView key={number} number={number} homework={homework} draft={draft} /> : null}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function SlotView({
  number,
  homework,
  draft,
}: {
  readonly number: number;
  readonly homework: HomeworkReply;
  readonly draft: Draft;
}) {
  const { t } = useTranslation('education');
  const [sent, setSent] = useState(false);
  const slot = findSlot(homework, number);
  return (
    <div className="grid gap-3">
      {sent ? <SuccessStatus>{t('homework.sent')}</SuccessStatus> : null}
      {slot !== null && !isOpen(slot) ? (
        <Closed number={number} slot={slot} />
      ) : (
        <Open
          number={number}
          slot={slot}
          homework={homework}
          draft={draft}
          onSent={() => setSent(true)}
        />
      )}
      {slot && slot.earlier.length > 0 ? (
        <Earlier number={number} submissions={slot.earlier} />
      ) : null}
    </div>
  );
}

const TWO = 'grid items-start gap-3 desk:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]';

/** Renders an open slot with its form, beside the feedback on it or the newest feedback on another slot. */
function Open({
  number,
  slot,
  homework,
  draft,
  onSent,
}: {
  readonly number: number;
  readonly slot: HomeworkSlot | null;
  readonly homework: HomeworkReply;
  readonly draft: Draft;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('education');
  const other = slot === null ? lastReviewed(homework, number) : number;
  const shown = other === null ? null : findSlot(homework, other);
  return (
    <div className={shown === null ? '' : TWO}>
      <Panel title={t('homework.slot', { number })} meta={<TaskTitle number={number} />}>
        <div className="grid gap-3 p-3.5">
          <TaskText number={number} />
          {slot === null ? null : <FormStatus kind="notice">{t('homework.fixText')}</FormStatus>}
          <HomeworkForm number={number} draft={draft} onSent={onSent} />
        </div>
      </Panel>
      {shown === null || other === null ? null : (
        <Panel
          title={other === number ? t('homework.last') : t('homework.slot', { number: other })}
          actions={
            <span className="pr-2">
              <SlotTag state={shown.state} />
            </span>
          }
        >
          <div className="p-3">
            <SubmissionView number={other} submission={shown} />
            <div className="mt-3 border-t border-line-soft pt-2.5">
              <Feedback submission={shown} />
            </div>
          </div>
        </Panel>
      )}
    </div>
  );
}

/** Renders a submitted slot: the submission and the feedback. */
function Closed({ number, slot }: { readonly number: number; readonly slot: HomeworkSlot }) {
  const { t } = useTranslation('education');
  const { moment } = useFormats();
  return (
    <div className={TWO}>
      <Panel
        title={t('homework.slot', { number })}
        meta={<TaskTitle number={number} />}
        actions={
          <span className="pr-2">
            <SlotTag state={slot.state} />
          </span>
        }
      >
        <div className="p-3">
          <SubmissionView number={number} submission={slot} />
          <p className="mt-3 text-12 text-ink-3">
            <time dateTime={formatIsoUtc(slot.datetime)}>
              {t('homework.handedIn', { moment: moment(slot.datetime) })}
            </time>
            {` · ${t('homework.final')}`}
          </p>
        </div>
      </Panel>
      <Panel title={t('homework.feedback')}>
        <div className="p-3">
          <Feedback submission={slot} titled={false} />
        </div>
      </Panel>
    </div>
  );
}

/** Lists the earlier submissions of a slot. */
function Earlier({
  number,
  submissions,
}: {
  readonly number: number;
  readonly submissions: readonly Submission[];
}) {
  const { t } = useTranslation('education');
  const { moment } = useFormats();
  return (
    <details className="rounded-3 border border-line bg-s1">
      <summary className="min-h-10 px-3 py-2.5 text-13 font-semi max-desk:min-h-11 max-desk:py-3">
        {t('homework.earlier', { count: submissions.length })}
      </summary>
      <ul>
        {submissions.map((submission) => (
          <li
            key={submission.datetime}
            className="grid gap-3 border-t border-line-soft p-3 desk:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
          >
            <div>
              <p className="lbl num mb-2">{moment(submission.datetime)}</p>
              <SubmissionView number={number} submission={submission} />
            </div>
            <Feedback submission={submission} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function useTask(number: number) {
  const { data } = useQuery(homeworkTasksQuery());
  return data?.find((task) => task.number === number);
}

function TaskTitle({ number }: { readonly number: number }) {
  const language = useLanguage();
  const task = useTask(number);
  return task ? <span className="lbl min-w-0 truncate">{task.title[language]}</span> : null;
}

function TaskText({ number }: { readonly number: number }) {
  const language = useLanguage();
  const task = useTask(number);
  return task ? (
    <p className="text-14 leading-read whitespace-pre-line text-ink-2">{task.text[language]}</p>
  ) : null;
}

function HomeworkSkeleton() {
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-7 gap-2 max-desk:grid-cols-3">
        {SLOTS.map((number) => (
          <div
            key={number}
            className="h-16.5 rounded-3 border border-line bg-s1 max-desk:nth-[n+4]:hidden"
          />
        ))}
      </div>
      <div className="rounded-3 border border-line bg-s1">
        <div className="h-10 border-b border-line-soft" />
        <div className="grid gap-3 p-4">
          <Bone className="w-full max-w-120" />
          <Bone className="h-32 w-full" />
          <Bone className="h-11 w-36" />
        </div>
      </div>
    </div>
  );
}
