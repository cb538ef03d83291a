/** A line that a vendor's licence wants beside its prices, in the vendor's own words, and where it leads. */
export interface VendorCredit {
  readonly text: string;
  readonly href: string;
}

/** Lines by the first word of the vendor's sources. */
const CREDITS: Readonly<Record<string, VendorCredit>> = {
  twelvedata: { text: 'Data provided by Twelve Data', href: 'https://twelvedata.com' },
};

/** Returns the lines that the licences of sources want beside their prices, each once. */
export function vendorCredits(sources: readonly string[]): readonly VendorCredit[] {
  const found = sources.flatMap((source) => CREDITS[source.split('-', 1)[0] ?? ''] ?? []);
  return [...new Set(found)];
}
