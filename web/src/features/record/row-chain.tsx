import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import type { RecordRowDetail } from './row-calls.ts';

/** Renders the hash of a row, its place in the chain, and the head of the day that covers it. */
export function RowChain({ detail: { row, head } }: { readonly detail: RecordRowDetail }) {
  const { t } = useTranslation('record');
  const { count, date } = useFormats();
  return (
    <Panel
      title={t('row.chain')}
      meta={<span className="lbl max-tab:hidden">{t('row.chainNote')}</span>}
    >
      <dl className="grid gap-2.5 p-3">
        <Line name={t('row.place')}>
          <span className="num">{t('row.placeOf', { seq: count(row.seq) })}</span>
        </Line>
        <Line name={t('row.hash')}>
          <Hash>{row.hash}</Hash>
        </Line>
        {head === null ? (
          <Line name={t('row.head')}>{t('row.headNone')}</Line>
        ) : (
          <>
            <Line name={t('row.head')}>
              <span className="num">
                {t('row.headDay', {
                  day: date(Date.parse(`${head.day}T12:00:00Z`)),
                  size: count(head.size),
                })}
              </span>
            </Line>
            <Line name={t('row.headHash')}>
              <Hash>{head.hash}</Hash>
            </Line>
            <Line name={t('row.headRoot')}>
              <Hash>{head.root}</Hash>
            </Line>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="lbl">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Hash({ children }: { readonly children: string }) {
  return (
    <code translate="no" className="num text-12 break-all whitespace-normal">
      {children}
    </code>
  );
}
