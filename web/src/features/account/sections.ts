/** Sections of the account page in menu order; the first is the default. */
export const SECTIONS = [
  'subscription',
  'security',
  'education',
  'videos',
  'question',
  'homework',
  'favorites',
  'invoices',
  'telegram',
  'settings',
] as const;
/** Section of the account page. */
export type Section = (typeof SECTIONS)[number];

const LEARNING = ['education', 'videos', 'question', 'homework'] as const;
/** Section of the course. */
export type LearningSectionName = (typeof LEARNING)[number];

/** Returns whether a section belongs to the course. */
export function isLearning(section: Section): section is LearningSectionName {
  return LEARNING.some((one) => one === section);
}

/** Reads the section from a URL parameter; an unknown value is the first section. */
export function readSection(selected: string | null): Section {
  return SECTIONS.find((section) => section === selected) ?? SECTIONS[0];
}
