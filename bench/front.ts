import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands at `/` for the visitor of a front. */
export type LandingForm =
  /** The document that was built: the product's. */
  | 'document'
  /** The document of every other page, in which the framework makes the same page. */
  | 'app';

/** A server before the product's, which answers the same with two other ways to begin. */
export interface Front {
  readonly origin: string;
  close(): void;
}

/** A page that starts from the framework's document for a guest. */
const APP_PAGE = '/auth/login';
/** Where a front has one line of text, and nothing else. */
export const LINE = '/line';
const LINE_DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>line</title><p style="font:20px sans-serif">One line of text.</p>';

/**
 * Starts a front: everything is the product's own answer, except that `/` begins in the wanted form. Once made by the
 * framework, the page asks for the built document; that request is answered with nothing, so that what it made stays.
 */
export async function startFront(target: string, form: LandingForm): Promise<Front> {
  const { hostname, port } = new URL(target);
  let begun = false;
  const server = createServer((asked, answer) => {
    const place = asked.url ?? '/';
    if (place === LINE) {
      answer.setHeader('content-type', 'text/html; charset=utf-8').end(LINE_DOCUMENT);
      return;
    }
    const isApp = form === 'app' && place === '/';
    if (isApp && begun) {
      answer.writeHead(204).end();
      return;
    }
    begun ||= isApp;
    const passed = request(
      {
        hostname,
        port,
        path: isApp ? APP_PAGE : place,
        method: asked.method ?? 'GET',
        headers: asked.headers,
      },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
