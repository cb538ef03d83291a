import {
  BOX_KINDS,
  BOX_TERMS,
  type Box,
  type BoxKind,
  type BoxTerm,
  type EngineEvent,
  type EngineView,
  roundTo,
  type TouchNow,
  type TouchView,
  type Trade,
} from '@rasat/engine';

/** One line of an analysis; the first member names the meaning of the others. */
export type EventTuple = readonly (string | number | null)[];

const CYCLE_DECIMALS = 9;
const bit = (way: 'up' | 'down'): number => (way === 'up' ? 1 : 0);

/** Returns the name of a box: its kind, with `.long` added for the long term. */
function boxName(kind: BoxKind, term: BoxTerm): string {
  return term === 'short' ? kind : `${kind}.long`;
}

/**
 * Converts an event to a tuple; null for events that have none. Without `all` the pivots of 36@60, boxes of the long
 * term and boxes of kind 36 are left out, because they are many.
 */
export function eventTuple(event: EngineEvent, all: boolean): EventTuple | null {
  const i = event.index;
  switch (event.type) {
    case 'pivot':
      if (event.detector === '36@60' && !all) return null;
      return ['P', i, event.detector, bit(event.way), event.level, event.openTimeMs];
    case 'box': {
      if ((event.term === 'long' || event.kind === '36') && !all) return null;
      const { p, d } = event.box;
      return ['B', i, boxName(event.kind, event.term), p.bottom, p.top, d.start, d.end];
    }
    case 'trade': {
      const { way, p, sl, tp1, tp2 } = event.trade;
      return ['T', i, event.kind, event.term, bit(way), p, sl, tp1, tp2];
    }
    case 'tradeClosed':
      return event.leg === 'tp1' ? ['C', i, event.kind, event.term, event.status] : null;
    case 'condition':
      return ['S', i, event.setup, bit(event.way), event.price, event.range];
    case 'conditionEnded':
      return event.current ? ['X', i, event.result] : null;
    case 'levels': {
      const { anchor, m, beta, buy, sell } = event;
      const ends = [buy.at(0), buy.at(5), sell.at(0), sell.at(5)];
      return ['L', i, anchor, m, beta, ...ends.map((level) => level ?? null)];
    }
    case 'cycle':
      return ['Y', event.dateMs, roundTo(event.exact, CYCLE_DECIMALS)];
    case 'forecast': {
      const { setup, until, price, weeks, levels, chances } = event;
      return all ? ['F', i, setup, until, price, weeks, ...levels, ...chances] : null;
    }
    case 'touched':
      return all ? ['U', i, event.id, event.bars, ...event.first] : null;
    case 'conditionLeg':
    case 'levelsTrade':
    case 'levelsClosed':
      return null;
  }
}

/** Returns the fields that the API serves for a symbol, by name; boxes, trades and chances are absent until they exist. */
export function viewObject(view: EngineView, now: TouchNow | null): Record<string, unknown> {
  const box: Record<string, unknown> = {};
  const trade: Record<string, unknown> = {};
  for (const kind of BOX_KINDS) {
    for (const term of BOX_TERMS) {
      const name = boxName(kind, term);
      const made = view.boxes[kind][term];
      const traded = view.trades[kind][term];
      if (made) box[name] = boxObject(made);
      if (traded) trade[name] = tradeObject(traded);
    }
  }
  const { cycle, levels, gann, condition, crystalSeer } = view;
  return {
    cycle: cycle && { value: cycle.value, date: cycle.dateMs },
    levels: levels && { buy: levels.buy, sell: levels.sell },
    gann: gann?.prices ?? [],
    seer: seerObject(view.seer),
    closeSeer: seerObject(view.closeSeer),
    reverseSeer: seerObject(view.reverseSeer),
    tradeCondition: condition && {
      way: condition.way === 'up',
      active: condition.active,
      price: condition.price,
      range: condition.range,
      datetime: condition.datetime,
    },
    crystalSeer: crystalSeer && { d: crystalSeer.d, way: crystalSeer.way === 'up' },
    box,
    trade,
    touch: view.touch && touchObject(view.touch, now),
  };
}

/** Returns chances and cones, and the inputs of the newest bar, without what they are explained by. */
function touchObject(
  { touchClass, levels, boxes, cones }: TouchView,
  now: TouchNow | null,
): unknown {
  const named: Record<string, unknown> = {};
  for (const kind of BOX_KINDS) {
    for (const term of BOX_TERMS) {
      const chances = boxes[kind][term];
      if (chances) named[boxName(kind, term)] = withoutBasis(chances);
    }
  }
  return {
    class: touchClass,
    now,
    levels: levels && withoutBasis(levels),
    box: named,
    cones: {
      day: cones.day && withoutBasis(cones.day),
      week: cones.week && withoutBasis(cones.week),
      slots: cones.slots,
    },
  };
}

function withoutBasis<T extends { readonly basis: unknown }>({ basis: _basis, ...rest }: T) {
  return rest;
}

function seerObject(seer: EngineView['seer']): unknown {
  return seer && { datetime: seer.datetime, way: seer.way === 'up', level: seer.level };
}

function boxObject({ p, d, crystalSeer }: Box): unknown {
  return crystalSeer ? { p, d, crystalSeer } : { p, d };
}

function tradeObject({ sl, p, tp1, tp2, status, d }: Trade): unknown {
  return { sl, p, tp1, tp2, status, d };
}
