/** State of a panel: pending, failed, or ready with its data, which stay while newer data are fetched. */
export type PanelState<T> =
  | { readonly status: 'pending' }
  | { readonly status: 'error'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly data: T; readonly busy: boolean };

/** The part of a query's result that a panel reads. */
export interface QueryLike<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Returns a panel's state from one query. A failed refresh does not hide data that were read before. */
export function toPanel<T>(query: QueryLike<T>): PanelState<T> {
  if (query.data !== undefined) {
    return { status: 'ready', data: query.data, busy: query.isFetching };
  }
  if (query.error && !query.isFetching) {
    return { status: 'error', error: query.error, retry: () => void query.refetch() };
  }
  return { status: 'pending' };
}

type Joined<S extends Readonly<Record<string, PanelState<unknown>>>> = {
  readonly [K in keyof S]: S[K] extends PanelState<infer T> ? T : never;
};

/**
 * Returns the joint state of several panel states: ready when all are ready, failed when one has failed (a retry
 * repeats all that failed), else pending.
 */
export function joinPanels<S extends Readonly<Record<string, PanelState<unknown>>>>(
  states: S,
): PanelState<Joined<S>> {
  const entries = Object.entries(states);
  const failed = entries.map(([, state]) => state).filter((state) => state.status === 'error');
  const first = failed[0];
  if (first) {
    return {
      status: 'error',
      error: first.error,
      retry: () => {
        for (const state of failed) state.retry();
      },
    };
  }
  const data: Record<string, unknown> = {};
  let busy = false;
  for (const [name, state] of entries) {
    if (state.status !== 'ready') return { status: 'pending' };
    data[name] = state.data;
    busy ||= state.busy;
  }
  return { status: 'ready', data: data as Joined<S>, busy };
}

/** Returns the state with its data converted. */
export function mapPanel<T, U>(state: PanelState<T>, change: (data: T) => U): PanelState<U> {
  return state.status === 'ready' ? { ...state, data: change(state.data) } : state;
}
