import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type Category,
  CLOSE_CODES,
  ERROR_STATUS,
  LIMITS,
  type SilentSource,
  type WireTick,
} from '@rasat/contract';
import { WebSocketServer } from 'ws';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { toAppError } from '../../platform/http/errors.ts';
import { Connection, type LivePerson, type Standing } from './connection.ts';
import { Heartbeat } from './heartbeat.ts';
import { HUB_DEFAULTS, Hub, type HubOptions } from './hub.ts';
import { Recheck } from './recheck.ts';
import type { SocketFigures } from './stream-metrics.ts';

/** Options of the live socket. */
export interface LiveServerOptions {
  readonly server: Server;
  readonly path: string;
  /** Whether a page of that origin may open the socket; undefined for a request without an origin. */
  allowsOrigin(origin: string | undefined): boolean;
  /** Returns the person behind the request. Throws `AppError` when the request is refused. */
  getPerson(request: IncomingMessage): Promise<LivePerson>;
  /**
   * Returns the present rights of these people's sessions, in their order. Rejects when the database is unavailable.
   */
  readStandings(people: readonly LivePerson[]): Promise<readonly Standing[]>;
  /** Receives a rejection of `readStandings`: the sockets stay open and are checked again. */
  onRecheckError?(error: unknown): void;
  /** Clock of the repeated checks of open sockets. */
  readonly clock: Pick<Clock, 'setInterval' | 'steady'>;
  /** Limits that differ from the defaults, for tests. */
  readonly limits?: Partial<HubOptions> & {
    readonly recheckMs?: number;
    readonly pingMs?: number;
    readonly closeMs?: number;
  };
}

/** Running live socket. */
export interface LiveServer {
  offer(ticks: readonly WireTick[]): void;
  notice(symbols: readonly string[]): void;
  /** Announces that the lists of these categories changed for another reason than ticks. */
  noticeLists(categories: Iterable<Category>): void;
  /** Tells every socket, and each later one, which sources are silent. */
  setSilent(sources: readonly SilentSource[]): void;
  /** Sets the listed symbols, and which of them have ticks for subscribers only. */
  setSymbols(symbols: ReadonlyMap<string, Category>, licensed: ReadonlySet<string>): void;
  /** Checks a person's open sockets at once; null checks those of all people, some hundreds at a time. */
  recheck(personId: number | null): void;
  /** Number of open sockets. */
  readonly size: number;
  /** Returns the open sockets by kind, and what waits for them. */
  figures(): SocketFigures;
  /** Closes every socket with the code for a restart (1012) and resolves when all are gone. */
  stop(): Promise<void>;
}

/** Period in which the rights of every open socket are checked again. */
const RECHECK_MS = 60_000;
/** Time in which a client must answer the close of a socket before it is cut. */
const CLOSE_MS = 2000;

/**
 * Attaches the live socket to an HTTP server. Upgrades to other paths are left to other listeners if there are any,
 * else refused with 404. Refusals: 403 for a foreign origin, 401 without a session.
 */
export function createLiveServer(options: LiveServerOptions): LiveServer {
  const { server } = options;
  const byPerson = new Map<number, Connection[]>();
  const limits = { ...HUB_DEFAULTS, ...options.limits };
  const hub = new Hub(limits);
  // The library's types lack this option.
  const closing = { closeTimeout: options.limits?.closeMs ?? CLOSE_MS };
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.liveFrameBytes,
    maxFragments: 64,
    maxBufferedChunks: 256,
    clientTracking: false,
    ...closing,
  });
  let stopping = false;
  let silent: readonly SilentSource[] = [];
  const recheck = new Recheck<Connection>({
    clock: options.clock,
    periodMs: options.limits?.recheckMs ?? RECHECK_MS,
    ask: async (connections) => {
      const standings = await options.readStandings(connections.map(({ person }) => person));
      for (const [at, connection] of connections.entries()) {
        connection.settle(standings[at] ?? 'ended');
      }
    },
    onError: (error) => options.onRecheckError?.(error),
  });

  const pingMs = options.limits?.pingMs ?? LIMITS.livePingSeconds * 1000;
  const heart = new Heartbeat<Connection>({
    periodMs: pingMs,
    beat: (connection) => connection.beat(pingMs),
  });

  const listOpen = (): Connection[] => [...byPerson.values()].flat();
  const forget = (connection: Connection): void => {
    const { id } = connection.person;
    const rest = byPerson.get(id)?.filter((one) => one !== connection) ?? [];
    if (rest.length > 0) byPerson.set(id, rest);
    else byPerson.delete(id);
    recheck.delete(connection);
    heart.delete(connection);
  };
  const admit = (request: IncomingMessage, socket: Socket, head: Buffer, person: LivePerson) =>
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection = new Connection(ws, socket, person, hub, limits.now);
      ws.on('close', () => {
        connection.leave();
        forget(connection);
      });
      const [oldest] = byPerson.get(person.id) ?? [];
      if (oldest && (byPerson.get(person.id)?.length ?? 0) >= LIMITS.liveSocketsPerPerson) {
        forget(oldest);
        oldest.close(CLOSE_CODES.tooManySockets);
      }
      byPerson.set(person.id, [...(byPerson.get(person.id) ?? []), connection]);
      recheck.add(connection);
      heart.add(connection);
      if (silent.length > 0) connection.tellSilent(silent);
    });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', ignore);
    if (new URL(request.url ?? '/', 'http://host').pathname !== options.path) {
      if (server.listenerCount('upgrade') > 1) return;
      throw new AppError('not-found-404');
    }
    if (!(socket instanceof Socket) || stopping) throw new AppError('unavailable-503');
    if (!options.allowsOrigin(request.headers.origin)) throw new AppError('forbidden-403');
    const person = await options.getPerson(request);
    if (stopping) throw new AppError('unavailable-503');
    socket.off('error', ignore);
    admit(request, socket, head, person);
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    upgrade(request, socket, head).catch((error: unknown) => {
      refuseUpgrade(socket, ERROR_STATUS[toAppError(error).code]);
    });
  };
  server.on('upgrade', onUpgrade);

  return {
    offer: (ticks) => hub.offer(ticks),
    notice: (symbols) => hub.notice(symbols),
    noticeLists: (categories) => hub.noticeLists(categories),
    setSilent: (sources) => {
      silent = sources;
      for (const connection of listOpen()) connection.tellSilent(sources);
    },
    setSymbols: (symbols, licensed) => hub.setSymbols(symbols, licensed),
    recheck: (personId) => {
      if (personId === null) recheck.askAll();
      else recheck.askAtOnce(byPerson.get(personId) ?? []);
    },
    get size() {
      return listOpen().length;
    },
    figures() {
      const all = { ticks: 0, analyses: 0, idle: 0, behind: 0, bufferedBytes: 0 };
      for (const connection of listOpen()) {
        const { group, analyses, behind, outlet } = connection;
        all[group ? 'ticks' : (analyses?.size ?? 0) > 0 ? 'analyses' : 'idle'] += 1;
        if (behind) all.behind += 1;
        all.bufferedBytes += outlet.writableLength;
      }
      return all;
    },
    async stop() {
      stopping = true;
      heart.stop();
      recheck.stop();
      hub.stop();
      await Promise.all(listOpen().map((connection) => connection.end(CLOSE_CODES.restarting)));
      sockets.close();
      server.off('upgrade', onUpgrade);
    },
  };
}

const ignore = (): void => {};

function refuseUpgrade(socket: Duplex, status: number): void {
  if (socket.destroyed) return;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
