import { type Reply, ROUTES, toWireBox, toWireCondition, toWireCycle } from '@rasat/contract';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { readLastBars } from '../market/index.ts';
import type { Analyses, Analysis, SymbolList } from './analyses.ts';
import { provenanceOf } from './service.ts';

type Snapshot = NonNullable<Reply<typeof ROUTES.snapshot>>;

/** The only source whose analysis is public: its prices are simulated and cannot be traded. */
const SHOWN_SOURCE = 'simulated';
const SHOWN_CATEGORY = 'forex';
const SHOWN_FIRST = 'EURUSD';
/** Time for which a snapshot is reused. */
const KEPT_MS = 30_000;
const FEWEST_BARS = 48;
const MOST_BARS = 120;
/** Bars shown before the start of the box. */
const BARS_BEFORE = 6;

/** Serves the snapshot for the landing page: one simulated symbol as its subscribers see it. */
export function registerSnapshotRoute(web: Web, analyses: Analyses, list: SymbolList): void {
  let kept: { readonly untilMs: number; readonly body: Promise<Buffer> } | null = null;

  const write = async (): Promise<Buffer> => {
    const shown = await chooseShown(analyses, list);
    return Buffer.from(JSON.stringify(shown ? await readSnapshot(web, shown) : null));
  };

  registerRoute(web, ROUTES.snapshot, async () => {
    const nowMs = web.context.clock.now();
    if (!kept || nowMs >= kept.untilMs) {
      const body = write();
      const made = { untilMs: nowMs + KEPT_MS, body };
      kept = made;
      body.catch(() => {
        if (kept === made) kept = null;
      });
    }
    return new Prepared(await kept.body);
  });
}

/**
 * Returns the first symbol with an active condition, `SHOWN_FIRST` before the others; without one the first of that
 * order.
 */
async function chooseShown(analyses: Analyses, list: SymbolList): Promise<Analysis | undefined> {
  if (!list.symbols().some(isShown)) return undefined;
  const all = (await analyses.list(SHOWN_CATEGORY)).filter(
    ({ symbol, stored }) => isShown(symbol) && stored !== undefined,
  );
  const ordered = all.toSorted(
    (a, b) => Number(b.symbol.symbol === SHOWN_FIRST) - Number(a.symbol.symbol === SHOWN_FIRST),
  );
  const chosen = ordered.find(({ stored }) => stored?.condition?.active) ?? ordered[0];
  return chosen && analyses.get(chosen.symbol.symbol);
}

function isShown({ series }: Analysis['symbol']): boolean {
  return series.source === SHOWN_SOURCE && series.audience === 'anyone' && series.base === '60';
}

async function readSnapshot(web: Web, analysis: Analysis): Promise<Snapshot> {
  const { symbol, stored } = analysis;
  const view = stored?.view;
  const box = view?.boxes.hayyam.short ?? null;
  const resolution = box ? toWireBox(box).resolution : '1D';
  const bars = await readLastBars(web.context.db, symbol.series.id, resolution, MOST_BARS);
  const start = bars.findIndex(({ openTimeMs }) => box !== null && openTimeMs >= box.d.start);
  const from = Math.min(
    start < 0 ? Number.POSITIVE_INFINITY : Math.max(0, start - BARS_BEFORE),
    Math.max(0, bars.length - FEWEST_BARS),
  );
  const { computedAt, engineVersion } = provenanceOf(analysis, web.context.clock.now());
  return {
    symbol: symbol.symbol,
    digits: symbol.series.digits,
    source: SHOWN_SOURCE,
    resolution,
    bars: bars
      .slice(from)
      .map(({ openTimeMs: d, open: o, high: h, low: l, close: c, volume: v }) => {
        return { d, o, h, l, c, v };
      }),
    box: box && withoutBasis(toWireBox(box)),
    condition: view?.condition
      ? withoutBasis(toWireCondition(symbol.symbol, view.condition))
      : null,
    cycle: view?.cycle ? withoutBasis(toWireCycle(view.cycle)) : null,
    computedAt,
    engineVersion,
  };
}

function withoutBasis<T extends { readonly basis: unknown }>({
  basis: _basis,
  ...rest
}: T): Omit<T, 'basis'> {
  return rest;
}
