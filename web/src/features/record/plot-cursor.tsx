import { type PointerEvent, type ReactNode, useState } from 'react';
import { cx } from '../../ui/cx.ts';

/**
 * Renders a plot with a cursor over its `count` places, moved by the pointer or, as a slider, by the arrow keys. Below
 * the plot is the text that `read` returns for the chosen place, or `hint` while no place is chosen.
 */
export function PlotCursor({
  label,
  count,
  downward = false,
  locate,
  read,
  hint,
  children,
}: {
  readonly label: string;
  readonly count: number;
  /** Whether the places are ordered from top to bottom; the cursor then starts at the first place, else at the last. */
  readonly downward?: boolean;
  /** Returns the place at a point of the plot, in pixels from its upper left corner. */
  readonly locate: (x: number, y: number) => number;
  readonly read: (at: number) => string;
  readonly hint: ReactNode;
  readonly children: (at: number | null) => ReactNode;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null || chosen >= count ? null : chosen;
  const last = count - 1;
  const kept = at ?? (downward ? 0 : last);
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setChosen(locate(event.clientX - box.left, event.clientY - box.top));
  };
  return (
    <div className="mb-1 rounded-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <div
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setChosen(null)}
        className="relative"
      >
        {children(at)}
        <input
          type="range"
          min={0}
          max={last}
          // The up arrow increases a slider's value, so the values of a downward list are reversed.
          value={downward ? last - kept : kept}
          aria-label={label}
          aria-valuetext={read(kept)}
          onFocus={() => setChosen(kept)}
          onBlur={() => setChosen(null)}
          onChange={(event) => {
            const value = event.target.valueAsNumber;
            setChosen(downward ? last - value : value);
          }}
          className="sr-only"
        />
      </div>
      {/* Hint and text share one grid cell, so that nothing below moves when they change. */}
      <div className="mt-2 grid min-h-8.5 pb-2 text-12 leading-ui *:col-start-1 *:row-start-1 max-tab:min-h-14">
        <p className={cx('text-ink-3', at !== null && 'invisible')}>{hint}</p>
        {at === null ? null : (
          <p aria-hidden="true" className="text-ink-2">
            {read(at)}
          </p>
        )}
      </div>
    </div>
  );
}
