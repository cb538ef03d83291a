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
import {
  listEventsByKey,
  listNewestBoxEvents,
  listNewestEvents,
  type StoredEvent,
} from './event-store.ts';

/** What every analysis reply adds: how the published state came to be. */
export interface Provenance {
  readonly computedAt: number | null;
  readonly engineVersion: string | null;
  readonly inputHash: string | null;
  readonly serverTime: number;
}

/** How an analysis came to be, at the server's time `nowMs`. */
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

/** The sets of weekly levels before the current one with what came of them, newest first. */
export async function listPastLevels(
  db: Db,
  { stored }: Analysis,
): Promise<Reply<typeof ROUTES.historicalLevels>> {
  if (!stored) return [];
  const sets = await listNewestEvents(db, { ...stored, type: 'levels' }, LIMITS.levelsHistory + 1);
  const past = sets.flatMap(({ event }) =>
    event.type === 'levels' && event.d !== stored.view.levels?.d ? [event] : [],
  );
  const keys = past.flatMap(({ d }) => [`levelsTrade.${d}`, `levelsTrade.${d}.tp1`]);
  const byKey = mapByKey(await listEventsByKey(db, stored.seriesId, stored.engineVersion, keys));
  return past.slice(0, LIMITS.levelsHistory).map(({ d, anchor, buy, sell }) => {
    const entry = byKey.get(`levelsTrade.${d}`)?.event;
    const leg = byKey.get(`levelsTrade.${d}.tp1`)?.event;
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

/** The newest boxes of every kind with their trades, the current ones included, newest first. */
export async function listPastBoxes(
  db: Db,
  { symbol, stored }: Analysis,
): Promise<Reply<typeof ROUTES.historicalBox>> {
  if (!stored) return { shortTerm: [], longTerm: [] };
  const { base } = symbol.series;
  const slots = BOX_SLOTS.filter((slot) => base === '60' || slot.resolution !== '60');
  const of = { seriesId: stored.seriesId, engineVersion: stored.engineVersion };
  const [boxes, trades] = await Promise.all([
    listNewestBoxEvents(db, { ...of, type: 'box' }, slots, LIMITS.boxHistory),
    // A box trades once at most, so the trades of the newest boxes are among the newest trades.
    listNewestBoxEvents(db, { ...of, type: 'trade' }, slots, LIMITS.boxHistory),
  ]);
  const legs = mapByKey(
    await listEventsByKey(
      db,
      of.seriesId,
      of.engineVersion,
      trades.flatMap(({ key }) => [`${key}.tp1`, `${key}.tp2`]),
    ),
  );
  const tradeOfBox = new Map<string, WireTrade>();
  for (const { key, event } of trades) {
    if (event.type !== 'trade') continue;
    const results = [`${key}.tp1`, `${key}.tp2`].flatMap((name) => {
      const leg = legs.get(name)?.event;
      return leg?.type === 'tradeClosed' ? [leg] : [];
    });
    const { boxCreatedMs } = event.trade.basis;
    const trade = toWireTrade(withLegs(event.trade, results));
    tradeOfBox.set(`${event.kind} ${event.term} ${boxCreatedMs}`, trade);
  }
  const ofTerm = (term: BoxTerm): PastBox[] =>
    boxes.flatMap(({ event }) => {
      if (event.type !== 'box' || event.term !== term) return [];
      const { kind, box } = event;
      const trade = tradeOfBox.get(`${kind} ${term} ${box.createdMs}`) ?? null;
      return [{ ...toWireBox(box), trade }];
    });
  return { shortTerm: ofTerm('short'), longTerm: ofTerm('long') };
}

function mapByKey(events: readonly StoredEvent[]): Map<string, StoredEvent> {
  return new Map(events.map((event) => [event.key, event]));
}
