import { LEGS, roundTo, TOUCH_MODEL } from '@rasat/engine';
import type { CanonicalValue } from './canonical-json.ts';
import type { EventRecord } from './series-run.ts';

/** The kinds of rows that publish a signal: trade conditions, trades of boxes, weekly sets of levels. */
export const SIGNAL_KINDS = ['condition', 'box', 'levels'] as const;
/** A kind of row that publishes a signal. */
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** The kinds of ledger rows: signals, and forecasts of touch. */
export const ROW_KINDS = [...SIGNAL_KINDS, 'forecast'] as const;
/** A kind of ledger row. */
export type RowKind = (typeof ROW_KINDS)[number];

/** The legs of outcomes: the entry of a weekly set, an exit, or what came of a forecast. */
export const OUTCOME_LEGS = ['entry', ...LEGS, 'touch'] as const;
/** The leg of an outcome. */
export type OutcomeLeg = (typeof OUTCOME_LEGS)[number];

/** Content of a ledger row; a function of the event and its series alone. Times are epoch milliseconds, hashes hex. */
export type LedgerDraft = {
  readonly symbol: string;
  readonly source: string;
  readonly seriesId: number;
  readonly eventKey: string;
  readonly kind: RowKind;
  readonly setup: string;
  readonly engineVersion: string;
  readonly barTime: number;
  /** true: buy; null for a set of levels and a forecast, which have both sides. */
  readonly way: boolean | null;
  readonly price: number;
  readonly range: number | null;
  readonly sl: number | null;
  readonly tp1: number | null;
  readonly tp2: number | null;
  readonly detail: { readonly [key: string]: CanonicalValue };
  readonly inputHash: string;
};

/** How a leg ended: -1 stop, 1 target, 0 expired, 2 void (docs/formats/ledger.md#ended-series). */
export type OutcomeStatus = -1 | 0 | 1 | 2;

/** Content of an outcome row, before the `seq` of its ledger row is known. */
export type OutcomeDraft = {
  readonly leg: OutcomeLeg;
  /** -1 stop, 1 target, 0 expired, 2 void: its series ended; null for an entry and for what came of a forecast. */
  readonly status: OutcomeStatus | null;
  /** The entry or the exit; of a void leg and of a forecast the last close. */
  readonly price: number;
  readonly r: number | null;
  readonly engineVersion: string;
  readonly barTime: number;
  readonly detail: { readonly [key: string]: CanonicalValue };
  readonly inputHash: string;
};

/** The row that an event adds to the record. */
export type Draft =
  | { readonly to: 'ledger'; readonly row: LedgerDraft }
  /** `of`: event key of the outcome's ledger row. */
  | { readonly to: 'outcome'; readonly of: string; readonly row: OutcomeDraft };

/** The series of an event. */
export interface DraftSeries {
  readonly id: number;
  readonly symbol: string;
  readonly source: string;
  readonly digits: number;
}

/** Returns the row that an event of an engine version adds to the record; null for an event without a row. */
export function draftOf(
  { key, event, inputHash }: EventRecord,
  engineVersion: string,
  series: DraftSeries,
): Draft | null {
  const head = { engineVersion, barTime: event.timeMs, inputHash: toHex(inputHash) };
  const origin = {
    ...head,
    symbol: series.symbol,
    source: series.source,
    seriesId: series.id,
    eventKey: key,
  };
  switch (event.type) {
    case 'box':
      return null;
    case 'condition': {
      const { setup, price, range, sl, tp1, tp2, expiry } = event;
      const way = event.way === 'up';
      const row = { ...origin, kind: 'condition', setup, way, price, range, sl, tp1, tp2 } as const;
      return { to: 'ledger', row: { ...row, detail: { expiry } } };
    }
    case 'trade': {
      const { kind, term, trade } = event;
      const { p: price, sl, tp1, tp2, expiry, basis } = trade;
      const range = roundTo((basis.top - basis.bottom) / 4, series.digits);
      const setup = `${kind}.${term}`;
      const way = trade.way === 'up';
      const row = { ...origin, kind: 'box', setup, way, price, range, sl, tp1, tp2 } as const;
      return { to: 'ledger', row: { ...row, detail: { expiry, box: basis.boxCreatedMs } } };
    }
    case 'levels': {
      const { d, buy, sell } = event;
      const none = { way: null, range: null, sl: null, tp1: null, tp2: null };
      const row = {
        ...origin,
        ...none,
        kind: 'levels',
        setup: 'weekly',
        price: event.anchor,
      } as const;
      return { to: 'ledger', row: { ...row, detail: { d, buy, sell } } };
    }
    case 'forecast': {
      const { setup, until, boxEnd, touchClass, price, weeks, levels, chances, plain, ref } = event;
      const none = { way: null, range: null, sl: null, tp1: null, tp2: null };
      const row = { ...origin, ...none, kind: 'forecast', setup, price } as const;
      const detail = {
        model: TOUCH_MODEL,
        class: touchClass,
        until,
        boxEnd,
        weeks,
        levels,
        chances,
        plain,
        ref,
      };
      return { to: 'ledger', row: { ...row, detail } };
    }
    case 'touched': {
      const { id: of, bars, price, first } = event;
      const touched = first.map((time) => (time === null ? 0 : 1));
      const row = { ...head, leg: 'touch', status: null, price, r: null } as const;
      return { to: 'outcome', of, row: { ...row, detail: { bars, touched, first } } };
    }
    case 'levelsTrade': {
      const { d, p, sl, tp1, tp2, expiry } = event;
      const detail = { way: event.way === 'up', sl, tp1, tp2, expiry };
      const row = { ...head, leg: 'entry', status: null, price: p, r: null, detail } as const;
      return { to: 'outcome', of: `levels.${d}`, row };
    }
    case 'tradeClosed':
    case 'conditionLeg':
    case 'levelsClosed': {
      const { leg, status, exit: price, r } = event;
      const of = event.type === 'levelsClosed' ? `levels.${event.d}` : event.id;
      return { to: 'outcome', of, row: { ...head, leg, status, price, r, detail: {} } };
    }
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i] as number];
  return text;
}
