import type { SiteText } from '@rasat/contract';
import type { ReactNode } from 'react';
import { Text } from '../../ui/document/site-text.tsx';
import { Section, SectionHeading, TWO_COLUMNS } from './section.tsx';
import { Simulated } from './simulated.tsx';

/** Renders the section about the mobile apps; hidden while no store has one. */
export function Mobile() {
  return (
    <Section id="mobil" name="mobile" hidden className={TWO_COLUMNS}>
      <div>
        <SectionHeading id="mobil" title="mobile.title" lead="mobile.lead" />
        <div className="mt-6 flex flex-wrap gap-2.5">
          <Store store="ios" name="App Store" label="mobile.ios">
            <path d="M12 4v11m-4-4 4 4 4-4M5 19h14" />
          </Store>
          <Store store="android" name="Google Play" label="mobile.android">
            <path d="M7 5v14l12-7z" />
          </Store>
        </div>
      </div>
      <Telephone />
    </Section>
  );
}

function Store({
  store,
  name,
  label,
  children,
}: {
  readonly store: 'ios' | 'android';
  readonly name: string;
  readonly label: SiteText;
  readonly children: ReactNode;
}) {
  return (
    <a
      hidden
      href="/"
      data-store={store}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex h-13.5 items-center gap-2.75 rounded-3 border border-line-ctl px-4.5 text-15 leading-[1.2] font-semi hover:bg-hover [[hidden]]:hidden"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5"
      >
        {children}
      </svg>
      <span>
        <small className="block text-12 font-reg text-ink-3">
          <Text name={label} />
        </small>
        {name}
        <span className="sr-only">
          {' '}
          (<Text name="word.newTab" />)
        </span>
      </span>
    </a>
  );
}

/** Draws a telephone with the symbol page. */
function Telephone() {
  return (
    <div data-snapshot className="mx-auto w-65.5 rounded-[34px] border border-line-ctl bg-s2 p-2.5">
      <div className="overflow-hidden rounded-[26px] border border-line bg-bg">
        <div className="flex items-center gap-2 px-3.25 pt-3.25 pb-2.25">
          <b className="text-15" translate="no" data-fill="symbol" />
          <span
            data-fill="way"
            className="way inline-flex min-h-5 items-center gap-1.5 rounded-1 px-1.75 text-12 font-med empty:hidden data-[way=down]:bg-down-bg data-[way=down]:text-down-text data-[way=up]:bg-up-bg data-[way=up]:text-up"
          />
          <span className="num ml-auto font-semi" data-fill="last" />
        </div>
        <svg
          role="img"
          aria-labelledby="chart-loading"
          data-chart="phone"
          className="picture block h-52.5 w-full bg-chart-bg"
        />
        <svg
          data-ladder
          viewBox="0 0 228 54"
          className="picture mx-1 mt-2.5 mb-1 block h-auto w-[calc(100%-8px)]"
        />
        <svg data-gauge viewBox="0 0 216 118" className="picture mx-auto mt-1.5 mb-1 block w-54" />
        <p className="pb-2.5 text-center">
          <Simulated />
        </p>
      </div>
    </div>
  );
}
