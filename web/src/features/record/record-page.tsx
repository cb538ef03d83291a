import { vendorName } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { callPath } from '../../api/client/client.ts';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormStatus } from '../../ui/form.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { BuildPanel, PublishingNotice } from './build-panel.tsx';
import { type RecordState, recordQuery } from './calls.ts';
import { CertificatePanel } from './certificate-panel.tsx';
import { Computing } from './computing.tsx';
import { FiguresSection } from './figures-section.tsx';
import { HeadPanel } from './head-panel.tsx';
import { Headline } from './headline.tsx';
import { loadCalibration } from './load-calibration.ts';
import { MethodPanel } from './method-panel.tsx';
import {
  type RecordKey,
  type RecordTab,
  type RecordView,
  readTab,
  readView,
  writeView,
} from './record-view.ts';
import { RowsSection } from './rows-section.tsx';
import { FiguresSkeleton } from './skeletons.tsx';
import { OriginTabs, PageTabs, PeriodSwitch, SourceSwitch } from './switches.tsx';
import { useRecordWords } from './words.ts';

const CalibrationTab = lazy(loadCalibration);

const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/**
 * Renders the page of the record: figures and plots of a part, every row, the method, the day's head, the certificate.
 * A second tab has the calibration of the chances of touch instead of figures, rows and method.
 */
export function RecordPage() {
  const { t } = useTranslation('record');
  const state = useQuery(recordQuery());
  const [search, setSearch] = useSearchParams();
  const change = (changes: Partial<Record<RecordKey, string | null>>) =>
    setSearch((now) => writeView(now, changes), { replace: true, preventScrollReset: true });
  const view = state.data ? readView(search, state.data.parts) : undefined;
  const tab = readTab(search);
  return (
    <>
      <title>{`${t('short')} · Rasat`}</title>
      <Hero view={view} />
      <Load query={state} failed={t('failed')} skeleton={<FiguresSkeleton />}>
        {(data) => <Body state={data} tab={tab} view={view} onChange={change} />}
      </Load>
      {view && tab === 'signals' ? (
        <div id="rows" className="mt-3 scroll-mt-16">
          <RowsSection key={`${view.source}/${view.origin}`} of={view} />
        </div>
      ) : null}
    </>
  );
}

function Hero({ view }: { readonly view: RecordView | undefined }) {
  const { t } = useTranslation('record');
  const query = view ? { source: view.source, origin: view.origin } : {};
  return (
    <div className="grid items-end gap-x-10 gap-y-3.5 pt-4 pb-5.5 desk:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h1 className="max-w-[22ch] text-36 tracking-[-.02em] font-stretch-[112%] max-desk:text-28">
          {t('title')}
        </h1>
        <p className="mt-3 max-w-[68ch] text-16 leading-[1.55] text-ink-2">{t('intro')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={callPath('recordRowsFile', { query })}
          download
          className={buttonClass()}
          aria-disabled={view === undefined ? true : undefined}
        >
          <Download {...ICON} />
          {t('csv')}
        </a>
        <a href="#head" className={buttonClass()}>
          <ShieldCheck {...ICON} />
          {t('verify')}
        </a>
      </div>
    </div>
  );
}

interface BodyProps {
  readonly state: RecordState;
  readonly tab: RecordTab;
  readonly view: RecordView | undefined;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}

function Body({ state, tab, view, onChange }: BodyProps) {
  const { run, computing, parts } = state;
  return (
    <>
      <div className="mb-3">
        <PageTabs tab={tab} />
      </div>
      <div className="grid gap-2">
        <Warning source={view?.source ?? null} tab={tab} />
        <PublishingNotice />
      </div>
      {view ? (
        <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <OriginTabs view={view} />
          <SourceSwitch parts={parts} view={view} onChange={onChange} />
          {run && tab === 'signals' ? (
            <Computed finished={run.finished} version={run.engineVersion} share={computing} />
          ) : null}
        </div>
      ) : null}
      {tab === 'signals' ? (
        <Signals state={state} view={view} onChange={onChange} />
      ) : view === undefined ? (
        <NoRows />
      ) : (
        <Suspense fallback={<FiguresSkeleton />}>
          <CalibrationTab
            // A new part remounts the tab, so that figures of the previous part are never shown under its name.
            key={`${view.source}/${view.origin}`}
            view={view}
            onChange={onChange}
          />
        </Suspense>
      )}
      <div id="head" className="mt-3 grid scroll-mt-16 items-start gap-3 desk:grid-cols-2">
        <HeadPanel head={state.head} />
        <CertificatePanel certificate={state.certificate} />
      </div>
      <div className="mt-3">
        <BuildPanel />
      </div>
    </>
  );
}

/** Renders the tab of signals: their headline and figures, or why there are none, and the method. */
function Signals({ state: { run, computing, parts }, view, onChange }: Omit<BodyProps, 'tab'>) {
  const part = view?.part ?? null;
  return (
    <>
      {run === null ? (
        <Computing share={computing} />
      ) : view === undefined ? (
        <NoRows />
      ) : (
        <>
          <Headline parts={parts} view={view} />
          {part === null ? null : (
            <>
              <div className="mb-3 empty:hidden">
                <PeriodSwitch part={part} period={view.period} onChange={onChange} />
              </div>
              <FiguresSection
                view={{ ...view, part }}
                finished={run.finished}
                onChange={onChange}
              />
            </>
          )}
        </>
      )}
      <MethodPanel costs={run?.costs ?? []} />
    </>
  );
}

function NoRows() {
  const { t } = useTranslation('record');
  return (
    <Panel className="mt-3">
      <Empty level={2} title={t('none.title')} text={t('none.text')} />
    </Panel>
  );
}

/** Renders the warning about the source of the prices, above all figures. */
function Warning({ source, tab }: { readonly source: string | null; readonly tab: RecordTab }) {
  const { t } = useTranslation('record');
  const text =
    source === 'simulated'
      ? t(tab === 'calibration' ? 'warningSimulatedChances' : 'warningSimulated')
      : source === 'file'
        ? t('warningImported')
        : source === null
          ? t('warning')
          : t('warningVendor', { source: vendorName(source) });
  return <FormStatus kind="notice">{text}</FormStatus>;
}

function Computed({
  finished,
  version,
  share,
}: {
  readonly finished: number;
  readonly version: string;
  readonly share: number | null;
}) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  return (
    <p className="lbl num whitespace-normal desk:ml-auto" role="status">
      {share === null
        ? t('computedAt', { moment: formats.moment(finished), version })
        : t('computing.again', { percent: formats.percent(share * 100, 0) })}
    </p>
  );
}
