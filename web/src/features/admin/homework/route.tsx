import { HOMEWORK_STATES } from '@rasat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { LoadError } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Bone, Skeleton, useLoadingPhase } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useSingleKey } from '../../../ui/use-single-key.ts';
import { AdminPage } from '../admin-page.tsx';
import { type AdminHomework, adminHomeworkQuery, type HomeworkState } from './calls.ts';
import type { ReviewDraft } from './draft.ts';
import { type Decision, Review } from './review.tsx';
import { Reviewed } from './reviewed.tsx';
import { Steps } from './steps.tsx';
import { useDecisions } from './use-decisions.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminLearning');
  return null;
}

/** Number of loaded entries after the shown one below which the next page is fetched. */
const AHEAD = 3;
/** Age of the list below which the addresses of its images are still valid. */
const FRESH_MS = 60_000;

/** Renders homework one submission at a time: waiting ones with their review, and reviewed ones. */
export default function HomeworkRoute() {
  const { t } = useTranslation('adminLearning');
  const [state, setState] = useState<HomeworkState>('review');
  const [chosen, setChosen] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { sent, decide, bar } = useDecisions((id) => {
    setState('review');
    setChosen(id);
  });
  const { query, entries, at, total } = useQueue(state, chosen, sent);
  const entry = entries[at];
  const show = (next: AdminHomework | undefined): void => {
    setChosen(next?.id ?? null);
    window.scrollTo(0, 0);
    frame.current?.focus({ preventScroll: true });
  };
  const step = (by: number): void => {
    const next = entries[at + by];
    if (next !== undefined) show(next);
  };
  useSingleKey('j', () => step(1));
  useSingleKey('k', () => step(-1));
  const renew = (): void => {
    // Only an expired address is renewed, so that a missing image is not requested without end.
    if (Date.now() - query.dataUpdatedAt > FRESH_MS) void query.refetch();
  };
  return (
    <AdminPage
      title={t('homework.title')}
      tools={
        <>
          <StateChoice
            state={state}
            total={total}
            onChoose={(next) => {
              setState(next);
              setChosen(null);
            }}
          />
          <Steps
            at={entry ? at + 1 : 0}
            total={total}
            onPrevious={at > 0 ? () => step(-1) : null}
            onNext={at + 1 < entries.length ? () => step(1) : null}
          />
        </>
      }
    >
      <div ref={frame} tabIndex={-1} className="min-w-0 outline-none">
        {query.isError && !query.data ? (
          <LoadError
            error={query.error}
            title={t('homework.failed')}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Shown
            pending={query.isPending}
            state={state}
            entry={entry}
            onDecide={(decision, review) => {
              if (!entry) return;
              decide(entry, decision, review);
              show(entries[at + 1] ?? entries[at - 1]);
            }}
            onRenew={renew}
          />
        )}
      </div>
      {bar}
    </AdminPage>
  );
}

/** Returns the loaded submissions of one state without the decided ones, and the shown submission. */
function useQueue(state: HomeworkState, chosen: number | null, sent: ReadonlySet<number>) {
  const query = useInfiniteQuery(adminHomeworkQuery(state));
  const pages = query.data?.pages ?? [];
  const read = pages.flatMap((page) => page.homework);
  const entries = state === 'review' ? read.filter(({ id }) => !sent.has(id)) : read;
  const decided = read.length - entries.length;
  const total = Math.max(entries.length, (pages.at(-1)?.total ?? 0) - decided);
  const found = entries.findIndex(({ id }) => id === chosen);
  const at = Math.max(0, found);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = at >= entries.length - AHEAD;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { query, entries, at, total };
}

function StateChoice({
  state,
  total,
  onChoose,
}: {
  readonly state: HomeworkState;
  /** Number of submissions in that state. */
  readonly total: number;
  readonly onChoose: (state: HomeworkState) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  return (
    <Segmented
      label={t('homework.show')}
      value={state}
      choices={HOMEWORK_STATES.map((one) => ({
        value: one,
        label: (
          <>
            {t(`homework.${one}`)}
            {one === state && total > 0 ? <span className="num">{count(total)}</span> : null}
          </>
        ),
      }))}
      onChange={onChoose}
      className="max-desk:order-last"
    />
  );
}

function Shown({
  pending,
  state,
  entry,
  onDecide,
  onRenew,
}: {
  readonly pending: boolean;
  readonly state: HomeworkState;
  readonly entry: AdminHomework | undefined;
  readonly onDecide: (decision: Decision, review: ReviewDraft) => void;
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { t: words } = useTranslation('words');
  const phase = useLoadingPhase(pending);
  if (phase !== 'ready') {
    return (
      <Skeleton phase={phase} label={words('loading')}>
        <HomeworkSkeleton />
      </Skeleton>
    );
  }
  if (entry === undefined) {
    return state === 'review' ? (
      <Empty level={2} title={t('homework.empty')} text={t('homework.emptyText')} />
    ) : (
      <Empty level={2} title={t(`homework.${state}Empty`)} text={t(`homework.${state}EmptyText`)} />
    );
  }
  return state === 'review' ? (
    <Review key={entry.id} entry={entry} onDecide={onDecide} onRenew={onRenew} />
  ) : (
    <Reviewed key={entry.id} entry={entry} onRenew={onRenew} />
  );
}

function HomeworkSkeleton() {
  return (
    <div className="grid gap-3 desk:grid-cols-[minmax(0,1fr)_320px]">
      <Panel>
        <div className="h-10 border-b border-line-soft" />
        <Bone className="h-110 w-full max-desk:h-52" />
      </Panel>
      <div className="grid content-start gap-3">
        <Panel>
          <div className="h-10 border-b border-line-soft" />
          <div className="grid gap-3 p-3">
            <Bone className="w-full" />
            <Bone className="w-48" />
          </div>
        </Panel>
        <Panel>
          <div className="h-10 border-b border-line-soft" />
          <div className="grid gap-3 p-3">
            <Bone className="h-22 w-full" />
            <Bone className="h-8 w-full" />
          </div>
        </Panel>
      </div>
    </div>
  );
}
