import type { Logger } from 'pino';

/**
 * Lets the process live on when a rejection has no handler, which would end it: the others who are being
 * served have nothing to do with it. It is logged as an error. What is thrown outside of promises still ends the process.
 */
export function outliveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'an unhandled failure');
  });
}
