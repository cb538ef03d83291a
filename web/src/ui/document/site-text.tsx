import { SITE_TEXTS, type SiteText } from '@rasat/contract';

/**
 * A text of the site's own pages. It is built in Turkish; the server puts the visitor's language, and what the owner has
 * written, in its place before the document is sent.
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
