import { SITE_TEXTS, type SiteText } from '@rasat/contract';

/**
 * Renders a text of the site's own pages. It is prerendered in Turkish; the server replaces it by the visitor's
 * language and by the owner's text before it sends the document.
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
