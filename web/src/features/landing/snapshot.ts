import type { Reply, ROUTES } from '@rasat/contract';

/** One simulated symbol, which the page draws. */
export type Snapshot = NonNullable<Reply<typeof ROUTES.snapshot>>;
/** The trade condition of a snapshot. */
export type SnapshotCondition = NonNullable<Snapshot['condition']>;
