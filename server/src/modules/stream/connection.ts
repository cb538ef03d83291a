import type { Socket } from 'node:net';
import {
  CHANNEL_ACCESS,
  CLOSE_CODES,
  channelName,
  type ErrorCode,
  LIMITS,
  parseChannel,
  type ServerFrame,
  type SilentSource,
} from '@rasat/contract';
import type { RawData, WebSocket } from 'ws';
import { countChannels, type Group, type Hub, type Member } from './hub.ts';

/** Person at the other end of a live socket. */
export interface LivePerson {
  readonly id: number;
  /** Cookie header with which the socket was opened. */
  readonly cookie: string | undefined;
  /** Returns whether the session, or the subscription, is valid when a channel is joined. */
  may(access: 'user' | 'subscriber'): Promise<boolean>;
}

/** Rights of the session behind a socket: none, prices, or analyses too. */
export type Standing = 'ended' | 'user' | 'subscriber';

/** Number of invalid frames after which the socket is closed. */
const BAD_FRAMES_ALLOWED = 3;
/** Number of messages over the limit within a minute after which the socket is closed. */
const EXCESS_ALLOWED = 10;
const EXCESS_MEMORY_MS = 60_000;

type Request = { readonly verb: 'join' | 'leave'; readonly name: string };

/**
 * Live socket: reads its frames and enforces its limits. The hub writes shared frames directly to the TCP socket, which
 * is safe because the library has no queue of its own without compression.
 */
export class Connection implements Member {
  readonly outlet: Socket;
  readonly person: LivePerson;
  group: Group | null = null;
  seesLicensed = false;
  analyses: Set<string> | null = null;
  behind: Member['behind'] = null;
  readonly #ws: WebSocket;
  readonly #hub: Hub;
  readonly #now: () => number;
  #budget: (() => 'take' | 'refuse' | 'close') | null = null;
  #answered: Promise<void> | null = null;
  #badFrames = 0;
  #lastPongMs: number;
  #closing = false;

  /** `now` returns milliseconds that only grow. */
  constructor(ws: WebSocket, socket: Socket, person: LivePerson, hub: Hub, now: () => number) {
    this.outlet = socket;
    this.person = person;
    this.#ws = ws;
    this.#hub = hub;
    this.#now = now;
    this.#lastPongMs = now();
    ws.on('message', (data, isBinary) => this.#take(data, isBinary));
    ws.on('pong', () => {
      this.#lastPongMs = now();
    });
    // The library closes the socket of a broken frame with the right code; the handler only catches the error.
    ws.on('error', ignore);
  }

  /** Sends a ping, or ends a socket that has not answered for two periods of `periodMs`. */
  beat(periodMs: number): void {
    if (this.#now() - this.#lastPongMs > 2 * periodMs) this.#ws.terminate();
    else if (!this.#closing && this.behind === null) this.#ws.ping();
  }

  /**
   * Closes the socket of an ended session. Without a subscription, removes its analyses and licensed ticks; with a new
   * subscription, adds the licensed ticks of its categories.
   */
  settle(standing: Standing): void {
    if (standing === 'ended') {
      this.close(CLOSE_CODES.signedOut);
      return;
    }
    const licensed = (this.group?.channels ?? []).filter((name) => this.#hub.isLicensed(name));
    if (!this.analyses?.size && licensed.length === 0 && !this.seesLicensed) return;
    const isSubscriber = standing === 'subscriber';
    this.#hub.setSeesLicensed(this, isSubscriber);
    if (isSubscriber) return;
    for (const symbol of this.analyses ?? []) {
      this.#hub.leaveAnalysis(this, symbol);
      const channel = channelName({ kind: 'analysis', symbol });
      this.#send({ error: 'forbidden-403', channel });
    }
    for (const channel of licensed.filter((name) => parseChannel(name)?.kind === 'tick')) {
      this.#hub.leaveTicks(this, channel);
      this.#send({ error: 'forbidden-403', channel });
    }
  }

  giveUp(): void {
    this.close(CLOSE_CODES.slowReader);
  }

  /** Tells the client which sources are silent. */
  tellSilent(silent: readonly SilentSource[]): void {
    this.#send({ silent });
  }

  /** Closes the socket with a code and sends nothing more. */
  close(code: number): void {
    this.leave();
    this.#ws.close(code);
  }

  /** Closes the socket with a code and resolves when it is gone. */
  end(code: number): Promise<void> {
    const gone = new Promise<void>((resolve) => this.#ws.once('close', () => resolve()));
    this.close(code);
    return gone;
  }

  /** Leaves every channel, because the socket is gone or about to close. */
  leave(): void {
    this.#closing = true;
    this.#hub.exit(this);
  }

  #send(frame: ServerFrame): void {
    if (this.#closing) return;
    if (this.outlet.writableLength > LIMITS.liveBufferedBytes) this.giveUp();
    else this.#ws.send(JSON.stringify(frame));
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#closing) return;
    this.#budget ??= messageBudget(this.#now);
    const verdict = this.#budget();
    if (isBinary) this.close(CLOSE_CODES.notText);
    else if (verdict === 'close') this.close(CLOSE_CODES.tooManyMessages);
    else this.#enqueue(verdict === 'take' ? readRequest(data) : 'refused');
  }

  /** Handles requests one at a time, so that answers keep the order of the frames. */
  #enqueue(request: Request | 'refused' | null): void {
    this.#answered = (this.#answered ?? Promise.resolve())
      .then(() => {
        if (request === 'refused') return this.#send({ error: 'rate-429' });
        return request ? this.#answer(request) : this.#refuse();
      })
      .catch(() => this.#send({ error: '500' }));
  }

  #refuse(): void {
    this.#send({ error: 'bad-fields-400' });
    this.#badFrames += 1;
    if (this.#badFrames >= BAD_FRAMES_ALLOWED) this.close(CLOSE_CODES.badFrames);
  }

  async #answer({ verb, name }: Request): Promise<void> {
    const refusal = await (verb === 'join' ? this.#join(name) : this.#leave(name));
    if (refusal) this.#send({ error: refusal, channel: name });
    else this.#send(verb === 'join' ? { joined: name } : { left: name });
  }

  /** Joins a channel; returns the error code when that is not allowed, else null. */
  async #join(name: string): Promise<ErrorCode | null> {
    const channel = parseChannel(name);
    if (!channel) return 'not-found-404';
    const joined =
      channel.kind === 'analysis'
        ? this.analyses?.has(channel.symbol)
        : this.group?.channels.includes(name);
    if (joined) return null;
    if (channel.kind !== 'ticks' && !this.#hub.symbols.has(channel.symbol)) return 'not-found-404';
    const access = CHANNEL_ACCESS[channel.kind];
    // An open socket implies a session: the socket closes when the session ends.
    if (access !== 'user' && !(await this.person.may(access))) return 'forbidden-403';
    if (channel.kind !== 'analysis' && this.#hub.isLicensed(name)) {
      const isSubscriber = await this.person.may('subscriber');
      this.#hub.setSeesLicensed(this, isSubscriber);
      // A category is joined without its licensed symbols.
      if (!isSubscriber && channel.kind === 'tick') return 'forbidden-403';
    }
    if (countChannels(this) >= LIMITS.liveChannels) return 'rate-429';
    if (this.#closing) return null;
    if (channel.kind === 'analysis') this.#hub.joinAnalysis(this, channel.symbol);
    else this.#hub.joinTicks(this, name);
    return null;
  }

  #leave(name: string): ErrorCode | null {
    const channel = parseChannel(name);
    if (!channel) return 'not-found-404';
    if (channel.kind === 'analysis') this.#hub.leaveAnalysis(this, channel.symbol);
    else this.#hub.leaveTicks(this, name);
    return null;
  }
}

const ignore = (): void => {};

/** Parses `{"join": name}` or `{"leave": name}`; null for anything else. */
function readRequest(data: RawData): Request | null {
  if (!Buffer.isBuffer(data)) return null;
  let value: unknown;
  try {
    value = JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const [entry, ...more] = Object.entries(value);
  if (!entry || more.length > 0) return null;
  const [verb, name] = entry;
  if ((verb !== 'join' && verb !== 'leave') || typeof name !== 'string') return null;
  return { verb, name };
}

/** Returns a counter of messages: takes the allowed number per second, refuses more, and finally closes the socket. */
function messageBudget(now: () => number): () => 'take' | 'refuse' | 'close' {
  let windowStartMs = -Infinity;
  let taken = 0;
  let excessStartMs = -Infinity;
  let excess = 0;
  return () => {
    const nowMs = now();
    if (nowMs - windowStartMs >= 1000) {
      windowStartMs = nowMs;
      taken = 0;
    }
    taken += 1;
    if (taken <= LIMITS.liveMessagesPerSecond) return 'take';
    if (nowMs - excessStartMs >= EXCESS_MEMORY_MS) {
      excessStartMs = nowMs;
      excess = 0;
    }
    excess += 1;
    return excess >= EXCESS_ALLOWED ? 'close' : 'refuse';
  };
}
