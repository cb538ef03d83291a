import type { SymbolEntry } from '../../../api/calls/market.ts';
import { distinctSources } from '../../../ui/price-source.tsx';
import type { Feeds } from './calls.ts';

const MOST = 4;
/** A price that is stale only now and then would make the list change all the time. */
const LASTING_MS = 60_000;

/**
 * Returns one symbol of each running source and delay, and one whose price has been stale for a minute; the ones that
 * are not current come first. At most four.
 */
export function pickSamples(
  symbols: readonly SymbolEntry[],
  { sources, lagging, serverTime }: Pick<Feeds, 'sources' | 'lagging' | 'serverTime'>,
): readonly SymbolEntry[] {
  const running = new Set(sources.map(({ source }) => source));
  const live = symbols.filter(({ source }) => running.has(source));
  const kinds = distinctSources(live).flatMap(
    (kind) =>
      live.find(({ source, delay }) => source === kind.source && delay?.ms === kind.delay?.ms) ??
      [],
  );
  const late = new Set(
    lagging.flatMap(({ symbol, last }) =>
      last !== null && serverTime - last > LASTING_MS ? [symbol] : [],
    ),
  );
  const halted = new Set(
    sources.flatMap(({ source, silentSince }) => (silentSince === null ? [] : [source])),
  );
  const isCurrent = ({ symbol, source, delay }: SymbolEntry): boolean =>
    !late.has(symbol) && !halted.has(source) && delay?.class !== 'delayed';
  const stale = live.find(({ symbol }) => late.has(symbol));
  const picked = new Set([...kinds, ...(stale ? [stale] : [])]);
  return [...picked].toSorted((a, b) => Number(isCurrent(a)) - Number(isCurrent(b))).slice(0, MOST);
}
