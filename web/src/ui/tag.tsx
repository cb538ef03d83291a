import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Triangle } from './icons.tsx';

const TONES = {
  quiet: 'bg-s3 text-ink-2',
  up: 'bg-up-bg text-up',
  down: 'bg-down-bg text-down-text',
  new: 'bg-brass-bg text-brass',
  ok: 'bg-ok-bg text-ok',
  warn: 'bg-warn-bg text-warn',
  bad: 'bg-bad-bg text-bad',
  info: 'bg-info-bg text-info',
} as const;

/** Renders a small label of 20 px. */
export function Tag({
  tone = 'quiet',
  className,
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-5 items-center gap-1.5 rounded-1 px-1.75 text-11 font-med whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Shows a direction as word and triangle. `way` true is buy. */
export function DirectionTag({
  way,
  children,
}: {
  readonly way: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Tag tone={way ? 'up' : 'down'}>
      <Triangle up={way} />
      {children}
    </Tag>
  );
}

/** Utility classes that set a box's colours on an element, by kind. */
export const BOX_CLASS = {
  hayyam: 'bx-hayyam',
  '52': 'bx-52',
  '144': 'bx-144',
  '36': 'bx-36',
  crystal: 'bx-crystal',
} as const;
/** A kind of box. */
type BoxKind = keyof typeof BOX_CLASS;

/** Shows a box by its swatch and name on its tint, never by colour alone. */
export function BoxTag({
  kind,
  children,
}: {
  readonly kind: BoxKind;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        BOX_CLASS[kind],
        'inline-flex min-h-5 items-center gap-1.25 rounded-1 bg-bx-b px-1.5 text-11 font-semi whitespace-nowrap text-bx-t',
      )}
    >
      <BoxSwatch size="small" />
      {children}
    </span>
  );
}

/** Shows the swatch of the current box: its colour of the specification, the same on both themes. */
export function BoxSwatch({
  kind,
  size = 'normal',
}: {
  readonly kind?: BoxKind;
  readonly size?: 'small' | 'normal';
}) {
  return (
    <i
      aria-hidden="true"
      className={cx(
        kind && BOX_CLASS[kind],
        'inline-block flex-none bg-bx forced-color-adjust-none shadow-[inset_0_0_0_1px_rgb(128_128_128/.28)]',
        size === 'small' ? 'size-1.75 rounded-[1.5px]' : 'size-2.5 rounded-[2px]',
      )}
    />
  );
}
