import { promisify } from 'node:util';
import zlib from 'node:zlib';
import {
  BOXES,
  type BoxKind,
  ROUTES,
  toWireBox,
  toWireCondition,
  toWireCrystalSeer,
  toWireCycle,
  toWireSeer,
  toWireTouch,
  toWireTrade,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { JSON_TYPE } from '../../platform/http/answers.ts';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { Analyses } from './analyses.ts';
import { listPastBoxes, listPastLevels, provenanceOf } from './service.ts';

const gzip = promisify(zlib.gzip);

/** Serves the engine's results for one symbol. Replies for a listed symbol always have status 200. */
export function registerAnalysisRoutes(web: Web, analyses: Analyses): void {
  registerHistoryRoutes(web, analyses);
  registerBoxRoutes(web, analyses);
  const nowMs = (): number => web.context.clock.now();

  registerRoute(web, ROUTES.levels, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const levels = analysis.stored?.view.levels;
    return {
      buy: [...(levels?.buy ?? [])],
      sell: [...(levels?.sell ?? [])],
      d: levels?.d ?? null,
      anchor: levels?.anchor ?? null,
      basis: levels ? { ...levels.basis } : null,
      ...provenanceOf(analysis, nowMs()),
    };
  });

  registerRoute(web, ROUTES.touch, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const { stored } = analysis;
    if (!stored?.view.touch) return null;
    return {
      ...toWireTouch(stored.view.touch, stored.touchNow),
      ...provenanceOf(analysis, nowMs()),
    };
  });

  registerRoute(web, ROUTES.cycle, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const cycle = analysis.stored?.view.cycle;
    return cycle ? { ...toWireCycle(cycle), ...provenanceOf(analysis, nowMs()) } : null;
  });

  registerRoute(web, ROUTES.seer, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const view = analysis.stored?.view;
    return {
      seer: view?.seer ? toWireSeer(view.seer) : null,
      closeSeer: view?.closeSeer ? toWireSeer(view.closeSeer) : null,
      reverseSeer: view?.reverseSeer ? toWireSeer(view.reverseSeer) : null,
      tradeCondition: view?.condition ? toWireCondition(params.symbol, view.condition) : null,
      crystalSeer: view?.crystalSeer ? toWireCrystalSeer(view.crystalSeer) : null,
      atr: view?.atr1D ?? null,
      ...provenanceOf(analysis, nowMs()),
    };
  });

  registerRoute(web, ROUTES.gann, async ({ params }) => {
    const { stored } = await analyses.get(params.symbol);
    return [...(stored?.view.gann?.prices ?? [])];
  });

  registerRoute(web, ROUTES.gannBasis, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const gann = analysis.stored?.view.gann;
    if (!gann) return null;
    return {
      prices: [...gann.prices],
      basis: { ...gann.basis },
      ...provenanceOf(analysis, nowMs()),
    };
  });
}

function registerHistoryRoutes(web: Web, analyses: Analyses): void {
  const { db } = web.context;
  registerRoute(web, ROUTES.historicalLevels, async ({ params }) =>
    listPastLevels(db, await analyses.get(params.symbol)),
  );
  registerRoute(web, ROUTES.historicalBox, async ({ params, decodes }) => {
    const past = await listPastBoxes(db, await analyses.get(params.symbol));
    if (!decodes('gzip')) return past;
    // Two hundred boxes with their inputs are a third of a megabyte.
    const packed = await gzip(JSON.stringify(past), { level: 1 });
    return new Prepared(packed, JSON_TYPE, 200, 'gzip');
  });
}

function registerBoxRoutes(web: Web, analyses: Analyses): void {
  const nowMs = (): number => web.context.clock.now();

  registerRoute(web, ROUTES.boxChart, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const box = analysis.stored?.view.boxes[kindOf(params.type)].short;
    return box ? { ...toWireBox(box), ...provenanceOf(analysis, nowMs()) } : null;
  });

  registerRoute(web, ROUTES.boxTrades, async ({ params }) => {
    const { stored } = await analyses.get(params.symbol);
    return BOXES.flatMap(({ type, kind }) => {
      const trade = stored?.view.trades[kind].short;
      return trade ? [{ t: type, ...toWireTrade(trade) }] : [];
    });
  });

  registerRoute(web, ROUTES.boxTrade, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const trade = analysis.stored?.view.trades[kindOf(params.box)].short;
    return trade ? { ...toWireTrade(trade), ...provenanceOf(analysis, nowMs()) } : null;
  });

  registerRoute(web, ROUTES.crystalBox, async ({ params }) => {
    const analysis = await analyses.get(params.symbol);
    const view = analysis.stored?.view;
    const box = view?.boxes.crystal.short ?? view?.boxes.crystal.long;
    if (!view?.crystalBox || !box) return null;
    return {
      ...view.crystalBox,
      basis: { ...box.basis },
      ...provenanceOf(analysis, nowMs()),
    };
  });
}

function kindOf(type: string): BoxKind {
  const box = BOXES.find((one) => String(one.type) === type);
  if (!box) throw new AppError('bad-fields-400');
  return box.kind;
}
