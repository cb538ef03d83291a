import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a front serves at `/`. */
export type LandingForm =
  /** The prerendered document of the product. */
  | 'document'
  /** The app's document, in which the framework renders the same page. */
  | 'app';

/** A proxy of the product's server with two other forms of `/`. */
export interface Front {
  readonly origin: string;
  close(): void;
}

/** A page for guests that starts from the app's document. */
const APP_PAGE = '/auth/login';
/** A path with one line of text. */
export const LINE = '/line';
const LINE_DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>line</title><p style="font:20px sans-serif">One line of text.</p>';

/**
 * Starts a front: all replies are the product's, except that `/` has the wanted form. After the framework has rendered,
 * the page requests the built document; that request gets an empty reply, so that the rendered page stays.
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
