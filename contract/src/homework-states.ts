/** How a homework stands; `fix`: its slot is open for one more submission. */
export const HOMEWORK_STATES = ['review', 'approved', 'fix'] as const;
/** How a homework stands. */
export type HomeworkState = (typeof HOMEWORK_STATES)[number];
