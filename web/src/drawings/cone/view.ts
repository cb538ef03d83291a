import { CONE_SHARES } from '@rasat/engine';
import { spreadTags } from '../../charts/axis/tags.ts';
import { type Drawing, type Target, targetKey } from '../../charts/scene/drawing.ts';
import type { Axes, Frame, Painted, Plate } from '../../charts/scene/frame.ts';
import { Z } from '../../charts/scene/z.ts';
import { type ConePoint, coneEnd, coneShape, type ShapePoint } from './geometry.ts';
import { HIGH, LOW, paintBand, paintEdge, paintEnd } from './renderer.ts';

/** The horizons of the drawn cones. */
export const CONE_SPANS = ['day', 'week'] as const;
/** A horizon of a drawn cone. */
export type ConeSpan = (typeof CONE_SPANS)[number];

/** A cone with its labels, in the reader's language. */
export interface ConeDrawing {
  readonly span: ConeSpan;
  /** Ascending; the last point has the published edges. */
  readonly course: readonly ConePoint[];
  /** Label of each band, narrowest first. */
  readonly labels: readonly string[];
}

const SIDES = [
  { name: 'low', side: LOW },
  { name: 'high', side: HIGH },
] as const;

/** Width from which a cone beside a wider one has labels. */
const LABELLED_PX = 40;
const PLATE_HEIGHT_PX = 16;
/** Distance of a label from the end of its cone. */
const LABEL_GAP_PX = 12;
/** Distance behind a cone's end in which an edge can be pointed at: that of its label. */
const POINTED_PX = 110;

/** Returns the part of an edge; `band` is the position in `CONE_SHARES`. */
function partOf(span: ConeSpan, side: 'low' | 'high', band: number): string {
  return `${span}.${side}.${band}`;
}

/** Returns the parts of the edges of a cone. */
export function partsOf(span: ConeSpan): string[] {
  return CONE_SHARES.flatMap((_, band) => SIDES.map(({ name }) => partOf(span, name, band)));
}

/** Returns the horizon, side and band of a part; null for another part. */
export function readPart(
  part: string,
): { readonly span: ConeSpan; readonly side: 'low' | 'high'; readonly band: number } | null {
  const [first, second, third] = part.split('.');
  const span = CONE_SPANS.find((each) => each === first);
  const side = SIDES.find(({ name }) => name === second);
  const band = CONE_SHARES.findIndex((_, at) => String(at) === third);
  return span && side && band >= 0 ? { span, side: side.name, band } : null;
}

function targetsOf(id: string, { span, course }: ConeDrawing): Target[] {
  const edges = course.at(-1)?.edges ?? [];
  return edges.flatMap((pair, band) =>
    SIDES.map(({ name, side }) => ({
      drawing: id,
      part: partOf(span, name, band),
      at: { price: pair[side] },
    })),
  );
}

/**
 * Returns the labels at the visible end of a cone, one on an edge of each band: the upper one while it is in sight. Labels
 * of near edges are pushed apart.
 */
function platesOf({ labels }: ConeDrawing, shape: readonly ShapePoint[], frame: Frame): Plate[] {
  const end = coneEnd(shape, frame.width);
  if (!end) return [];
  const { tint, text, line } = frame.palette.cone;
  const shown = labels.flatMap((label, band) => {
    const [low, high] = end.ys[band] ?? [];
    const y = [high, low].find((each) => each !== undefined && each >= 0 && each <= frame.height);
    return y === undefined ? [] : [{ label, y }];
  });
  const half = PLATE_HEIGHT_PX / 2;
  const places = spreadTags(shown, PLATE_HEIGHT_PX + 2, half, frame.height - half);
  return shown.map(({ label, y }, i) => {
    const width = frame.textWidth(label) + 10;
    return {
      x: end.isCut ? end.x - width - LABEL_GAP_PX : end.x + LABEL_GAP_PX,
      y: (places[i] ?? y) - half,
      width,
      height: PLATE_HEIGHT_PX,
      slide: 'right',
      text: label,
      ink: { back: tint, text, border: line },
    };
  });
}

/** Returns the cones with labels: the widest one, and the others while they are wide enough. */
function labelled(
  shapes: readonly { readonly cone: ConeDrawing; readonly shape: readonly ShapePoint[] }[],
): typeof shapes {
  const widthOf = (shape: readonly ShapePoint[]): number =>
    (shape.at(-1)?.x ?? 0) - (shape[0]?.x ?? 0);
  const widest = Math.max(...shapes.map(({ shape }) => widthOf(shape)));
  return shapes.filter(({ shape }) => widthOf(shape) >= Math.min(widest, LABELLED_PX));
}

function paintCones(
  id: string,
  cones: readonly ConeDrawing[],
  frame: Frame,
  marked: readonly (string | null)[],
): Painted {
  const { palette, width } = frame;
  const ink = palette.cone;
  const shapes = cones
    .map((cone) => ({ cone, shape: coneShape(cone.course, frame) }))
    .filter(({ shape }) => coneEnd(shape, width) !== null);
  const isMarked = (part: string): boolean => marked.includes(targetKey({ drawing: id, part }));
  return {
    passes: [
      {
        z: Z.cone,
        paint(brush) {
          for (const { cone, shape } of shapes) {
            for (let band = CONE_SHARES.length - 1; band >= 0; band -= 1) {
              paintBand(brush, shape, band, ink.fill, palette.coneFill);
            }
            for (const [band] of CONE_SHARES.entries()) {
              for (const { name, side } of SIDES) {
                const strong = isMarked(partOf(cone.span, name, band));
                const style = strong ? { width: 2, alpha: 1 } : { width: 1, alpha: 0.6 };
                paintEdge(brush, shape, band, side, { ...style, color: ink.line });
              }
            }
            const last = shape.at(-1);
            if (last) paintEnd(brush, last, ink.line);
          }
        },
      },
    ],
    plates: labelled(shapes).flatMap(({ cone, shape }) => platesOf(cone, shape, frame)),
    tags: cones
      .flatMap((cone) => targetsOf(id, cone))
      .flatMap(({ part, at }) =>
        isMarked(part) && 'price' in at
          ? [{ price: at.price, back: ink.tint, text: ink.text }]
          : [],
      ),
  };
}

/**
 * Returns the drawing of cones: filled bands from their start to their end, labels at the end, and a price on the axis
 * for an edge that is hovered or chosen. An edge can be chosen at the end of its cone, where it is published.
 */
export function drawCones(id: string, cones: readonly ConeDrawing[]): Drawing {
  const prices = cones.flatMap(({ course }) => course.at(-1)?.edges.flat() ?? []);
  const times = cones.flatMap(({ course }) => [course[0], course.at(-1)]);
  const timesMs = times.flatMap((point) => point?.timeMs ?? []);
  const bySpan = new Map(cones.map((cone) => [cone.span, cone]));
  return {
    id,
    startMs: Math.min(...timesMs),
    targets: cones.flatMap((cone) => targetsOf(id, cone)),
    runOf({ part }, axes: Axes) {
      const span = readPart(part)?.span;
      const end = span && bySpan.get(span)?.course.at(-1);
      const endX = axes.x(end?.timeMs ?? 0);
      return [endX, endX + POINTED_PX];
    },
    contains: null,
    extent: {
      prices,
      fromMs: Math.min(...timesMs),
      toMs: Math.max(...timesMs),
    },
    tagPrices: [],
    paint: (frame, { hoveredTarget, selectedTarget }) =>
      paintCones(id, cones, frame, [hoveredTarget, selectedTarget]),
  };
}
