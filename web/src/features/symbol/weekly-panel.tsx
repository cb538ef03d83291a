import { weekSignal } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick, History, Table2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { historyQuery, type Quote, type SymbolEntry } from '../../api/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { PanelBody } from './panel-body.tsx';
import { joinPanels, mapPanel, type PanelState, toPanel } from './panel-state.ts';
import { PastWeeks } from './past-weeks.tsx';
import type { LevelsReply } from './replies.ts';
import { WeeklyChart } from './weekly-chart.tsx';
import { type ShownLevels, toBar, type WeeklyLevel } from './weekly-levels.ts';
import { WeeklyLists } from './weekly-lists.tsx';
import { WeeklyTable } from './weekly-table.tsx';
import { describeWeek } from './weeks.ts';
import type { OpenWhy } from './why-question.ts';

const WEEKS = 200;
const SHOWN: readonly ShownLevels[] = ['both', 'buy', 'sell'];

/** This week's levels on weekly candles, as lists, and as a table; past weeks one press away. */
export function WeeklyPanel({
  state,
  entry,
  quote,
  selected,
  onWhy,
}: {
  readonly state: PanelState<LevelsReply>;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  /** The level that is being explained. */
  readonly selected: WeeklyLevel | null;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const [shown, setShown] = useState<ShownLevels>('both');
  const [table, setTable] = useState(false);
  const [past, setPast] = useState(false);
  const history = useQuery(historyQuery(entry.symbol, '1W', { limit: WEEKS }));
  const bars = useMemo(() => history.data?.map(toBar), [history.data]);
  const both = joinPanels({
    levels: state,
    bars: mapPanel(toPanel(history), () => bars ?? []),
  });
  const levels = state.status === 'ready' ? state.data : null;
  const choice = (
    <Segmented
      label={t('levels.shown')}
      value={shown}
      choices={SHOWN.map((value) => ({ value, label: t(`levels.${value}`) }))}
      onChange={setShown}
    />
  );
  return (
    <Panel
      className="flex flex-1 flex-col"
      title={t('levels.title')}
      meta={<WeekName levels={levels} entry={entry} />}
      stacked
      busy={both.status === 'ready' && both.busy}
      actions={
        <>
          <span className="max-desk:hidden">{choice}</span>
          <IconButton
            label={table ? t('levels.chart') : t('levels.table')}
            aria-pressed={table}
            onClick={() => setTable(!table)}
          >
            {table ? (
              <ChartCandlestick aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
            ) : (
              <Table2 aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
            )}
          </IconButton>
          {levels?.d == null ? null : (
            <RecomputeLink look="icon" symbol={entry.symbol} signal={weekSignal(levels.d)} />
          )}
          <IconButton label={t('levels.past')} onClick={() => setPast(true)}>
            <History aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
          </IconButton>
        </>
      }
    >
      <div className="border-b border-line-soft p-2 desk:hidden">{choice}</div>
      <PanelBody state={both} skeleton={<WeeklyBones />}>
        {(data) => (
          <>
            {table ? (
              <WeeklyTable entry={entry} levels={data.levels} bars={data.bars} />
            ) : data.bars.length === 0 ? (
              <Empty title={t('levels.noBars')} />
            ) : (
              <div className="relative min-h-93 flex-1 max-desk:min-h-80">
                <Suspense fallback={<Bone className="absolute inset-0 h-full rounded-none" />}>
                  <WeeklyChart
                    entry={entry}
                    quote={quote}
                    levels={data.levels}
                    bars={data.bars}
                    shown={shown}
                    selected={selected}
                    onWhy={onWhy}
                  />
                </Suspense>
              </div>
            )}
            <WeeklyLists
              levels={data.levels}
              shown={shown}
              digits={entry.digits}
              selected={selected}
              onWhy={onWhy}
            />
          </>
        )}
      </PanelBody>
      <PastWeeks entry={entry} open={past} onOpenChange={setPast} />
    </Panel>
  );
}

function WeekName({
  levels,
  entry,
}: {
  readonly levels: LevelsReply | null;
  readonly entry: SymbolEntry;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  if (levels?.d == null) return null;
  const week = describeWeek(levels.d, entry.calendar);
  return (
    <span className="lbl num">
      {t('levels.week', {
        number: week.number,
        from: formats.day(week.firstMs),
        to: formats.day(week.lastMs),
      })}
    </span>
  );
}

function WeeklyBones() {
  return (
    <>
      <Bone className="h-93 w-full rounded-none max-desk:h-80" />
      <div className="grid gap-3 p-3 desk:grid-cols-2">
        <Bone className="h-8" />
        <Bone className="h-8" />
      </div>
    </>
  );
}
