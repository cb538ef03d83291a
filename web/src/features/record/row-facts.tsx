import type { Leg } from '@rasat/engine';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { RecordRow } from './row-calls.ts';
import { RFigure, RowTime, RowWay } from './row-parts.tsx';
import { computeResult, findTrade, legState, speakTime } from './row-result.ts';

/** Renders names and values, one pair per line. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="px-3 py-1.5">{children}</dl>;
}

/**
 * Renders a name at the left and its value at the right, or below when both do not fit on a narrow screen, and a note
 * under both.
 */
export function Fact({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line-soft py-1.75 last:border-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
      {note === undefined ? null : <dd className="basis-full text-12 text-ink-3">{note}</dd>}
    </div>
  );
}

/** Renders the published data of a row, and the delay after its bar. */
export function RowPublished({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation(['record', 'words']);
  const { price, date } = useFormats();
  const trade = row.kind === 'levels' ? null : findTrade(row);
  const figure = (value: number | null) => (
    <span className="num font-semi">{price(value, row.digits)}</span>
  );
  return (
    <Panel title={t('row.published')}>
      {row.levels === null ? null : <Levels row={row} levels={row.levels} />}
      <Facts>
        {row.levels === null ? null : <Fact name={t('row.week')}>{date(row.levels.d)}</Fact>}
        {trade === null ? null : (
          <>
            <Fact name={t('words:way')}>
              <RowWay way={trade.way} />
            </Fact>
            <Fact name={t('row.entry')}>{figure(trade.price)}</Fact>
            <Fact name={t('row.range')}>{figure(row.range)}</Fact>
            <Fact name={t('words:stopLong')}>{figure(trade.sl)}</Fact>
            <Fact name={t('words:target1')}>{figure(trade.tp1)}</Fact>
            <Fact name={t('words:target2')}>{figure(trade.tp2)}</Fact>
          </>
        )}
        <RowTimes row={row} />
      </Facts>
    </Panel>
  );
}

/** Renders when a row was made and published, the delay between both, and by which engine. */
export function RowTimes({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation(['record', 'words']);
  const { count } = useFormats();
  const delay = speakTime(row.createdAt - row.barTime);
  return (
    <>
      <Fact name={t('row.barTime')}>
        <RowTime timeMs={row.barTime} /> {t('words:zone')}
      </Fact>
      <Fact name={t('row.createdAt')}>
        <RowTime timeMs={row.createdAt} /> {t('words:zone')}
      </Fact>
      <Fact
        name={t('row.delay')}
        note={row.origin === 'live' ? t('row.delayLive') : t('row.delayBackfill')}
      >
        <span className="num font-semi">
          {t(`row.${delay.unit}`, { count: delay.count, number: count(delay.count) })}
        </span>
      </Fact>
      <Fact name={t('row.engine')}>
        <span className="num" translate="no">
          {row.engineVersion}
        </span>
      </Fact>
    </>
  );
}

/** Texts for a weekly set without an entry, by its state. */
const NOT_ENTERED: Readonly<
  Partial<Record<RecordRow['state'], 'row.untouchedLong' | 'row.voidLong'>>
> = { untouched: 'row.untouchedLong', void: 'row.voidLong' };

/** Renders the levels of a week, buy beside sell, and the entry of the week if it has one. */
function Levels({
  row,
  levels,
}: {
  readonly row: RecordRow;
  readonly levels: NonNullable<RecordRow['levels']>;
}) {
  const { t } = useTranslation(['record', 'words']);
  const { price } = useFormats();
  const { entry } = row;
  const most = Math.max(levels.buy.length, levels.sell.length);
  return (
    <>
      <DataTable
        hiddenCaption
        caption={t('row.kind.levels')}
        rows={[...Array(most).keys()]}
        rowKey={(i) => i}
        columns={[
          [
            t('row.level'),
            (i) => (i === 0 ? t('row.entryLevel') : t('row.targetLevel', { index: i })),
          ],
          [t('words:buy'), (i) => price(levels.buy[i] ?? null, row.digits), 'figures'],
          [t('words:sell'), (i) => price(levels.sell[i] ?? null, row.digits), 'figures'],
        ]}
      />
      <div className="border-t border-line-soft px-3 pt-2.5 pb-1">
        <h3 className="text-13">{t('row.entered')}</h3>
        {entry === null ? (
          <p className="mt-1 text-ink-2">{t(NOT_ENTERED[row.state] ?? 'row.notEntered')}</p>
        ) : (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <RowWay way={entry.way} />
            <span className="num font-semi">{price(entry.price, row.digits)}</span>
            <span className="num text-ink-2">
              {`${t('words:stop')} ${price(entry.sl, row.digits)} · ${t('words:target1')} ${price(entry.tp1, row.digits)} · ${t('words:target2')} ${price(entry.tp2, row.digits)}`}
            </span>
            <span className="text-ink-3">
              <RowTime timeMs={entry.time} />
            </span>
          </p>
        )}
      </div>
    </>
  );
}

/** Renders the outcome of a row: the result of each exit before and after costs, beside its matched entries. */
export function RowOutcome({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const { price, moment } = useFormats();
  const first = computeResult(row, 'tp1');
  const second = computeResult(row, 'tp2');
  const line = (name: string, of: (leg: Leg) => ReactNode) => ({ name, of });
  const results = { tp1: first, tp2: second };
  const partial = row.baseline?.complete === false;
  const states = {
    stop: t('row.legState.stop'),
    target: t('row.legState.target'),
    expired: t('row.legState.expired'),
    open: t('row.legState.open'),
    void: t('row.legState.void'),
  };
  return (
    <Panel title={t('row.came')}>
      <DataTable
        hiddenCaption
        caption={t('row.cameTable')}
        rowKey={({ name }) => name}
        rows={[
          line(t('row.result'), (leg) =>
            findTrade(row) === null ? t(`row.state.${row.state}`) : states[legState(row.legs[leg])],
          ),
          line(t('row.price'), (leg) => price(row.legs[leg]?.price ?? null, row.digits)),
          line(t('row.ended'), (leg) => {
            const ended = row.legs[leg]?.time;
            return ended === undefined ? '—' : <RowTime timeMs={ended} />;
          }),
          line(t('row.grossLong'), (leg) => (
            <RFigure value={results[leg].gross} className="font-semi" />
          )),
          line(t('row.cost'), () => <RFigure value={row.cost === null ? null : -row.cost} quiet />),
          line(t('row.netLong'), (leg) => (
            <RFigure value={results[leg].net} className="font-semi" />
          )),
          line(t(partial ? 'row.baselinePartial' : 'row.baseline'), (leg) => (
            <RFigure value={results[leg].baseline} quiet />
          )),
          line(t('row.difference'), (leg) => <RFigure value={results[leg].difference} quiet />),
        ]}
        columns={[
          // On a phone the names wrap, so that both exits fit.
          [t('row.leg'), ({ name }) => <span className="whitespace-normal">{name}</span>],
          [t('row.leg1'), ({ of }) => of('tp1'), 'figures'],
          [t('row.leg2'), ({ of }) => of('tp2'), 'figures'],
        ]}
      />
      {row.kind === 'levels' ? <Touches row={row} /> : null}
      {row.ended === null ? null : (
        <p className="border-t border-line-soft px-3 py-2.5 text-ink-2">
          {t('row.voidNote', {
            moment: moment(row.ended.time),
            reason: t(`row.endReason.${row.ended.reason}`),
            seq: row.ended.seq,
          })}
        </p>
      )}
      <p className="border-t border-line-soft px-3 py-2.5 text-12 text-ink-3">
        {t('row.differenceNote')}
      </p>
    </Panel>
  );
}

/** Renders whether the first level that the price reached held, for the set and for its shifted twin. */
function Touches({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const word = (touch: number | null): string => {
    if (touch === null) return t('row.touchOf.unknown');
    return t(
      touch > 0 ? 'row.touchOf.held' : touch < 0 ? 'row.touchOf.broke' : 'row.touchOf.neither',
    );
  };
  return (
    <div className="border-t border-line-soft">
      <Facts>
        <Fact name={t('row.touch')}>{word(row.touch)}</Fact>
        <Fact name={t('row.twin')}>{word(row.twinTouch)}</Fact>
      </Facts>
    </div>
  );
}
