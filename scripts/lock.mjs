import { createHash } from 'node:crypto';
import { createConnection, createServer } from 'node:net';

/**
 * Runs `fn` while no other process runs anything under the same name, waiting for the one that does. The lock is a
 * socket in Linux's abstract namespace: no file, nothing to clean up, free the moment its holder is gone. Plain
 * JavaScript for Node 20 or newer.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} fn
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(name, fn, onWait) {
  const hash = createHash('sha256').update(name).digest('hex');
  const address = `\0rasat-lock-${hash}`.padEnd(108, '-');
  let told = false;
  for (;;) {
    const server = await tryListen(address);
    if (server) {
      try {
        return await fn();
      } finally {
        server.close();
      }
    }
    if (!told) onWait?.();
    told = true;
    await holderGone(address);
  }
}

/** @param {string} address @returns {Promise<import('node:net').Server | null>} */
function tryListen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}));
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

/** @param {string} address @returns {Promise<void>} */
function holderGone(address) {
  return new Promise((resolve) => {
    createConnection(address)
      .on('error', () => {})
      .on('close', () => resolve())
      .resume();
  });
}
