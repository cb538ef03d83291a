import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Site } from './site.ts';

/**
 * The headers that protect every reply: what a page may load is our own files, the inline scripts that were built and
 * our own socket. They are the same for all, so helmet writes them once.
 */
export function protectiveHeaders(
  baseUrl: string,
  site: Site | undefined,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(site?.scriptHashes ?? [])],
        // The chart library and the widgets set styles of single elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", baseUrl.replace(/^http/, 'ws')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // A form of ours may be led on to the page of who takes the payment.
        formAction: ["'self'", ...formTargets],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const reply = new ServerResponse(request);
  write(request, reply, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
