/** What a person can be given: the course, a subscription, the back office. */
export const RIGHTS = ['lesson', 'subscription', 'admin'] as const;
/** Something that a person can be given. */
export type Right = (typeof RIGHTS)[number];

/** Where a right came from: an order that was paid, an administrator, the command line, the demo accounts. */
export const RIGHT_ORIGINS = ['order', 'admin', 'operator', 'demo'] as const;

/** What a person is to the business: the first that fits of subscriber, ended, student, registered. */
export const PERSON_STATES = ['registered', 'student', 'subscriber', 'ended'] as const;
/** What a person is to the business. */
export type PersonState = (typeof PERSON_STATES)[number];
