/** The sections of the back office, in the order of their list. */
export const SECTIONS = [
  'people',
  'orders',
  'messages',
  'questions',
  'homework',
  'lessons',
  'prices',
  'symbols',
  'feeds',
  'site',
  'audit',
] as const;

/** A section of the back office. */
export type Section = (typeof SECTIONS)[number];

/** Finds the section of a path; null for a path outside the sections. */
export function findSection(path: string): Section | null {
  const [, name] = /^\/admin\/([a-z]+)(?:\/|$)/.exec(path) ?? [];
  return SECTIONS.find((section) => section === name) ?? null;
}
