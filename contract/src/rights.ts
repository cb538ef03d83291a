/** The rights of a person: the course, a subscription, the back office. */
export const RIGHTS = ['lesson', 'subscription', 'admin'] as const;
/** A right of a person. */
export type Right = (typeof RIGHTS)[number];

/** Origins of a right: a paid order, an administrator, the command line, the demo accounts. */
export const RIGHT_ORIGINS = ['order', 'admin', 'operator', 'demo'] as const;

/** The states of a person; the first that applies of subscriber, ended, student, registered. */
export const PERSON_STATES = ['registered', 'student', 'subscriber', 'ended'] as const;
/** The state of a person. */
export type PersonState = (typeof PERSON_STATES)[number];
