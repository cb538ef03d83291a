import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { subscriptionQuery } from './calls.ts';
import { daysLeft, passedShare } from './term.ts';

/** Renders the running subscription: first and last day, days left, and a bar of the passed share. */
export function RunningPanel() {
  const { t } = useTranslation('payment');
  const { t: account } = useTranslation('account');
  const subscription = useQuery(subscriptionQuery());
  return (
    <Panel
      title={t('running.title')}
      busy={subscription.isRefetching}
      actions={
        <span className="pr-2">
          <Tag tone="ok">{account('subscription.active')}</Tag>
        </span>
      }
    >
      <Load query={subscription} failed={t('running.failed')} skeleton={<RunningSkeleton />}>
        {({ start, end }) =>
          start === null || end === null ? null : <Term startMs={start} endMs={end} />
        }
      </Load>
    </Panel>
  );
}

function Term({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) {
  const { t } = useTranslation('payment');
  const { date, percent } = useFormats();
  const nowMs = useServerNow();
  const share = passedShare(startMs, endMs, nowMs);
  return (
    <div className="p-3">
      <dl className="num mb-2.5 flex gap-7">
        <Item name={t('running.start')}>
          <time dateTime={formatIsoUtc(startMs)}>{date(startMs)}</time>
        </Item>
        <Item name={t('running.end')}>
          <time dateTime={formatIsoUtc(endMs)}>{date(endMs)}</time>
        </Item>
        <div className="ml-auto text-right">
          <dt className="lbl">{t('running.left')}</dt>
          <dd>{t('running.days', { count: daysLeft(endMs, nowMs) })}</dd>
        </div>
      </dl>
      <div
        role="img"
        aria-label={t('running.passed', { percent: percent(Math.floor(share * 100), 0) })}
        className="h-2 overflow-hidden rounded-[2px] bg-s3"
      >
        <span className="block h-full bg-ink-2" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-2.5 text-12 leading-mid text-ink-3">{t('running.text')}</p>
    </div>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="lbl">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RunningSkeleton() {
  return (
    <div className="grid gap-3.5 p-3">
      <div className="flex gap-7">
        <Bone className="h-7 w-20" />
        <Bone className="h-7 w-20" />
        <Bone className="ml-auto h-7 w-14" />
      </div>
      <Bone className="h-2 w-full" />
      <Bone className="w-72 max-w-full" />
    </div>
  );
}
