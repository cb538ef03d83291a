import type { ReactNode } from 'react';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { MarkList } from '../../../ui/marked-image.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { PersonLink } from '../person-link.tsx';
import { StudentImage } from '../student-image.tsx';
import type { AdminHomework, HomeworkState } from './calls.ts';

const TONE = { review: 'info', approved: 'ok', fix: 'warn' } as const;

/** Returns the function that names a submission: `Kerem Şahin · Ödev 3`. */
export function useHomeworkName(): (entry: AdminHomework) => string {
  const { t } = useTranslation('adminLearning');
  return ({ person, number }) =>
    `${person.name} ${person.surname} · ${t('homework.slot', { number })}`;
}

function StateTag({ state }: { readonly state: HomeworkState }) {
  const { t } = useTranslation('adminLearning');
  return <Tag tone={TONE[state]}>{t(`homework.state.${state}`)}</Tag>;
}

/** Renders the layout of a submission: at the left its image above the earlier submissions, at the right the rest. */
export function HomeworkFrame({
  entry,
  image,
  actions,
  onRenew,
  children,
}: {
  readonly entry: AdminHomework;
  readonly image: ReactNode;
  readonly actions?: ReactNode;
  readonly onRenew: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('adminLearning');
  return (
    <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_320px] desk:grid-rows-[auto_1fr] max-desk:grid-cols-[minmax(0,1fr)]">
      <Panel
        title={
          <>
            <PersonLink person={entry.person} />
            {` · ${t('homework.slot', { number: entry.number })}`}
          </>
        }
        meta={<HandedIn entry={entry} className="max-desk:hidden" />}
        actions={
          <>
            <span className="pr-1">
              <StateTag state={entry.state} />
            </span>
            {actions}
          </>
        }
      >
        {image}
      </Panel>
      <div className="grid min-w-0 gap-3 desk:sticky desk:top-17 desk:col-start-2 desk:row-span-2 desk:row-start-1">
        {children}
      </div>
      {entry.earlier.length > 0 ? <Earlier entry={entry} onRenew={onRenew} /> : null}
    </div>
  );
}

function HandedIn({
  entry,
  className,
}: {
  readonly entry: AdminHomework;
  readonly className: string;
}) {
  const { moment } = useFormats();
  return (
    <time
      dateTime={formatIsoUtc(entry.datetime)}
      title={entry.person.email}
      className={`lbl num ${className}`}
    >
      {moment(entry.datetime)}
    </time>
  );
}

/** Renders the student's text. */
export function HomeworkText({ entry }: { readonly entry: AdminHomework }) {
  const { t } = useTranslation('adminLearning');
  return (
    <Panel title={t('homework.text')} meta={<HandedIn entry={entry} className="desk:hidden" />}>
      <p className="p-3 text-14 leading-read whitespace-pre-line wrap-anywhere text-ink-2">
        {entry.text}
      </p>
    </Panel>
  );
}

/** Renders the feedback and the remarks of a reviewer. */
export function Assessment({
  feedback,
  marks,
  reviewed,
}: Pick<AdminHomework, 'feedback' | 'marks' | 'reviewed'>) {
  const { t } = useTranslation('adminLearning');
  const { moment } = useFormats();
  const said = feedback !== null && feedback !== '';
  return (
    <div className="grid content-start gap-2.5">
      {marks.length > 0 ? <MarkList label={t('image.marks')} marks={marks} /> : null}
      {said || marks.length === 0 ? (
        <p className="leading-read whitespace-pre-line wrap-anywhere text-ink-2">
          {said ? feedback : t('homework.noFeedback')}
        </p>
      ) : null}
      {reviewed === null ? null : (
        <p className="text-12 text-ink-3">
          <time dateTime={formatIsoUtc(reviewed)}>
            {t('homework.reviewed', { moment: moment(reviewed) })}
          </time>
        </p>
      )}
    </div>
  );
}

/** Renders earlier submissions of the slot, newest first. */
function Earlier({
  entry,
  onRenew,
}: {
  readonly entry: AdminHomework;
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { moment } = useFormats();
  const { person, number, earlier } = entry;
  const name = t('image.homework', { name: `${person.name} ${person.surname}`, number });
  return (
    <details className="min-w-0 rounded-3 border border-line bg-s1 desk:col-start-1">
      <summary className="min-h-10 px-3 py-2.5 text-13 font-semi max-desk:min-h-11 max-desk:py-3">
        {t('homework.earlier', { count: earlier.length })}
      </summary>
      <ul>
        {earlier.map((one) => (
          <li
            key={one.datetime}
            className="grid gap-3 border-t border-line-soft p-3 desk:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]"
          >
            <div className="min-w-0">
              <p className="mb-2 flex items-center gap-2">
                <time dateTime={formatIsoUtc(one.datetime)} className="lbl num">
                  {moment(one.datetime)}
                </time>
                <StateTag state={one.state} />
              </p>
              <StudentImage src={one.imageUrl} name={name} marks={one.marks} onFail={onRenew} />
              <p className="mt-2.5 leading-read whitespace-pre-line wrap-anywhere text-ink-2">
                {one.text}
              </p>
            </div>
            <Assessment feedback={one.feedback} marks={one.marks} reviewed={one.reviewed} />
          </li>
        ))}
      </ul>
    </details>
  );
}
