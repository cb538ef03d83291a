import net from 'node:net';

/** Options of a live socket of a benchmark. */
export interface LiveClientOptions {
  readonly port: number;
  readonly cookie: string;
  readonly channels: readonly string[];
  /** Called with each text frame as a part of a chunk. */
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

type OnFrame = (opcode: number, chunk: Buffer, from: number, to: number) => void;

/** Returns a masked client frame of less than 126 bytes; a mask of zeros leaves its bytes unchanged. */
function clientFrame(opcode: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([opcode, MASKED | bytes.length, 0, 0, 0, 0]), bytes]);
}

/** Reads the whole frames of a chunk, each of less than 64 KiB. Returns the remaining bytes. */
function readFrames(chunk: Buffer, onFrame: OnFrame): Buffer {
  let at = 0;
  while (at + 4 <= chunk.length || (at + 2 <= chunk.length && (chunk[at + 1] ?? 0) < 126)) {
    const short = chunk[at + 1] ?? 0;
    const from = at + (short < 126 ? 2 : 4);
    const to = from + (short < 126 ? short : chunk.readUInt16BE(at + 2));
    if (to > chunk.length) break;
    onFrame(chunk[at] ?? 0, chunk, from, to);
    at = to;
  }
  return chunk.subarray(at);
}

/**
 * Opens a live socket and joins its channels. It uses no library, because clients and server share the machine.
 * Resolves when every channel is joined; it answers pings.
 */
export function openLiveClient(options: LiveClientOptions): Promise<void> {
  const { port, cookie, channels, onText, onEnd } = options;
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    let missing = channels.length;
    let head = '';
    let isOpen = false;
    let rest: Buffer = Buffer.alloc(0);
    let hasEnded = false;
    const end = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (missing > 0) reject(new Error(reason));
      else onEnd(reason);
      socket.destroy();
    };
    const takeAnswer = (text: string): void => {
      if (text.startsWith('{"error"')) end(text);
      if (text.startsWith('{"joined"')) missing -= 1;
      if (missing === 0) resolve();
    };
    const take: OnFrame = (opcode, chunk, from, to) => {
      if (opcode === TEXT && missing === 0) onText(chunk, from, to);
      else if (opcode === TEXT) takeAnswer(chunk.toString('latin1', from, to));
      else if (opcode === PING) socket.write(clientFrame(PONG, chunk.subarray(from, to)));
      else if (opcode === CLOSE) end(`closed with ${to > from ? chunk.readUInt16BE(from) : 0}`);
    };
    const takeHead = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const length = head.indexOf(HEAD_END);
      if (length < 0) return;
      isOpen = true;
      if (!head.startsWith('HTTP/1.1 101')) end(head.slice(0, 60));
      rest = Buffer.from(head.slice(length + HEAD_END.length), 'latin1');
      for (const join of channels) {
        socket.write(clientFrame(TEXT, Buffer.from(JSON.stringify({ join }))));
      }
    };
    socket.on('data', (chunk) => {
      if (!isOpen) takeHead(chunk);
      else rest = readFrames(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk, take);
    });
    socket.on('error', (error) => end(error.message));
    socket.on('close', () => end('closed'));
    socket.on('connect', () => {
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
          `Cookie: ${cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
    });
  });
}
