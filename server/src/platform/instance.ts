import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';

/** The right to be the only server on a data folder; it ends with the process. */
export interface Claim {
  /** Sends the address of this server to every other start, waiting or later. */
  announce(address: string): void;
  release(): Promise<void>;
}

/** The claim, or the address of the server that holds it. */
export type Claimed = { readonly claim: Claim } | { readonly runningAt: string };

/**
 * Claims a data folder for this process. When another process has the claim, waits until that process announces its
 * address. The claim is a socket in Linux's abstract namespace: it leaves no file behind and is free the moment its
 * process ends.
 */
export async function claimInstance(dataDir: string): Promise<Claimed> {
  const name = socketName(dataDir);
  for (;;) {
    const claim = await tryClaim(name);
    if (claim) return { claim };
    const runningAt = await ask(name);
    if (runningAt !== null) return { runningAt };
  }
}

function tryClaim(name: string): Promise<Claim | null> {
  return new Promise((resolve, reject) => {
    let address: string | null = null;
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('close', () => waiting.delete(socket));
      if (address !== null) socket.end(address);
      else waiting.add(socket);
    });
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(name, () => {
      server.unref();
      resolve({
        announce(at) {
          address = at;
          for (const socket of waiting) socket.end(at);
        },
        release() {
          for (const socket of waiting) socket.destroy();
          return new Promise((done) => server.close(() => done()));
        },
      });
    });
  });
}

/** Asks the claim's holder for its address; null when the holder ended without an answer. */
function ask(name: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    createConnection(name)
      .setEncoding('utf8')
      .on('data', (text: string) => {
        answer += text;
      })
      .on('error', () => resolve(null))
      .on('close', () => resolve(answer === '' ? null : answer));
  });
}

/**
 * Returns the socket's name, padded to the longest possible address so that every version of Node uses the same name.
 */
function socketName(dataDir: string): string {
  let real = dataDir;
  try {
    real = realpathSync(dataDir);
  } catch {
    // The folder does not exist yet, so no process has it under another spelling either.
  }
  const hash = createHash('sha256').update(real).digest('hex');
  return `\0rasat-${hash}`.padEnd(108, '-');
}
