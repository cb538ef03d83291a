import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PersonLink } from '../person-link.tsx';
import { StudentImage } from '../student-image.tsx';
import { AnswerForm } from './answer-form.tsx';
import type { AdminQuestion } from './calls.ts';

const HEADER_PX = 52;

/** Renders one question: earlier questions, its text and image, and the answer or the answer form. */
export function QuestionDetail({
  question,
  writes,
  hasNext,
  onAnswered,
  onRenew,
}: {
  readonly question: AdminQuestion;
  /** Whether the answer field gets the focus, after the previous answer was sent. */
  readonly writes: boolean;
  readonly hasNext: boolean;
  readonly onAnswered: () => void;
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { moment } = useFormats();
  const [before, setBefore] = useState(false);
  const previousId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    // The question is above its answer field and may be scrolled out of view.
    if (writes && top < HEADER_PX) frame.current?.scrollIntoView({ block: 'start' });
  }, [writes]);
  const { person, previous, answer, answered, datetime, ordinal } = question;
  const name = `${person.name} ${person.surname}`;
  const facts = [person.city, t('questions.ordinal', { number: ordinal }), moment(datetime)];
  return (
    <div ref={frame} className="min-w-0 scroll-mt-16">
      <Panel
        title={<PersonLink person={person} />}
        meta={
          <span className="lbl num min-w-0 truncate" title={person.email}>
            {facts.filter(Boolean).join(' · ')}
          </span>
        }
        actions={
          previous === null ? null : (
            <Button
              size="sm"
              aria-expanded={before}
              aria-controls={previousId}
              onClick={() => setBefore(!before)}
            >
              {t('questions.previous')}
            </Button>
          )
        }
      >
        {previous === null ? null : (
          <PreviousQuestion
            id={previousId}
            question={previous}
            name={name}
            open={before}
            onRenew={onRenew}
          />
        )}
        <div className="p-4">
          <Asked text={question.text}>
            {question.imageUrl === null ? null : (
              <StudentImage
                src={question.imageUrl}
                name={t('image.question', { name })}
                onFail={onRenew}
                className="mt-3.5 max-w-160"
              />
            )}
          </Asked>
          {answer === null ? (
            <AnswerForm
              id={question.id}
              name={name}
              writes={writes}
              hasNext={hasNext}
              onAnswered={onAnswered}
            />
          ) : (
            <Answer text={answer} timeMs={answered} />
          )}
        </div>
      </Panel>
    </div>
  );
}

/** Renders an earlier question of the person with its answer. */
function PreviousQuestion({
  id,
  question,
  name,
  open,
  onRenew,
}: {
  readonly id: string;
  readonly question: NonNullable<AdminQuestion['previous']>;
  readonly name: string;
  readonly open: boolean;
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { moment } = useFormats();
  const { text, imageUrl, answer, datetime } = question;
  return (
    <div id={id} hidden={!open} className="border-b border-line-soft bg-s2 p-4">
      <p className="lbl mb-1.5">
        {t('questions.previous')}{' '}
        <time dateTime={formatIsoUtc(datetime)} className="num">
          {moment(datetime)}
        </time>
      </p>
      <Asked text={text} small>
        {open && imageUrl !== null ? (
          <StudentImage
            src={imageUrl}
            name={t('image.question', { name })}
            onFail={onRenew}
            className="my-3 max-w-100"
          />
        ) : null}
      </Asked>
      <p className="mt-2 leading-read whitespace-pre-line wrap-anywhere text-ink-2">
        {answer ?? t('questions.previousUnanswered')}
      </p>
    </div>
  );
}

function Answer({ text, timeMs }: { readonly text: string; readonly timeMs: number | null }) {
  const { t } = useTranslation('adminLearning');
  const { moment } = useFormats();
  return (
    <section className="mt-4 border-t border-line-soft pt-3.5">
      <h3 className="mb-1.5 flex flex-wrap items-baseline gap-x-2.25 text-13">
        {t('questions.answer')}
        {timeMs === null ? null : (
          <time dateTime={formatIsoUtc(timeMs)} className="lbl num">
            {moment(timeMs)}
          </time>
        )}
      </h3>
      <p className="text-14 leading-read whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
    </section>
  );
}

function Asked({
  text,
  small = false,
  children,
}: {
  readonly text: string;
  readonly small?: boolean;
  /** Image of the question. */
  readonly children: ReactNode;
}) {
  return (
    <>
      <p
        className={`leading-read whitespace-pre-line wrap-anywhere ${small ? 'text-13' : 'text-15'}`}
      >
        {text}
      </p>
      {children}
    </>
  );
}
