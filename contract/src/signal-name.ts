import { SIGNAL_KINDS, type SignalKind } from '@rasat/ledger';
import { SYMBOL_PATTERN } from './symbols.ts';

/**
 * The name of a published signal of a symbol in the record. `timeMs` is the close that made a condition or opened a
 * box's trade, or the Monday (00:00 UTC) of a set of weekly levels.
 */
export interface SignalName {
  readonly kind: SignalKind;
  /**
   * `pivot` or `break` of a condition, kind and term such as `36.short` of a box trade, `weekly` of levels. Optional
   * for a condition.
   */
  readonly setup?: string | undefined;
  readonly timeMs: number;
}

/** Returns the name of a trade condition on the wire. */
export function conditionSignal(condition: {
  readonly setup?: string | undefined;
  readonly datetime: number;
}): SignalName {
  return { kind: 'condition', setup: condition.setup, timeMs: condition.datetime };
}

/** Returns the name of the trade that a box of a kind and term opened at `d`. */
export function boxSignal(kind: string, term: string, d: number): SignalName {
  return { kind: 'box', setup: `${kind}.${term}`, timeMs: d };
}

/** Returns the name of the levels of the week that opens on a Monday. */
export function weekSignal(mondayMs: number): SignalName {
  return { kind: 'levels', setup: 'weekly', timeMs: mondayMs };
}

/** Returns the address of the page that redirects to a signal's row. */
export function signalAddress(symbol: string, { kind, setup, timeMs }: SignalName): string {
  const named = { symbol, kind, ...(setup !== undefined && { setup }), time: String(timeMs) };
  return `/record/find?${new URLSearchParams(named)}`;
}

/** Returns the query of such an address for the call; null when it does not name a signal. */
export function readSignalQuery(search: URLSearchParams): {
  readonly symbol: string;
  readonly kind: SignalName['kind'];
  readonly setup?: string;
  readonly time: string;
} | null {
  const of = (name: string): string => search.get(name) ?? '';
  const kind = SIGNAL_KINDS.find((one) => one === of('kind'));
  const [symbol, setup, time] = [of('symbol'), of('setup'), of('time')];
  const known =
    kind !== undefined &&
    SYMBOL_PATTERN.test(symbol) &&
    (/^[a-z0-9.]{1,20}$/.test(setup) || (setup === '' && kind === 'condition')) &&
    /^(0|[1-9][0-9]{0,15})$/.test(time);
  return known ? { symbol, kind, ...(setup !== '' && { setup }), time } : null;
}
