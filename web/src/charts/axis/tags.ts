/** A tag on the price axis: its wanted place, pixels from the top, and whether it may be moved. */
export interface TagPlace {
  readonly y: number;
  /** The live price's tag always stays at its price. */
  readonly fixed?: boolean;
}

interface Block {
  /** Indexes of the run's tags, from top to bottom. */
  readonly members: number[];
  /** Sum over the members of (wanted place - distance from the block's top); its mean is the block's top. */
  sum: number;
}

/**
 * Returns the places of a run of tags, ascending, with the least movement, at least `gap` apart and inside [`low`,
 * `high`]. A run without enough room keeps the border named by `holds` and crosses the other one.
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

/** One tag for one line, or for lines that share it. */
export interface TagGroup {
  /** Centre of the tag, pixels from the top. */
  readonly y: number;
  /** Indexes of the lines in the order given, from top to bottom. */
  readonly members: readonly number[];
}

/** Lines within this distance cannot be distinguished and share a tag. */
const ONE_LINE_PX = 3;

/** A group of lines while groups are joined: indexes and heights, from top to bottom. */
interface Gathered {
  readonly members: number[];
  readonly ys: number[];
}

function gather(lines: readonly { readonly y: number; readonly index: number }[]): Gathered[] {
  const groups: Gathered[] = [];
  for (const { y, index } of lines) {
    const last = groups.at(-1);
    if (last && y - (last.ys[0] ?? y) <= ONE_LINE_PX) {
      last.members.push(index);
      last.ys.push(y);
    } else groups.push({ members: [index], ys: [y] });
  }
  return groups;
}

/** Joins the nearest neighbours until there are at most `most` groups. */
function joinNearest(groups: Gathered[], most: number): void {
  const distance = (i: number): number => (groups[i]?.ys[0] ?? 0) - (groups[i - 1]?.ys.at(-1) ?? 0);
  while (groups.length > Math.max(most, 1)) {
    let nearest = 1;
    for (let i = 2; i < groups.length; i += 1) if (distance(i) < distance(nearest)) nearest = i;
    const [joined] = groups.splice(nearest, 1);
    groups[nearest - 1]?.members.push(...(joined?.members ?? []));
    groups[nearest - 1]?.ys.push(...(joined?.ys ?? []));
  }
}

/**
 * Returns the tags of lines on the price axis, from top to bottom, all inside [`low`, `high`], in the order of their
 * lines and at least `gap` pixels apart. A fixed tag is never moved or shared. Lines too close to distinguish share a
 * tag, and so do neighbours when a side of the fixed tag has too little room. On a side without room lines have no tag.
 */
export function layoutTags(
  tags: readonly TagPlace[],
  gap: number,
  low: number,
  high: number,
): TagGroup[] {
  const order = tags
    .map((tag, index) => ({ y: tag.y, index, fixed: tag.fixed === true }))
    .sort((a, b) => a.y - b.y || Number(b.fixed) - Number(a.fixed) || a.index - b.index);
  const placed: TagGroup[] = [];
  let run: typeof order = [];
  let floor = low;
  const settle = (ceiling: number): void => {
    const most = Math.floor((ceiling - floor) / gap + 1e-9) + 1;
    const groups = most > 0 ? gather(run) : [];
    joinNearest(groups, most);
    const wanted = groups.map(({ ys }) => ys.reduce((sum, y) => sum + y, 0) / ys.length);
    const places = spreadRun(wanted, gap, floor, ceiling, 'low');
    groups.forEach(({ members }, i) => {
      placed.push({ y: places[i] ?? 0, members });
    });
    run = [];
  };
  for (const tag of order) {
    if (!tag.fixed) {
      run.push(tag);
      continue;
    }
    settle(Math.min(tag.y - gap, high));
    placed.push({ y: tag.y, members: [tag.index] });
    floor = Math.max(tag.y + gap, low);
  }
  settle(high);
  return placed;
}
