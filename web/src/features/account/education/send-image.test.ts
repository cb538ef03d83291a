import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ApiError } from '../../../api/client/error.ts';
import { uploadImage } from './send-image.ts';

/** Stand-in of `XMLHttpRequest` with the members that an upload uses. */
class FakeRequest {
  static made: FakeRequest[] = [];
  readonly upload: { onprogress: (event: { loaded: number; total: number }) => void } = {
    onprogress: () => undefined,
  };
  status = 0;
  responseText = '';
  readonly sent: { method?: string; url?: string; body?: unknown; headers: Map<string, string> } = {
    headers: new Map(),
  };
  readonly answerHeaders = new Map<string, string>();
  onload = (): void => undefined;
  onerror = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;

  constructor() {
    FakeRequest.made.push(this);
  }

  open(method: string, url: string): void {
    Object.assign(this.sent, { method, url });
  }

  setRequestHeader(name: string, value: string): void {
    this.sent.headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.answerHeaders.get(name) ?? null;
  }

  send(body: unknown): void {
    this.sent.body = body;
  }

  abort(): void {
    this.onabort();
    this.onloadend();
  }

  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload();
    this.onloadend();
  }
}

/** Replaces `fetch` by a server that issues an upload address, and `XMLHttpRequest` by `FakeRequest`. */
function browser(t: TestContext, address: () => Response) {
  const { fetch, XMLHttpRequest } = globalThis;
  FakeRequest.made = [];
  const asked: string[] = [];
  Object.assign(globalThis, {
    XMLHttpRequest: FakeRequest,
    fetch: async (url: string) => {
      asked.push(url);
      return address();
    },
  });
  t.after(() => Object.assign(globalThis, { fetch, XMLHttpRequest }));
  return asked;
}

const given = () => Response.json({ url: '/api/uploads/aaa?s=1', id: 'aaa' });
const FILE = new Blob(['image'], { type: 'image/x-odd' });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an image is uploaded to the address issued for its type, with progress', async (t) => {
  const asked = browser(t, given);
  const shares: number[] = [];
  const sending = uploadImage(FILE, 'image/png', {
    onProgress: (share) => shares.push(share),
    signal: new AbortController().signal,
  });
  await settled();
  assert.deepEqual(asked, ['/api/account/imageUrl?type=image%2Fpng']);
  const [request] = FakeRequest.made;
  request?.upload.onprogress({ loaded: 1, total: 4 });
  request?.upload.onprogress({ loaded: 0, total: 0 });
  request?.upload.onprogress({ loaded: 4, total: 4 });
  request?.answer(200, {});
  assert.equal(await sending, 'aaa');
  assert.deepEqual(shares, [0.25, 1]);
  assert.equal(request?.sent.method, 'PUT');
  assert.equal(request?.sent.url, '/api/uploads/aaa?s=1');
  assert.equal(request?.sent.body, FILE);
  assert.equal(
    request?.sent.headers.get('content-type'),
    'image/png',
    'the type that the address was issued for',
  );
});

async function failing(sending: Promise<unknown>): Promise<unknown> {
  return sending.then(
    () => assert.fail('the upload should have failed'),
    (error: unknown) => error,
  );
}

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

test('an unavailable image store is reported before the upload', async (t) => {
  browser(t, () => Response.json({ code: 'unavailable-503', requestId: 'r' }, { status: 503 }));
  const error = await failing(uploadImage(FILE, 'image/png', quiet));
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'unavailable-503');
  assert.equal(FakeRequest.made.length, 0);
});

test("a refused upload throws the server's code; a lost one throws error.network", async (t) => {
  browser(t, given);
  const refused = uploadImage(FILE, 'image/png', quiet);
  await settled();
  FakeRequest.made[0]?.answer(415, { code: 'media-type-415', requestId: 'r9' });
  const error = await failing(refused);
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.code, error.status, error.requestId], ['media-type-415', 415, 'r9']);
  const lost = uploadImage(FILE, 'image/png', quiet);
  await settled();
  FakeRequest.made[1]?.onerror();
  const network = await failing(lost);
  assert.ok(network instanceof ApiError);
  assert.equal(network.code, 'error.network');
});

test('a stopped upload aborts its request', async (t) => {
  browser(t, given);
  const control = new AbortController();
  const sending = uploadImage(FILE, 'image/png', { ...quiet, signal: control.signal });
  await settled();
  control.abort();
  const error = await failing(sending);
  assert.equal(error instanceof DOMException && error.name, 'AbortError');
});
