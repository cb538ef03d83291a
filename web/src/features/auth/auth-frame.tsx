import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { LogoMark } from '../../ui/icons.tsx';
import { Instrument } from './instrument.tsx';

/** Renders the logo and the name as a link to the landing page. */
export function Logo() {
  const { t } = useTranslation('auth');
  return (
    <Link
      to="/"
      reloadDocument
      aria-label={t('home')}
      className="flex min-h-11 w-fit items-center gap-2.25"
    >
      <LogoMark />
      <span
        translate="no"
        className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%]"
      >
        Rasat
      </span>
    </Link>
  );
}

/**
 * Renders the layout of register and sign-in: a picture and a short text beside the form; on a phone the form alone.
 */
export function AuthFrame({
  asideTitle,
  asideText,
  title,
  lead,
  wide = false,
  children,
}: {
  readonly asideTitle: string;
  readonly asideText: string;
  readonly title: string;
  readonly lead: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'grid min-h-dvh grid-cols-1',
        wide
          ? 'desk:grid-cols-[minmax(0,1fr)_minmax(0,720px)]'
          : 'desk:grid-cols-[minmax(0,1fr)_480px]',
      )}
    >
      <title>{`${title} · Rasat`}</title>
      <aside className="relative overflow-hidden border-r border-line px-10 pt-5 pb-8 max-desk:hidden">
        <Instrument />
        <div className="relative">
          <Logo />
        </div>
        <div className="relative mt-13 max-w-[34ch]">
          <p className="text-[30px] leading-tight font-semi tracking-[-.02em] text-balance font-stretch-[114%]">
            {asideTitle}
          </p>
          <p className="mt-2.5 text-15 leading-[1.55] text-ink-2">{asideText}</p>
        </div>
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'flex min-w-0 flex-col justify-center bg-s1 px-12 py-10 max-desk:justify-start max-desk:px-4 max-desk:pt-0.5',
          // On a tablet there is no picture; the form keeps a readable width.
          wide ? 'max-desk:*:max-w-172' : 'max-desk:*:max-w-110',
        )}
      >
        <div className="mb-3.5 desk:hidden">
          <Logo />
        </div>
        <h1 className="text-[26px] tracking-[-.015em] font-stretch-[110%]">{title}</h1>
        <p className="mt-1.5 mb-5.5 text-14 leading-mid text-ink-2">{lead}</p>
        {children}
      </main>
    </div>
  );
}
