import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { summaryQuery } from '../../../api/admin.ts';
import {
  type AdminHomework,
  adminHomeworkQuery,
  type HomeworkState,
} from '../../../api/admin-learning.ts';
import { call } from '../../../api/client.ts';
import { loadTexts, useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { readFailure } from '../../../ui/failure.ts';
import { LoadError } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Bone, Skeleton, useLoadingPhase } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useSingleKey } from '../../../ui/use-single-key.ts';
import { AdminPage } from '../admin-page.tsx';
import { HeldBar } from '../held-bar.tsx';
import type { Deed } from '../held-deed.ts';
import { useHeldDeed } from '../use-held-deed.ts';
import { dropKept } from '../use-kept.ts';
import type { ReviewDraft } from './draft.ts';
import { useHomeworkName } from './parts.tsx';
import { type Decision, Review } from './review.tsx';
import { Reviewed } from './reviewed.tsx';
import { Steps } from './steps.tsx';

/** The words are there before the page is painted. */
export async function clientLoader() {
  await loadTexts('adminLearning');
  return null;
}

const STATES = ['review', 'approved', 'fix'] as const;
/** How near the end of what was read the next part is asked for. */
const AHEAD = 3;

interface ReviewDeed extends Deed {
  readonly text: string;
}

/** Homework, one submission at a time: what waits with its review, and what was reviewed. */
export default function HomeworkRoute() {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const [state, setState] = useState<HomeworkState>('review');
  const [chosen, setChosen] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(adminHomeworkQuery(state));
  const { sent, decide, bar } = useDecisions((id) => {
    setState('review');
    setChosen(id);
  });
  const pages = query.data?.pages ?? [];
  const read = pages.flatMap((page) => page.homework);
  const entries = state === 'review' ? read.filter(({ id }) => !sent.has(id)) : read;
  const total = Math.max(
    entries.length,
    (pages.at(-1)?.total ?? 0) - (read.length - entries.length),
  );
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  );
  const entry = entries[at];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = at >= entries.length - AHEAD;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

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
  const renew = (): void => void query.refetch();
  return (
    <AdminPage
      title={t('homework.title')}
      tools={
        <>
          <Segmented
            label={t('homework.show')}
            value={state}
            choices={STATES.map((one) => ({
              value: one,
              label: (
                <>
                  {t(`homework.${one}`)}
                  {one === state && total > 0 ? <span className="num">{count(total)}</span> : null}
                </>
              ),
            }))}
            onChange={(next) => {
              setState(next);
              setChosen(null);
            }}
            className="max-desk:order-last"
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
      <Empty level={2} title={t(`homework.${state}Empty`)} />
    );
  }
  return state === 'review' ? (
    <Review key={entry.id} entry={entry} onDecide={onDecide} onRenew={onRenew} />
  ) : (
    <Reviewed key={entry.id} entry={entry} onRenew={onRenew} />
  );
}

/**
 * Decides about submissions: each decision can be taken back for a moment, since it cannot be changed once the student
 * was told. What is decided is out of the list at once.
 */
function useDecisions(onTakenBack: (id: number) => void) {
  const { t } = useTranslation('adminLearning');
  const errorText = useErrorText();
  const nameOf = useHomeworkName();
  const client = useQueryClient();
  const { holder, held } = useHeldDeed<ReviewDeed>();
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const bring = (id: number): void =>
    setSent((before) => new Set([...before].filter((other) => other !== id)));
  const send = async (
    entry: AdminHomework,
    state: Decision,
    { feedback, marks }: ReviewDraft,
    closing: boolean,
  ): Promise<void> => {
    try {
      await call('adminReview', {
        params: { id: String(entry.id) },
        body: {
          state,
          feedback: feedback.trim(),
          marks: marks.map(({ x, y, text }) => ({ x, y, text: text.trim() })),
        },
        keepalive: closing,
      });
      dropKept(`review.${entry.id}`);
    } catch (error) {
      const { code } = readFailure(error);
      const text = code === 'conflict-409' ? t('homework.conflict') : errorText(code);
      notify({ title: t('homework.notSent', { name: nameOf(entry) }), text, tone: 'bad' });
      bring(entry.id);
    }
    void client.invalidateQueries({ queryKey: ['admin', 'homework'] });
    void client.invalidateQueries({ queryKey: summaryQuery().queryKey });
  };
  const decide = (entry: AdminHomework, decision: Decision, review: ReviewDraft): void => {
    setSent((before) => new Set([...before, entry.id]));
    holder.hold({
      text: t(decision === 'approved' ? 'homework.heldApproved' : 'homework.heldFix', {
        name: nameOf(entry),
      }),
      run: (closing) => void send(entry, decision, review, closing),
      takeBack: () => {
        bring(entry.id);
        onTakenBack(entry.id);
      },
    });
  };
  useSingleKey('z', holder.takeBack);
  const bar = (
    <HeldBar
      text={held?.text ?? null}
      undo={t('homework.undo')}
      keyName="Z"
      onUndo={holder.takeBack}
      onRest={holder.rest}
      onGo={holder.go}
    />
  );
  return { sent, decide, bar };
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
