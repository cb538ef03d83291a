import './document.css';
import type { ReactNode } from 'react';
import type { FrameText } from '../../i18n/frame-texts.ts';
import { LogoMark } from '../icons.tsx';
import { MultilingualFrameText } from './multilingual-text.tsx';

/** Renders the link that skips the frame, for the keyboard. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-2 bg-s3 px-3 py-2 elev-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-palette)"
    >
      <MultilingualFrameText text="skip" />
    </a>
  );
}

/** Links to the landing page with logo and name; `text` is the label for screen readers. */
export function DocumentMark({ text }: { readonly text: FrameText }) {
  return (
    <a href="/" className="flex min-h-11 items-center gap-2.25">
      <LogoMark />
      <Name className="max-[359px]:hidden" hidden />
      <MultilingualFrameText text={text} hidden />
    </a>
  );
}

function Name({
  className = '',
  hidden = false,
}: {
  readonly className?: string;
  readonly hidden?: boolean;
}) {
  return (
    <span
      translate="no"
      aria-hidden={hidden || undefined}
      className={`text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%] ${className}`}
    >
      Rasat
    </span>
  );
}

const COLUMNS: readonly {
  readonly title: FrameText;
  readonly links: readonly { readonly href: string; readonly text: FrameText }[];
}[] = [
  {
    title: 'product',
    links: [
      { href: '/dashboard/predictor/forex', text: 'predictor' },
      { href: '/record', text: 'record' },
      { href: '/info/glossary', text: 'glossary' },
      { href: '/info/about', text: 'about' },
    ],
  },
  {
    title: 'legal',
    links: [
      { href: '/info/privacy', text: 'privacy' },
      { href: '/info/kvkk', text: 'kvkk' },
      { href: '/info/retention', text: 'retention' },
    ],
  },
  {
    title: 'sales',
    links: [
      { href: '/info/agreement', text: 'agreement' },
      { href: '/info/refund', text: 'refund' },
    ],
  },
];

/** Renders the disclaimer and links to every public page. `path` is the current page. */
export function DocumentFooter({
  path,
  children,
}: {
  readonly path?: string;
  readonly children?: ReactNode;
}) {
  return (
    <footer className="pt-11 pb-15 text-ink-3 print:hidden">
      <div className="mx-auto grid max-w-[1360px] grid-cols-[1.6fr_1fr_1fr_1fr] gap-10 px-10 max-desk:grid-cols-3 max-desk:gap-6 max-desk:px-4 max-tab:grid-cols-1">
        <div className="max-desk:col-span-full">
          <span className="flex items-center gap-2.25">
            <LogoMark />
            <Name />
          </span>
          <p className="mt-3 max-w-[46ch] leading-read">
            <MultilingualFrameText text="advice" />
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 id={`footer-${title}`} className="mb-2 text-12 font-med text-ink-3">
              <MultilingualFrameText text={title} />
            </h2>
            <ul>
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === path ? 'page' : undefined}
                    className="inline-flex min-h-7 items-center text-ink-2 hover:text-ink hover:underline aria-[current=page]:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                  >
                    <MultilingualFrameText text={text} />
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      {children}
    </footer>
  );
}
