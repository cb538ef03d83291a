import { Star } from 'lucide-react';
import { buttonClass, IconButton } from './button.tsx';
import { cx } from './cx.ts';

/** Renders a star, filled in brass for a favourite. */
export function StarMark({
  starred,
  size = 16,
}: {
  readonly starred: boolean;
  readonly size?: 14 | 16;
}) {
  return (
    <Star
      aria-hidden="true"
      width={size}
      height={size}
      strokeWidth={1.6}
      fill={starred ? 'currentColor' : 'none'}
      className={cx('flex-none', starred && 'text-brass')}
    />
  );
}

/** Renders the button that adds or removes a favourite; its name says which. */
export function StarButton({
  starred,
  label,
  onPress,
  framed = false,
  className,
}: {
  readonly starred: boolean;
  readonly label: string;
  readonly onPress: () => void;
  /** Whether it is beside buttons with a frame. */
  readonly framed?: boolean;
  readonly className?: string;
}) {
  if (!framed) {
    return (
      <IconButton label={label} onClick={onPress} className={className}>
        <StarMark starred={starred} />
      </IconButton>
    );
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={cx(buttonClass('secondary'), className)}
    >
      <StarMark starred={starred} />
    </button>
  );
}
