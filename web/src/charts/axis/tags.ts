/** A tag on the price axis: where it wants to stand and whether it may be moved. Pixels from the top. */
export interface TagPlace {
  readonly y: number;
  /** The live price's tag stands on its price whatever happens. */
  readonly fixed?: boolean;
}

interface Block {
  /** Positions in the order from top to bottom, each relative to the block's first. */
  readonly members: number[];
  /** Sum over members of (wanted - distance from the first): its mean places the block. */
  sum: number;
}

/**
 * Least-moved places for a run of tags, ascending, at least `gap` apart and inside [`low`, `high`]; where they do not
 * fit, the border named by `holds` is kept and the other one crossed.
 */
function spreadRun(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
  holds: 'low' | 'high',
): number[] {
  const blocks: Block[] = [];
  const top = (block: Block): number => block.sum / block.members.length;
  wanted.forEach((y, index) => {
    blocks.push({ members: [index], sum: y });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (!last || !before) break;
      if (top(last) >= top(before) + before.members.length * gap) break;
      const shift = before.members.length;
      before.sum += last.sum - last.members.length * shift * gap;
      before.members.push(...last.members);
      blocks.pop();
    }
  });
  const places = wanted.map(() => 0);
  for (const block of blocks) {
    block.members.forEach((member, order) => {
      places[member] = top(block) + order * gap;
    });
  }
  const fromLow = (y: number, i: number): number => Math.max(y, low + i * gap);
  const fromHigh = (y: number, i: number): number =>
    Math.min(y, high - (places.length - 1 - i) * gap);
  return holds === 'low' ? places.map(fromHigh).map(fromLow) : places.map(fromLow).map(fromHigh);
}

/**
 * Pushes tags of the price axis apart so that no two centres are nearer than `gap` pixels. Order is kept, movement is
 * the least possible, a fixed tag is never moved and the others make room on the side they came from. Tags that do not
 * fit between a fixed tag and the edge may leave the axis.
 *
 * Returns the places in the order given.
 */
export function spreadTags(
  tags: readonly TagPlace[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = tags
    .map((tag, index) => ({ y: tag.y, index, fixed: tag.fixed === true }))
    .sort((a, b) => a.y - b.y || Number(b.fixed) - Number(a.fixed) || a.index - b.index);
  const places = tags.map(() => 0);
  let run: typeof order = [];
  let floor = low;
  const settle = (ceiling: number, holds: 'low' | 'high'): void => {
    const spread = spreadRun(
      run.map((tag) => tag.y),
      gap,
      floor,
      ceiling,
      holds,
    );
    run.forEach((tag, i) => {
      places[tag.index] = spread[i] ?? tag.y;
    });
    run = [];
  };
  for (const tag of order) {
    if (!tag.fixed) {
      run.push(tag);
      continue;
    }
    settle(tag.y - gap, 'high');
    places[tag.index] = tag.y;
    floor = tag.y + gap;
  }
  settle(high, 'low');
  return places;
}
