import http from 'node:http';

/** How one call went. */
export interface ApiAnswer {
  /** 0 when no answer came. */
  readonly status: number;
  readonly text: string;
  /** When the call had gone out on a connection, or found none; on `performance.now()`, as the end. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** The system's word for a connection that broke or was refused. */
  readonly fault?: string;
}

/** Calls a server as its own pages do, over connections that are kept. */
export interface ApiClient {
  /** `onSent` is told once the call has gone out, or could not. */
  call(
    this: void,
    path: string,
    cookie?: string,
    body?: object,
    onSent?: () => void,
  ): Promise<ApiAnswer>;
  close(this: void): void;
}

/** A client of the server at an address such as `http://localhost:3000`. Nothing is ever tried twice. */
export function openApiClient(address: string): ApiClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  return {
    call: (path, cookie, body, onSent) =>
      new Promise((resolve) => {
        let beganMs: number | null = null;
        const begin = (): number => {
          if (beganMs === null) onSent?.();
          beganMs ??= performance.now();
          return beganMs;
        };
        const end = (status: number, text: string, fault?: string): void => {
          const answer = { status, text, beganMs: begin(), endedMs: performance.now() };
          resolve(fault === undefined ? answer : { ...answer, fault });
        };
        const sent = body === undefined ? undefined : JSON.stringify(body);
        const request = http.request(
          `${address}/api${path}`,
          {
            agent,
            method: sent === undefined ? 'GET' : 'POST',
            headers: {
              'sec-fetch-site': 'same-origin',
              ...(cookie !== undefined && { cookie }),
              ...(sent !== undefined && {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(sent),
              }),
            },
          },
          (reply) => {
            let text = '';
            reply.setEncoding('utf8').on('data', (part: string) => {
              text += part;
            });
            reply.on('end', () => end(reply.statusCode ?? 0, text));
            reply.on('error', (error: NodeJS.ErrnoException) => end(0, text, error.code ?? 'cut'));
          },
        );
        request.on('error', (error: NodeJS.ErrnoException) => end(0, '', error.code ?? 'cut'));
        // Told when all of it was handed to a connection that is there.
        request.on('finish', begin);
        request.end(sent);
      }),
    close: () => agent.destroy(),
  };
}
