import { LIMITS } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import type { SessionInfo } from '../../../api/session/session.ts';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/character-count.tsx';
import { cx } from '../../../ui/cx.ts';
import { readFailure } from '../../../ui/failure.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { type Question, questionQuery } from './calls.ts';
import type { Draft } from './draft.ts';
import { DraftText } from './draft-text.tsx';
import { ImageButton, ImageRow, imageDropHandlers, UploadAnnouncer } from './image-field.tsx';
import { NeedsCourse } from './needs-course.tsx';
import { daysUntilQuestion } from './question-rule.ts';
import { StudentImage } from './student-image.tsx';
import { SubmitBanner } from './submit-banner.tsx';
import { SuccessStatus } from './success-status.tsx';
import { useQuestionDraft } from './use-drafts.ts';
import { useSubmit } from './use-submit.ts';

/** Renders the last question with its answer, and the form of the next question. */
export function QuestionSection({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('education');
  const question = useQuery({ ...questionQuery(), enabled: info.student });
  if (!info.student) return <NeedsCourse of="question" />;
  return (
    <Load query={question} failed={t('question.failed')} skeleton={<QuestionSkeleton />}>
      {(last) => <Questions last={last} person={info.id ?? ''} />}
    </Load>
  );
}

function Questions({ last, person }: { readonly last: Question | null; readonly person: string }) {
  const { t } = useTranslation('education');
  const { day } = useFormats();
  const draft = useQuestionDraft(person);
  const [sent, setSent] = useState(false);
  const nowMs = useServerNow();
  const days = daysUntilQuestion(last?.next ?? null, nowMs);
  const form = (
    <QuestionForm
      draft={draft}
      opensMs={days > 0 && last !== null ? last.next : null}
      onSent={() => setSent(true)}
    />
  );
  return (
    <>
      {sent ? <SuccessStatus>{t('question.sent')}</SuccessStatus> : null}
      {days > 0 && last !== null ? (
        <FormStatus kind="notice">
          {/* No line break between day and month. */}
          {t('question.wait', { count: days, day: day(last.datetime).replaceAll(' ', '\u00a0') })}
        </FormStatus>
      ) : (
        form
      )}
      {last === null ? null : <LastQuestion question={last} />}
      {days > 0 ? form : null}
    </>
  );
}

function LastQuestion({ question }: { readonly question: Question }) {
  const { t } = useTranslation('education');
  const { moment } = useFormats();
  const client = useQueryClient();
  const { text, answer, answered, datetime, imageUrl } = question;
  const renew = () => void client.invalidateQueries({ queryKey: questionQuery().queryKey });
  return (
    <Panel
      className="overflow-hidden"
      title={t('question.last')}
      meta={
        <time dateTime={formatIsoUtc(datetime)} className="lbl num">
          {moment(datetime)}
        </time>
      }
      actions={
        <span className="pr-2">
          <Tag tone={answer === null ? 'info' : 'ok'}>
            {answer === null ? t('question.waiting') : t('question.answered')}
          </Tag>
        </span>
      }
    >
      <div
        className={cx(
          'grid gap-4 p-3',
          imageUrl !== null && 'desk:grid-cols-[minmax(0,1fr)_220px]',
        )}
      >
        <p className="max-w-[62ch] text-14 leading-mid whitespace-pre-line wrap-anywhere">{text}</p>
        {imageUrl === null ? null : (
          <StudentImage src={imageUrl} name={t('question.image')} onFail={renew} />
        )}
      </div>
      {answer === null ? (
        <p className="border-t border-line-soft p-3 text-ink-2">{t('question.waitingText')}</p>
      ) : (
        <div className="border-t border-line-soft bg-s2 p-3">
          <p className="mb-1.75 flex items-baseline gap-2.25">
            <b>{t('question.teacher')}</b>
            {answered === null ? null : (
              <time dateTime={formatIsoUtc(answered)} className="lbl num">
                {moment(answered)}
              </time>
            )}
          </p>
          <p className="max-w-[66ch] text-14 leading-mid whitespace-pre-line wrap-anywhere">
            {answer}
          </p>
        </div>
      )}
    </Panel>
  );
}

/** Renders the question form. It is disabled until `opensMs`; null enables it. */
function QuestionForm({
  draft,
  opensMs,
  onSent,
}: {
  readonly draft: Draft;
  readonly opensMs: number | null;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('education');
  const { count, moment } = useFormats();
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: questionQuery().queryKey });
  const submitForm = useSubmit(draft, false, async (question, imageId) => {
    try {
      await call('ask', { body: { question, imageId } });
    } catch (error) {
      if (readFailure(error).code === 'conflict-409') await renew();
      throw error;
    }
    await renew();
    onSent();
  });
  const { state, phase, closed, button, form, onSubmit } = submitForm;
  const waits = opensMs !== null;
  const busy = state.image.kind === 'reading' || state.image.kind === 'sending';
  return (
    <Panel
      title={t('question.new')}
      meta={
        waits ? (
          <span className="lbl">{t('question.opens', { moment: moment(opensMs) })}</span>
        ) : null
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        className="p-3"
        {...imageDropHandlers(draft, closed || waits)}
      >
        <fieldset disabled={closed || waits} className="grid min-w-0 gap-2.5">
          <DraftText
            draft={draft}
            submitForm={submitForm}
            label={t('question.text')}
            hideLabel
            placeholder={t('question.placeholder')}
            rows={4}
            counter={false}
            error={t('question.invalidField', { max: count(LIMITS.studentText) })}
          />
          <ImageRow draft={draft} image={state.image} />
          <UploadAnnouncer image={state.image} />
          {waits && phase.kind !== 'error' ? null : (
            <SubmitBanner
              area="question"
              phase={phase}
              image={state.image}
              conflict={t('question.tooEarly')}
            />
          )}
          <div className="flex flex-wrap items-center gap-2.5">
            <ImageButton draft={draft} chosen={state.image.kind !== 'none'} buttonRef={button} />
            {state.image.kind === 'none' && state.image.fault !== null ? (
              <Button onClick={() => draft.removeImage()} className="max-desk:min-h-11">
                {t('image.leaveOut')}
              </Button>
            ) : null}
            <CharacterCount text={state.text} max={LIMITS.studentText} />
            <Button
              type="submit"
              variant="primary"
              busy={phase.kind === 'pending'}
              disabled={busy}
              className="ml-auto max-desk:min-h-11"
            >
              {t('question.send')}
            </Button>
          </div>
        </fieldset>
      </form>
    </Panel>
  );
}

function QuestionSkeleton() {
  return (
    <div className="rounded-3 border border-line bg-s1">
      <div className="h-10 border-b border-line-soft" />
      <div className="grid gap-3 p-4">
        <Bone className="w-full max-w-120" />
        <Bone className="w-full max-w-100" />
        <Bone className="mt-4 h-24 w-full" />
      </div>
    </div>
  );
}
