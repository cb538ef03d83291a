import type { CalibrationScope, Query, Reply, ROUTES } from '@rasat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../client/client.ts';

type Calibration = Reply<typeof ROUTES.recordCalibration>;

/** How often the chances of touch of a source came true, in the record and in the backtest; null without an answer. */
export interface Calibrations {
  readonly live: Calibration | null;
  readonly backtest: Calibration | null;
}

/** How often the chances of touch of a source came true. The figures change once a night. */
export const calibrationQuery = (query: Query<typeof ROUTES.recordCalibration>) =>
  queryOptions({
    queryKey: ['record', 'calibration', query],
    queryFn: ({ signal }) => call('recordCalibration', { query, signal }),
    staleTime: 5 * 60_000,
  });

/**
 * Returns the figures of both origins; null while an answer is awaited. Without a scope it requests none.
 */
export function useCalibrations(
  source: string,
  scope: CalibrationScope | null,
): Calibrations | null {
  const enabled = scope !== null;
  const known = scope ?? 'main';
  const live = useQuery({ ...calibrationQuery({ source, origin: 'live', scope: known }), enabled });
  const backtest = useQuery({
    ...calibrationQuery({ source, origin: 'backfill', scope: known }),
    enabled,
  });
  if (live.isPending || backtest.isPending) return null;
  return { live: live.data ?? null, backtest: backtest.data ?? null };
}
