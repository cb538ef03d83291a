import { vendorCredits } from '@rasat/contract';

/** Shows the lines that the licences of sources want beside their prices, as links in the vendors' own words. */
export function VendorCredits({ sources }: { readonly sources: readonly string[] }) {
  return vendorCredits(sources).map(({ text, href }) => (
    <a key={text} href={href} lang="en" className="link -my-1 text-ink-2">
      {text}
    </a>
  ));
}
