import type { Bar } from '@rasat/engine';
import { countPlates, type PlacedTag, paintLeaders, placeTags } from '../axis/paint-tags.ts';
import type { Drawing, Target } from './drawing.ts';
import type { Attention, AxisTag, Frame, Pass, Plate } from './frame.ts';
import {
  type LastPrice,
  paintGap,
  paintHighlight,
  paintLastPrice,
  paintRing,
  ringPlace,
} from './marks.ts';
import { layoutPlates, paintPlate } from './plates.ts';
import { Z } from './z.ts';

/** All parts of the plot besides candles, as plain data. */
export interface Scene {
  /** Older boxes first, so that they are painted below newer ones. */
  readonly drawings: readonly Drawing[];
  readonly attention: Attention;
  /** The chosen line, and the place of the ring on it. */
  readonly ring: {
    readonly target: Target;
    readonly timeMs: number;
    readonly price: number;
  } | null;
  /** Times in which bars are missing. */
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** A marked bar, and the end of its place. */
  readonly highlight: { readonly bar: Bar; readonly fromMs: number; readonly toMs: number } | null;
  readonly last: LastPrice | null;
}

/** A scene ready to be painted: passes behind and in front of the candles by rising z, and the tags of the axis. */
export interface ComposedScene {
  readonly back: readonly Pass[];
  readonly front: readonly Pass[];
  readonly tags: readonly PlacedTag[];
}

function marks(scene: Scene, frame: Frame): Pass[] {
  const passes: Pass[] = [];
  const { gaps, ring, highlight } = scene;
  if (gaps.length > 0) {
    passes.push({
      z: Z.gaps,
      paint: (brush) => {
        for (const { fromMs, toMs } of gaps) {
          const place = { left: frame.x(fromMs), right: frame.x(toMs) };
          paintGap(brush, place, frame.height, frame.palette.axisText);
        }
      },
    });
  }
  if (highlight) {
    const { bar, fromMs, toMs } = highlight;
    passes.push({
      z: Z.highlight,
      paint: (brush) =>
        paintHighlight(
          brush,
          { left: frame.x(fromMs), right: frame.x(toMs) },
          { top: frame.y(bar.high), bottom: frame.y(bar.low) },
          frame.height,
          frame.palette.brass,
        ),
    });
  }
  const ringed = scene.drawings.find((drawing) => drawing.id === ring?.target.drawing);
  if (ring && ringed) {
    const anchor = { x: frame.x(ring.timeMs), y: frame.y(ring.price) };
    const place = ringPlace(ring.target.at, anchor, ringed.runOf(ring.target, frame), frame);
    if (place) {
      passes.push({
        z: Z.ring,
        paint: (brush) => paintRing(brush, place.x, place.y, frame.palette.brass),
      });
    }
  }
  return passes;
}

/** Returns the passes of all drawings by rising z, with the plates moved apart, and the tags of the axis. */
export function composeScene(scene: Scene, frame: Frame): ComposedScene {
  const passes: Pass[] = marks(scene, frame);
  const plates: Plate[] = [];
  const tags: AxisTag[] = [];
  for (const drawing of scene.drawings) {
    const painted = drawing.paint(frame, scene.attention);
    passes.push(...painted.passes);
    plates.push(...painted.plates);
    tags.push(...painted.tags);
  }
  if (scene.last) {
    const painted = paintLastPrice(scene.last, frame);
    passes.push(...painted.passes);
    tags.push(painted.tag);
  }
  const placedTags = placeTags(tags, frame);
  // Plates on lines are placed before name tags, which may move up above their box.
  const fixedFirst = [...plates].sort(
    (a, b) => Number(a.slide === 'up') - Number(b.slide === 'up'),
  );
  const placed = layoutPlates(
    [...countPlates(placedTags, frame), ...fixedFirst],
    frame.width,
    frame.height,
  );
  passes.push({
    z: Z.plates,
    paint: (brush) => {
      for (const plate of placed) paintPlate(brush, plate, frame);
    },
  });
  passes.push({ z: Z.leaders, paint: (brush) => paintLeaders(brush, placedTags, frame) });
  passes.sort((a, b) => a.z - b.z);
  return {
    back: passes.filter((pass) => pass.z < Z.candles),
    front: passes.filter((pass) => pass.z > Z.candles),
    tags: placedTags,
  };
}
