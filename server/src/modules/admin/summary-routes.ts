import { LIMITS, ROUTES, WEEK_MS } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import { countWaiting } from '../education/index.ts';
import { countOpenReviews } from '../payments/index.ts';
import { countWaitingOrders } from './order-store.ts';
import { SOON_MS } from './people.ts';
import { countAll } from './people-store.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves the counts of the side bar and of the people list's head. */
export function registerSummaryRoutes(web: Web): void {
  registerAdminRoute(web, ROUTES.adminSummary, async ({ trx, nowMs }) => {
    const times = { nowMs, thenMs: nowMs - WEEK_MS, soonMs: nowMs + SOON_MS };
    const { registered, subscribers, students, ending, before } = await countAll(trx, times);
    const { inReview, unknown } = await countWaitingOrders(trx);
    const reviews = await countOpenReviews(trx);
    return {
      people: {
        registered,
        subscribers,
        students,
        ending,
        week: {
          registered: registered - before.registered,
          subscribers: subscribers - before.subscribers,
          students: students - before.students,
        },
      },
      waiting: {
        ...(await countWaiting(trx)),
        orders: inReview + unknown + reviews,
        inReview,
        unknown,
        reviews,
      },
      idleMinutes: LIMITS.adminIdleMinutes,
    };
  });
}
