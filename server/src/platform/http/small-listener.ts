import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';

/** Answers an unknown address and a failure by the status alone; `failed` is logged with the error, no request is. */
export function answerByStatus(app: FastifyInstance, log: Logger, failed: string): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, failed);
    return reply.code(status).send();
  });
}

/** Listens on the first of the ports that is free, 0 being any, and returns it. Throws `StartError` with the setting. */
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
