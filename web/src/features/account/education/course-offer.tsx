import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTranslation } from '../../../i18n/index.ts';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { EducationPurchase } from '../payment/education-purchase.tsx';
import { lessonsQuery } from './calls.ts';
import { useLength } from './use-length.ts';

/** Renders the purchase of the course and its programme, for a person without the course. */
export function CourseOffer() {
  return (
    <>
      <EducationPurchase />
      <Programme />
    </>
  );
}

/** Renders the title and length of each lesson. */
function Programme() {
  const { t } = useTranslation('education');
  const language = useLanguage();
  const length = useLength();
  const lessons = useQuery(lessonsQuery());
  return (
    <Panel title={t('program')}>
      <Load
        query={lessons}
        skeleton={
          <div className="grid gap-4 p-4">
            <Bone className="w-64 max-w-full" />
            <Bone className="w-72 max-w-full" />
            <Bone className="w-56 max-w-full" />
          </div>
        }
      >
        {(reply) => (
          <ol className="grid px-3.5 py-1.5 desk:grid-cols-2 desk:gap-x-7">
            {reply.lessons.map(({ number, title, minutes }) => (
              <li
                key={number}
                className="flex items-baseline gap-2.5 border-b border-line-soft py-2.25 last:border-0 desk:nth-last-[-n+2]:border-0"
              >
                <span className="num w-4 flex-none text-ink-3">{number}</span>
                <span className="min-w-0 flex-1 font-med wrap-anywhere">{title[language]}</span>
                {minutes === null ? null : <span className="lbl num">{length(minutes)}</span>}
              </li>
            ))}
          </ol>
        )}
      </Load>
    </Panel>
  );
}
