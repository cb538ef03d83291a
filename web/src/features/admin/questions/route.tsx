import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Kbd } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useSingleKey } from '../../../ui/use-single-key.ts';
import { AdminPage } from '../admin-page.tsx';
import { MoreButton } from '../pages.tsx';
import { type AdminQuestion, adminQuestionsQuery } from './calls.ts';
import { QuestionDetail } from './question-detail.tsx';
import { QuestionList } from './question-list.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminLearning');
  return null;
}

/** Age of the list below which the addresses of its images are still valid. */
const FRESH_MS = 60_000;

type Shown = 'waiting' | 'answered';

/** Renders the questions of the students: waiting ones with the answer form, and answered ones. */
export default function QuestionsRoute() {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const [shown, setShown] = useState<Shown>('waiting');
  const query = useInfiniteQuery(adminQuestionsQuery(shown));
  const known = useRef(0);
  const waiting = query.data?.pages[0]?.waiting ?? known.current;
  useEffect(() => {
    known.current = waiting;
  }, [waiting]);
  return (
    <AdminPage
      title={t(`questions.${shown}Title`)}
      tools={
        <Segmented
          label={t('questions.show')}
          value={shown}
          choices={[
            {
              value: 'waiting',
              label: (
                <>
                  {t('questions.waiting')}
                  {waiting > 0 ? <span className="num">{count(waiting)}</span> : null}
                </>
              ),
            },
            { value: 'answered', label: t('questions.answered') },
          ]}
          onChange={setShown}
        />
      }
    >
      <Load query={query} failed={t('questions.failed')} skeleton={<QuestionsSkeleton />}>
        {({ pages }) => {
          const questions = pages.flatMap((page) => page.questions);
          return questions.length === 0 ? (
            <NoQuestions shown={shown} onSeeAnswered={() => setShown('answered')} />
          ) : (
            <Desk
              key={shown}
              questions={questions}
              more={<MoreButton query={query} />}
              onRenew={() => {
                // Only an expired address is renewed, so that a missing image is not requested without end.
                if (Date.now() - query.dataUpdatedAt > FRESH_MS) void query.refetch();
              }}
            />
          );
        }}
      </Load>
    </AdminPage>
  );
}

function NoQuestions({
  shown,
  onSeeAnswered,
}: {
  readonly shown: Shown;
  readonly onSeeAnswered: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  if (shown === 'answered') {
    return (
      <Empty
        level={2}
        title={t('questions.answeredEmpty')}
        text={t('questions.answeredEmptyText')}
      />
    );
  }
  return (
    <Empty
      level={2}
      title={t('questions.waitingEmpty')}
      text={t('questions.waitingEmptyText')}
      action={<Button onClick={onSeeAnswered}>{t('questions.seeAnswered')}</Button>}
    />
  );
}

/** Renders the list with the selected question beside it. The selection is kept when the list is fetched again. */
function Desk({
  questions,
  more,
  onRenew,
}: {
  readonly questions: readonly AdminQuestion[];
  readonly more: ReactNode;
  /** Fetches new addresses of the images. */
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<{ readonly id: number | null; readonly write: boolean }>({
    id: null,
    write: false,
  });
  const found = questions.findIndex(({ id }) => id === chosen.id);
  const at = found === -1 ? 0 : found;
  const question = questions[at];
  const step = (by: number): void => {
    const next = questions[at + by];
    if (next === undefined) return;
    setChosen({ id: next.id, write: false });
    list.current?.querySelector<HTMLElement>(`[data-question="${next.id}"]`)?.focus();
  };
  useSingleKey('j', () => step(1));
  useSingleKey('k', () => step(-1));
  if (question === undefined) return null;
  const after = questions[at + 1] ?? questions[at - 1] ?? null;
  return (
    <div className="grid items-start gap-3 desk:grid-cols-[340px_minmax(0,1fr)] max-desk:grid-cols-[minmax(0,1fr)]">
      <div className="grid gap-3 desk:sticky desk:top-17">
        <QuestionList
          ref={list}
          questions={questions}
          chosen={question.id}
          onChoose={(id) => setChosen({ id, write: false })}
        />
        {more}
        {questions.length > 1 ? (
          <p className="flex gap-2.5 px-1 text-12 text-ink-3 max-desk:hidden">
            <span>
              <Kbd>J</Kbd> {t('questions.keys')}
            </span>
            <span>
              <Kbd>K</Kbd> {t('questions.keysBack')}
            </span>
          </p>
        ) : null}
      </div>
      <QuestionDetail
        key={question.id}
        question={question}
        writes={chosen.write && chosen.id === question.id}
        hasNext={after !== null}
        onAnswered={() => {
          setChosen({ id: after?.id ?? null, write: true });
          // The focused field was removed, so the focus moves to the page.
          if (after === null) document.querySelector<HTMLElement>('#main')?.focus();
        }}
        onRenew={onRenew}
      />
    </div>
  );
}

function QuestionsSkeleton() {
  return (
    <div className="grid gap-3 desk:grid-cols-[340px_minmax(0,1fr)]">
      <Panel>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="grid gap-2.5 border-b border-line-soft p-3.5 last:border-0">
            <Bone className="w-32" />
            <Bone className="w-60 max-w-full" />
          </div>
        ))}
      </Panel>
      <Panel>
        <div className="h-10 border-b border-line-soft" />
        <div className="grid gap-4 p-4">
          <Bone className="w-full max-w-140" />
          <Bone className="h-58 w-full max-w-160" />
          <Bone className="h-30 w-full" />
        </div>
      </Panel>
    </div>
  );
}
