import net from 'node:net';

/** How a live socket of a benchmark is opened. */
export interface LiveClientOptions {
  readonly port: number;
  readonly cookie: string;
  readonly channels: readonly string[];
  /** Given each text frame as the bytes of a chunk. */
  readonly onText: (chunk: Buffer, from: number, to: number) => void;
  /** Called when the server closes or breaks the socket. */
  readonly onEnd: (reason: string) => void;
}

const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;
const CLOSE = 0x88;
const PING = 0x89;
const PONG = 0x8a;
const MASKED = 0x80;

/** A client's frame is masked; a mask of zeros leaves its bytes as they are. For less than 126 bytes. */
function clientFrame(opcode: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([opcode, MASKED | bytes.length, 0, 0, 0, 0]), bytes]);
}

/**
 * Opens a live socket without a library, since its clients share the machine with the server, and joins its channels.
 * Resolves when every channel is joined; pings are answered.
 */
export function openLiveClient(options: LiveClientOptions): Promise<net.Socket> {
  const { port, cookie, channels, onText, onEnd } = options;
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    let isOpen = false;
    let missing = channels.length;
    let rest: Buffer | null = null;
    const fail = (reason: string): void => {
      if (missing > 0) reject(new Error(reason));
      else onEnd(reason);
    };
    const takeText = (chunk: Buffer, from: number, to: number): void => {
      if (missing === 0) return onText(chunk, from, to);
      const text = chunk.toString('latin1', from, to);
      if (text.startsWith('{"error"')) return fail(text);
      if (text.startsWith('{"joined"')) missing -= 1;
      if (missing === 0) resolve(socket);
    };
    const takeFrame = (chunk: Buffer, opcode: number, from: number, to: number): void => {
      if (opcode === TEXT) takeText(chunk, from, to);
      else if (opcode === PING) socket.write(clientFrame(PONG, chunk.subarray(from, to)));
      else if (opcode === CLOSE) fail(`closed with ${to > from ? chunk.readUInt16BE(from) : 0}`);
    };
    const take = (chunk: Buffer): void => {
      let at = 0;
      if (!isOpen) {
        const end = chunk.indexOf(HEAD_END);
        if (end < 0) {
          rest = chunk;
          return;
        }
        const head = chunk.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 101')) return fail(head.slice(0, 60));
        isOpen = true;
        at = end + HEAD_END.length;
        for (const join of channels) {
          socket.write(clientFrame(TEXT, Buffer.from(JSON.stringify({ join }))));
        }
      }
      while (at + 2 <= chunk.length) {
        let from = at + 2;
        let length = chunk[at + 1] ?? 0;
        if (length === 126) {
          if (from + 2 > chunk.length) break;
          length = chunk.readUInt16BE(from);
          from += 2;
        } else if (length === 127) return fail('a frame of more than 64 KiB');
        if (from + length > chunk.length) break;
        takeFrame(chunk, chunk[at] ?? 0, from, from + length);
        at = from + length;
      }
      rest = at < chunk.length ? chunk.subarray(at) : null;
    };
    socket.on('data', (chunk) => take(rest ? Buffer.concat([rest, chunk]) : chunk));
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('closed'));
    socket.on('connect', () => {
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
          `Cookie: ${cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
  });
}
