import type { Bar } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';
import type { SocketEnd } from './connection-life.ts';
import { openEventStream } from './event-stream.ts';
import type { RequestBudget } from './request-budget.ts';
import type { RestHost } from './rest-host.ts';
import { openVendorSocket, type SocketListener, type VendorSocket } from './vendor-socket.ts';

/** A bar that a vendor's stream sends once it is closed, and again when it has changed. */
export interface StreamBar {
  readonly symbol: string;
  readonly bar: Bar;
}

/** What a frame of a vendor's stream says. */
export type StreamEvent =
  /** The vendor accepts subscriptions. */
  | { readonly kind: 'ready' }
  /** Symbols are subscribed to. */
  | { readonly kind: 'subscribed'; readonly symbols: readonly string[] }
  /** The stream does not carry these symbols. */
  | { readonly kind: 'absent'; readonly symbols: readonly string[] }
  | { readonly kind: 'ticks'; readonly ticks: readonly VenueTick[] }
  | { readonly kind: 'bars'; readonly bars: readonly StreamBar[] }
  | { readonly kind: 'life' }
  /** The vendor subscribes to no more symbols on this connection. */
  | { readonly kind: 'full' }
  /** An event that we did not ask for. */
  | { readonly kind: 'unknown' }
  /** A frame that is damaged or has impossible values. */
  | { readonly kind: 'invalid' }
  /** The vendor ends the connection, with a status when it refuses us. The reason holds no text of the vendor. */
  | { readonly kind: 'over'; readonly reason: string; readonly status?: number };

/** The wire of a vendor's stream. */
export interface StreamWire {
  readonly silentMs: number;
  /** Interval of our own pings; none when absent. */
  readonly pingEveryMs?: number;
  /** A frame that the vendor wants regularly. */
  readonly life?: { readonly everyMs: number; readonly text: string };
  /**
   * Server-sent events in place of a websocket, asked for with these headers: every subscriber has a connection of its
   * own, whose address names its symbols.
   */
  readonly events?: { readonly headers: Readonly<Record<string, string>> };
  /** Returns the address of a new connection; `symbols` are those of its first subscriber. */
  address(signal: AbortSignal, symbols: readonly string[]): Promise<URL>;
  /** What is sent as soon as the connection is open; an answer says `ready`. */
  readonly greeting?: string;
  /** Whether the vendor says `ready` without a greeting. With neither the open connection is ready. */
  readonly greetsFirst?: boolean;
  /** Most symbols of a connection; later ones are not subscribed to. Without a limit when absent. */
  readonly mostSymbols?: number;
  /** Whether a frame acknowledges each subscription; else sending it is enough. */
  readonly acknowledges: boolean;
  subscribe(symbols: readonly string[]): readonly string[];
  unsubscribe(symbols: readonly string[]): readonly string[];
  /** Whether a frame that cannot be read ends the connection, for a stream of which nothing may be missing. */
  readonly endsOnInvalid?: boolean;
  /** Returns the reader of the text frames of a new connection. */
  reader(): (text: string) => readonly StreamEvent[];
}

/** Options of a stream. */
export interface QuoteStreamOptions {
  readonly vendor: string;
  readonly wire: StreamWire;
  readonly clock: Clock;
  readonly log: Logger;
  /** The vendor's REST host: a refusal on either counts for both. */
  readonly host: Pick<RestHost, 'blockedMs' | 'refuse'>;
  /** Budget of connections. */
  readonly connects: RequestBudget;
}

/** Symbols that one subscriber of a stream has. */
export interface StreamMember {
  /** Whether the connection is open and every symbol is subscribed to, or said to be absent. */
  readonly isReady: boolean;
  /** Whether the connection was lost. It does not come back; the subscriber joins again. */
  readonly isLost: boolean;
  leave(): void;
}

const READY_WITHIN_MS = 10_000;
const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** Interval of the log lines about frames that cannot be read. */
const INVALID_EVERY_MS = 600_000;

interface Member {
  readonly symbols: ReadonlySet<string>;
  readonly onTicks: (ticks: readonly VenueTick[]) => void;
  readonly onBars: (bars: readonly StreamBar[]) => void;
}

/** One connection, from its opening to its end. */
interface Connection {
  socket: VendorSocket | null;
  readonly opening: AbortController;
  readonly members: Set<Member>;
  /** Symbols that were asked for, and those of them that the vendor has answered. */
  readonly asked: Set<string>;
  readonly answered: Set<string>;
  readonly read: (text: string) => readonly StreamEvent[];
  isReady: boolean;
  isOver: boolean;
}

/**
 * The stream of a vendor that allows few connections: all subscriptions share one, except those of server-sent events. It
 * opens with the first and closes with the last. A lost connection is lost for all of them; the next subscription opens
 * another.
 */
export class QuoteStream {
  readonly #options: QuoteStreamOptions;
  #current: Connection | null = null;
  #hasSaidFull = false;
  #invalid = 0;
  #invalidSaidMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuoteStreamOptions) {
    this.#options = options;
  }

  /** Subscribes to symbols. Throws while the vendor refuses us. */
  join(
    symbols: readonly string[],
    onTicks: (ticks: readonly VenueTick[]) => void,
    onBars: (bars: readonly StreamBar[]) => void = () => {},
  ): StreamMember {
    const { host, vendor, wire } = this.#options;
    if (host.blockedMs > 0) throw new Error(`${vendor} asks for no connections`);
    const shared = wire.events ? null : this.#current;
    const connection = shared ?? this.#open(symbols);
    const member: Member = { symbols: new Set(symbols), onTicks, onBars };
    connection.members.add(member);
    if (connection.isReady) this.#subscribe(connection);
    return {
      get isReady() {
        return (
          connection.isReady &&
          !connection.isOver &&
          symbols.every((symbol) => connection.answered.has(symbol))
        );
      },
      get isLost() {
        return connection.isOver;
      },
      leave: () => this.#leave(connection, member),
    };
  }

  #open(symbols: readonly string[]): Connection {
    const connection: Connection = {
      socket: null,
      opening: new AbortController(),
      members: new Set(),
      asked: new Set(),
      answered: new Set(),
      read: this.#options.wire.reader(),
      isReady: false,
      isOver: false,
    };
    this.#current = connection;
    this.#connect(connection, symbols).catch((error: unknown) => {
      // Why there is no address is an answer of the REST host, which has no key in it.
      const reason = error instanceof Error ? error.message : 'no connection';
      this.#end(connection, { reason });
    });
    return connection;
  }

  async #connect(connection: Connection, symbols: readonly string[]): Promise<void> {
    const { wire, clock, connects } = this.#options;
    const { signal } = connection.opening;
    await connects.run(1, 'live', () => Promise.resolve(), signal);
    const address = await wire.address(signal, symbols);
    if (connection.isOver) return;
    const { silentMs, pingEveryMs, life, greeting, greetsFirst, events } = wire;
    const listener: SocketListener = {
      opened: () => {
        if (greeting === undefined && !greetsFirst) return this.#begin(connection);
        if (greeting !== undefined) socket.send(greeting);
        socket.after(READY_WITHIN_MS, () => {
          if (!connection.isReady) socket.fail('the key is not acknowledged');
        });
      },
      frame: (text) => this.#read(connection, text),
      ended: (end) => this.#end(connection, end),
    };
    const options = { address, clock, silentMs };
    const socket: VendorSocket = events
      ? openEventStream({ ...options, ...events }, listener)
      : openVendorSocket(
          { ...options, ...(pingEveryMs !== undefined && { pingEveryMs }) },
          listener,
        );
    connection.socket = socket;
    const live = (): void => {
      if (!life) return;
      socket.after(life.everyMs, () => {
        if (connection.isReady) socket.send(life.text);
        live();
      });
    };
    live();
  }

  #begin(connection: Connection): void {
    if (connection.isReady) return;
    connection.isReady = true;
    this.#subscribe(connection);
  }

  /** Asks for the symbols of all members that were not asked for. */
  #subscribe({ socket, members, asked, answered }: Connection): void {
    const { wire } = this.#options;
    const all = new Set([...members].flatMap(({ symbols }) => [...symbols]));
    const wanted = [...all].filter((symbol) => !asked.has(symbol));
    if (!socket || wanted.length === 0) return;
    const symbols = wanted.slice(0, (wire.mostSymbols ?? Number.POSITIVE_INFINITY) - asked.size);
    const left = wanted.slice(symbols.length);
    if (left.length > 0) this.#noteFull(left);
    // Their bars come from the history, so that the connection is ready without them.
    for (const symbol of left) answered.add(symbol);
    if (symbols.length === 0) return;
    for (const symbol of symbols) asked.add(symbol);
    for (const text of wire.subscribe(symbols)) socket.send(text);
    if (!wire.acknowledges) {
      for (const symbol of symbols) answered.add(symbol);
      return;
    }
    socket.after(ACKNOWLEDGED_WITHIN_MS, () => {
      const isWhole = symbols.every((symbol) => answered.has(symbol) || !asked.has(symbol));
      if (!isWhole) socket.fail('a subscription is not acknowledged');
    });
  }

  #read(connection: Connection, text: string | null): void {
    for (const event of text === null ? INVALID : connection.read(text)) {
      if (connection.isOver) return;
      this.#take(connection, event);
    }
  }

  #take(connection: Connection, event: StreamEvent): void {
    const { log, vendor, host, wire } = this.#options;
    switch (event.kind) {
      case 'ready':
        this.#begin(connection);
        return;
      case 'subscribed':
        for (const symbol of event.symbols) connection.answered.add(symbol);
        return;
      case 'absent':
        for (const symbol of event.symbols) connection.answered.add(symbol);
        log.error({ symbols: event.symbols }, `the stream of ${vendor} does not carry symbols`);
        return;
      case 'ticks':
        this.#deliver(connection, event.ticks);
        return;
      case 'bars':
        for (const { symbols, onBars } of connection.members) {
          const own = event.bars.filter(({ symbol }) => symbols.has(symbol));
          if (own.length > 0) onBars(own);
        }
        return;
      case 'invalid':
        this.#noteInvalid();
        if (wire.endsOnInvalid) connection.socket?.fail('a frame cannot be read');
        return;
      case 'over':
        if (event.status !== undefined) host.refuse(event.status, null);
        connection.socket?.fail(event.reason);
        return;
      case 'full':
        this.#noteFull([]);
        return;
      case 'life':
      case 'unknown':
        return;
    }
  }

  #deliver({ members }: Connection, ticks: readonly VenueTick[]): void {
    for (const { symbols, onTicks } of members) {
      const own = ticks.filter(({ symbol }) => symbols.has(symbol));
      if (own.length > 0) onTicks(own);
    }
  }

  #leave(connection: Connection, member: Member): void {
    const { members, asked, answered, socket } = connection;
    if (!members.delete(member) || connection.isOver) return;
    if (members.size === 0) {
      this.#close(connection);
      return;
    }
    const kept = new Set([...members].flatMap(({ symbols }) => [...symbols]));
    const left = [...member.symbols].filter((symbol) => !kept.has(symbol) && asked.delete(symbol));
    for (const symbol of left) answered.delete(symbol);
    if (left.length === 0) return;
    for (const text of this.#options.wire.unsubscribe(left)) socket?.send(text);
  }

  #end(connection: Connection, { reason, status, retryAfter }: SocketEnd): void {
    if (connection.isOver) return;
    const { host, log, vendor } = this.#options;
    if (status !== undefined) host.refuse(status, retryAfter);
    log.warn({ reason }, `a connection to ${vendor} has ended`);
    this.#close(connection);
  }

  #close(connection: Connection): void {
    connection.isOver = true;
    connection.opening.abort(new Error('the connection is closed'));
    connection.socket?.close();
    if (this.#current === connection) this.#current = null;
  }

  /** Logs once that symbols are not subscribed to; an empty list when the vendor does not name them. */
  #noteFull(symbols: readonly string[]): void {
    if (this.#hasSaidFull) return;
    this.#hasSaidFull = true;
    const { log, vendor } = this.#options;
    log.error({ symbols }, `a connection to ${vendor} carries no more symbols`);
  }

  #noteInvalid(): void {
    const { clock, log, vendor } = this.#options;
    this.#invalid += 1;
    if (clock.steady() - this.#invalidSaidMs < INVALID_EVERY_MS) return;
    this.#invalidSaidMs = clock.steady();
    log.warn({ frames: this.#invalid }, `frames of ${vendor} cannot be read`);
    this.#invalid = 0;
  }
}

const INVALID: readonly StreamEvent[] = [{ kind: 'invalid' }];
