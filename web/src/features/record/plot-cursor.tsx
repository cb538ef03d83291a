import { type PointerEvent, type ReactNode, useState } from 'react';
import { cx } from '../../ui/cx.ts';

/**
 * A plot in which one of `count` places is read at a time: by the pointer, or by the arrow keys, to which the plot is a
 * slider. `read` says in words what stands at a place; `hint` stands in its stead while none is chosen.
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
  /** Whether the places follow each other downward; the first one is read first then, else the last one. */
  readonly downward?: boolean;
  /** The place at a point of the plot, in pixels from its upper left corner. */
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
          // A slider goes up with the upper arrow: a list that goes down runs the other way.
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
      {/* Both in one place, so that nothing below moves when the one takes the other's. */}
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
