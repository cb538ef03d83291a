import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { loadTexts, useFormats, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { readFailure } from '../../ui/failure.ts';
import { Load } from '../../ui/load.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSourceWords } from '../../ui/use-source-words.ts';
import { TrialTag } from './forecast-parts.tsx';
import { subjectOf } from './forecast-result.ts';
import { RecomputePanel } from './recompute-panel.tsx';
import {
  type RecordRow as RecordedRow,
  type RecordRowDetail,
  recordRowQuery,
} from './row-calls.ts';
import { RowChain } from './row-chain.tsx';
import { RowEntries } from './row-entries.tsx';
import { RowOutcome, RowPublished } from './row-facts.tsx';
import { ForecastOutcome, ForecastPublished } from './row-forecast.tsx';
import { RowTime, RowWay, StateTag } from './row-parts.tsx';
import { findTrade } from './row-result.ts';
import { useRowWords } from './use-row-words.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('record');
  return null;
}

/** Renders one row of the record: its published data, its outcome, and its recomputation. */
export default function RecordRowRoute() {
  const { seq = '' } = useParams();
  return /^[1-9][0-9]{0,15}$/.test(seq) ? <RecordRow key={seq} seq={seq} /> : <NotFound />;
}

function RecordRow({ seq }: { readonly seq: string }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const detail = useQuery(recordRowQuery(seq));
  const title = t('row.title', { seq: count(Number(seq)) });
  if (detail.error !== null && readFailure(detail.error).code === 'not-found-404') {
    return (
      <>
        <title>{`${title} · Rasat`}</title>
        <Empty
          level={1}
          title={t('row.unknown')}
          text={t('row.unknownText')}
          action={
            <Link to="/record" className={buttonClass()}>
              {t('row.toRecord')}
            </Link>
          }
        />
      </>
    );
  }
  return (
    <>
      <title>{`${title} · Rasat`}</title>
      <nav aria-label={t('row.back')} className="mb-1">
        <Link to="/record" className="link inline-flex min-h-6 items-center max-desk:min-h-11">
          {t('row.toRecord')}
        </Link>
      </nav>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{title}</h1>
      <Load query={detail} failed={t('row.failed')} skeleton={<RowSkeleton />}>
        {(known) => <Row detail={known} />}
      </Load>
    </>
  );
}

function Row({ detail }: { readonly detail: RecordRowDetail }) {
  const { t } = useTranslation(['record', 'shell']);
  const words = useRowWords();
  const sources = useSourceWords();
  const { row } = detail;
  const way = row.sealed ? null : (findTrade(row)?.way ?? null);
  return (
    <>
      <p className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <b translate="no" className="text-18">
          {row.symbol}
        </b>
        <span className="text-14">{words.signal(row)}</span>
        {way === null ? null : <RowWay way={way} />}
        <StateTag state={row.state} />
        <TrialTag row={row} />
        <Tag>{t(`row.originWord.${row.origin}`)}</Tag>
        <Tag tone={row.source === 'simulated' ? 'warn' : 'quiet'}>{sources.name(row.source)}</Tag>
        <span className="lbl">
          <RowTime timeMs={row.barTime} />
        </span>
      </p>
      {row.source === 'simulated' ? (
        <p className="mb-4 rounded-2 border border-warn-line bg-warn-bg px-3 py-2">
          {t('shell:simulated')}
        </p>
      ) : null}
      {row.sealed ? (
        <div className="grid gap-3">
          <Sealed row={row} />
          <RowChain detail={detail} />
        </div>
      ) : (
        <div className="grid items-start gap-3 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <div className="grid min-w-0 gap-3">
            <RowContent row={row} />
            {row.kind === 'forecast' ? null : <RowChain detail={detail} />}
          </div>
          <div className="grid min-w-0 gap-3">
            <RecomputePanel row={row} audience={detail.audience} />
            {row.kind === 'forecast' ? (
              <RowChain detail={detail} />
            ) : (
              <RowEntries detail={detail} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** Renders what was published with a row, and what came of it. */
function RowContent({ row }: { readonly row: RecordedRow }) {
  const { forecast } = row;
  if (forecast === null) {
    return (
      <>
        <RowPublished row={row} />
        <RowOutcome row={row} />
      </>
    );
  }
  return (
    <>
      <ForecastPublished row={{ ...row, forecast }} />
      <ForecastOutcome row={{ ...row, forecast }} />
    </>
  );
}

/** Renders why a sealed row shows no price, and when it will. */
function Sealed({ row: { kind, setup } }: { readonly row: RecordedRow }) {
  const { t } = useTranslation('record');
  const text = {
    levels: t('row.sealedLevels'),
    box: t('row.sealedBox'),
    // Conditions are never sealed.
    condition: t('row.sealedBox'),
    forecast: t(`forecast.sealed.${subjectOf(setup)}`),
  };
  return (
    <Panel title={t('row.sealedTitle')}>
      <div className="grid max-w-[76ch] gap-2.5 p-3 leading-mid text-ink-2">
        <p>{text[kind]}</p>
        <p>{t('row.sealedFile')}</p>
      </div>
    </Panel>
  );
}

function RowSkeleton() {
  return (
    <div className="mt-4 grid gap-3 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      {[0, 1].map((column) => (
        <div key={column} className="grid content-start gap-3">
          {[260, 300].map((height) => (
            <div
              key={height}
              style={{ height }}
              className="rounded-3 border border-line bg-s1 px-3 py-4"
            >
              <Bone className="w-40" />
              <Bone className="mt-8 w-2/3" />
              <Bone className="mt-5 w-1/2" />
              <Bone className="mt-5 w-3/5" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
