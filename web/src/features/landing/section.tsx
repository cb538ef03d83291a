import type { SiteText } from '@rasat/contract';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Text } from '../../ui/document/site-text.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';

/** Renders a section in the full width of the page's content. */
export function Section({
  id,
  hidden = false,
  name,
  children,
  className,
}: {
  readonly id: string;
  /** Hidden until its content is known. */
  readonly hidden?: boolean;
  /** Name by which the page's program finds the section. */
  readonly name?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      hidden={hidden}
      data-section={name}
      className="later border-b border-line py-18 max-desk:py-12"
    >
      <div className={cx('mx-auto max-w-[1360px] px-10 max-desk:px-4', className)}>{children}</div>
    </section>
  );
}

/** Renders the heading of a section with its introduction. */
export function SectionHeading({
  id,
  title,
  lead,
}: {
  readonly id: string;
  readonly title: SiteText;
  readonly lead?: SiteText;
}) {
  return (
    <>
      <h2
        id={`${id}-title`}
        className="text-[38px] text-balance tracking-[-.022em] font-stretch-[114%] max-desk:text-28"
      >
        <Text name={title} />
      </h2>
      {lead ? (
        <p className="mt-3.5 max-w-[60ch] text-pretty text-[17px] leading-[1.58] text-ink-2 max-desk:text-16">
          <Text name={lead} />
        </p>
      ) : null}
    </>
  );
}

/** A statement of a section, with its icon. */
export interface Point {
  readonly icon: IconName;
  readonly name: SiteText;
  readonly text: SiteText;
}

/** Renders the statements of a section. */
export function Points({ points }: { readonly points: readonly Point[] }) {
  return (
    <ul className="mt-5.5">
      {points.map(({ icon, name, text }) => (
        <li key={name} className="flex gap-3 border-t border-line-soft py-3 text-15 text-ink-2">
          <Icon name={icon} className="mt-0.5 text-brass" />
          <span>
            <b className="text-ink">
              <Text name={name} />
            </b>{' '}
            <Text name={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Classes of two columns; one below the other on a phone. */
export const TWO_COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] items-center gap-18 max-wide:gap-10 max-desk:grid-cols-1 max-desk:gap-7.5';
/** Classes of two columns, the wide one first. */
export const TWO_COLUMNS_REVERSED =
  'grid grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] items-center gap-18 max-wide:gap-10 max-desk:grid-cols-1 max-desk:gap-7.5';
