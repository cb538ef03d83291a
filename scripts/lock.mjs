import { createHash } from 'node:crypto';
import { createConnection, createServer } from 'node:net';

/**
 * Runs `fn` under a named lock and returns its result; waits while another process holds the lock. The lock is a
 * socket in Linux's abstract namespace: it needs no file and no clean-up, and is free as soon as its holder ends. Plain
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
  let hasNotified = false;
  for (;;) {
    const held = await tryListen(address);
    if (held) {
      try {
        return await fn();
      } finally {
        held.close();
      }
    }
    if (!hasNotified) onWait?.();
    hasNotified = true;
    await waitForHolder(address);
  }
}

/** @param {string} address @returns {Promise<{ close(): void } | null>} */
function tryListen(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => {}).on('close', () => waiting.delete(socket));
      socket.unref();
    });
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    // The closed connection notifies a waiting process, also when the holder stays alive.
    const close = () => {
      server.close();
      for (const socket of waiting) socket.destroy();
    };
    server.listen(address, () => {
      server.unref();
      resolve({ close });
    });
  });
}

/** @param {string} address @returns {Promise<void>} */
function waitForHolder(address) {
  return new Promise((resolve) => {
    createConnection(address)
      .on('error', () => {})
      .on('close', () => resolve())
      .resume();
  });
}
