import type { Logger } from 'pino';

/**
 * Keeps the process alive after a rejection without a handler, which would end it, because other requests are
 * unaffected. It is logged as an error. Errors thrown outside of promises still end the process.
 */
export function outliveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'an unhandled failure');
  });
}
