/** The sections of the account page, in the order of its menu; the first one is shown when none is asked for. */
export const SECTIONS = [
  'subscription',
  'security',
  'favorites',
  'invoices',
  'telegram',
  'settings',
] as const;
/** A section of the account page. */
export type Section = (typeof SECTIONS)[number];

/** The section that an address asks for; anything unknown is the first one. */
export function readSection(selected: string | null): Section {
  return SECTIONS.find((section) => section === selected) ?? SECTIONS[0];
}
