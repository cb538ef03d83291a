import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';

/** Renders a page of the back office: a bar with its title and tools, and its content below. */
export function AdminPage({
  title,
  note,
  tools,
  children,
}: {
  readonly title: string;
  /** Secondary text beside the title; none on a phone. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <>
      <title>{`${title} · ${t('title')} · Rasat`}</title>
      <div className="sticky top-0 z-(--z-header) flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-s1 px-6 py-2 max-desk:static max-desk:min-h-14 max-desk:px-3">
        <h1 className={cx('text-16', note === undefined ? 'flex-1' : 'max-desk:flex-1')}>
          {title}
        </h1>
        {note === undefined ? null : (
          <p className="num flex-1 text-ink-2 max-desk:hidden">{note}</p>
        )}
        {tools}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 px-6 pt-4 pb-8 max-desk:px-3 max-desk:pt-3">
        {children}
      </div>
    </>
  );
}
