import { CONE_SETUPS } from '@rasat/engine';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { listBands, listLevels, type RowForecast, subjectOf } from './forecast-result.ts';
import type { RecordRow } from './row-calls.ts';
import { Fact, Facts, RowTimes } from './row-facts.tsx';
import { RowTime } from './row-parts.tsx';

/** Row of a forecast that is not sealed. */
type ForecastRow = RecordRow & { readonly forecast: RowForecast };

/** Renders what a forecast gave: until when, for which levels or edges, and from what. */
export function ForecastPublished({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation(['record', 'words']);
  const { number, price } = useFormats();
  const { forecast } = row;
  const isCone = subjectOf(row.setup) === 'cone';
  return (
    <Panel title={t('row.published')}>
      {forecast.trial ? <Note>{t('forecast.trialNote')}</Note> : null}
      {isCone ? <Edges row={row} /> : <Levels row={row} />}
      <p className="border-t border-line-soft px-3 py-2.5 text-12 text-ink-3">
        {[t('forecast.sizeNote'), ...(isCone ? [] : [t('forecast.plainNote')])].join(' ')}
      </p>
      <div className="border-t border-line-soft">
        <Facts>
          <Fact name={t('forecast.until')}>
            <RowTime timeMs={forecast.until} /> {t('words:zone')}
          </Fact>
          <Fact name={t('forecast.weeks')} note={t('forecast.weeksNote')}>
            <span className="num font-semi">{number(forecast.weeks, 6)}</span>
          </Fact>
          <Fact name={t('forecast.price')}>
            <span className="num font-semi">{price(row.price, row.digits)}</span>
          </Fact>
          <Fact name={t('forecast.model')}>
            <span className="num" translate="no">{`${forecast.model}, ${forecast.class}`}</span>
          </Fact>
          <RowTimes row={row} />
        </Facts>
      </div>
    </Panel>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <p className="border-b border-line-soft px-3 py-2.5 leading-mid text-ink-2">{children}</p>;
}

/** Renders the levels with their chances; the caption states until when these count. */
function Levels({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  const { price, until } = useFormats();
  const { forecast, digits } = row;
  return (
    <DataTable
      caption={t('forecast.chances', { until: until(forecast.until) })}
      rows={listLevels(forecast)}
      rowKey={({ level }) => level}
      columns={[
        [t('row.level'), ({ level }) => <span className="num">{price(level, digits)}</span>],
        [t('forecast.chance'), ({ chance }) => <Chance value={chance} />, 'figures'],
        [t('forecast.plain'), ({ plain }) => <Chance value={plain} quiet />, 'figures'],
      ]}
    />
  );
}

/**
 * Renders a chance as whole per cent with the recorded value beside it, on a phone below it. It has no colour of a gain or
 * loss.
 */
function Chance({
  value,
  quiet = false,
}: {
  readonly value: number | null;
  readonly quiet?: boolean;
}) {
  const { t } = useTranslation('record');
  const { number, percent } = useFormats();
  if (value === null) return number(null, 0);
  const shown =
    value < 0.01
      ? t('forecast.under')
      : value > 0.99
        ? t('forecast.over')
        : percent(value * 100, 0);
  return (
    <>
      <span className={quiet ? 'text-ink-2' : 'font-semi'}>{shown}</span>{' '}
      <span className="ml-1 text-11 text-ink-3 max-tab:block">{number(value, 4)}</span>
    </>
  );
}

/** Renders the three pairs of edges of a cone with the share of paths that should stay between them. */
function Edges({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  const { price, until } = useFormats();
  const { forecast, setup, digits } = row;
  return (
    <DataTable
      caption={t('forecast.edges', { until: until(forecast.until) })}
      rows={listBands(forecast)}
      rowKey={({ share }) => share}
      columns={[
        [t('forecast.share'), ({ share }) => <ShareOf setup={setup} share={share} />],
        [t('forecast.low'), ({ low }) => price(low, digits), 'figures'],
        [t('forecast.high'), ({ high }) => price(high, digits), 'figures'],
      ]}
    />
  );
}

/** Renders a share as a count: `80 of 100 weeks`. On a phone it wraps, so that both edges fit. */
function ShareOf({ setup, share }: { readonly setup: string; readonly share: number }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const cone = CONE_SETUPS.find((one) => one === setup) ?? 'cone.1d';
  const of100 = t(`forecast.of100.${cone}`, { share: count(Math.round(share * 100)) });
  return <span className="whitespace-normal">{of100}</span>;
}

/** Renders what came of a forecast: nothing while its time runs, and why a void one has no result. */
export function ForecastOutcome({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  return (
    <Panel title={t('row.came')}>
      <Came row={row} />
      <p className="border-t border-line-soft px-3 py-2.5 text-12 text-ink-3">
        {t('forecast.oneNote')}
      </p>
    </Panel>
  );
}

function Came({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  const { moment, until } = useFormats();
  const { forecast, ended } = row;
  if (row.state === 'open') {
    return (
      <p className="px-3 py-3 leading-mid text-ink-2">
        {t('forecast.running', { until: until(forecast.until) })}
      </p>
    );
  }
  if (forecast.first === null) {
    return (
      <p className="px-3 py-3 leading-mid text-ink-2">
        {ended === null
          ? t('forecast.emptyNote')
          : t('forecast.endedNote', {
              moment: moment(ended.time),
              reason: t(`row.endReason.${ended.reason}`),
              seq: ended.seq,
            })}
      </p>
    );
  }
  return (
    <>
      {subjectOf(row.setup) === 'cone' ? <CameOfEdges row={row} /> : <CameOfLevels row={row} />}
      <p className="border-t border-line-soft px-3 py-2.5 text-12 text-ink-3">
        {t('forecast.timeNote')}
      </p>
    </>
  );
}

function CameOfLevels({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  const { price, until } = useFormats();
  const { forecast, digits } = row;
  return (
    <DataTable
      caption={t('forecast.cameLevels', { until: until(forecast.until) })}
      rows={listLevels(forecast)}
      rowKey={({ level }) => level}
      columns={[
        [t('row.level'), ({ level }) => <span className="num">{price(level, digits)}</span>],
        [t('forecast.chance'), ({ chance }) => <Chance value={chance} />, 'figures'],
        [
          t('row.result'),
          ({ firstMs }) =>
            firstMs === null ? (
              <span className="text-ink-2">{t('forecast.notReached')}</span>
            ) : (
              <>
                <span className="font-semi">{t('forecast.reachedAt')}</span>{' '}
                <span className="max-tab:block">
                  <RowTime timeMs={firstMs} />
                </span>
              </>
            ),
        ],
      ]}
    />
  );
}

function CameOfEdges({ row }: { readonly row: ForecastRow }) {
  const { t } = useTranslation('record');
  const { price, until } = useFormats();
  const { forecast, setup, digits } = row;
  return (
    <DataTable
      caption={t('forecast.cameEdges', { until: until(forecast.until) })}
      rows={listBands(forecast)}
      rowKey={({ share }) => share}
      columns={[
        [t('forecast.share'), ({ share }) => <ShareOf setup={setup} share={share} />],
        [
          t('row.result'),
          ({ left }) =>
            left === null ? (
              <span className="font-semi">{t('forecast.stayed')}</span>
            ) : (
              <>
                <span>{t('forecast.left')}</span>{' '}
                <span className="num">{price(left.edge, digits)}</span>{' '}
                <span className="max-tab:block">
                  <RowTime timeMs={left.timeMs} />
                </span>
              </>
            ),
        ],
      ]}
    />
  );
}
