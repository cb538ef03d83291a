import { beginLife } from './connection-life.ts';
import type { SocketListener, SocketOptions, VendorSocket } from './vendor-socket.ts';

const MOST_CHARACTERS = 1024 * 1024;
const OK = 200;

/** What a line of an event stream completes: an event with its data, or a comment, which is a sign of life. */
export type ServerEvent =
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'comment' };

/**
 * Returns the reader of the chunks of server-sent events (HTML, 9.2.6). Bytes are decoded across chunks, and an event is
 * told when its blank line has come. Fields besides `data` are ignored. Throws `RangeError` for an endless event.
 */
export function createEventReader(): (chunk: Uint8Array) => readonly ServerEvent[] {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let data: string[] = [];
  let characters = 0;
  const take = (line: string, events: ServerEvent[]): void => {
    if (line === '') {
      if (data.length > 0) events.push({ kind: 'data', text: data.join('\n') });
      data = [];
      characters = 0;
    } else if (line.startsWith(':')) events.push({ kind: 'comment' });
    else if (line === 'data') data.push('');
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
  };
  return (chunk) => {
    const events: ServerEvent[] = [];
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be the first half of a line's end.
    const isHalf = rest.endsWith('\r');
    const lines = (isHalf ? rest.slice(0, -1) : rest).split(/\r\n|\r|\n/);
    rest = `${lines.pop() ?? ''}${isHalf ? '\r' : ''}`;
    for (const line of lines) {
      characters += line.length;
      take(line, events);
    }
    if (characters + rest.length > MOST_CHARACTERS) throw new RangeError('an endless event');
    return events;
  };
}

/** Options of an event stream. */
export interface EventStreamOptions extends Omit<SocketOptions, 'pingEveryMs'> {
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens a stream of server-sent events and watches over it, as `openVendorSocket` does for a websocket. Only whole events
 * and comments end a silence. What is sent is dropped. Its messages never have the address.
 */
export function openEventStream(
  { address, clock, silentMs, headers }: EventStreamOptions,
  listener: SocketListener,
): VendorSocket {
  const closing = new AbortController();
  const life = beginLife({
    clock,
    silentMs,
    terminate: () => closing.abort(),
    ended: (end) => listener.ended(end),
  });
  const read = async (): Promise<void> => {
    const response = await fetch(address, {
      headers: { accept: 'text/event-stream', ...headers },
      redirect: 'error',
      signal: closing.signal,
    });
    const { status, body } = response;
    if (life.isOver) return;
    if (status !== OK) {
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      return life.end({ reason: `HTTP ${status}`, status, retryAfter });
    }
    life.hear();
    listener.opened();
    const take = createEventReader();
    for await (const chunk of body ?? []) {
      for (const event of take(chunk)) {
        if (life.isOver) return;
        life.hear();
        if (event.kind === 'data') listener.frame(event.text);
      }
    }
    life.end({ reason: 'closed' });
  };
  read().catch((error: unknown) => {
    // The message of an error of `fetch` may have the address.
    const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : null;
    const isEndless = error instanceof RangeError;
    const code = typeof cause?.code === 'string' ? cause.code : 'no connection';
    life.end({ reason: isEndless ? error.message : code });
  });

  return {
    send() {},
    after: (ms, fn) => life.after(ms, fn),
    fail: (reason) => life.end({ reason }),
    close: () => life.close(),
  };
}
