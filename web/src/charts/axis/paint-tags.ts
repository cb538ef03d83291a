import type { AxisTag, Brush, Frame, Plate } from '../scene/frame.ts';
import { crisp } from '../scene/line.ts';
import { layoutTags } from './tags.ts';

/** Least distance of two tags, centre to centre. */
export const TAG_GAP_PX = 19;
const TAG_HEIGHT_PX = 18;
const NOTE_HEIGHT_PX = 16;
const HIDE_MARK_PX = 15;
/** Width of the leaders, which run at the right edge of the plot. */
const LEADER_PX = 12;
/** Largest distance of a tag from its line without a leader. */
const AT_LINE_PX = 1;

/** A tag with its place on the axis. */
export interface PlacedTag extends AxisTag {
  readonly y: number;
  /** Heights of its lines, from top to bottom; one of them has the tag's price. */
  readonly lineYs: readonly number[];
}

/**
 * Returns the tags of the prices inside the plot, from top to bottom, pushed apart or shared. Tags of the same price
 * and ink are one line. A shared tag has the price and ink of the line that is nearest to it.
 */
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
  const lines = inside.map((tag) => ({ y: frame.y(tag.price), fixed: tag.fixed === true }));
  const groups = layoutTags(lines, TAG_GAP_PX, half, frame.height - half);
  return groups.flatMap(({ y, members }) => {
    const offset = (member: number): number => Math.abs((lines[member]?.y ?? 0) - y);
    const face = inside[members.reduce((a, b) => (offset(b) < offset(a) ? b : a))];
    return face ? [{ ...face, y, lineYs: members.map((member) => lines[member]?.y ?? 0) }] : [];
  });
}

/** A line from a price's line to its moved tag. Heights in pixels. */
export interface Leader {
  readonly fromY: number;
  readonly toY: number;
  readonly color: string;
}

/** Returns the leaders of moved tags: one for each line. */
export function leadersOf(tags: readonly PlacedTag[]): Leader[] {
  return tags.flatMap((tag) =>
    tag.lineYs
      .filter((lineY) => Math.abs(lineY - tag.y) > AT_LINE_PX)
      .map((fromY) => ({ fromY, toY: tag.y, color: tag.text })),
  );
}

/** Paints leaders at the right edge of the plot. */
export function paintLeaders(brush: Brush, tags: readonly PlacedTag[], frame: Frame): void {
  const { ctx, ratio } = brush;
  const { width } = frame;
  ctx.save();
  ctx.lineWidth = 1;
  for (const { fromY, toY, color } of leadersOf(tags)) {
    ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.moveTo(width - LEADER_PX, crisp(fromY, 1, ratio));
    ctx.lineTo(width, crisp(toY, 1, ratio));
    ctx.stroke();
  }
  ctx.restore();
}

/** Returns the plates beside shared tags, left of their leaders, with the number of further lines: `+2`. */
export function countPlates(tags: readonly PlacedTag[], frame: Frame): Plate[] {
  return tags.flatMap((tag) => {
    const more = tag.lineYs.length - 1;
    if (more < 1) return [];
    const text = `+${more}`;
    const width = frame.textWidth(text) + 10;
    return {
      x: frame.width - LEADER_PX - width - 2,
      y: tag.y - 8,
      width,
      height: 16,
      slide: 'left' as const,
      text,
      ink: { back: frame.palette.background, text: tag.text },
    };
  });
}

function tagFont(family: string, strong: boolean): string {
  return `${strong ? 640 : 520} 12px ${family}`;
}

function outline(ctx: Brush['ctx'], color: string, top: number, width: number): void {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 2]);
  ctx.beginPath();
  ctx.roundRect(1.5, top + 0.5, width - 3, TAG_HEIGHT_PX - 1, 2);
  ctx.stroke();
  ctx.restore();
}

function paintNote(
  ctx: Brush['ctx'],
  { words, color }: NonNullable<AxisTag['note']>,
  top: number,
  width: number,
  palette: Frame['palette'],
): void {
  ctx.fillStyle = palette.background;
  ctx.fillRect(1, top, width - 1, NOTE_HEIGHT_PX);
  ctx.fillStyle = color;
  ctx.font = tagFont(palette.font, false);
  ctx.fillText(words, 8, top + NOTE_HEIGHT_PX / 2 + 0.5);
}

/** Paints the tags, and clears the axis's own prices that a tag would overlap. */
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
    if (tag.outline !== undefined) outline(ctx, tag.outline, top, width);
    ctx.fillStyle = tag.text;
    ctx.font = tagFont(palette.font, tag.strong === true);
    ctx.fillText(frame.formatPrice(tag.price), 8, top + TAG_HEIGHT_PX / 2 + 0.5);
    if (tag.note) paintNote(ctx, tag.note, top + TAG_HEIGHT_PX, width, palette);
  }
  ctx.restore();
}
