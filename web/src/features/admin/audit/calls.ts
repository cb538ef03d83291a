import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** A row of the audit log. */
export type AuditEntry = Reply<typeof ROUTES.adminAudit>['entries'][number];

/** Filter of the audit log; an empty text does not filter. */
export interface AuditFilter {
  readonly admin: string;
  readonly action: string;
  readonly subject: string;
}

/** Returns the paged query of the audit log, newest first. */
export const auditQuery = ({ admin, action, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', admin, action, subject],
    queryFn: ({ signal, pageParam }) =>
      call('adminAudit', {
        query: {
          ...(admin && { admin }),
          ...(action && { action }),
          ...(subject && { subject }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
