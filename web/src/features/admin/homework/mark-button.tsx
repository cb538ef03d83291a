import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { MarkNumber } from '../../../ui/marked-image.tsx';
import type { DraftMark } from './draft.ts';

const STEP = 0.01;
const FAR_STEP = 0.1;
/** Pixels below which a pointer movement is a press and not a drag. */
const DRAG_PX = 4;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Reads the step of an arrow key as shares of the image, larger with Shift; null for another key. */
export function readArrow({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: KeyboardEvent): { readonly dx: number; readonly dy: number } | null {
  const way = ARROWS[key];
  if (way === undefined || ctrlKey || metaKey || altKey) return null;
  const step = shiftKey ? FAR_STEP : STEP;
  return { dx: way[0] * step, dy: way[1] * step };
}

/**
 * Renders a numbered mark on the image that can be dragged, moved by keys, removed, and pressed to write its remark.
 */
export function MarkButton({
  mark,
  number,
  placeOf,
  onMove,
  onRemove,
  onChoose,
}: {
  readonly mark: DraftMark;
  readonly number: number;
  /** Returns the place of the image under a point of the window. */
  readonly placeOf: (
    clientX: number,
    clientY: number,
  ) => { readonly x: number; readonly y: number };
  readonly onMove: (x: number, y: number) => void;
  readonly onRemove: () => void;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const drag = useRef<{ readonly x: number; readonly y: number; moved: boolean } | null>(null);
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const from = drag.current;
    if (from === null) return;
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) >= DRAG_PX;
    if (!far && !from.moved) return;
    from.moved = true;
    const { x, y } = placeOf(event.clientX, event.clientY);
    onMove(x, y);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
      return;
    }
    const arrow = readArrow(event);
    if (arrow === null) return;
    event.preventDefault();
    onMove(mark.x + arrow.dx, mark.y + arrow.dy);
  };
  return (
    <button
      type="button"
      aria-label={`${t('homework.mark', { number })}${mark.text === '' ? '' : `: ${mark.text}`}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onClick={() => {
        const moved = drag.current?.moved === true;
        drag.current = null;
        if (!moved) onChoose();
      }}
      onKeyDown={onKeyDown}
      style={{ left: `${mark.x * 100}%`, top: `${mark.y * 100}%` }}
      className="absolute grid size-6 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full"
    >
      <MarkNumber number={number} className="outline-2 outline-bg" />
    </button>
  );
}
