import type {
  IPanePrimitive,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  PrimitiveHoveredItem,
} from 'lightweight-charts';
import type { Brush } from './scene/frame.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** Runs a painter in CSS pixels on a canvas of the library. */
export function withBrush(
  target: Target,
  paint: (brush: Brush, width: number, height: number) => void,
): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the canvas library, not of React
  target.useBitmapCoordinateSpace((scope) => {
    const { context: ctx, horizontalPixelRatio, verticalPixelRatio, mediaSize } = scope;
    ctx.save();
    ctx.scale(horizontalPixelRatio, verticalPixelRatio);
    paint({ ctx, ratio: verticalPixelRatio }, mediaSize.width, mediaSize.height);
    ctx.restore();
  });
}

function view(paint: (target: Target) => void): readonly IPrimitivePaneView[] {
  const renderer: IPrimitivePaneRenderer = { draw: paint };
  return [{ zOrder: () => 'normal', renderer: () => renderer }];
}

/** A layer behind the candles, above the grid. `requestUpdate` works once it is attached. */
export interface Layer<P> {
  readonly primitive: P;
  requestUpdate(): void;
}

/** Returns the layer behind the candles. */
export function createBackLayer(paint: (target: Target) => void): Layer<IPanePrimitive<number>> {
  const views = view(paint);
  let update: (() => void) | null = null;
  return {
    primitive: {
      attached: ({ requestUpdate }) => {
        update = requestUpdate;
      },
      paneViews: () => views,
    },
    requestUpdate: () => update?.(),
  };
}

/** Returns the layer in front of the candles, with the tags on the price axis. */
export function createFrontLayer(parts: {
  readonly paint: (target: Target) => void;
  readonly paintAxis: (target: Target) => void;
  readonly hitTest: (x: number, y: number) => PrimitiveHoveredItem | null;
}): Layer<ISeriesPrimitive<number>> {
  const views = view(parts.paint);
  const axisViews = view(parts.paintAxis);
  let update: (() => void) | null = null;
  return {
    primitive: {
      attached: ({ requestUpdate }) => {
        update = requestUpdate;
      },
      paneViews: () => views,
      priceAxisPaneViews: () => axisViews,
      hitTest: parts.hitTest,
    },
    requestUpdate: () => update?.(),
  };
}
