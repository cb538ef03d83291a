import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** Renders an empty state: the reason, and one action. */
export function Empty({
  title,
  text,
  action,
  drawing = true,
  compact = false,
  level = 3,
}: {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  readonly drawing?: boolean;
  readonly compact?: boolean;
  /** 1 for a whole page, 2 for the content of a page. */
  readonly level?: 1 | 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        'flex flex-col items-start justify-center gap-2.25',
        compact ? 'p-3' : 'min-h-49 px-6 py-6.5',
      )}
    >
      {drawing ? <EmptyDial /> : null}
      <Heading className={compact ? 'text-13' : 'text-15'}>{title}</Heading>
      {text ? <p className="max-w-[42ch] leading-mid text-ink-2">{text}</p> : null}
      {action}
    </div>
  );
}

/** Draws an empty dial, the picture of an empty list. */
function EmptyDial() {
  const ticks = Array.from({ length: 21 }, (_, i) => {
    const angle = Math.PI * (1 - i / 20);
    const inner = i % 10 === 0 ? 40 : 45;
    const at = (radius: number) =>
      `${(60 + radius * Math.cos(angle)).toFixed(1)} ${(70 - radius * Math.sin(angle)).toFixed(1)}`;
    return `M${at(50)}L${at(inner)}`;
  });
  return (
    <svg width="120" height="74" viewBox="0 0 120 74" aria-hidden="true" fill="none">
      <path d="M10 70A50 50 0 0 1 110 70" stroke="var(--line-ctl)" />
      <path d={ticks.join('')} stroke="var(--line-ctl)" />
      <path d="M60 70 92 36" stroke="var(--brass)" strokeWidth="1.5" />
    </svg>
  );
}

/** Renders a panel whose data failed to load: what failed, a retry, and the request id for the support. */
export function ErrorPanel({
  title,
  text,
  retryLabel,
  onRetry,
  details,
  compact = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  /** Code and request id. */
  readonly details: string;
  readonly compact?: boolean;
}) {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col items-start justify-center gap-2.25',
        compact ? 'p-3' : 'min-h-49 px-6 py-6.5',
      )}
    >
      <p className={compact ? 'text-13 font-semi' : 'text-15 font-semi'}>{title}</p>
      <p className="max-w-[42ch] leading-mid text-ink-2">{text}</p>
      <Button size={compact ? 'sm' : 'md'} onClick={onRetry}>
        {retryLabel}
      </Button>
      <span className="lbl num">{details}</span>
    </div>
  );
}
