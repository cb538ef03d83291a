import { connect } from 'node:net';

/** An answer as received. */
export interface Answer {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly body: string;
  readonly raw: string;
}

/** Sends a request byte for byte, unlike a client library. */
export function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<Answer> {
  const bytes = Buffer.from(body as Uint8Array);
  const lines = Object.entries(headers).filter(([, value]) => value !== '');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: rasat.example',
    'Connection: close',
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return sendRaw(origin, Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
}

/** Sends these bytes; resolves when the server has closed the connection. */
export function sendRaw(origin: string, request: Uint8Array | string): Promise<Answer> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    const chunks: Buffer[] = [];
    const limit = setTimeout(() => socket.destroy(new Error('no answer in time')), 60_000);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A refusal may arrive before everything was sent.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(read(Buffer.concat(chunks).toString('utf8')));
    });
    socket.write(request);
  });
}

function read(answer: string): Answer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), raw: answer };
}

/** Joins the lines of a request, valid or not. */
export const broken = (lines: readonly string[], body = ''): string =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;
/** First lines of a call with a body. */
export const POST = [
  'POST /api/test/person HTTP/1.1',
  'Host: rasat.example',
  'Content-Type: application/json',
  'Sec-Fetch-Site: same-origin',
];
