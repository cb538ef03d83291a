import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import type { DraftMark } from './draft.ts';
import { widthOf } from './image-width.ts';
import { MarkButton, readArrow } from './mark-button.tsx';

/** A place on an image, as shares of its width and height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: Place = { x: 0.5, y: 0.5 };
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Renders the image of a homework, on which a press or the arrow keys and Enter add a mark. Marks are moved by dragging
 * or by the arrow keys, and removed by Delete.
 */
export function MarkSurface({
  image,
  name,
  marks,
  onAdd,
  onMove,
  onRemove,
  onChoose,
  onFail,
}: {
  readonly image: { readonly src: string; readonly width: number; readonly height: number };
  readonly name: string;
  readonly marks: readonly DraftMark[];
  readonly onAdd: (x: number, y: number) => void;
  readonly onMove: (id: number, x: number, y: number) => void;
  readonly onRemove: (id: number) => void;
  readonly onChoose: (id: number) => void;
  readonly onFail: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLButtonElement>(null);
  const [cursor, setCursor] = useState<Place | null>(null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const last = useRef<Place>(MIDDLE);
  const placeOf = (clientX: number, clientY: number): Place => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return MIDDLE;
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const show = (place: Place | null): void => {
    if (place !== null) last.current = place;
    setCursor(place);
  };
  const onClick = (event: MouseEvent): void => {
    // A click by Enter has no coordinates.
    const { x, y } = event.detail === 0 ? last.current : placeOf(event.clientX, event.clientY);
    onAdd(x, y);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = readArrow(event);
    if (arrow === null) return;
    event.preventDefault();
    const { x, y } = last.current;
    show({ x: clamp(x + arrow.dx), y: clamp(y + arrow.dy) });
  };
  if (failedSrc === image.src) {
    return <p className="p-4 text-ink-3">{t('image.unavailable')}</p>;
  }
  return (
    <div className="grid justify-items-center overflow-hidden rounded-b-3 bg-chart-bg">
      <div ref={frame} className="relative" style={{ width: widthOf(image) }}>
        <button
          ref={surface}
          type="button"
          data-surface
          aria-label={`${t('homework.surface')}: ${name}`}
          aria-describedby={help}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            if (target.matches(':focus-visible')) show(last.current);
          }}
          onPointerDown={() => setCursor(null)}
          onBlur={() => setCursor(null)}
          className="block w-full cursor-crosshair -outline-offset-2"
        >
          <img
            src={image.src}
            alt=""
            width={image.width}
            height={image.height}
            draggable={false}
            onError={() => {
              setFailedSrc(image.src);
              onFail();
            }}
            className="block h-auto w-full select-none"
          />
        </button>
        {cursor === null ? null : <Cursor {...cursor} />}
        {marks.map((mark, at) => (
          <MarkButton
            key={mark.id}
            mark={mark}
            number={at + 1}
            placeOf={placeOf}
            onMove={(x, y) => onMove(mark.id, x, y)}
            onRemove={() => {
              onRemove(mark.id);
              surface.current?.focus();
            }}
            onChoose={() => onChoose(mark.id)}
          />
        ))}
      </div>
      <p id={help} className="sr-only">
        {t('homework.surfaceHelp')}
      </p>
      <CursorVoice cursor={cursor} />
    </div>
  );
}

function Cursor({ x, y }: Place) {
  // The outline keeps the cross visible on dark and light images.
  const line = 'pointer-events-none absolute bg-brass shadow-[0_0_0_1px_var(--bg)]';
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(line, 'inset-y-0 w-px')}
        style={{ left: `${x * 100}%` }}
      />
      <span
        aria-hidden="true"
        className={cx(line, 'inset-x-0 h-px')}
        style={{ top: `${y * 100}%` }}
      />
    </>
  );
}

function CursorVoice({ cursor }: { readonly cursor: Place | null }) {
  const { t } = useTranslation('adminLearning');
  const { percent } = useFormats();
  return (
    <p aria-live="polite" className="sr-only">
      {cursor === null
        ? ''
        : t('homework.cursor', { x: percent(cursor.x * 100, 0), y: percent(cursor.y * 100, 0) })}
    </p>
  );
}
