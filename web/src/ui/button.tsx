import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const VARIANTS = {
  primary:
    'border-primary bg-primary text-on-primary font-semi hover:bg-primary-hover hover:border-primary-hover active:opacity-85',
  secondary: 'border-line-ctl bg-transparent font-med hover:bg-hover active:bg-s3',
  quiet: 'border-transparent text-ink-2 font-med hover:bg-hover hover:text-ink active:bg-s3',
  danger: 'border-bad-line text-bad font-med hover:bg-bad-bg active:opacity-85',
} as const;

const SIZES = {
  sm: 'min-h-(--ctl-sm) px-2.25 text-12 pointer-coarse:min-w-11',
  md: 'min-h-(--ctl) px-3.25',
  lg: 'min-h-11 px-5 text-14',
} as const;

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass(
  variant: keyof typeof VARIANTS = 'secondary',
  size: keyof typeof SIZES = 'md',
): string {
  return cx(
    'inline-flex items-center justify-center gap-1.75 rounded-2 border whitespace-nowrap transition-colors',
    'disabled:opacity-50 aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
  );
}

/** Renders a button. While `busy` it shows a spinner, ignores presses and keeps its width. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  readonly variant?: keyof typeof VARIANTS;
  readonly size?: keyof typeof SIZES;
  readonly busy?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      className={cx(buttonClass(variant, size), className)}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** Classes of a square icon button: 32 px, 44 px on a touch screen. */
export const iconButtonClass =
  'relative inline-grid size-8 flex-none place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink active:bg-s3 max-desk:size-11 pointer-coarse:size-11';

/** Renders a square button with an icon; its name is its tooltip and its label for screen readers. */
export function IconButton({
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(iconButtonClass, className)}
    />
  );
}

/** Renders a rotating ring. */
export function Spinner({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cx('spin inline-block size-3.5', className)} />;
}

/** Renders a button that is on or off. @public */
export function Toggle({
  pressed,
  onPress,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'onClick'> & {
  readonly pressed: boolean;
  readonly onPress: (pressed: boolean) => void;
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className={cx(
        'inline-flex min-h-(--ctl-sm) items-center gap-1.5 rounded-2 border px-2.5 text-12 font-med whitespace-nowrap transition-colors',
        pressed
          ? 'border-line-ctl bg-s3 text-ink'
          : 'border-line bg-s2 text-ink-2 hover:bg-hover hover:text-ink active:bg-s3',
        className,
      )}
    />
  );
}

/** Renders a key as it is printed on a keyboard. */
export function Kbd({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <kbd
      className={cx(
        'rounded-1 border border-line bg-s1 px-1.25 py-0.75 font-sans text-10 leading-none whitespace-nowrap text-ink-3',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
