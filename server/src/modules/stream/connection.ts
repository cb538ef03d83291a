import type { Socket } from 'node:net';
import {
  type Channel,
  CLOSE_CODES,
  channelName,
  type ErrorCode,
  LIMITS,
  parseChannel,
  type ServerFrame,
} from '@rasat/contract';
import type { RawData, WebSocket } from 'ws';
import type { Hub, Member } from './hub.ts';

/** Who sits at the other end of a live socket, as far as the stream needs to know. */
export interface LivePerson {
  readonly id: string;
  /** Whether the session, or the subscription, still stands at this moment. */
  may(access: 'user' | 'subscriber'): Promise<boolean>;
}

/** One live socket: reads its frames, keeps its limits, and is written to by the hub. */
export interface Connection {
  readonly person: LivePerson;
  readonly member: Member;
  /** Sends a ping, or ends a socket that has not answered for two periods. */
  beat(): void;
  /** Closes the socket of an ended session and takes the analyses from one without a subscription. */
  recheck(): Promise<void>;
  close(code: number): void;
}

/** Frames that are no request, until the socket is closed. */
const BAD_FRAMES_ALLOWED = 3;
/** Messages over the limit within a minute, until the socket is closed. */
const EXCESS_ALLOWED = 10;
const EXCESS_MEMORY_MS = 60_000;

type Request = { readonly verb: 'join' | 'leave'; readonly name: string };

/**
 * Serves one accepted socket until it closes. The hub writes shared frames straight to `socket`, which is safe because
 * the library queues nothing of its own without compression.
 */
export function serveConnection(
  ws: WebSocket,
  socket: Socket,
  person: LivePerson,
  hub: Hub,
  onClosed: (connection: Connection) => void,
): Connection {
  const member = hub.enter({
    write: (frame) => void socket.write(frame),
    get writableLength() {
      return socket.writableLength;
    },
    onceDrained: (resume) => void socket.once('drain', resume),
  });
  const channels = new Set<string>();
  const spend = messageBudget();
  let answered = Promise.resolve();
  let badFrames = 0;
  let lastPongMs = performance.now();
  let closing = false;

  const close = (code: number): void => {
    closing = true;
    hub.exit(member);
    ws.close(code);
  };
  const send = (frame: ServerFrame): void => {
    if (closing) return;
    if (socket.writableLength > LIMITS.liveBufferedBytes) close(CLOSE_CODES.slowReader);
    else ws.send(JSON.stringify(frame));
  };

  /** Joins unless the channel may not be joined; says why then. */
  const join = async (name: string, channel: Channel): Promise<ErrorCode | null> => {
    if (channels.has(name)) return null;
    if (channel.kind !== 'ticks' && !hub.symbols.has(channel.symbol)) return 'not-found-404';
    if (channel.kind === 'analysis' && !(await person.may('subscriber'))) return 'forbidden-403';
    if (channels.size >= LIMITS.liveChannels) return 'rate-429';
    if (closing) return null;
    channels.add(name);
    if (channel.kind === 'analysis') hub.joinAnalysis(member, channel.symbol);
    else hub.joinTicks(member, name);
    return null;
  };
  const leave = (name: string, channel: Channel): void => {
    if (!channels.delete(name)) return;
    if (channel.kind === 'analysis') hub.leaveAnalysis(member, channel.symbol);
    else hub.leaveTicks(member, name);
  };

  const answer = async ({ verb, name }: Request): Promise<void> => {
    const channel = parseChannel(name);
    if (!channel) {
      send({ error: 'not-found-404', channel: name });
    } else if (verb === 'leave') {
      leave(name, channel);
      send({ left: name });
    } else {
      const refusal = await join(name, channel);
      send(refusal ? { error: refusal, channel: name } : { joined: name });
    }
  };

  const refuseFrame = (): void => {
    send({ error: 'bad-fields-400' });
    badFrames += 1;
    if (badFrames >= BAD_FRAMES_ALLOWED) close(CLOSE_CODES.badFrames);
  };

  ws.on('message', (data, isBinary) => {
    if (closing) return;
    if (isBinary) return close(CLOSE_CODES.notText);
    const verdict = spend();
    if (verdict === 'close') return close(CLOSE_CODES.tooManyMessages);
    const request = verdict === 'take' ? readRequest(data) : null;
    // One after the other, so that answers come in the order of the frames.
    answered = answered
      .then(() => {
        if (verdict === 'refuse') return send({ error: 'rate-429' });
        return request ? answer(request) : refuseFrame();
      })
      .catch(() => send({ error: '500' }));
  });
  ws.on('pong', () => {
    lastPongMs = performance.now();
  });
  // The library answers a broken frame with the right close code itself; the error needs only an owner.
  ws.on('error', () => {});
  ws.on('close', () => {
    closing = true;
    hub.exit(member);
    onClosed(connection);
  });

  const connection: Connection = {
    person,
    member,
    beat() {
      if (performance.now() - lastPongMs > 2 * LIMITS.livePingSeconds * 1000) ws.terminate();
      else if (!closing && member.staleSinceMs === null) ws.ping();
    },
    async recheck() {
      if (!(await person.may('user'))) return close(CLOSE_CODES.signedOut);
      if (member.analysisSymbols.size === 0 || (await person.may('subscriber'))) return;
      for (const symbol of member.analysisSymbols) {
        const name = channelName({ kind: 'analysis', symbol });
        channels.delete(name);
        hub.leaveAnalysis(member, symbol);
        send({ error: 'forbidden-403', channel: name });
      }
    },
    close,
  };
  return connection;
}

/** Reads `{"join": name}` or `{"leave": name}`; null for anything else. */
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

/** Counts messages: so many a second are taken, more are refused, and who keeps on is closed. */
function messageBudget(): () => 'take' | 'refuse' | 'close' {
  let windowStartMs = -Infinity;
  let taken = 0;
  let excessStartMs = -Infinity;
  let excess = 0;
  return () => {
    const nowMs = performance.now();
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
