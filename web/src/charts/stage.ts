import { makeTagRoom, type PriceRange, type TagRoom, widenRange } from './axis/scale-range.ts';
import type { Selection } from './port.ts';
import { type ComposedScene, composeScene, type Scene } from './scene/compose.ts';
import { type Drawing, targetKey } from './scene/drawing.ts';
import type { Attention, Frame } from './scene/frame.ts';
import { findHit, type Hit } from './scene/hit.ts';

const NO_ATTENTION: Attention = { hoveredBody: null, hoveredTarget: null, selectedTarget: null };

/** The drawings of a chart with the hovered and the chosen ones. All canvases of a paint share one composition. */
export class Stage {
  readonly #frame: () => Frame;
  readonly #requestUpdate: () => void;
  #drawings: readonly Drawing[] = [];
  #attention = NO_ATTENTION;
  #selection: Selection | null = null;
  #composed: { readonly frame: Frame; readonly scene: ComposedScene } | null = null;

  /** `frame` returns the current axes, `requestUpdate` makes the library paint again. */
  constructor(frame: () => Frame, requestUpdate: () => void) {
    this.#frame = frame;
    this.#requestUpdate = requestUpdate;
  }

  get drawings(): readonly Drawing[] {
    return this.#drawings;
  }

  get selection(): Selection | null {
    return this.#selection;
  }

  /** Sets the drawings; older boxes are painted below newer ones. */
  setDrawings(drawings: readonly Drawing[]): void {
    this.#drawings = [...drawings].sort((a, b) => a.startMs - b.startMs);
    this.#attention = { ...this.#attention, hoveredBody: null, hoveredTarget: null };
    this.repaint();
  }

  select(selection: Selection | null): void {
    this.#selection = selection;
    const selectedTarget = selection ? targetKey(selection.target) : null;
    this.#attention = { ...this.#attention, selectedTarget };
    this.repaint();
  }

  /** Sets the target under the pointer; paints again only when it changed. */
  hover(hit: Hit | null): void {
    const hovered = this.#drawings.find(({ id, contains }) => contains && id === hit?.drawing);
    const hoveredBody = hovered?.id ?? null;
    const hoveredTarget = hit?.target ? targetKey(hit.target) : null;
    const before = this.#attention;
    if (hoveredBody === before.hoveredBody && hoveredTarget === before.hoveredTarget) return;
    this.#attention = { ...before, hoveredBody, hoveredTarget };
    this.repaint();
  }

  hitAt(x: number, y: number, reach: number): Hit | null {
    return findHit(this.#drawings, x, y, reach, this.#frame());
  }

  /** Returns the latest instant that a drawing covers; 0 without one. */
  endMs(): number {
    return Math.max(0, ...this.#drawings.map(({ extent }) => extent?.toMs ?? 0));
  }

  /** Returns the price range with room for the visible bars, the drawings, and their tags beside the last price. */
  fitPrices(
    bars: PriceRange,
    visible: { readonly fromMs: number; readonly toMs: number },
    room: Omit<TagRoom, 'others'> | null,
  ): PriceRange {
    const extents = this.#drawings.flatMap(({ extent }) => extent ?? []);
    const wide = widenRange(bars, extents, visible);
    return room
      ? makeTagRoom(wide, { ...room, others: this.#drawings.flatMap(({ tagPrices }) => tagPrices) })
      : wide;
  }

  /** Returns the scene of this paint with its frame; computed once for all canvases of the paint. */
  compose(rest: Pick<Scene, 'gaps' | 'highlight' | 'last'>): {
    readonly frame: Frame;
    readonly scene: ComposedScene;
  } {
    if (this.#composed === null) {
      const frame = this.#frame();
      const scene = composeScene(
        {
          ...rest,
          drawings: this.#drawings,
          attention: this.#attention,
          ring: this.#selection,
        },
        frame,
      );
      this.#composed = { frame, scene };
      queueMicrotask(() => {
        this.#composed = null;
      });
    }
    return this.#composed;
  }

  /** Paints again with the current state. */
  repaint(): void {
    this.#composed = null;
    this.#requestUpdate();
  }
}
