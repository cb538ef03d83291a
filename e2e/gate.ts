import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { after } from 'node:test';
import type { Site } from './site.ts';

/** A proxy before a site that simulates a server that stops and returns, or that has a new build. */
export interface Gate {
  /** The site with the address of the gate. */
  readonly site: Site;
  /** Ends every connection and refuses new ones, like a stopped server. */
  shut(): Promise<void>;
  /** Accepts connections again, at the same address. */
  open(): Promise<void>;
  /** Serves the service worker of another build from now on. */
  changeBuild(): void;
}

/** Starts a gate before a site; it ends with the file. */
export async function startGate(site: Site): Promise<Gate> {
  const { hostname, port } = new URL(site.origin);
  const sockets = new Set<Socket>();
  let build = '';
  const onward = ({ headers }: IncomingMessage) => ({
    ...headers,
    host: `${hostname}:${port}`,
    ...(headers.origin !== undefined && { origin: site.origin }),
  });
  const server = http.createServer((request, response) => {
    const { method, url: path = '/' } = request;
    if (path === '/sw.js' && build !== '') {
      void fetch(`${site.origin}${path}`)
        .then((own) => own.text())
        .then((text) => {
          response.setHeader('content-type', 'text/javascript');
          // The version is the only word of this form in the worker.
          response.end(text.replace(/\b[0-9a-f]{12}\b/, build));
        });
      return;
    }
    const there = http.request({ hostname, port, method, path, headers: onward(request) });
    there.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // When a reply breaks off, the gate breaks off too; otherwise the browser would wait for the rest.
      if (response.destroyed) answer.destroy();
      else pipeline(answer, response, () => {});
    });
    there.on('error', () => response.destroy());
    request.pipe(there);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    const there = connect(Number(port), hostname, () => {
      const lines = Object.entries(onward(request)).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      there.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    for (const one of [socket, there]) one.on('error', () => one.destroy());
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const place = await listen(0);
  const shut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  after(() => (server.listening ? shut() : undefined));
  return {
    site: { ...site, origin: `http://127.0.0.1:${place}` },
    shut,
    open: async () => {
      await listen(place);
    },
    changeBuild: () => {
      build = 'b'.repeat(12);
    },
  };
}
