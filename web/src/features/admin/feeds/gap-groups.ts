import type { Feeds } from './calls.ts';

/** Gaps of a source with the same span and state. */
export interface GapGroup {
  readonly source: string;
  readonly state: Feeds['gaps'][number]['state'];
  readonly fromMs: number;
  readonly toMs: number;
  /** Names of its symbols, each once. */
  readonly symbols: readonly string[];
  /** Missing bars when the gaps were found, and those that were inserted since. */
  readonly expected: number;
  readonly inserted: number;
  /** Published rows that were computed without the bars. */
  readonly rows: number;
}

/** Puts the gaps of a source with the same span and state together, in the order of the list. */
export function groupGaps(gaps: Feeds['gaps']): readonly GapGroup[] {
  const groups = Map.groupBy(
    gaps,
    ({ source, state, from, to }) => `${source} ${state} ${from} ${to}`,
  );
  return [...groups.values()].flatMap((group): GapGroup[] => {
    const [first] = group;
    if (first === undefined) return [];
    const sum = (figure: 'expected' | 'inserted' | 'rows') =>
      group.reduce((all, gap) => all + gap[figure], 0);
    return [
      {
        source: first.source,
        state: first.state,
        fromMs: first.from,
        toMs: first.to,
        symbols: [...new Set(group.map(({ symbol }) => symbol))],
        expected: sum('expected'),
        inserted: sum('inserted'),
        rows: sum('rows'),
      },
    ];
  });
}
