import {
  LIMITS,
  type Reply,
  type ROUTES,
  toWireBox,
  toWireOutcome,
  toWireTrade,
  type WireBox,
  type WireTrade,
  withLegs,
} from '@rasat/contract';
import { BOX_SLOTS, type BoxTerm, barEnd } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import type { Analysis } from './analyses.ts';
import { listShownPast } from './past-store.ts';

/** Fields of every analysis reply that describe the computation of the published state. */
export interface Provenance {
  readonly computedAt: number | null;
  readonly engineVersion: string | null;
  readonly inputHash: string | null;
  readonly serverTime: number;
}

/** Returns the computation details of an analysis, at the server's time `nowMs`. */
export function provenanceOf({ symbol, stored }: Analysis, nowMs: number): Provenance {
  const { base, fx } = symbol.series;
  const cursorMs = stored?.cursorMs ?? null;
  return {
    computedAt: cursorMs === null ? null : barEnd(base, cursorMs, fx),
    engineVersion: stored?.engineVersion ?? null,
    inputHash: stored?.inputHash.toString('hex') ?? null,
    serverTime: nowMs,
  };
}

/** Returns the sets of weekly levels before the current one with their outcomes, newest first. */
export async function listPastLevels(
  db: Db,
  { stored }: Analysis,
): Promise<Reply<typeof ROUTES.historicalLevels>> {
  if (!stored) return [];
  const past = await listShownPast(db, stored);
  const byKey = new Map(past.map(({ key, event }) => [key, event]));
  return past
    .flatMap(({ event }) =>
      event.type === 'levels' && event.d !== stored.view.levels?.d ? [event] : [],
    )
    .toReversed()
    .slice(0, LIMITS.levelsHistory)
    .map(({ d, anchor, buy, sell }) => {
      const entry = byKey.get(`levelsTrade.${d}`);
      const leg = byKey.get(`levelsTrade.${d}.tp1`);
      return {
        d,
        anchor,
        buy: [...buy],
        sell: [...sell],
        outcome:
          entry?.type === 'levelsTrade'
            ? toWireOutcome(entry, leg?.type === 'levelsClosed' ? leg : undefined)
            : null,
      };
    });
}

type PastBox = WireBox & { trade: WireTrade | null };

/** Returns the newest boxes of every kind with their trades, the current ones included, newest first. */
export async function listPastBoxes(
  db: Db,
  { symbol, stored }: Analysis,
): Promise<Reply<typeof ROUTES.historicalBox>> {
  if (!stored) return { shortTerm: [], longTerm: [] };
  const { base } = symbol.series;
  const slots = new Set(
    BOX_SLOTS.filter((slot) => base === '60' || slot.resolution !== '60').map(slotName),
  );
  const past = await listShownPast(db, stored);
  const byKey = new Map(past.map(({ key, event }) => [key, event]));
  // A box has one trade at most, so the trades of the newest boxes are among the newest trades.
  const tradeOfBox = new Map<string, WireTrade>();
  for (const { key, event } of past) {
    if (event.type !== 'trade') continue;
    const results = [`${key}.tp1`, `${key}.tp2`].flatMap((name) => {
      const leg = byKey.get(name);
      return leg?.type === 'tradeClosed' ? [leg] : [];
    });
    const { boxCreatedMs } = event.trade.basis;
    tradeOfBox.set(
      `${slotName(event)} ${boxCreatedMs}`,
      toWireTrade(withLegs(event.trade, results)),
    );
  }
  const ofTerm = (term: BoxTerm): PastBox[] =>
    past.toReversed().flatMap(({ event }) => {
      if (event.type !== 'box' || event.term !== term || !slots.has(slotName(event))) return [];
      const trade = tradeOfBox.get(`${slotName(event)} ${event.box.createdMs}`) ?? null;
      return [{ ...toWireBox(event.box), trade }];
    });
  return { shortTerm: ofTerm('short'), longTerm: ofTerm('long') };
}

const slotName = ({ kind, term }: { readonly kind: string; readonly term: BoxTerm }): string =>
  `${kind} ${term}`;
