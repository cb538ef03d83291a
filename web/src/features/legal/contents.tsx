import { useEffect, useState } from 'react';

/** The headings of a text beside it, with the part marked that is being read. Not on a phone. */
export function Contents({
  label,
  headings,
}: {
  readonly label: string;
  readonly headings: readonly string[];
}) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const parts = headings.map((_, at) => document.getElementById(`part-${at}`));
    const read = (): void => {
      const passed = parts.filter((part) => part && part.getBoundingClientRect().top < 140);
      setCurrent(Math.max(0, passed.length - 1));
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, [headings]);
  return (
    <nav aria-label={label} className="sticky top-22 self-start max-desk:hidden">
      {headings.map((heading, at) => (
        <a
          key={heading}
          href={`#part-${at}`}
          lang="tr"
          aria-current={at === current ? 'true' : undefined}
          className="block border-l-2 border-line py-1.5 pl-3 text-13 text-ink-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink"
        >
          {heading.replace(/^\d+\. /, '')}
        </a>
      ))}
    </nav>
  );
}
