import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** How frames travel to one client. */
export interface LiveTransport {
  /** Returns the bytes of a text frame. */
  bytesOf(text: string): Buffer;
  send(text: string): void;
  /** Sends a frame that is not text. */
  sendBinary(text: string): void;
  /** Sends a frame that is cut, in one chunk with the next. */
  sendTogether(cut: string, next: string): void;
  /** Writes bytes past the framing. */
  write(bytes: Uint8Array): void;
  /** Ends the connection after what was written, without a close frame. */
  end(): void;
  close(code: number): void;
  terminate(): void;
}

/** Returns the transport of a websocket. */
export function socketTransport(socket: WebSocket, raw: Duplex): LiveTransport {
  return {
    bytesOf: frameOf,
    send: (text) => socket.send(text),
    sendBinary: (text) => socket.send(Buffer.from(text)),
    sendTogether: (cut, next) => void raw.write(Buffer.concat([frameOf(cut), frameOf(next)])),
    write: (bytes) => void raw.write(bytes),
    end: () => void raw.end(),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}

/**
 * Returns the transport of server-sent events. Every event comes in two chunks, cut within a character if it can be, the
 * second one together with the beginning of an event that follows at once.
 */
export function eventTransport(response: ServerResponse): LiveTransport {
  let sent = 0;
  let rest: Uint8Array = new Uint8Array();
  const flush = (): void => {
    if (rest.length > 0 && !response.writableEnded) response.write(rest);
    rest = new Uint8Array();
  };
  const send = (bytes: Buffer): void => {
    const inner = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
    const at = inner > 0 ? inner : (sent * 31 + 3) % bytes.length;
    sent += 1;
    response.write(Buffer.concat([rest, bytes.subarray(0, at)]));
    rest = bytes.subarray(at);
    setImmediate(flush);
  };
  const end = (): void => {
    flush();
    response.end();
  };
  return {
    bytesOf: eventOf,
    send: (text) => send(eventOf(text)),
    sendBinary: (text) => {
      const bytes = eventOf(text);
      bytes.fill(0xff, 'data: '.length, 'data: '.length + 4);
      send(bytes);
    },
    sendTogether: (cut, next) => send(Buffer.concat([eventOf(cut), eventOf(next)])),
    write: (bytes) => {
      flush();
      response.write(bytes);
    },
    end,
    close: end,
    terminate: () => void response.destroy(),
  };
}

function eventOf(text: string): Buffer {
  return Buffer.from(`data: ${text}\n\n`);
}

/** Returns the bytes of an unmasked text frame (RFC 6455, 5.2). */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, payload.length])
      : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, payload]);
}
