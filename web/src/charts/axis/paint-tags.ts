import type { AxisTag, Brush, Frame } from '../drawings/frame.ts';
import { spreadTags } from './tags.ts';

/** Least distance of two tags, centre to centre. */
export const TAG_GAP_PX = 17;
const TAG_HEIGHT_PX = 16;
const HIDE_MARK_PX = 14;

/** One tag where it is painted. */
export interface PlacedTag extends AxisTag {
  readonly y: number;
}

/** Tags of the prices inside the plot, pushed apart; doubles of one price and ink are one tag. */
export function placeTags(tags: readonly AxisTag[], frame: Frame): PlacedTag[] {
  const seen = new Set<string>();
  const inside = tags.filter((tag) => {
    const y = frame.y(tag.price);
    const key = `${tag.price} ${tag.back}`;
    if (!(y >= 0 && y <= frame.height) || (!tag.fixed && seen.has(key))) return false;
    seen.add(key);
    return true;
  });
  const half = TAG_HEIGHT_PX / 2;
  const places = spreadTags(
    inside.map((tag) => ({ y: frame.y(tag.price), fixed: tag.fixed === true })),
    TAG_GAP_PX,
    half,
    frame.height - half,
  );
  return inside.map((tag, i) => ({ ...tag, y: places[i] ?? 0 }));
}

/** Paints the tags, and takes away the axis's own figures that a tag would cut through. */
export function paintTags(
  brush: Brush,
  tags: readonly PlacedTag[],
  marks: readonly number[],
  width: number,
  frame: Frame,
): void {
  const { ctx, ratio } = brush;
  const { palette } = frame;
  ctx.save();
  ctx.fillStyle = palette.background;
  for (const price of marks) {
    const y = frame.y(price);
    if (tags.some((tag) => Math.abs(tag.y - y) < HIDE_MARK_PX)) {
      ctx.fillRect(1, y - 8, width - 1, 16);
    }
  }
  ctx.textBaseline = 'middle';
  const ordered = [...tags].sort((a, b) => Number(a.fixed === true) - Number(b.fixed === true));
  for (const tag of ordered) {
    const top = Math.round((tag.y - TAG_HEIGHT_PX / 2) * ratio) / ratio;
    ctx.fillStyle = tag.back;
    ctx.beginPath();
    ctx.roundRect(1, top, width - 2, TAG_HEIGHT_PX, 2);
    ctx.fill();
    ctx.fillStyle = tag.text;
    ctx.font = `${tag.strong ? 640 : 520} 11px ${palette.font}`;
    ctx.fillText(frame.formatPrice(tag.price), 8, top + TAG_HEIGHT_PX / 2 + 0.5);
  }
  ctx.restore();
}
