import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { LevelsFigures } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';
import { Meaning } from './interval-plot.tsx';
import { PlotPanel } from './plot-panel.tsx';
import { listBins, type ReliabilityBin } from './reliability-geometry.ts';
import { ReliabilityPlot } from './reliability-plot.tsx';

/** Renders the share of levels that price reached beside the chance given, as a diagram or as a table. */
export function ReliabilityPanel({ levels }: { readonly levels: LevelsFigures | null }) {
  const { t } = useTranslation('calibration');
  const bins = levels ? listBins(levels.bins) : [];
  const open = bins.some(({ seen }) => seen.halfWidth === null);
  return (
    <PlotPanel
      title={t('diagram.title')}
      meta={t('diagram.meta')}
      table={levels === null ? null : () => <BinsTable bins={bins} />}
    >
      {levels === null ? (
        <Empty title={t('none.group')} />
      ) : (
        <>
          <div className="px-3 pt-2">
            <ReliabilityPlot bins={bins} weeks={levels.weeks} />
          </div>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-3 text-12 text-ink-3">
            <Meaning text={t('diagram.line')} width={18}>
              <path d="M0 11 18 1" stroke="var(--brass)" strokeWidth="1.5" strokeDasharray="5 4" />
            </Meaning>
            {bins.some(({ seen }) => seen.halfWidth !== null) ? (
              <Meaning text={t('diagram.point')}>
                <path d="M7 0V12" stroke="var(--text)" strokeWidth="1.5" />
                <circle cx="7" cy="6" r="4" fill="var(--text)" />
              </Meaning>
            ) : null}
            {open ? (
              <Meaning text={t('diagram.open')}>
                <circle cx="7" cy="6" r="4" fill="none" stroke="var(--text)" strokeWidth="1.5" />
              </Meaning>
            ) : null}
          </ul>
        </>
      )}
    </PlotPanel>
  );
}

function BinsTable({ bins }: { readonly bins: readonly ReliabilityBin[] }) {
  const { t } = useTranslation(['calibration', 'record']);
  const { formats, share, bin: nameOf, shareRange } = useCalibrationWords();
  return (
    <DataTable
      hiddenCaption
      // A name of its own: that of the panel names a region already.
      caption={`${t('columns.forecast')}, ${t('columns.seen')}`}
      rows={bins}
      rowKey={({ from }) => from}
      columns={[
        [t('columns.bin'), ({ from, to }) => nameOf(from, to)],
        [t('record:columns.n'), ({ n }) => formats.count(n), 'figures'],
        [t('columns.forecast'), ({ forecast }) => share(forecast), 'figures'],
        [t('columns.seen'), ({ seen }) => share(seen.value), 'figures'],
        [
          t('record:columns.range'),
          ({ seen }) => (seen.halfWidth === null ? t('noInterval') : shareRange(seen)),
          'figures',
        ],
      ]}
    />
  );
}
