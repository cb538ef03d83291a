import type { Reply, ROUTES } from '@rasat/contract';

/** One simulated symbol as the page draws it. */
export type Snapshot = NonNullable<Reply<typeof ROUTES.snapshot>>;
/** The trade condition of a snapshot. */
export type SnapshotCondition = NonNullable<Snapshot['condition']>;
