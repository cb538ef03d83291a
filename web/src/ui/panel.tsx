import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { useLoadingPhase } from './skeleton.tsx';

/**
 * Renders a panel with a 40 px head: title, secondary text, actions on the right, and a 2 px line while it refreshes.
 */
export function Panel({
  title,
  level = 2,
  meta,
  stacked = false,
  actions,
  busy = false,
  className,
  children,
}: {
  readonly title?: ReactNode;
  readonly level?: 2 | 3;
  readonly meta?: ReactNode;
  /** On a phone the secondary text is under the title, because the actions leave no room beside it. */
  readonly stacked?: boolean;
  readonly actions?: ReactNode;
  /** New data are being read while the old ones are shown. */
  readonly busy?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      className={cx('min-w-0 rounded-3 border border-line bg-s1', className)}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title === undefined ? null : (
        <header className="relative flex min-h-10 items-center gap-2 border-b border-line-soft py-0.75 pr-1 pl-3">
          <div
            className={cx(
              'flex min-w-0 items-center gap-2',
              stacked && 'max-desk:flex-col max-desk:items-start max-desk:gap-0.5',
            )}
          >
            <Heading id={id} className="text-13">
              {title}
            </Heading>
            {meta}
          </div>
          {actions ? <div className="ml-auto flex items-center gap-1">{actions}</div> : null}
          <Progress busy={busy} />
        </header>
      )}
      {children}
    </section>
  );
}

/** Shows a 2 px line at the lower edge of its relative parent while data are read again. */
function Progress({ busy }: { readonly busy: boolean }) {
  const phase = useLoadingPhase(busy);
  if (phase !== 'skeleton') return null;
  return (
    <span
      aria-hidden="true"
      className="skel absolute inset-x-0 -bottom-px h-0.5 rounded-none opacity-80"
    />
  );
}
