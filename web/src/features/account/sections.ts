/** The sections of the account page, in the order of its menu; the first one is shown when none is asked for. */
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
/** A section of the account page. */
export type Section = (typeof SECTIONS)[number];

/** The sections of the course. */
const LEARNING = ['education', 'videos', 'question', 'homework'] as const;
/** A section of the course. */
export type LearningSectionName = (typeof LEARNING)[number];

/** Whether a section is one of the course. */
export function isLearning(section: Section): section is LearningSectionName {
  return LEARNING.some((one) => one === section);
}

/** The section that an address asks for; anything unknown is the first one. */
export function readSection(selected: string | null): Section {
  return SECTIONS.find((section) => section === selected) ?? SECTIONS[0];
}
