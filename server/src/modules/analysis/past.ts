import { LIMITS } from '@rasat/contract';
import type { EventRecord } from './series-run.ts';

/** Past event with its key. */
export type PastEvent = Pick<EventRecord, 'key' | 'event'>;

/** Stored form of a past event: its key, a tab, and the event as JSON. */
export type PastLine = string;

/** Keys of the events that count towards the limits; legs and entries stay or go with the event they belong to. */
const KEPT = /^((?:box|trade)\.[a-z0-9]+\.[a-z]+|levels)\.-?\d+$/;
/** Number of sets to keep: the shown past ones and the current one. */
const MOST_SETS = LIMITS.levelsHistory + 1;

/** Returns the line of an event; `json` is the event's text. */
export function pastLine(key: string, json: string): PastLine {
  return `${key}\t${json}`;
}

/** Returns the event of a line. */
export function readPastLine(line: PastLine): PastEvent {
  const tab = line.indexOf('\t');
  return { key: line.slice(0, tab), event: JSON.parse(line.slice(tab + 1)) as PastEvent['event'] };
}

/**
 * Returns the lines that pages show, from lines in the order in which their events became known: the newest boxes and
 * trades of each kind and term with the outcomes of the trades, and the newest weekly sets with their entries.
 * Conditions are left out, because the ledger contains them.
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

/**
 * Returns the key of an event's owner: `trade.36.short.1` for `trade.36.short.1.tp1`, `levels.1` for
 * `levelsTrade.1.tp1`.
 */
function ownerOf(key: string): string {
  return key.replace(/\.tp[12]$/, '').replace(/^levelsTrade\./, 'levels.');
}
