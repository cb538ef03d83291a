import type { Brush, Frame, Plate } from './frame.ts';
import { crisp, triangle } from './line.ts';

const GAP_PX = 3;
const MAX_SLIDES = 12;
const MAX_ROWS = 5;
/** Distance of a leader's start from the plate's left border. */
const LEADER_PX = 8;

function overlaps(a: Plate, b: Plate): boolean {
  return (
    a.x < b.x + b.width + GAP_PX &&
    b.x < a.x + a.width + GAP_PX &&
    a.y < b.y + b.height &&
    b.y < a.y + a.height
  );
}

type Way = Plate['slide'];

/** Directions in which a plate avoids another one, in order of preference. */
const WAYS: Readonly<Record<Way, readonly Way[]>> = {
  right: ['right', 'left'],
  left: ['left', 'right'],
  up: ['up', 'right', 'left'],
};

/** Returns the plate moved beside an obstacle in a direction. */
function slid(plate: Plate, obstacle: Plate, way: Way): Plate {
  if (way === 'right') return { ...plate, x: obstacle.x + obstacle.width + GAP_PX };
  if (way === 'left') return { ...plate, x: obstacle.x - plate.width - GAP_PX };
  return { ...plate, y: obstacle.y - plate.height - 2 };
}

/** Returns the first free place of a plate in a direction; undefined without one inside the plot. */
function findPlace(
  plate: Plate,
  way: Way,
  placed: readonly Plate[],
  width: number,
): Plate | undefined {
  let candidate = plate;
  for (let i = 0; i < MAX_SLIDES; i += 1) {
    const isAcross = candidate.x >= 0 && candidate.x + candidate.width <= width;
    // A plate may only be above the plot when its line is.
    if (!isAcross || candidate.y < Math.min(plate.y, 0)) return undefined;
    const obstacle = placed.find((other) => overlaps(candidate, other));
    if (!obstacle) return candidate;
    candidate = slid(candidate, obstacle, way);
  }
  return undefined;
}

/** A plate with its place. */
export interface PlacedPlate extends Plate {
  /** Height of its line when the plate was moved off it; a leader connects them. */
  readonly leaderToY?: number;
}

/** Returns the nearest free place above or below a plate's line, at most five rows away; undefined without one. */
function findRow(
  plate: Plate,
  placed: readonly Plate[],
  width: number,
  height: number,
): PlacedPlate | undefined {
  const leaderToY = plate.y + plate.height / 2;
  for (let row = 1; row <= MAX_ROWS; row += 1) {
    for (const way of [-1, 1]) {
      const y = plate.y + way * row * (plate.height + GAP_PX);
      if (y < 0 || y + plate.height > height) continue;
      const place = findPlace({ ...plate, y }, plate.slide, placed, width);
      if (place) return { ...place, leaderToY };
    }
  }
  return undefined;
}

/**
 * Returns the plates, moved apart inside a plot of `width` and `height` pixels. Earlier ones stay; later ones slide
 * along their line, else the other way, else they take a row above or below with a `leaderToY`. A plate without a free
 * place is left out, since two overlapping plates are unreadable and the axis has the price.
 */
export function layoutPlates(
  plates: readonly Plate[],
  width: number,
  height: number,
): PlacedPlate[] {
  const placed: PlacedPlate[] = [];
  const crowded: Plate[] = [];
  for (const wanted of plates) {
    const plate = { ...wanted, x: Math.max(Math.min(wanted.x, width - wanted.width - 4), 0) };
    let place: PlacedPlate | undefined;
    for (const way of WAYS[plate.slide]) place ??= findPlace(plate, way, placed, width);
    if (place) placed.push(place);
    // A name tag has no line for a leader.
    else if (plate.slide !== 'up') crowded.push(plate);
  }
  for (const plate of crowded) {
    const place = findRow(plate, placed, width, height);
    if (place) placed.push(place);
  }
  return placed;
}

/** Returns the font of the plates. */
export function plateFont(family: string): string {
  return `620 12px ${family}`;
}

/** Paints a plate: leader, ground, border, mark, text. */
export function paintPlate(brush: Brush, plate: PlacedPlate, frame: Frame): void {
  const { ctx, ratio } = brush;
  const snap = (value: number): number => Math.round(value * ratio) / ratio;
  const x = snap(plate.x);
  const y = snap(plate.y);
  ctx.save();
  if (plate.leaderToY !== undefined) {
    ctx.strokeStyle = plate.ink.text;
    ctx.lineWidth = 1;
    const at = crisp(x + LEADER_PX, 1, ratio);
    ctx.beginPath();
    ctx.moveTo(at, y < plate.leaderToY ? y + plate.height : y);
    ctx.lineTo(at, plate.leaderToY);
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.roundRect(x, y, plate.width, plate.height, 2);
  ctx.fillStyle = plate.ink.back;
  ctx.fill();
  if (plate.ink.border) {
    ctx.strokeStyle = plate.ink.border;
    ctx.lineWidth = 0.75;
    ctx.stroke();
  }
  let textX = x + 5;
  if (plate.mark?.shape === 'square') {
    ctx.fillStyle = plate.mark.color;
    ctx.beginPath();
    ctx.roundRect(x + 5, y + plate.height / 2 - 3.5, 7, 7, 1.5);
    ctx.fill();
    textX = x + 16;
  } else if (plate.mark) {
    const middle = y + plate.height / 2;
    const { shape, color } = plate.mark;
    triangle(brush, shape, x + 7, middle + (shape === 'up' ? 3 : -3), color);
    textX = x + 20;
  }
  ctx.font = plateFont(frame.palette.font);
  ctx.fillStyle = plate.ink.text;
  ctx.textBaseline = 'middle';
  ctx.fillText(plate.text, textX, y + plate.height / 2 + 0.5);
  ctx.restore();
}
