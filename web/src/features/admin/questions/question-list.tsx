import { MINUTE_MS } from '@rasat/engine';
import type { Ref } from 'react';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatWaited } from '../../../i18n/measures.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import type { AdminQuestion } from './calls.ts';

/**
 * Renders the list of questions with person and age, one of them selected. On a phone the list scrolls above the
 * question.
 */
export function QuestionList({
  ref,
  questions,
  chosen,
  onChoose,
}: {
  readonly ref: Ref<HTMLUListElement>;
  readonly questions: readonly AdminQuestion[];
  readonly chosen: number;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useTranslation('adminLearning');
  return (
    <ul
      ref={ref}
      aria-label={t('questions.list')}
      className="overflow-y-auto rounded-3 border border-line bg-s1 desk:max-h-[calc(100dvh-132px)] max-desk:max-h-54"
    >
      {questions.map((question) => (
        <li key={question.id} className="border-b border-line-soft last:border-0">
          <button
            type="button"
            data-question={question.id}
            aria-current={question.id === chosen ? 'true' : undefined}
            onClick={() => onChoose(question.id)}
            className="block w-full px-3.5 py-2.75 text-left -outline-offset-2 hover:bg-hover aria-[current=true]:bg-sel aria-[current=true]:shadow-[inset_2px_0_0_var(--text)]"
          >
            <span className="flex items-baseline justify-between gap-3">
              <b className="min-w-0 truncate">
                {`${question.person.name} ${question.person.surname}`}
              </b>
              <Since timeMs={question.answered ?? question.datetime} />
            </span>
            <span className="mt-0.75 line-clamp-2 leading-mid wrap-anywhere text-ink-2">
              {question.text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Since({ timeMs }: { readonly timeMs: number }) {
  const { language, day, moment } = useFormats();
  const waited = formatWaited(language, useServerNow(MINUTE_MS) - timeMs);
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={moment(timeMs)} className="lbl num flex-none">
      {waited ?? day(timeMs)}
    </time>
  );
}
