import {
  CATEGORIES,
  type Category,
  type Channel,
  type ClientFrame,
  channelName,
  PAGE_LIMITS,
  parseChannel,
  type SilentSource,
  type WireTick,
} from '@rasat/contract';

/** State of the connection: `idle` before the first join, `reconnecting` whenever it is down after that. */
export interface LiveState {
  readonly phase: 'idle' | 'connecting' | 'connected' | 'reconnecting';
  /** Failed attempts since the last connection. */
  readonly attempt: number;
  /** When the connection was lost, by the page's clock; null while it is open. */
  readonly lostMs: number | null;
}

/** The part of a browser's WebSocket that is used here. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  /** Receives the server's close code, if there is one. */
  onclose: ((code?: number) => void) | null;
}

/** Dependencies of a live socket. */
export interface LiveOptions {
  readonly open: () => Wire;
  readonly nowMs: () => number;
  /** A number from 0 up to 1, for the jitter. */
  readonly random: () => number;
  /** Calls back after a delay; returns the cancel function. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onTicks: (ticks: readonly WireTick[]) => void;
  readonly onAnalysis: (symbol: string) => void;
  /** The lists of a category changed. */
  readonly onLists: (category: Category) => void;
  /** The sources that send nothing, all of them; none after a reconnect until the server names some. */
  readonly onSilent: (sources: readonly SilentSource[]) => void;
  /** A symbol's category, null when the list does not name it. */
  readonly categoryOf: (symbol: string) => Category | null;
  /** The server ended the connection because the session is over. */
  readonly onSessionOver?: () => void;
}

/** Close code for a session that is over. */
const SESSION_OVER = 4401;
/** Close code of a server that restarts. */
const RESTARTING = 1012;

/** Time over which pages reconnect, since all of them lost the server at the same moment. */
export const RETURN_MS = 10_000;
const LONG_RETURN_MS = 15_000;
const MIN_DELAY_MS = 250;
/** The first retry comes soon: the break may be a short one of this page's network alone. */
const FIRST_TRY_MS = 2000;
/** After so many failed retries the delays grow. */
const MANY_TRIES = 5;
/** Two frames below the server's limit, so that a burst of joins never exceeds it. */
const SEND_GAP_MS = 1000 / (PAGE_LIMITS.liveMessagesPerSecond - 2);

/**
 * Returns the delay before retry `attempt` (1 is the first) in milliseconds: at most two seconds for the first one, ten
 * after a restart, ten to fifteen for later ones. `random`, from 0 up to 1, spreads pages over that time.
 */
export function reconnectDelayMs(attempt: number, random: number, isRestart = false): number {
  if (isRestart) return RETURN_MS * random;
  if (attempt <= 1) return MIN_DELAY_MS + (FIRST_TRY_MS - MIN_DELAY_MS) * random;
  const maxMs = attempt < MANY_TRIES ? RETURN_MS : LONG_RETURN_MS;
  return MIN_DELAY_MS + (maxMs - MIN_DELAY_MS) * random;
}

/**
 * The page's one live connection. Channels are joined by reference count, joined again after every reconnect, and left
 * when their last subscriber leaves. A tick of a symbol without a subscriber is dropped, and the page leaves that
 * symbol's channel.
 */
export class LiveSocket {
  readonly #options: LiveOptions;
  readonly #counts = new Map<string, number>();
  readonly #foreign = new Set<string>();
  /** When the server confirmed the join of each channel. */
  readonly #joinedSinceMs = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #state: LiveState = { phase: 'idle', attempt: 0, lostMs: null };
  #wire: Wire | null = null;
  #open = false;
  #queue: ClientFrame[] = [];
  #cancelSend: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #nextSendMs = 0;
  #allowed = true;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Follows a channel until the returned function is called; the first user joins it, the last one leaves it. */
  join(channel: Channel): () => void {
    const name = channelName(channel);
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    if (count === 0) {
      if (this.#open) this.#enqueue({ join: name });
      else if (this.#allowed && !this.#wire && !this.#cancelRetry) this.#connect();
    }
    let joined = true;
    return () => {
      if (!joined) return;
      joined = false;
      this.#leave(name);
    };
  }

  /** Returns the time since which all messages of a channel arrive, by the page's clock; null while they do not. */
  joinedSinceMs(channel: Channel): number | null {
    return this.#joinedSinceMs.get(channelName(channel)) ?? null;
  }

  /** Returns the connection's state; the same object while nothing changes. */
  get state(): LiveState {
    return this.#state;
  }

  /** Calls back when the state or a joined channel changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Allows or forbids a connection; a guest has none. Subscriptions are remembered and joined as soon as one is
   * allowed.
   */
  setAllowed(allowed: boolean): void {
    if (allowed === this.#allowed) return;
    this.#allowed = allowed;
    if (allowed) {
      if (this.#counts.size > 0) this.#connect();
      return;
    }
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const wire = this.#wire;
    this.#drop();
    wire?.close();
    this.#set({ phase: 'idle', attempt: 0, lostMs: null });
  }

  /** Retries at once if the connection is down. */
  retryNow(): void {
    if (!this.#cancelRetry) return;
    this.#cancelRetry();
    this.#cancelRetry = null;
    this.#connect();
  }

  /** Treats the connection as lost at once, before the browser notices it. */
  interrupt(): void {
    const wire = this.#wire;
    if (!wire) return;
    this.#lost(wire);
    wire.close();
  }

  #leave(name: string): void {
    const count = (this.#counts.get(name) ?? 1) - 1;
    if (count > 0) {
      this.#counts.set(name, count);
      return;
    }
    this.#counts.delete(name);
    this.#joinedSinceMs.delete(name);
    if (this.#open) this.#enqueue({ leave: name });
  }

  #connect(): void {
    this.#set({
      ...this.#state,
      phase: this.#state.attempt > 0 || this.#state.lostMs !== null ? 'reconnecting' : 'connecting',
    });
    const wire = this.#options.open();
    this.#wire = wire;
    wire.onopen = () => {
      this.#open = true;
      this.#foreign.clear();
      this.#options.onSilent([]);
      this.#queue = [...this.#counts.keys()].map((join) => ({ join }));
      this.#set({ phase: 'connected', attempt: 0, lostMs: null });
      this.#drain();
    };
    wire.onmessage = (event) => this.#receive(event.data);
    wire.onclose = (code) => this.#lost(wire, code);
  }

  #drop(): void {
    this.#wire = null;
    this.#open = false;
    this.#joinedSinceMs.clear();
    this.#queue = [];
    this.#cancelSend?.();
    this.#cancelSend = null;
  }

  #lost(wire: Wire, code?: number): void {
    if (wire !== this.#wire) return;
    this.#drop();
    if (code === SESSION_OVER) this.#options.onSessionOver?.();
    if (this.#counts.size === 0) {
      this.#set({ phase: 'idle', attempt: 0, lostMs: null });
      return;
    }
    const attempt = this.#state.attempt + 1;
    this.#set({
      phase: 'reconnecting',
      attempt,
      lostMs: this.#state.lostMs ?? this.#options.nowMs(),
    });
    this.#cancelRetry = this.#options.after(
      reconnectDelayMs(attempt, this.#options.random(), code === RESTARTING),
      () => {
        this.#cancelRetry = null;
        this.#connect();
      },
    );
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    let frame: unknown;
    try {
      frame = JSON.parse(data);
    } catch {
      return;
    }
    if (Array.isArray(frame)) {
      const wanted = frame.filter(isTick).filter((tick) => this.#wants(tick.s));
      if (wanted.length > 0) this.#options.onTicks(wanted);
      return;
    }
    if (typeof frame !== 'object' || frame === null) return;
    const symbol: unknown = Reflect.get(frame, 'analysis');
    if (typeof symbol === 'string') this.#options.onAnalysis(symbol);
    const lists: unknown = Reflect.get(frame, 'lists');
    const category = CATEGORIES.find((known) => known === lists);
    if (category) this.#options.onLists(category);
    const silent: unknown = Reflect.get(frame, 'silent');
    if (Array.isArray(silent)) this.#options.onSilent(silent.filter(isSilentSource));
    this.#noteJoined(Reflect.get(frame, 'joined'));
  }

  #noteJoined(name: unknown): void {
    if (typeof name !== 'string' || !this.#counts.has(name)) return;
    this.#joinedSinceMs.set(name, this.#options.nowMs());
    this.#notify();
  }

  /** Returns whether the symbol has a subscriber. Without one, leaves its channel, once per connection. */
  #wants(symbol: string): boolean {
    const name = channelName({ kind: 'tick', symbol });
    if (this.#counts.has(name)) return true;
    const category = this.#options.categoryOf(symbol);
    const followed = [...this.#counts.keys()].some((joined) => {
      const channel = parseChannel(joined);
      return channel?.kind === 'ticks' && (category === null || channel.category === category);
    });
    if (followed) return true;
    if (!this.#foreign.has(name)) {
      this.#foreign.add(name);
      this.#enqueue({ leave: name });
    }
    return false;
  }

  #enqueue(frame: ClientFrame): void {
    this.#queue.push(frame);
    this.#drain();
  }

  #drain(): void {
    if (this.#cancelSend) return;
    const nowMs = this.#options.nowMs();
    const frame = this.#queue[0];
    if (!frame || !this.#open || !this.#wire) return;
    if (nowMs < this.#nextSendMs) {
      this.#cancelSend = this.#options.after(this.#nextSendMs - nowMs, () => {
        this.#cancelSend = null;
        this.#drain();
      });
      return;
    }
    this.#queue.shift();
    this.#nextSendMs = nowMs + SEND_GAP_MS;
    this.#wire.send(JSON.stringify(frame));
    this.#drain();
  }

  #set(state: LiveState): void {
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isSilentSource(value: unknown): value is SilentSource {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 'source') === 'string' &&
    typeof Reflect.get(value, 'since') === 'number'
  );
}

function isTick(value: unknown): value is WireTick {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 's') === 'string' &&
    typeof Reflect.get(value, 'd') === 'number' &&
    typeof Reflect.get(value, 'p') === 'number'
  );
}
