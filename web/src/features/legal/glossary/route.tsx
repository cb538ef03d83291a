import { TERM_GROUPS, type Term, type TermGroup } from '../../../i18n/terms.ts';
import { MultilingualText, MultilingualTspan } from '../../../ui/document/multilingual-text.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { TermPicture } from '../../../ui/term-pictures.tsx';
import { type GlossaryKey, glossaryText, type Place } from './texts.ts';

const ADDRESSES: Readonly<Record<Place, string>> = {
  symbol: '/dashboard/symbol/EURUSD',
  chart: '/dashboard/chart',
  predictor: '/dashboard/predictor/forex',
  portfolio: '/dashboard/portfolio/forex',
  record: '/record',
  dashboard: '/dashboard',
};

/** Pages on which each term appears. */
const PLACES: Readonly<Record<Term, readonly Place[]>> = {
  box: ['symbol', 'chart'],
  'trade-line': ['symbol', 'chart'],
  'weekly-levels': ['symbol', 'chart'],
  seer: ['symbol'],
  cycle: ['symbol'],
  'gann-spectrum': ['chart'],
  'trade-condition': ['dashboard', 'predictor'],
  setup: ['symbol', 'record'],
  'stop-loss': ['predictor'],
  'take-profit': ['predictor'],
  r: ['record'],
  atr: ['symbol'],
  'matched-entries': ['record'],
  interval: ['record'],
  live: ['record'],
  backtest: ['record'],
  simulated: ['dashboard', 'record'],
  imported: ['record'],
  predictor: ['predictor'],
  portfolio: ['portfolio'],
  record: ['record'],
};

const GROUPS = Object.entries(TERM_GROUPS) as [TermGroup, readonly Term[]][];

/** Renders every term with a picture and a paragraph, in each language; the document shows one of them. */
export default function GlossaryRoute() {
  return (
    <div data-glossary>
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">
            <Say text="title" />
          </h1>
          <p className="mt-1.25 text-14 leading-mid text-ink-2">
            <Say text="about" />
          </p>
        </div>
        <Search />
      </div>
      <div className="grid grid-cols-[200px_minmax(0,1fr)] gap-8 max-desk:grid-cols-[minmax(0,1fr)] max-desk:gap-3">
        <SideList />
        <div>
          <div
            hidden
            data-term-none
            className="rounded-3 border border-line bg-s1 px-4 py-8 text-center"
          >
            <p className="text-14 font-semi">
              <Say text="none" />
            </p>
            <p className="mt-1 text-ink-2">
              <Say text="noneText" />
            </p>
          </div>
          {GROUPS.map(([group, terms]) => (
            <section
              key={group}
              data-term-group
              aria-labelledby={`group-${group}`}
              className="mt-6.5 first-of-type:mt-0 [[hidden]]:hidden"
            >
              <h2 id={`group-${group}`} className="mb-2.5 text-16">
                <Say text={`group.${group}`} />
              </h2>
              <div className="grid grid-cols-2 gap-3 wide:grid-cols-3 max-tab:grid-cols-1">
                {terms.map((term) => (
                  <Card key={term} term={term} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

function Say({ text }: { readonly text: GlossaryKey }) {
  return <MultilingualText texts={glossaryText(text)} />;
}

/**
 * Renders the search field. The document's program filters the terms. A placeholder would need one language, so a text
 * lies over the empty field.
 */
function Search() {
  return (
    <div className="w-75 max-desk:w-full">
      <label className="relative flex min-h-8.5 items-center gap-2 rounded-2 border border-line-ctl bg-s2 px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-desk:min-h-11.5">
        <Icon name="search" />
        <span className="sr-only">
          <Say text="search" />
        </span>
        <input
          type="search"
          data-term-search
          autoComplete="off"
          spellCheck={false}
          placeholder=" "
          className="peer min-h-6 w-full min-w-0 bg-transparent text-13 text-ink outline-none max-desk:text-16 [&::-webkit-search-cancel-button]:hidden"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute left-8.5 text-13 peer-[:not(:placeholder-shown)]:hidden max-desk:text-16"
        >
          <Say text="search" />
        </span>
      </label>
      <p role="status" className="sr-only">
        <span hidden data-term-found>
          <Say text="found" /> <span data-term-count />
        </span>
      </p>
    </div>
  );
}

function SideList() {
  return (
    <nav
      aria-labelledby="all-terms"
      className="no-bar sticky top-16 grid max-h-[calc(100dvh-80px)] gap-px self-start overflow-y-auto max-desk:static max-desk:-mx-3 max-desk:flex max-desk:max-h-none max-desk:gap-1.5 max-desk:overflow-x-auto max-desk:px-3 max-desk:py-0.5 print:hidden"
    >
      <span id="all-terms" className="sr-only">
        <Say text="terms" />
      </span>
      {GROUPS.map(([group, terms]) => (
        <div key={group} data-term-links className="max-desk:contents [[hidden]]:hidden">
          <p className="px-2.5 pt-2.5 pb-1 text-12 font-med text-ink-3 max-desk:hidden">
            <Say text={`group.${group}`} />
          </p>
          {terms.map((term) => (
            <a
              key={term}
              href={`#${term}`}
              data-term-link={term}
              className="flex min-h-7 items-center rounded-2 px-2.5 py-1.25 text-ink-2 hover:text-ink aria-[current=true]:bg-s3 aria-[current=true]:text-ink max-desk:min-h-11 max-desk:min-w-11 max-desk:flex-none max-desk:justify-center max-desk:border max-desk:border-line max-desk:px-3 max-desk:whitespace-nowrap [[hidden]]:hidden"
            >
              <Say text={`name.${term}`} />
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

function Card({ term }: { readonly term: Term }) {
  return (
    <article
      id={term}
      data-term
      aria-labelledby={`${term}-name`}
      className="flex min-w-0 flex-col overflow-hidden rounded-3 border border-line bg-s1 target:border-brass [[hidden]]:hidden"
    >
      <TermPicture
        term={term}
        say={(word) => <MultilingualTspan texts={glossaryText(`picture.${word}`)} />}
        className="border-b border-line-soft"
      />
      <h3 id={`${term}-name`} className="px-4 pt-3.5 text-16">
        <Say text={`name.${term}`} />
      </h3>
      <p className="flex-1 px-4 pt-1.5 pb-3 text-14 leading-[1.58] text-ink-2">
        <Say text={`text.${term}`} />
      </p>
      <p className="flex flex-wrap gap-x-4 px-4 pb-3 pointer-coarse:gap-y-3">
        <span className="sr-only">
          <Say text="seen" />
        </span>
        {PLACES[term].map((place) => (
          <a key={place} href={ADDRESSES[place]} className="link pointer-coarse:min-h-11">
            <Say text={`place.${place}`} />
          </a>
        ))}
      </p>
    </article>
  );
}
