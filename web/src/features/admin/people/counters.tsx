import { useQuery } from '@tanstack/react-query';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { type AdminSummary, summaryQuery } from '../calls.ts';

const COUNTERS = ['registered', 'subscribers', 'students', 'ending'] as const;
const FRAME =
  'grid grid-cols-4 overflow-hidden rounded-3 border border-line bg-s1 max-desk:grid-cols-2';
const CELL =
  'grid content-start gap-0.5 border-line-soft px-3.5 py-3 not-first:border-l max-desk:nth-3:border-l-0 max-desk:nth-[n+3]:border-t';

/** Renders the number of people of each kind, and its change within a week. */
export function Counters() {
  const { t } = useTranslation('adminPeople');
  const query = useQuery(summaryQuery());
  return (
    <Load query={query} failed={t('failed')} compact skeleton={<CounterBones />}>
      {({ people }) => (
        <section aria-label={t('numbers')}>
          <dl className={FRAME}>
            {COUNTERS.map((counter) => (
              <Counter key={counter} counter={counter} people={people} />
            ))}
          </dl>
        </section>
      )}
    </Load>
  );
}

function Counter({
  counter,
  people,
}: {
  readonly counter: (typeof COUNTERS)[number];
  readonly people: AdminSummary['people'];
}) {
  const { t } = useTranslation('adminPeople');
  const { count, signed } = useFormats();
  return (
    <div className={CELL}>
      <dt className="lbl">{t(counter)}</dt>
      <dd className="num text-22 leading-[1.4] font-[560]">{count(people[counter])}</dd>
      <dd className="lbl num min-h-4.5">
        {counter === 'ending' ? null : t('week', { change: signed(people.week[counter], 0) })}
      </dd>
    </div>
  );
}

function CounterBones() {
  return (
    <div className={FRAME}>
      {COUNTERS.map((counter) => (
        <div key={counter} className={CELL}>
          <Bone className="my-1 w-20" />
          <Bone className="my-1.5 h-5 w-14" />
          <Bone className="my-1 w-16" />
        </div>
      ))}
    </div>
  );
}
