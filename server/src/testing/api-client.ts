import http from 'node:http';

/** Result of one call. */
export interface ApiAnswer {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly text: string;
  /** Time at which the call was sent on a connection, or found none, by `performance.now()`; so is `endedMs`. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** System's error code for a connection that broke or was refused. */
  readonly fault?: string;
}

/** Client that calls a server as its own pages do, over kept connections. */
export interface ApiClient {
  /** Makes a call; `onSent` is called once the call was sent, or could not be. */
  call(
    this: void,
    path: string,
    cookie?: string,
    body?: object,
    onSent?: () => void,
  ): Promise<ApiAnswer>;
  close(this: void): void;
}

/** Creates a client of the server at an address such as `http://localhost:3000`. It never retries. */
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
        // Emitted when the whole call was written to an open connection.
        request.on('finish', begin);
        request.end(sent);
      }),
    close: () => agent.destroy(),
  };
}
