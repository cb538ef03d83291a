/** The states of a homework; `fix`: its slot is open for one more submission. */
export const HOMEWORK_STATES = ['review', 'approved', 'fix'] as const;
/** The state of a homework. */
export type HomeworkState = (typeof HOMEWORK_STATES)[number];
