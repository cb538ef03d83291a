import { LANGUAGES } from '@rasat/contract';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, LogoMark } from '../../ui/icons.tsx';
import type { FrameText } from './frame-texts.ts';
import { Told } from './told.tsx';

const SECTIONS: readonly { readonly href: string; readonly text: FrameText }[] = [
  { href: '#algoritma', text: 'algorithm' },
  { href: '#otomasyon', text: 'automation' },
  { href: '#grafik', text: 'charting' },
  { href: '#ucretler', text: 'prices' },
  { href: '/record', text: 'record' },
];

/** Skip link, mark, sections, language, and the way in. */
export function LandingHeader() {
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-2 bg-s3 px-3 py-2 elev-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-palette)"
      >
        <Told text="skip" />
      </a>
      <header className="absolute inset-x-0 top-0 z-(--z-sticky) flex h-16 items-center gap-2.5 px-10 max-desk:h-14 max-desk:pr-2 max-desk:pl-4">
        <Mark />
        <span className="flex-1" />
        <nav aria-labelledby="sections" className="flex h-full max-desk:hidden">
          <span id="sections" className="sr-only">
            <Told text="sections" />
          </span>
          {SECTIONS.map(({ href, text }) => (
            <a
              key={href}
              href={href}
              className="flex h-full items-center px-2.75 font-med text-ink-2 hover:text-ink"
            >
              <Told text={text} />
            </a>
          ))}
        </nav>
        <span className="flex-1 max-desk:hidden" />
        <Languages />
        <a href="/auth/login" className={cx(buttonClass('quiet'), 'for-guest max-desk:min-h-11')}>
          <Told text="signIn" />
        </a>
        <a
          href="/auth/register"
          className={cx(buttonClass('primary'), 'for-guest max-desk:hidden')}
        >
          <Told text="signUp" />
        </a>
        <a href="/dashboard" className={cx(buttonClass('primary'), 'for-person')}>
          <Told text="dashboard" />
        </a>
      </header>
    </>
  );
}

function Mark() {
  return (
    <a href="/" className="flex min-h-11 items-center gap-2.25">
      <LogoMark />
      <span
        translate="no"
        aria-hidden="true"
        className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%] max-[359px]:hidden"
      >
        Rasat
      </span>
      <Told text="home" hidden />
    </a>
  );
}

/** The languages of the frame; the pressed one is marked when the page starts. */
function Languages() {
  return (
    <fieldset className="flex gap-px rounded-2 border border-line bg-s2 p-0.5">
      <legend className="sr-only">
        <Told text="language" />
      </legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          data-language={language}
          aria-pressed={language === 'tr'}
          lang={language}
          className="h-6.5 min-w-8.5 rounded-1 px-2 text-12 font-med text-ink-2 hover:text-ink aria-pressed:bg-s3 aria-pressed:text-ink pointer-coarse:h-10"
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
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

/** What this is not, and the way to every public page. */
export function LandingFooter() {
  return (
    <footer className="pt-11 pb-15 text-ink-3">
      <div className="mx-auto grid max-w-[1360px] grid-cols-[1.6fr_1fr_1fr_1fr] gap-10 px-10 max-desk:grid-cols-1 max-desk:gap-6 max-desk:px-4">
        <div>
          <span className="flex items-center gap-2.25">
            <LogoMark />
            <span
              translate="no"
              className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%]"
            >
              Rasat
            </span>
          </span>
          <p className="mt-3 max-w-[46ch] leading-read">
            <Told text="advice" />
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 id={`footer-${title}`} className="mb-2 text-12 font-med text-ink-3">
              <Told text={title} />
            </h2>
            <ul>
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a
                    href={href}
                    className="inline-flex min-h-7 items-center text-ink-2 hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    <Told text={text} />
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <ContactButton />
    </footer>
  );
}

/** The button to the messaging app; hidden until its address is known, and where there is none. */
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
        <Told text="contact" />
      </span>
      <span className="sr-only">
        (<Told text="newTab" />)
      </span>
    </a>
  );
}
