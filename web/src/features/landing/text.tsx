import { SITE_TEXT_NAMES, SITE_TEXTS, type SiteText } from '@rasat/contract';

/**
 * A text of the page. It is built in Turkish; the server puts the visitor's language, and what the owner has written, in
 * its place before the document is sent.
 */
export function Text({
  name,
  className,
}: {
  readonly name: SiteText;
  readonly className?: string;
}) {
  return (
    <span data-text={name} className={className}>
      {SITE_TEXTS[name].tr}
    </span>
  );
}

const SAID = SITE_TEXT_NAMES.filter(
  (name) => /^(word|record)\./.test(name) && name !== 'word.loading',
);

/** The words with which the page's program fills in pictures and figures, kept out of sight. */
export function Words() {
  return (
    <div hidden data-words>
      <span id="chart-loading">
        <Text name="word.loading" />
      </span>
      {SAID.map((name) => (
        <Text key={name} name={name} />
      ))}
    </div>
  );
}
