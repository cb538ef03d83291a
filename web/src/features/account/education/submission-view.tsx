import { useQueryClient } from '@tanstack/react-query';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { MarkList } from '../../../ui/marked-image.tsx';
import { homeworkQuery, type Submission } from './calls.ts';
import { StudentImage } from './student-image.tsx';

/** Shows the text and the marked image of a submission. */
export function SubmissionView({
  number,
  submission,
}: {
  readonly number: number;
  readonly submission: Submission;
}) {
  const { t } = useTranslation('education');
  const client = useQueryClient();
  const { text, imageUrl, marks } = submission;
  return (
    <>
      <StudentImage
        src={imageUrl}
        name={t('homework.image', { number })}
        marks={marks}
        onFail={() =>
          void client.invalidateQueries({ queryKey: homeworkQuery().queryKey, exact: true })
        }
      />
      <p className="mt-2.5 leading-read whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
    </>
  );
}

/** Shows the reviewer's text and marks, or that the review is pending. */
export function Feedback({
  submission,
  titled = true,
}: {
  readonly submission: Submission;
  /** Whether the heading is shown; false where the panel has it as title. */
  readonly titled?: boolean;
}) {
  const { t } = useTranslation('education');
  const { moment } = useFormats();
  const { feedback, marks, reviewed, state } = submission;
  if (state === 'review') {
    return <p className="leading-read text-ink-2">{t('homework.reviewing')}</p>;
  }
  return (
    <div className="grid content-start gap-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.25">
        {titled ? <b>{t('homework.feedback')}</b> : null}
        {reviewed === null ? null : (
          <time dateTime={formatIsoUtc(reviewed)} className="lbl num">
            {moment(reviewed)}
          </time>
        )}
      </p>
      {marks.length > 0 ? <MarkList label={t('homework.marks')} marks={marks} /> : null}
      {feedback === null && marks.length > 0 ? null : (
        <p className="leading-read whitespace-pre-line wrap-anywhere text-ink-2">
          {feedback ?? t('homework.noFeedback')}
        </p>
      )}
    </div>
  );
}
