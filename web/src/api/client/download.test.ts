import assert from 'node:assert/strict';
import test from 'node:test';
import { download, fileNameOf } from './download.ts';

test('a file is saved under the name that the server gives', () => {
  for (const [disposition, name] of [
    ["attachment; filename*=UTF-8''rasat-2026-11-18.csv", 'rasat-2026-11-18.csv'],
    ["attachment; filename*=utf-8''%C3%BCyeler%20%C4%B0.csv", 'üyeler İ.csv'],
    ['attachment; filename="rasat-K1-2026-11-18.json"', 'rasat-K1-2026-11-18.json'],
    [`attachment; filename="a.csv"; filename*=UTF-8''%C5%9F.csv`, 'ş.csv'],
    [`attachment; filename="a.csv"; filename*=UTF-8''%ff.csv`, 'a.csv'],
    ['attachment', null],
    [null, null],
  ] as const) {
    assert.equal(fileNameOf(disposition), name, String(disposition));
  }
});

test("a refused file throws the server's code and field; nothing is saved", async (t) => {
  const answer = { code: 'token-not-match-400', field: 'code' };
  t.mock.method(globalThis, 'fetch', async () => Response.json(answer, { status: 400 }));
  await assert.rejects(download('adminPeopleFile', { body: { code: '123456' } }), {
    name: 'ApiError',
    code: 'token-not-match-400',
    field: 'code',
  });
});

test('a file that breaks off is not saved', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => {
    let part = 0;
    return new Response(
      new ReadableStream({
        pull(controller) {
          part += 1;
          if (part === 1) controller.enqueue(new TextEncoder().encode('"UID";"Ad"'));
          else controller.error(new TypeError('terminated'));
        },
      }),
    );
  });
  await assert.rejects(download('adminPeopleFile', { body: { code: '123456' } }), {
    code: 'error.network',
  });
});
