import { LANGUAGES } from '@rasat/contract';
import type { FrameText } from '../../i18n/frame-texts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DocumentFooter, DocumentMark, SkipLink } from '../../ui/document/frame-parts.tsx';
import { MultilingualFrameText } from '../../ui/document/multilingual-text.tsx';
import { Icon } from '../../ui/icons.tsx';

const SECTIONS: readonly { readonly href: string; readonly text: FrameText }[] = [
  { href: '#ne', text: 'youGet' },
  { href: '#algoritma', text: 'why' },
  { href: '#sicil', text: 'record' },
  { href: '#kurs', text: 'course' },
  { href: '#ucretler', text: 'prices' },
];

/** Renders the header: skip link, logo, sections, language and sign-in. */
export function LandingHeader() {
  return (
    <>
      <SkipLink />
      <header className="absolute inset-x-0 top-0 z-(--z-sticky) flex h-16 items-center gap-2.5 px-10 max-desk:h-14 max-desk:pr-2 max-desk:pl-4">
        <DocumentMark text="home" />
        <span className="flex-1" />
        <nav aria-labelledby="sections" className="flex h-full max-desk:hidden">
          <span id="sections" className="sr-only">
            <MultilingualFrameText text="sections" />
          </span>
          {SECTIONS.map(({ href, text }) => (
            <a
              key={href}
              href={href}
              className="flex h-full items-center px-2.75 font-med text-ink-2 hover:text-ink"
            >
              <MultilingualFrameText text={text} />
            </a>
          ))}
        </nav>
        <span className="flex-1 max-desk:hidden" />
        <Languages />
        <a href="/auth/login" className={cx(buttonClass('quiet'), 'for-guest max-desk:min-h-11')}>
          <MultilingualFrameText text="signIn" />
        </a>
        <a
          href="/auth/register"
          className={cx(buttonClass('primary'), 'for-guest max-desk:hidden')}
        >
          <MultilingualFrameText text="signUp" />
        </a>
        <a href="/dashboard" className={cx(buttonClass('primary'), 'for-person')}>
          <MultilingualFrameText text="dashboard" />
        </a>
      </header>
    </>
  );
}

/** Renders the languages of the frame. The page's program marks the current one. */
function Languages() {
  return (
    <fieldset className="flex gap-px rounded-2 border border-line bg-s2 p-0.5">
      <legend className="sr-only">
        <MultilingualFrameText text="language" />
      </legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          data-language={language}
          aria-pressed={language === 'tr'}
          lang={language}
          className="h-6.5 min-w-8.5 rounded-1 px-2 text-12 font-med text-ink-2 hover:text-ink aria-pressed:bg-s3 aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}

/** Renders the disclaimer, links to every public page, and the button to the messaging app. */
export function LandingFooter() {
  return (
    <DocumentFooter>
      <ContactButton />
    </DocumentFooter>
  );
}

/** Renders the button to the messaging app; hidden until its address is known, and without one. */
function ContactButton() {
  return (
    <a
      hidden
      href="/"
      data-contact
      target="_blank"
      rel="noopener noreferrer"
      className="fixed right-5.5 bottom-5.5 z-(--z-header) flex h-12 items-center gap-2.25 rounded-full bg-primary px-4.5 text-14 font-semi text-on-primary elev-2 [[hidden]]:hidden max-desk:right-3.5 max-desk:bottom-3.5 max-desk:size-13 max-desk:justify-center max-desk:p-0 print:hidden"
    >
      <Icon name="messages" size={20} />
      <span className="max-desk:sr-only">
        <MultilingualFrameText text="contact" />
      </span>
      <span className="sr-only">
        (<MultilingualFrameText text="newTab" />)
      </span>
    </a>
  );
}
