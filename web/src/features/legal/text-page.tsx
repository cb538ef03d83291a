import type { ReactNode } from 'react';
import { MultilingualFrameText } from '../../ui/document/multilingual-text.tsx';

/** A part of a text: its heading, which begins with its number, and its content. */
export interface TextPart {
  readonly heading: string;
  /** The displayed heading, when it is not in Turkish alone. */
  readonly shown?: ReactNode;
  readonly body: ReactNode;
}

/** Renders a text for reading and printing in one column, with its contents beside it; a phone shows no contents. */
export function TextPage({
  title,
  about,
  parts,
  lang,
  children,
  after,
}: {
  readonly title: ReactNode;
  /** The line below the title. */
  readonly about: ReactNode;
  readonly parts: readonly TextPart[];
  /** The language of the text, when it differs from the page's. */
  readonly lang?: 'tr';
  /** Content between the title and the first part. */
  readonly children?: ReactNode;
  /** Content below the last part. */
  readonly after?: ReactNode;
}) {
  return (
    <div className="text-page mx-auto grid max-w-270 grid-cols-[220px_minmax(0,68ch)] gap-16 pt-7 pb-12 max-desk:grid-cols-1 max-desk:gap-5 max-desk:px-1 max-desk:pt-2.5">
      <nav
        aria-labelledby="contents"
        className="sticky top-22 self-start max-desk:hidden print:hidden"
      >
        <span id="contents" className="sr-only">
          <MultilingualFrameText text="contents" />
        </span>
        {parts.map(({ heading, shown }, at) => (
          <a
            key={heading}
            href={`#part-${at}`}
            data-part={at}
            lang={lang}
            aria-current={at === 0 ? 'true' : undefined}
            className="block border-l-2 border-line py-1.5 pl-3 text-13 text-ink-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink"
          >
            {shown ?? heading.replace(/^\d+\. /, '')}
          </a>
        ))}
      </nav>
      <article lang={lang}>
        <h1 className="text-36 tracking-[-.02em] font-stretch-[112%] max-desk:text-28">{title}</h1>
        <p className="mt-2.5 text-13 leading-mid text-ink-3">{about}</p>
        {children}
        {parts.map(({ heading, shown, body }, at) => (
          <section key={heading} aria-labelledby={`part-${at}`}>
            <h2
              id={`part-${at}`}
              className="mt-8.5 mb-2 scroll-mt-20 text-[20px] font-stretch-[106%]"
            >
              {shown === undefined ? (
                heading
              ) : (
                <>
                  {at + 1}. {shown}
                </>
              )}
            </h2>
            {body}
          </section>
        ))}
        {after}
      </article>
    </div>
  );
}

/** Renders a paragraph of a text. */
export function Paragraph({ children }: { readonly children: ReactNode }) {
  return <p className="mt-3 text-16 leading-[1.68] text-ink-2 first-of-type:mt-0">{children}</p>;
}

/** Renders a list of a text. */
export function List({ items }: { readonly items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <ul className="mt-3 list-disc pl-5.5 text-16 leading-[1.68] text-ink-2">
      {items.map(([key, item]) => (
        <li key={key} className="mt-1.5">
          {item}
        </li>
      ))}
    </ul>
  );
}
