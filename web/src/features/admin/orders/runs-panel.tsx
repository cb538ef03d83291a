import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { summaryQuery } from '../calls.ts';
import { Moment } from '../moment.tsx';
import { MoreButton } from '../pages.tsx';
import { Table } from '../table.tsx';
import { ORDERS_KEY, REVIEWS_KEY, type ReconciliationRun, reconciliationsQuery } from './calls.ts';

const SECOND_MS = 1000;

/** Renders the runs of the reconciliation with the provider, and the button that starts a run. */
export function RunsPanel() {
  const { t } = useTranslation('adminMoney');
  const query = useInfiniteQuery(reconciliationsQuery());
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  const [newest] = runs;
  const [open, setOpen] = useState(false);
  const id = useId();
  useOrdersAfter(newest);
  const running = newest?.running === true;
  return (
    <Panel
      title={t('runs.title')}
      meta={
        <span className="min-w-0 text-12 text-ink-2 max-desk:hidden">
          {query.data ? <LastRun run={newest} running={running} /> : null}
        </span>
      }
      actions={
        <span className="flex gap-1.5 pr-2">
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('runs.show')}
            <Icon name="chevronDown" size={14} className={open ? 'rotate-180' : ''} />
          </Button>
          <StartButton running={running} />
        </span>
      }
    >
      <p className="px-3 py-2 text-12 text-ink-2 desk:hidden">
        {query.data ? <LastRun run={newest} running={running} /> : null}
      </p>
      <div id={id} hidden={!open}>
        <p className="px-3 pt-2.5 pb-1 text-12 text-ink-3">{t('runs.text')}</p>
        <Load
          query={query}
          compact
          failed={t('runs.failed')}
          skeleton={<Bone className="m-3 h-20" />}
        >
          {() => (runs.length === 0 ? null : <RunTable runs={runs} />)}
        </Load>
        <div className="grid pb-2">
          <MoreButton query={query} />
        </div>
      </div>
    </Panel>
  );
}

/** Refetches orders, reviews and counts after a finished run that changed an order or found a difference. */
function useOrdersAfter(newest: ReconciliationRun | undefined): void {
  const client = useQueryClient();
  const found = (newest?.changed ?? 0) + (newest?.compared?.found ?? 0);
  const changed = newest && newest.finished !== null && found > 0 ? newest.id : null;
  useEffect(() => {
    if (changed === null) return;
    void client.invalidateQueries({ queryKey: ORDERS_KEY });
    void client.invalidateQueries({ queryKey: REVIEWS_KEY });
    void client.invalidateQueries({ queryKey: summaryQuery().queryKey });
  }, [client, changed]);
}

function LastRun({
  run,
  running,
}: {
  readonly run: ReconciliationRun | undefined;
  readonly running: boolean;
}) {
  const { t } = useTranslation('adminMoney');
  const { moment, count } = useFormats();
  if (!run) return t('runs.none');
  if (running) return t('runs.now');
  const time = moment(run.started);
  if (run.finished === null) return t('runs.lastCut', { time });
  return t('runs.last', { time, checked: count(run.checked), changed: count(run.changed) });
}

function StartButton({ running }: { readonly running: boolean }) {
  const { t } = useTranslation('adminMoney');
  const errorText = useErrorText();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => call('adminReconcile', { body: {} }),
    onSuccess: () => notify({ title: t('runs.begun'), tone: 'up' }),
    onError: (error) => {
      const { code } = readFailure(error);
      notify({
        title: t('runs.startFailed'),
        text: code === 'conflict-409' ? t('runs.alreadyRuns') : errorText(code),
        tone: 'bad',
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: reconciliationsQuery().queryKey }),
  });
  return (
    <Button size="sm" busy={start.isPending || running} onClick={() => start.mutate()}>
      {t('runs.start')}
    </Button>
  );
}

function RunTable({ runs }: { readonly runs: readonly ReconciliationRun[] }) {
  const { t } = useTranslation('adminMoney');
  const { count } = useFormats();
  const figures = { right: true, look: 'num' };
  return (
    <Table
      caption={t('runs.caption')}
      inPanel="relative max-h-90 overflow-auto"
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { name: t('runs.started'), look: 'num', cell: (run) => <Moment timeMs={run.started} /> },
        { name: t('runs.took'), look: 'num text-ink-2', cell: (run) => <Length run={run} /> },
        { ...figures, name: t('runs.checked'), cell: (run) => count(run.checked) },
        { ...figures, name: t('runs.changed'), cell: (run) => count(run.changed) },
        { ...figures, name: t('runs.unanswered'), cell: (run) => count(run.unanswered) },
        { ...figures, name: t('runs.found'), cell: (run) => <Compared run={run} /> },
      ]}
    />
  );
}

/** Renders the result of the comparison with the provider's list. */
function Compared({ run: { compared, listFailed } }: { readonly run: ReconciliationRun }) {
  const { t } = useTranslation('adminMoney');
  const { count } = useFormats();
  if (listFailed) return <Tag tone="bad">{t('runs.listFailed')}</Tag>;
  if (compared === null) return <span className="text-ink-3">{t('runs.notCompared')}</span>;
  return count(compared.found);
}

function Length({ run }: { readonly run: ReconciliationRun }) {
  const { t } = useTranslation('adminMoney');
  const { number } = useFormats();
  if (run.finished !== null) {
    const seconds = (run.finished - run.started) / SECOND_MS;
    return t('runs.seconds', { value: number(seconds, 1) });
  }
  return run.running ? (
    <Tag tone="info">{t('runs.running')}</Tag>
  ) : (
    <Tag tone="bad">{t('runs.cut')}</Tag>
  );
}
