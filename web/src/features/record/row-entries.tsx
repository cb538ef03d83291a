import type { Leg } from '@rasat/engine';
import { useState } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Toggle } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Empty } from '../../ui/states.tsx';
import type { RecordRowDetail } from './row-calls.ts';
import { RFigure } from './row-parts.tsx';
import { computeResult } from './row-result.ts';
import { RowStrip } from './row-strip.tsx';

/** Renders the matched entries of a row, as a plot or a table, and the coverage of its baseline, or why it has none. */
export function RowEntries({ detail }: { readonly detail: RecordRowDetail }) {
  const { t } = useTranslation('record');
  const { row, entries } = detail;
  const title = t('row.entries');
  if (entries === null || row.baseline === null) {
    const { unmatched } = row;
    const never = unmatched === 'days' || unmatched === 'few';
    return (
      <Panel title={title}>
        <Empty
          compact
          drawing={false}
          title={t(never ? 'row.entriesNever' : 'row.entriesNone')}
          text={t(`row.unmatched.${unmatched ?? 'wait'}`)}
        />
      </Panel>
    );
  }
  return <Entries title={title} row={row} entries={entries} baseline={row.baseline} />;
}

function Entries({
  title,
  row,
  entries,
  baseline,
}: {
  readonly title: string;
  readonly row: RecordRowDetail['row'];
  readonly entries: NonNullable<RecordRowDetail['entries']>;
  readonly baseline: NonNullable<RecordRowDetail['row']['baseline']>;
}) {
  const { t } = useTranslation(['record', 'words']);
  const { percent } = useFormats();
  const [leg, setLeg] = useState<Leg>('tp1');
  const [table, setTable] = useState(false);
  const thousandths = leg === 'tp1' ? entries.first : entries.second;
  return (
    <Panel
      title={title}
      actions={
        <Segmented
          label={t('row.exit')}
          value={leg}
          onChange={setLeg}
          choices={[
            { value: 'tp1', label: t('words:target1') },
            { value: 'tp2', label: t('words:target2') },
          ]}
        />
      }
    >
      <div className="p-3">
        <p className="mb-3 text-12 text-ink-3">{t('row.entriesNote')}</p>
        {table ? (
          <EntriesTable entries={entries} />
        ) : (
          <>
            <RowStrip thousandths={thousandths} own={computeResult(row, leg).gross} />
            <p className="mt-1 text-11 text-ink-3">{t('row.plotLegend')}</p>
          </>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-soft pt-3">
          <Toggle pressed={table} onPress={setTable} className="max-desk:min-h-11">
            {t('row.table')}
          </Toggle>
          <p className="min-w-0 flex-1 basis-60 text-12 text-ink-2">
            {baseline.complete
              ? t('row.complete')
              : t('row.partial', {
                  share: percent(baseline.coverage * 100, baseline.coverage < 0.01 ? 2 : 0),
                })}
          </p>
        </div>
      </div>
    </Panel>
  );
}

/** Renders all entries in the order of time, in a scrollable area. */
function EntriesTable({ entries }: { readonly entries: NonNullable<RecordRowDetail['entries']> }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const figure = (thousandths: number | undefined) => (
    <RFigure value={thousandths === undefined ? null : thousandths / 1000} />
  );
  return (
    <div className="max-h-75 overflow-y-auto">
      <DataTable
        hiddenCaption
        caption={t('row.entriesTable')}
        rows={[...entries.first.keys()]}
        rowKey={(i) => i}
        columns={[
          [t('row.entryNo'), (i) => count(i + 1)],
          [`${t('row.leg1')}, R`, (i) => figure(entries.first[i]), 'figures'],
          [`${t('row.leg2')}, R`, (i) => figure(entries.second[i]), 'figures'],
        ]}
      />
    </div>
  );
}
