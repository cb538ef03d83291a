/** Positions of the strip's marks: `x` from 0 at the left to 1 at the right, `row` upward from 0 at the axis. */
export interface Strip {
  /** Multiples of the risk at both ends, rounded outward to halves. */
  readonly from: number;
  readonly to: number;
  readonly dots: readonly { readonly x: number; readonly row: number }[];
  /** Number of rows of dots, at least one. */
  readonly rows: number;
  readonly ticks: readonly { readonly r: number; readonly x: number }[];
  /** Mean result of the entries, in multiples of the risk. */
  readonly mean: number;
  readonly meanX: number;
  /** Position of the row's own result; null while it is not decided. */
  readonly ownX: number | null;
}

/** Width of a pile in multiples of the risk: results that round to the same quarter share one pile. */
const STEP = 0.25;

/**
 * Lays out the results of matched entries, in thousandths of the risk, and the row's own result, in multiples of it.
 * `across` is the number of dots that fit into the whole width. Dots of one quarter lie side by side as far as they
 * fit, further ones above. Null without entries.
 */
export function layStrip(
  thousandths: readonly number[],
  own: number | null,
  across: number,
): Strip | null {
  if (thousandths.length === 0) return null;
  const results = thousandths.map((value) => value / 1000);
  const all = own === null ? results : [...results, own];
  const from = Math.floor(2 * (Math.min(-1, ...all) - STEP)) / 2;
  const to = Math.ceil(2 * (Math.max(1, ...all) + STEP)) / 2;
  const at = (r: number): number => (r - from) / (to - from);
  const columns = Math.max(1, Math.floor((across * STEP) / (to - from)));
  const piles = new Map<number, number>();
  let rows = 1;
  const sizes = new Map<number, number>();
  for (const result of results) sizes.set(quarter(result), (sizes.get(quarter(result)) ?? 0) + 1);
  const dots = results
    .toSorted((a, b) => a - b)
    .map((result) => {
      const pile = quarter(result);
      const index = piles.get(pile) ?? 0;
      piles.set(pile, index + 1);
      const row = Math.floor(index / columns);
      rows = Math.max(rows, row + 1);
      // The dots of a row are centred on their quarter.
      const inLine = Math.min(columns, (sizes.get(pile) ?? 0) - row * columns);
      const place = (index % columns) - (inLine - 1) / 2;
      return { x: at(pile * STEP) + place / across, row };
    });
  const mean = results.reduce((sum, result) => sum + result, 0) / results.length;
  const first = Math.ceil(from);
  const ticks = Array.from({ length: Math.floor(to) - first + 1 }, (_, i) => {
    return { r: first + i, x: at(first + i) };
  });
  return {
    from,
    to,
    dots,
    rows,
    ticks,
    mean,
    meanX: at(mean),
    ownX: own === null ? null : at(own),
  };
}

function quarter(result: number): number {
  return Math.round(result / STEP);
}
