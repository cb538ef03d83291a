import http from 'node:http';

/** How one call went. */
export interface ApiAnswer {
  /** 0 when no answer came. */
  readonly status: number;
  readonly text: string;
  /** On `performance.now()`. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** The system's word for a connection that broke or was refused. */
  readonly fault?: string;
}

/** Calls a server as its own pages do, over connections that are kept. */
export interface ApiClient {
  call(this: void, path: string, cookie?: string, body?: object): Promise<ApiAnswer>;
  close(this: void): void;
}

/** A client of the server at an address such as `http://localhost:3000`. Nothing is ever tried twice. */
export function openApiClient(address: string): ApiClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  return {
    call: (path, cookie, body) =>
      new Promise((resolve) => {
        const beganMs = performance.now();
        const end = (status: number, text: string, fault?: string): void => {
          const answer = { status, text, beganMs, endedMs: performance.now() };
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
        request.end(sent);
      }),
    close: () => agent.destroy(),
  };
}
