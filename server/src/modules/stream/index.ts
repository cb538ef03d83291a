import assert from 'node:assert/strict';
import type { Category } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { isDatabaseUnavailable } from '../../platform/db/pool.ts';
import { seesAnalysis } from '../../platform/http/person.ts';
import type { Web } from '../../platform/http/web.ts';
import type { Part } from '../../platform/part.ts';
import { PERSON_CHANNEL } from '../accounts/index.ts';
import { updatedTopic } from '../analysis/index.ts';
import {
  type FormingEvent,
  formingTopic,
  listSymbols,
  silenceTopic,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from '../market/index.ts';
import type { LivePerson } from './connection.ts';
import { createLiveServer } from './live-server.ts';
import type { SocketFigures } from './stream-metrics.ts';

export { streamMetrics } from './stream-metrics.ts';

/** The running live socket. */
export interface StreamPart extends Part {
  /** Returns the open sockets by kind, and what waits for them. */
  figures(): SocketFigures;
}

/**
 * Many pages open their sockets at once after a restart, so remembered sessions are accepted; a later end is notified.
 */
const RECALL = { mayRecall: true };

/**
 * Serves the live socket at `/api/live` for pages of our own origin: accepted ticks, and a notice when a symbol's
 * analysis or a category's lists changed. Call it before the web server listens; it stops with the web server, or
 * before.
 */
export async function startStream(web: Web): Promise<StreamPart> {
  const { bus, clock, db, listen, log } = web.context;
  const { readPeople } = web.guard;
  assert.ok(readPeople, 'the guard cannot be asked about open sockets');
  const live = createLiveServer({
    server: web.app.server,
    path: '/api/live',
    clock,
    allowsOrigin: (origin) => origin !== undefined && web.origins().has(origin),
    getPerson: async ({ headers }): Promise<LivePerson> => {
      const person = await web.guard('user', { headers }, RECALL);
      if (!person) throw new AppError('unauthorized-401');
      // Idle sockets are many, so only the cookie of each request is kept.
      const request = { headers: { cookie: headers.cookie } };
      return {
        id: person.id,
        cookie: headers.cookie,
        may: (access) =>
          web.guard(access, request, RECALL).then(
            (found) => found !== null,
            (error: unknown) => {
              if (error instanceof AppError) return false;
              throw error;
            },
          ),
      };
    },
    readStandings: async (people) => {
      const requests = people.map(({ cookie }) => ({ headers: { cookie } }));
      const found = await readPeople(requests);
      return found.map((person) => {
        if (!person) return 'ended';
        return seesAnalysis(person) ? 'subscriber' : 'user';
      });
    },
    onRecheckError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'open sockets could not be rechecked');
    },
  });
  let categories: ReadonlyMap<string, Category> = new Map();
  const readSymbols = async (): Promise<void> => {
    const symbols = await listSymbols(db);
    categories = new Map(symbols.map((one) => [one.symbol, one.series.category]));
    const licensed = symbols.filter(({ series }) => series.audience === 'subscribers');
    live.setSymbols(categories, new Set(licensed.map(({ symbol }) => symbol)));
  };
  const noticeListsOf = (symbols: readonly string[]): void =>
    live.noticeLists(new Set(symbols.flatMap((symbol) => categories.get(symbol) ?? [])));
  const isNewDay = watchDays();
  const silent = new Map<string, number>();
  const off = [
    listen(PERSON_CHANNEL, (id) => live.recheck(id === null ? null : Number(id))),
    bus.subscribe(ticksTopic, (ticks) => live.offer(ticks)),
    bus.subscribe(updatedTopic, ({ changed }) => {
      live.notice(changed);
      noticeListsOf(changed);
    }),
    bus.subscribe(storedTopic, (events) =>
      noticeListsOf(
        events.flatMap(({ symbol, resolution }) => (resolution === '1D' ? [symbol] : [])),
      ),
    ),
    bus.subscribe(formingTopic, (events) =>
      noticeListsOf(events.filter(isNewDay).map(({ symbol }) => symbol)),
    ),
    bus.subscribe(silenceTopic, ({ source, sinceMs }) => {
      if (sinceMs === null) silent.delete(source);
      else silent.set(source, sinceMs);
      live.setSilent(Array.from(silent, ([name, since]) => ({ source: name, since })));
    }),
    bus.subscribe(symbolsTopic, () => {
      readSymbols().catch((error: unknown) =>
        log.error({ err: error }, 'the live socket could not read the symbols'),
      );
    }),
  ];
  await readSymbols();
  const stop = async (): Promise<void> => {
    for (const end of off) end();
    await live.stop();
  };
  // Open sockets would delay the end of the web server.
  web.app.addHook('preClose', stop);
  return {
    name: 'stream',
    status: () => ({ ready: true, detail: `${live.size} sockets` }),
    figures: () => live.figures(),
    stop,
  };
}

/** Returns a function that tells whether open bars start a new day, on which the change of a quote has a new base. */
function watchDays(): (event: FormingEvent) => boolean {
  const days = new Map<string, number>();
  return ({ symbol, bars }) => {
    const dayMs = bars['1D']?.at(-1)?.openTimeMs;
    if (dayMs === undefined || days.get(symbol) === dayMs) return false;
    days.set(symbol, dayMs);
    return true;
  };
}
