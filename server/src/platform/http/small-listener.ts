import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';

/**
 * Answers an unknown address and a failure by the status only. `failed` is the log message of an error; requests are
 * not logged.
 */
export function answerByStatus(app: FastifyInstance, log: Logger, failed: string): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, failed);
    return reply.code(status).send();
  });
}

/** Listens on the first free port and returns it; 0 means any port. Throws `StartError` with the setting. */
export async function listenOnFree(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
  setting: string,
): Promise<number> {
  for (const port of ports) {
    try {
      await app.listen({ host, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    return (app.server.address() as AddressInfo).port;
  }
  throw new StartError(`${setting} ${ports.join(', ')} is in use.`);
}
