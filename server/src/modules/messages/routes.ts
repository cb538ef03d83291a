import { ROUTES } from '@rasat/contract';
import { inTransaction } from '../../platform/db/pool.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { countUnread, markRead, readList } from './service.ts';

/** Serves the message lists of a person. */
export function registerMessageRoutes(web: Web): void {
  const { db, clock } = web.context;

  registerRoute(web, ROUTES.platformMessages, ({ person }) =>
    readList(db, person, 'platform', clock.now()),
  );
  registerRoute(web, ROUTES.classMessages, ({ person }) =>
    readList(db, person, 'class', clock.now()),
  );
  registerRoute(web, ROUTES.unreadMessages, ({ person }) => countUnread(db, person, clock.now()));
  registerRoute(web, ROUTES.readMessages, async ({ person, body: { list, through } }) => {
    await inTransaction(db, (trx) =>
      markRead(trx, person, { list, messageId: through }, clock.now()),
    );
    return {};
  });
}
