import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const FRAME =
  'inline-flex max-w-full gap-px overflow-x-auto no-bar rounded-2 border border-line bg-s2 p-0.5';
const ITEM =
  'flex min-h-6.5 flex-none items-center gap-1.5 rounded-1 px-2.5 text-12 font-med whitespace-nowrap text-ink-2 hover:text-ink max-desk:min-h-9 pointer-coarse:min-h-10';

/** One choice of up to six. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

/** A radio group drawn as one bar; arrow keys move the choice. */
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
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const choice = choices.find((c) => c.value === chosen);
        if (choice) onChange(choice.value);
      }}
      className={cx(FRAME, className)}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          nativeButton
          render={<button type="button" />}
          className={cx(ITEM, 'data-checked:seg-chosen')}
        >
          {choice.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

/** The same bar for links: a navigation, its items classed by `segmentLinkClass`. */
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

/** The classes of a link in a `SegmentedNav`; the current one carries `aria-current`. */
export const segmentLinkClass = cx(ITEM, 'aria-[current=page]:seg-chosen');
