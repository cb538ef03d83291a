import net from 'node:net';

/**
 * A command over IPC: load on one address from a separate process, over connections that stay open and repeat as soon
 * as they are answered. The process replies with the result.
 */
export interface LoadCommand {
  readonly port: number;
  /** Requested one after the other, repeatedly. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Bytes of the body of the last answer. */
  readonly bodyBytes: number;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Makes one request on the connection and resolves with the length of the body. Throws unless the status is 200. */
function askOnce(socket: net.Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    let length = 0;
    const take = (chunk: Buffer): void => {
      if (missing < 0) {
        head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
        const end = head.indexOf(END_OF_HEADERS);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        if (!text.startsWith('HTTP/1.1 200') || !(length >= 0)) {
          socket.off('data', take);
          reject(new Error(`answered ${text.slice(0, 200)}`));
          return;
        }
        missing = length - (head.length - end - END_OF_HEADERS.length);
      } else missing -= chunk.length;
      if (missing > 0) return;
      socket.off('data', take);
      resolve(length);
    };
    socket.on('data', take);
    socket.write(request);
  });
}

async function load(command: LoadCommand): Promise<LoadResult> {
  const { port, paths, headers, connections, seconds } = command;
  const rest = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const times: number[] = [];
  let bodyBytes = 0;
  let next = 0;
  const startMs = performance.now();
  const work = async (): Promise<void> => {
    const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    const broken = new Promise<never>((_, reject) => {
      socket.once('error', reject).once('close', () => reject(new Error('connection closed')));
    });
    broken.catch(() => {});
    while (performance.now() - startMs < seconds * 1000) {
      const request = `GET ${paths[next++ % paths.length]} HTTP/1.1\r\n${rest}\r\n`;
      const askedMs = performance.now();
      bodyBytes = await Promise.race([askOnce(socket, request), broken]);
      times.push(performance.now() - askedMs);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const took = (performance.now() - startMs) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    seconds: took,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bodyBytes,
  };
}

process.on('message', (command: LoadCommand) => {
  load(command).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
