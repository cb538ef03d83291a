import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENGINE_VERSION, type Leg, monthNumberUtc } from '@rasat/engine';
import {
  addRow,
  addVoids,
  type CostSettings,
  compareTwins,
  computeFigures,
  costInR,
  createResolvedRows,
  createTally,
  FIGURES_SEED,
  listCumulative,
  listMonths,
  type MonthSpan,
  mergeTallies,
  type RecordTally,
  type ResolvedRows,
  recordedEntry,
  type TwinFigures,
  VOID,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import { listSignals, type Signal } from '../signals/index.ts';
import { type Baseline, unpackEntries } from './baseline-part.ts';
import { listBaselines } from './baseline-store.ts';
import { entryOf, type LongRun } from './baselines.ts';
import { collectForecasts, computeCalibration, type ForecastCollector } from './calibration.ts';
import { type Calibration, listCalibrationLooks } from './calibration-store.ts';
import {
  type GroupFigures,
  listTouchRows,
  type NewFigures,
  type NewTouches,
  type RecordPart,
  type TouchFigures,
} from './figure-store.ts';
import { lastSeries } from './last-series.ts';
import type { PrimaryState } from './look-store.ts';
import { collectLookRows, computeLooks, type LookCollector, type LookInput } from './looks.ts';
import type { RecordCellTable } from './tables.ts';
import { judge } from './verdicts.ts';

/** Input of the figures. */
export interface FigureInput {
  /** Numbers of the last row and the last outcome that count. */
  readonly toSeq: number;
  readonly toNo: number;
  readonly cells: readonly Selectable<RecordCellTable>[];
  readonly series: readonly Series[];
  readonly costs: CostSettings;
  /** Time from which the last twelve months are counted. */
  readonly nowMs: number;
  /** See {@link LookInput}. */
  readonly lookMarks?: NonNullable<LookInput['lookMarks']>;
}

const NO_ENTRIES = Buffer.alloc(0);

/** Rows read in one query. */
const PAGE = 5000;
/** Share of the progress spent on reading; the intervals take the rest. */
const READING = 0.8;

/**
 * Computes the figures of every group of the record. Reads the rows one history after another; only sums by month or
 * week and the touches of weekly sets stay in memory.
 */
export async function computeRecordFigures(
  db: Db,
  input: FigureInput,
  run: LongRun,
): Promise<{
  readonly figures: NewFigures[];
  readonly touches: NewTouches[];
  readonly primary: PrimaryState[];
  readonly calibration: Calibration;
}> {
  const cells = new Map(
    input.cells.filter(whichCount(input.series)).map((cell) => [cell.id, cell]),
  );
  const looks = collectLookRows(input);
  const forecasts = collectForecasts(input, await listCalibrationLooks(db));
  const tallies = await tallyLedger(db, input, cells, run, { looks, forecasts });
  const groups = await computeGroups(tallies, input, run);
  const judged = judge(groups, await computeTouches(db, input, cells, run));
  return {
    ...judged,
    primary: await computeLooks(db, input, looks.rows()),
    calibration: computeCalibration(forecasts, input.nowMs),
  };
}

/**
 * Returns the filter of the cells that count. All rows published live count, and all forecasts, since the number of
 * late ones is told. Among other backfilled rows, an older history of a symbol or an older engine version repeats the
 * same weeks: only the last history counts, computed by this program's engine.
 */
function whichCount(
  all: readonly Series[],
): (
  cell: Pick<RecordCellTable, 'origin' | 'kind' | 'engine_version'> & { series_id: number },
) => boolean {
  const lastIds = new Set(lastSeries(all).map(({ id }) => id));
  return ({ origin, kind, engine_version, series_id }) =>
    origin === 'live' ||
    kind === 'forecast' ||
    (engine_version === ENGINE_VERSION && lastIds.has(series_id));
}

type Cells = ReadonlyMap<number, Selectable<RecordCellTable>>;

/** Rows with the same source, origin, kind, setup and category. */
type Group = RecordPart & Omit<GroupFigures, 'figures'>;

interface GroupTally {
  readonly group: Group;
  readonly tally: RecordTally;
}

const keyOf = ({ source, origin, kind, setup, category }: Group): string =>
  [source, origin, kind, setup, category].join();

async function tallyLedger(
  db: Db,
  { toSeq, toNo, costs }: FigureInput,
  cells: Cells,
  { signal, progress }: LongRun,
  { looks, forecasts }: { readonly looks: LookCollector; readonly forecasts: ForecastCollector },
): Promise<GroupTally[]> {
  const tallies = new Map<string, GroupTally>();
  const columns = createResolvedRows(1);
  const bySeries = Map.groupBy(cells.values(), (cell) => cell.series_id);
  let done = 0;
  for (const [seriesId, own] of bySeries) {
    const baselines = await listBaselines(db, seriesId);
    for (const [engineVersion, alike] of Map.groupBy(own, (cell) => cell.engine_version)) {
      signal.throwIfAborted();
      const byName = new Map(alike.map((cell) => [nameOfCell(cell), cell]));
      for (const found of await listSignals(db, { seriesId, engineVersion })) {
        const cell = byName.get(nameOfCell(found.row));
        if (!cell || found.row.seq > toSeq) continue;
        if (found.row.kind === 'forecast') {
          forecasts.add(cell, found);
          continue;
        }
        const baseline = baselines.get(found.row.seq) ?? null;
        looks.add(cell, found, baseline);
        const row = decidedRow(found, toNo, baseline);
        if (!row || !fillRow(columns, row, cell, costs)) continue;
        const key = keyOf(cell);
        const tallied = tallies.get(key) ?? { group: groupOf(cell), tally: createTally() };
        tallies.set(key, tallied);
        if (row.isVoid) addVoids(tallied.tally, columns.month[0] as number);
        else addRow(tallied.tally, columns, 0);
      }
    }
    done += 1;
    progress((READING * done) / bySeries.size);
  }
  return [...tallies.values()];
}

const nameOfCell = ({
  kind,
  setup,
  origin,
}: Pick<RecordCellTable, 'kind' | 'setup' | 'origin'>): string => [kind, setup, origin].join();

type DecidedRow = NonNullable<ReturnType<typeof decidedRow>>;

/** Returns a row whose two legs have an outcome up to number `toNo`, void or decided; null for any other. */
function decidedRow(signal: Signal, toNo: number, baseline: Baseline | null) {
  const legOf = (leg: Leg) =>
    signal.outcomes.find((outcome) => outcome.leg === leg && outcome.no <= toNo);
  const [first, second] = [legOf('tp1'), legOf('tp2')];
  if (!first || !second) return null;
  return {
    signal,
    isVoid: first.status === VOID || second.status === VOID,
    status1: first.status ?? 0,
    status2: second.status ?? 0,
    r1: first.r ?? 0,
    r2: second.r ?? 0,
    baseline,
  };
}

const groupOf = ({ source, origin, kind, setup, category }: Group): Group => ({
  source,
  origin,
  kind,
  setup,
  category,
});

/** Writes a row into row 0 of the columns; false when the row has no entry. */
function fillRow(
  columns: ResolvedRows,
  { signal, status1, status2, r1, r2, baseline }: DecidedRow,
  { category, symbol }: Pick<RecordCellTable, 'category' | 'symbol'>,
  costs: CostSettings,
): boolean {
  const entry = recordedEntry(signal.row, entryOf(signal));
  if (!entry) return false;
  columns.month[0] = monthNumberUtc(entry.openedMs);
  columns.day[0] = new Date(entry.openedMs).getUTCDate();
  columns.status1[0] = status1;
  columns.status2[0] = status2;
  columns.r1[0] = r1;
  columns.r2[0] = r2;
  columns.cost[0] = costInR(costs, category, symbol, entry.price, entry.risk);
  const entries = unpackEntries(baseline?.entries1 ?? NO_ENTRIES);
  columns.count[0] = entries.length;
  if (!baseline || entries.length === 0) return true;
  columns.entries1.set(entries);
  columns.entries2.set(unpackEntries(baseline.entries2));
  columns.targets1[0] = baseline.targets1;
  columns.stops1[0] = baseline.stops1;
  columns.targets2[0] = baseline.targets2;
  columns.entryCosts[0] = baseline.costs;
  return true;
}

/** Period with its months. */
interface Period {
  readonly name: string;
  readonly span: MonthSpan;
}

const YEAR_MONTHS = 12;

/** Returns `all`, the present month with the eleven before it, and every calendar year that has one of the months. */
function listPeriods(months: Iterable<number>, nowMs: number): Period[] {
  const thisMonth = monthNumberUtc(nowMs);
  const years = new Set([...months].map((month) => Math.floor(month / YEAR_MONTHS)));
  return [
    {
      name: 'all',
      span: { fromMonth: Number.NEGATIVE_INFINITY, beforeMonth: Number.POSITIVE_INFINITY },
    },
    { name: '12m', span: { fromMonth: thisMonth - YEAR_MONTHS + 1, beforeMonth: thisMonth + 1 } },
    ...[...years]
      .toSorted((one, other) => one - other)
      .map((year) => ({
        name: String(year),
        span: { fromMonth: year * YEAR_MONTHS, beforeMonth: (year + 1) * YEAR_MONTHS },
      })),
  ];
}

const isWithin = (month: number, { fromMonth, beforeMonth }: MonthSpan): boolean =>
  month >= fromMonth && month < beforeMonth;

/** Returns the groups that include this one: kind and setup, each given or '' for all, with and without category. */
function groupsOf(group: Group): Group[] {
  const names = [
    { kind: '', setup: '' },
    { kind: group.kind, setup: '' },
    { kind: group.kind, setup: group.setup },
  ];
  return names.flatMap((name) => [
    { ...group, ...name },
    { ...group, ...name, category: '' },
  ]);
}

async function computeGroups(
  tallies: readonly GroupTally[],
  { nowMs }: FigureInput,
  { signal, progress }: LongRun,
): Promise<NewFigures[]> {
  const parts = tallies
    .flatMap(({ group, tally }) => groupsOf(group).map((each) => ({ group: each, tally })))
    .toSorted((one, other) => (keyOf(one.group) < keyOf(other.group) ? -1 : 1));
  const groups = [...Map.groupBy(parts, ({ group }) => keyOf(group)).values()];
  const figures: NewFigures[] = [];
  for (const [at, members] of groups.entries()) {
    // Each group takes some hundredths of a second.
    await nextTurn();
    signal.throwIfAborted();
    const [first] = members;
    if (!first) continue;
    const tally = mergeTallies(members.map((member) => member.tally));
    const months = [...new Set([...tally.months.keys(), ...tally.voids.keys()])];
    for (const { name: period, span } of listPeriods(months, nowMs)) {
      if (!months.some((month) => isWithin(month, span))) continue;
      const history =
        period === 'all'
          ? {
              months: listMonths(tally, FIGURES_SEED),
              cumulative: listCumulative(tally, FIGURES_SEED),
            }
          : null;
      figures.push({
        ...first.group,
        period,
        figures: computeFigures(tally, FIGURES_SEED, span),
        history,
      });
    }
    progress(READING + (1 - READING) * ((at + 1) / groups.length));
  }
  return figures;
}

interface Touch {
  readonly month: number;
  readonly own: number;
  readonly twin: number;
}

async function computeTouches(
  db: Db,
  { toSeq, nowMs }: FigureInput,
  cells: Cells,
  { signal }: LongRun,
): Promise<NewTouches[]> {
  const found = new Map<
    string,
    { readonly of: RecordPart & { category: string }; list: Touch[] }
  >();
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const rows = await listTouchRows(db, after, toSeq, PAGE);
    for (const { cell: id, d, touch, twinTouch } of rows) {
      const cell = cells.get(id);
      if (!cell) continue;
      for (const category of [cell.category, '']) {
        const of = { source: cell.source, origin: cell.origin, category };
        const key = [of.source, of.origin, category].join();
        const group = found.get(key) ?? { of, list: [] };
        found.set(key, group);
        group.list.push({ month: monthNumberUtc(d), own: heldOf(touch), twin: heldOf(twinTouch) });
      }
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.seq;
  }
  return [...found.values()].flatMap(({ of, list }) =>
    listPeriods(new Set(list.map(({ month }) => month)), nowMs).flatMap(
      ({ name: period, span }) => {
        const within = list.filter(({ month }) => isWithin(month, span));
        const compared = compareTwins(
          Int32Array.from(within, ({ month }) => month),
          Float64Array.from(within, ({ own }) => own),
          Float64Array.from(within, ({ twin }) => twin),
          FIGURES_SEED,
        );
        const isKnown = compared.n + compared.twins > 0;
        return isKnown ? [{ ...of, period, touches: touchesOf(compared) }] : [];
      },
    ),
  );
}

/** Returns 1 for a level that held, 0 for one that broke, NaN for a touch with neither result. */
function heldOf(touch: number | null): number {
  return touch === 1 ? 1 : touch === -1 ? 0 : Number.NaN;
}

function touchesOf({ mean, twinMean, ...others }: TwinFigures): TouchFigures {
  return { ...others, held: mean, twinsHeld: twinMean };
}
