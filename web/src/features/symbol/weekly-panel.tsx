import { WEEK_MS, weekSignal } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick, History, Table2 } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { pastLevelsQuery } from '../../api/calls/analysis.ts';
import { historyQuery, type Quote, type SymbolEntry } from '../../api/calls/market.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { weeklyChances } from '../../why/index.ts';
import { ChanceLine } from './chance-line.tsx';
import { PanelBody } from './panel-body.tsx';
import { joinPanels, mapPanel, type PanelState, toPanel } from './panel-state.ts';
import { PastWeeks } from './past-weeks.tsx';
import type { LevelsReply, PastWeek, TouchReply } from './replies.ts';
import { WeekHeading } from './week-heading.tsx';
import { WeeklyChart, type WeekShown } from './weekly-chart.tsx';
import { type ShownLevels, toBar, type WeeklyLevel } from './weekly-levels.ts';
import { WeeklyTable } from './weekly-table.tsx';
import { describeWeek } from './weeks.ts';
import { askLevel, type OpenWhy } from './why-question.ts';

const DAYS = 100;
const SIDES: readonly ShownLevels[] = ['both', 'buy', 'sell'];

/** Renders the levels of a week on daily candles or as a table, with buttons for past weeks. */
export function WeeklyPanel({
  state,
  touch,
  entry,
  quote,
  selected,
  nowMs,
  onWhy,
}: {
  readonly state: PanelState<LevelsReply>;
  readonly touch: PanelState<TouchReply>;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  /** The level whose explanation is open. */
  readonly selected: WeeklyLevel | null;
  readonly nowMs: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const [sides, setSides] = useState<ShownLevels>('both');
  const [table, setTable] = useState(false);
  const [list, setList] = useState(false);
  const [before, setBefore] = useState(false);
  const history = useQuery(historyQuery(entry.symbol, '1D', { limit: DAYS }));
  const bars = useMemo(() => history.data?.map(toBar), [history.data]);
  const past = useQuery({ ...pastLevelsQuery(entry.symbol), enabled: before });
  const both = joinPanels({
    levels: state,
    bars: mapPanel(toPanel(history), () => bars ?? []),
    past: before ? toPanel(past) : READY,
  });
  const levels = state.status === 'ready' ? state.data : null;
  const mondayMs = levels?.d ?? null;
  const choice = (
    <Segmented
      label={t('levels.shown')}
      value={sides}
      choices={SIDES.map((value) => ({ value, label: t(`levels.${value}`) }))}
      onChange={setSides}
    />
  );
  const week = (monday: number) => describeWeek(monday, entry.calendar);
  return (
    <Panel
      className="flex flex-1 flex-col"
      title={t('levels.title')}
      meta={<TermHelp term="weekly-levels" />}
      busy={both.status === 'ready' && both.busy}
      actions={
        <>
          <span className="max-tab:hidden">{choice}</span>
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
          {mondayMs === null ? null : (
            <RecomputeLink
              look="icon"
              symbol={entry.symbol}
              signal={weekSignal(before ? mondayMs - WEEK_MS : mondayMs)}
            />
          )}
          <IconButton label={t('levels.past')} onClick={() => setList(true)}>
            <History aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
          </IconButton>
        </>
      }
    >
      <div className="border-b border-line-soft p-2 tab:hidden">{choice}</div>
      <PanelBody state={both} skeleton={<Bone className="h-97 w-full rounded-none" />}>
        {(data) => {
          const shown = findWeek(data, before, entry);
          if (mondayMs === null || data.levels.buy.length + data.levels.sell.length === 0) {
            return <Empty title={t('levels.empty')} text={t('levels.emptyText')} compact />;
          }
          const reply = touch.status === 'ready' ? touch.data : undefined;
          const set =
            before || reply === undefined
              ? null
              : weeklyChances(reply, mondayMs, { calendar: entry.calendar, nowMs });
          const chances = set && reply !== undefined ? { touch: reply, set } : null;
          const onLevel = before
            ? null
            : (level: WeeklyLevel, first: 'level' | 'chance' = 'level') =>
                onWhy(askLevel(data.levels, level, chances, first));
          return (
            <>
              <WeekHeading
                week={shown?.week ?? week(mondayMs - WEEK_MS)}
                levels={shown?.levels ?? null}
                bars={data.bars}
                nowMs={nowMs}
              >
                <Button variant="quiet" size="sm" onClick={() => setBefore(!before)}>
                  <History aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
                  {before
                    ? t('levels.toCurrent', { number: week(mondayMs).number })
                    : t('levels.toBefore', { number: week(mondayMs - WEEK_MS).number })}
                </Button>
              </WeekHeading>
              {before ? null : (
                <ChanceLine
                  touch={touch}
                  set={set}
                  nowMs={nowMs}
                  className="min-h-9 border-b border-line-soft px-3 py-1.5"
                />
              )}
              <WeekBody
                entry={entry}
                quote={quote}
                shown={shown}
                bars={data.bars}
                table={table}
                sides={sides}
                selected={selected}
                chances={set}
                nowMs={nowMs}
                onLevel={onLevel}
              />
            </>
          );
        }}
      </PanelBody>
      <PastWeeks entry={entry} open={list} onOpenChange={setList} />
    </Panel>
  );
}

/** Returns the week whose levels are shown; null when the previous week is not in the record. */
function findWeek(
  { levels, past }: { readonly levels: LevelsReply; readonly past: PastWeek[] | undefined },
  before: boolean,
  { calendar }: SymbolEntry,
): WeekShown | null {
  if (levels.d === null) return null;
  if (!before) return { week: describeWeek(levels.d, calendar), levels, live: true };
  const monday = levels.d - WEEK_MS;
  const found = past?.find(({ d }) => d === monday);
  return found ? { week: describeWeek(monday, calendar), levels: found, live: false } : null;
}

/** Renders the levels of a week as a table or on its bars, or the reason why there are none. */
function WeekBody({
  entry,
  quote,
  shown,
  bars,
  table,
  sides,
  selected,
  chances,
  nowMs,
  onLevel,
}: Omit<ComponentProps<typeof WeeklyChart>, 'shown'> & {
  readonly shown: WeekShown | null;
  readonly table: boolean;
}) {
  const { t } = useTranslation('symbol');
  if (shown === null) return <Empty title={t('levels.noWeek')} compact />;
  if (table) {
    return (
      <WeeklyTable
        entry={entry}
        levels={shown.levels}
        bars={bars}
        chances={chances}
        nowMs={nowMs}
        onLevel={onLevel}
      />
    );
  }
  if (bars.length === 0) return <Empty title={t('levels.noBars')} compact />;
  return (
    <WeeklyChart
      entry={entry}
      quote={quote}
      shown={shown}
      bars={bars}
      sides={sides}
      selected={selected}
      chances={chances}
      nowMs={nowMs}
      onLevel={onLevel}
    />
  );
}

/** State of the past weeks until they are requested, so that the panel does not wait for them. */
const READY: PanelState<undefined> = { status: 'ready', data: undefined, busy: false };
