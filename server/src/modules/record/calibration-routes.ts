import { type CalibrationScope, type Query, type Reply, ROUTES } from '@rasat/contract';
import { TOUCH_MODEL } from '@rasat/engine';
import { CALIBRATION_LOOKS, lookDueMs } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { listSeries } from '../market/index.ts';
import { listBacktestSeries } from './backtests.ts';
import { calibrationFile } from './calibration-file.ts';
import {
  listBacktested,
  listCalibrationLooks,
  listCalibrationStarts,
  listScopeFigures,
  type ScopeFigures,
  type StoredCalibrationLook,
} from './calibration-store.ts';
import { findLastRun } from './figure-store.ts';
import { findForecastsAfter } from './published.ts';

type Calibration = Reply<typeof ROUTES.recordCalibration>;

/** Serves how often the chances of touch came true, as JSON and as CSV. */
export function registerCalibrationRoutes(web: Web): void {
  const { db } = web.context;

  registerRoute(web, ROUTES.recordCalibration, async ({ query: { source, origin, scope } }) => {
    const isLive = origin === 'live';
    const [after, run, scopes, starts, looks] = await Promise.all([
      findForecastsAfter(db),
      findLastRun(db),
      listScopeFigures(db, { source, origin }),
      listCalibrationStarts(db),
      listCalibrationLooks(db),
    ]);
    const start = starts.find((one) => one.source === source);
    const taken = isLive ? looks.filter((look) => look.source === source) : [];
    return {
      model: TOUCH_MODEL,
      after,
      since: isLive ? (start?.sinceMs ?? null) : null,
      computed: run?.finished_at ?? null,
      scopes: scopes.filter(isAsked(scope)).map(showScope),
      symbols: isLive ? null : await countBacktests(db, source),
      looks: taken.flatMap(showLook),
      coming: isLive ? listComing(taken, start?.weeklySinceMs ?? null) : [],
    };
  });

  registerRoute(web, ROUTES.recordCalibrationFile, async ({ query, header }) => {
    const scopes = await listScopeFigures(db, query);
    header('content-disposition', `attachment; filename="${fileNameOf(query)}"`);
    const text = calibrationFile(scopes.filter(isAsked(query.scope)));
    return new Prepared(Buffer.from(text), 'text/csv; charset=utf-8');
  });
}

const isAsked =
  (scope: CalibrationScope | undefined) =>
  (figures: ScopeFigures): boolean =>
    scope === undefined || figures.scope === scope;

const fileNameOf = ({ source, origin }: Query<typeof ROUTES.recordCalibrationFile>): string =>
  `rasat-calibration-${source}-${origin}.csv`;

function showScope({ scope, figures }: ScopeFigures): Calibration['scopes'][number] {
  const { levels, cones, ...counts } = figures;
  return {
    scope,
    levels: levels.map(({ group, figures: own }) => ({
      group,
      figures: { ...own, bins: [...own.bins] },
    })),
    cones: cones.map(({ group, figures: own }) => ({
      group,
      figures: { ...own, inside: [...own.inside] },
    })),
    ...counts,
  };
}

/** Returns how many symbols of a source have a backtest, of those that can have one. */
async function countBacktests(
  db: Db,
  source: string,
): Promise<{ readonly done: number; readonly all: number }> {
  const known = await listBacktested(db);
  const own = listBacktestSeries(await listSeries(db)).filter((one) => one.source === source);
  return { done: own.filter(({ id }) => known.has(id)).length, all: own.length };
}

function showLook(look: StoredCalibrationLook): Calibration['looks'] {
  const registered = CALIBRATION_LOOKS.find(({ weeks }) => weeks === look.weeks);
  if (!registered) return [];
  const { weeks, fromMs, beforeMs, n, error, bins, cones, skill, takenMs } = look;
  return [
    {
      weeks,
      from: fromMs,
      before: beforeMs,
      z: registered.z,
      n,
      error,
      bins: [...bins],
      cones: [...cones],
      skill,
      taken: takenMs,
    },
  ];
}

function listComing(
  taken: readonly StoredCalibrationLook[],
  weeklySinceMs: number | null,
): Calibration['coming'] {
  return CALIBRATION_LOOKS.filter(({ weeks }) => !taken.some((look) => look.weeks === weeks)).map(
    ({ weeks, z }) => ({ weeks, z, due: lookDueMs(weeks, weeklySinceMs) }),
  );
}
