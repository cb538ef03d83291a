import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

const FRAME =
  'no-bar inline-flex max-w-full min-w-0 gap-px overflow-x-auto rounded-2 border border-line bg-s2 p-0.5';
const ITEM =
  'flex min-h-6.5 flex-none cursor-pointer items-center gap-1.5 rounded-1 px-2.5 text-12 font-med whitespace-nowrap text-ink-2 hover:text-ink max-desk:min-h-9 pointer-coarse:min-h-10 pointer-coarse:min-w-11 pointer-coarse:justify-center';

/** One of up to six choices. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

/** Renders a radio group as one bar; arrow keys move the choice. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
  className,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(FRAME, className)}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            ITEM,
            'relative has-checked:seg-chosen has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-x-0 -inset-y-0.5 m-0 cursor-pointer appearance-none opacity-0"
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** Renders links as a bar like `Segmented`: a navigation, its items classed by `segmentLinkClass`. */
export function SegmentedNav({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <nav aria-label={label} className={cx(FRAME, className)}>
      {children}
    </nav>
  );
}

/** Classes of a link in a `SegmentedNav`; the current one carries `aria-current`. */
export const segmentLinkClass = cx(
  ITEM,
  "relative after:absolute after:inset-x-0 after:-inset-y-0.5 after:content-[''] aria-[current=page]:seg-chosen",
);
