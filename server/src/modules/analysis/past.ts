import { LIMITS } from '@rasat/contract';
import type { EventRecord } from './series-run.ts';

/** An event of the past with its key. */
export type PastEvent = Pick<EventRecord, 'key' | 'event'>;

/** One event of the past as it is kept: its key, a tab, and the event as JSON. */
export type PastLine = string;

/** What keeps its place in the past by itself; the legs and entries that belong to it go with it. */
const KEPT = /^((?:box|trade)\.[a-z0-9]+\.[a-z]+|levels)\.-?\d+$/;
/** A set that is not the current one is one more. */
const MOST_SETS = LIMITS.levelsHistory + 1;

/** The line of an event, of which `json` is the text. */
export function pastLine(key: string, json: string): PastLine {
  return `${key}\t${json}`;
}

/** The event of a line. */
export function readPastLine(line: PastLine): PastEvent {
  const tab = line.indexOf('\t');
  return { key: line.slice(0, tab), event: JSON.parse(line.slice(tab + 1)) as PastEvent['event'] };
}

/**
 * Of lines in the order in which their events became known those that pages show: the newest boxes and trades of each
 * kind and term with what came of the trades, and the newest weekly sets with their entries. Conditions are not among
 * them: the ledger has these.
 */
export function keepShown(lines: readonly PastLine[]): PastLine[] {
  const keys = lines.map((line) => line.slice(0, line.indexOf('\t')));
  const counts = new Map<string, number>();
  const kept = new Set<string>();
  for (const key of keys.toReversed()) {
    const group = KEPT.exec(key)?.[1];
    if (group === undefined) continue;
    const count = counts.get(group) ?? 0;
    if (count >= (group === 'levels' ? MOST_SETS : LIMITS.boxHistory)) continue;
    counts.set(group, count + 1);
    kept.add(key);
  }
  return lines.filter((_, i) => kept.has(ownerOf(keys[i] ?? '')));
}

/** The key of what an event belongs to: `trade.36.short.1` of `trade.36.short.1.tp1`, `levels.1` of `levelsTrade.1.tp1`. */
function ownerOf(key: string): string {
  return key.replace(/\.tp[12]$/, '').replace(/^levelsTrade\./, 'levels.');
}
