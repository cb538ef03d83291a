import type { CalibrationScope, Category } from '@rasat/contract';
import { isTrialForecast, TOUCH_MODEL } from '@rasat/engine';
import {
  addBook,
  addForecast,
  bookFigures,
  CALIBRATION_LOOKS,
  CALIBRATION_Z,
  type CalibrationBook,
  createCalibrationBook,
  firstTouches,
  lookAt,
  lookDueMs,
  type Origin,
  recordedForecast,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import type { Signal } from '../signals/index.ts';
import { listBacktestSeries } from './backtests.ts';
import {
  type Calibration,
  type CalibrationStart,
  findBacktest,
  type NewCalibrationLook,
  type NewScopeFigures,
  type StoredCalibrationLook,
} from './calibration-store.ts';
import type { RecordCellTable } from './tables.ts';

/** Forecasts of the same source, category and standing. */
interface Part {
  readonly source: string;
  readonly category: Category;
  readonly trial: boolean;
  readonly book: CalibrationBook;
}

/** Returns an empty list of parts, and a function that finds the book of a part or begins it. */
function createParts() {
  const parts = new Map<string, Part>();
  const bookOf = (of: Omit<Part, 'book'>): CalibrationBook => {
    const key = [of.source, of.category, of.trial].join();
    const part = parts.get(key) ?? { ...of, book: createCalibrationBook() };
    parts.set(key, part);
    return part.book;
  };
  return { list: () => [...parts.values()], bookOf };
}

/** Numbers of the last row and the last outcome that count. */
interface Marks {
  readonly toSeq: number;
  readonly toNo: number;
}

/** Collects the forecasts of the record while the ledger is read. */
export interface ForecastCollector {
  /** Adds a row with its outcome, if it is a forecast of this program's model. */
  add(
    cell: Pick<Selectable<RecordCellTable>, 'origin' | 'source' | 'category'>,
    signal: Signal,
  ): void;
  /** Returns the parts with their forecasts. */
  parts(): readonly Part[];
  /** Returns where the forecasts of each source begin. */
  starts(): readonly CalibrationStart[];
  /** Returns the looks that were taken earlier, again, at their marks, and those that are due by `nowMs`. */
  looks(nowMs: number): NewCalibrationLook[];
}

/**
 * Returns a collector without forecasts, for the rows and outcomes up to the marks. `taken` are the looks of earlier
 * computations.
 */
export function collectForecasts(
  marks: Marks,
  taken: readonly Pick<StoredCalibrationLook, 'source' | 'weeks' | 'toSeq' | 'toNo'>[],
): ForecastCollector {
  const parts = createParts();
  const starts = new Map<string, CalibrationStart>();
  const earlier = taken.map((look) => ({ ...look, book: createCalibrationBook() }));
  return {
    add({ origin, source, category }, { row, outcomes }) {
      const forecast = recordedForecast(row);
      if (forecast?.model !== TOUCH_MODEL) return;
      const trial = isTrialForecast(forecast.class, 'weekly');
      const book = parts.bookOf({ source, category, trial });
      if (origin !== 'live') {
        book.late += 1;
        return;
      }
      starts.set(source, earlierStart(source, starts.get(source), row));
      const outcome = outcomes.find(({ leg }) => leg === 'touch');
      const ended = outcome && {
        ...forecast,
        setup: row.setup,
        timeMs: row.barTime,
        first: firstTouches(outcome),
      };
      if (!ended || outcome.no > marks.toNo) book.open += 1;
      else addForecast(book, ended);
      for (const look of earlier) {
        if (look.source !== source || row.seq > look.toSeq) continue;
        if (ended && outcome.no <= look.toNo) addForecast(look.book, ended);
      }
    },
    parts: parts.list,
    starts: () => [...starts.values()],
    looks: (nowMs) =>
      [...starts.values()].flatMap(({ source, weeklySinceMs }) => {
        if (weeklySinceMs === null) return [];
        const whole = createCalibrationBook();
        for (const part of parts.list()) if (part.source === source) addBook(whole, part.book);
        return CALIBRATION_LOOKS.flatMap((registered) => {
          const known = earlier.find(
            (look) => look.source === source && look.weeks === registered.weeks,
          );
          const dueMs = lookDueMs(registered.weeks, weeklySinceMs) ?? Number.POSITIVE_INFINITY;
          if (!known && dueMs > nowMs) return [];
          const { toSeq, toNo } = known ?? marks;
          const look = lookAt(known?.book ?? whole, registered, weeklySinceMs);
          return [{ source, toSeq, toNo, ...look }];
        });
      }),
  };
}

function earlierStart(
  source: string,
  known: CalibrationStart | undefined,
  { setup, barTime }: Pick<Signal['row'], 'setup' | 'barTime'>,
): CalibrationStart {
  const weekly = [known?.weeklySinceMs ?? null, setup === 'weekly' ? barTime : null].filter(
    (time) => time !== null,
  );
  return {
    source,
    sinceMs: Math.min(known?.sinceMs ?? barTime, barTime),
    weeklySinceMs: weekly.length === 0 ? null : Math.min(...weekly),
  };
}

/** Computes the figures of the collected forecasts by source and scope, and the looks that are due by `nowMs`. */
export function computeCalibration(collected: ForecastCollector, nowMs: number): Calibration {
  return {
    scopes: figuresOf('live', collected.parts()),
    starts: collected.starts(),
    looks: collected.looks(nowMs),
  };
}

/** Computes the figures of the stored backtests by source and scope. */
export async function computeBacktests(db: Db, all: readonly Series[]): Promise<NewScopeFigures[]> {
  const parts = createParts();
  for (const { id, source, category } of listBacktestSeries(all)) {
    const found = await findBacktest(db, id);
    if (found) addBook(parts.bookOf({ source, category, trial: found.trial }), found.book);
  }
  return figuresOf('backfill', parts.list());
}

function figuresOf(origin: Origin, parts: readonly Part[]): NewScopeFigures[] {
  const found: NewScopeFigures[] = [];
  for (const [source, own] of Map.groupBy(parts, (part) => part.source)) {
    const scopes = Map.groupBy(
      own.flatMap((part) => scopesOf(part).map((scope) => ({ scope, book: part.book }))),
      ({ scope }) => scope,
    );
    for (const [scope, members] of scopes) {
      const book = createCalibrationBook();
      for (const member of members) addBook(book, member.book);
      found.push({ source, origin, scope, figures: bookFigures(book, CALIBRATION_Z) });
    }
  }
  return found;
}

const scopesOf = ({ category, trial }: Part): CalibrationScope[] => [
  'all',
  trial ? 'trial' : 'main',
  category,
];
