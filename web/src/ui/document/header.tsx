import { LANGUAGES, THEMES } from '@rasat/contract';
import type { ReactNode } from 'react';
import type { FrameText } from '../../i18n/frame-texts.ts';
import { buttonClass, iconButtonClass } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icons.tsx';
import { DocumentMark, SkipLink } from './frame-parts.tsx';
import { MultilingualFrameText } from './multilingual-text.tsx';

const PAGES: readonly { readonly href: string; readonly text: FrameText }[] = [
  { href: '/dashboard/predictor/forex', text: 'predictor' },
  { href: '/record', text: 'record' },
  { href: '/info/glossary', text: 'glossary' },
  { href: '/info/about', text: 'about' },
];

/** Renders the header: skip link, logo, public pages, appearance, language, and sign-in or dashboard. */
export function DocumentHeader({ path }: { readonly path: string }) {
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-(--z-header) flex h-(--topbar) items-center gap-4 border-b border-line bg-s1 px-4 print:hidden max-desk:gap-1 max-desk:pr-2 max-desk:pl-3">
        <DocumentMark text="toLanding" />
        <nav aria-labelledby="pages" className="flex h-full max-desk:hidden">
          <span id="pages" className="sr-only">
            <MultilingualFrameText text="pages" />
          </span>
          {PAGES.map(({ href, text }) => (
            <a
              key={href}
              href={href}
              aria-current={href === path ? 'page' : undefined}
              className="relative flex h-full items-center px-2.75 font-med text-ink-2 after:absolute after:inset-x-2.75 after:-bottom-px after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-ink"
            >
              <MultilingualFrameText text={text} />
            </a>
          ))}
        </nav>
        <span className="flex-1" />
        <div className="flex items-center">
          <ThemeMenu />
          <LanguageMenu />
        </div>
        <a href="/auth/login" className={cx(buttonClass('quiet'), 'for-guest max-desk:min-h-11')}>
          <MultilingualFrameText text="signIn" />
        </a>
        <a href="/auth/register" className={cx(buttonClass('primary'), 'for-guest max-tab:hidden')}>
          <MultilingualFrameText text="signUp" />
        </a>
        <a
          href="/dashboard"
          className={cx(buttonClass('primary'), 'for-person max-desk:ml-1 max-desk:min-h-11')}
        >
          <MultilingualFrameText text="dashboard" />
        </a>
      </header>
    </>
  );
}

function ThemeMenu() {
  return (
    <Menu
      text="appearance"
      face={
        <>
          <Icon name="moon" className="dark-only" />
          <Icon name="sun" className="light-only" />
        </>
      }
    >
      {THEMES.map((theme) => (
        <Choice key={theme} data-theme-choice={theme}>
          <MultilingualFrameText text={theme} />
        </Choice>
      ))}
    </Menu>
  );
}

/** Name of each language in that language. */
const NAMES = { tr: 'Türkçe', az: 'Azərbaycanca', en: 'English' } as const;

function LanguageMenu() {
  return (
    <Menu
      text="language"
      face={
        <span
          translate="no"
          className="multilingual text-12 font-semi tracking-wide"
          aria-hidden="true"
        >
          {LANGUAGES.map((language) => (
            <span key={language} lang={language}>
              {language.toUpperCase()}
            </span>
          ))}
        </span>
      }
    >
      {LANGUAGES.map((language) => (
        <Choice key={language} data-language={language} lang={language}>
          {NAMES[language]}
        </Choice>
      ))}
    </Menu>
  );
}

/** Renders a menu that opens without a program; the program closes it. */
function Menu({
  text,
  face,
  children,
}: {
  readonly text: FrameText;
  readonly face: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <details name="menu" data-menu className="relative">
      <summary className={cx(iconButtonClass, 'list-none [&::-webkit-details-marker]:hidden')}>
        {face}
        <MultilingualFrameText text={text} hidden />
      </summary>
      <fieldset className="absolute right-0 top-full z-(--z-pop) mt-1.5 grid min-w-44 rounded-3 bg-pop p-1.25 elev-2">
        <legend className="sr-only">
          <MultilingualFrameText text={text} />
        </legend>
        {children}
      </fieldset>
    </details>
  );
}

function Choice({
  children,
  ...data
}: {
  readonly children: ReactNode;
  readonly lang?: string;
  readonly 'data-language'?: string;
  readonly 'data-theme-choice'?: string;
}) {
  return (
    <button
      type="button"
      {...data}
      aria-pressed={false}
      className="group flex min-h-8.5 items-center gap-2.25 rounded-2 px-2 text-left hover:bg-sel pointer-coarse:min-h-11"
    >
      <span aria-hidden="true" className="invisible group-aria-pressed:visible">
        <Icon name="check" />
      </span>
      {children}
    </button>
  );
}
