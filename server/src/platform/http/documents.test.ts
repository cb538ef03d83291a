import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readDocuments, type Said } from './documents.ts';

/** Sends a document; answers the very bytes that were handed on. */
async function bodyOf(
  documents: ReturnType<typeof readDocuments>,
  said: Said,
  encoding: string,
): Promise<Buffer> {
  let sent: unknown;
  const reply = {
    type: () => reply,
    header: () => reply,
    send: (body: unknown) => {
      sent = body;
      return reply;
    },
  };
  await documents.send(
    '/index.html',
    said,
    { headers: { 'accept-encoding': encoding } } as FastifyRequest,
    reply as unknown as FastifyReply,
  );
  assert.ok(Buffer.isBuffer(sent));
  return sent;
}

test('however many addresses are made up, what many visits are sent stays packed', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-documents-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'index.html'), '<html lang="tr"><head></head>Rasat</html>');
  const documents = readDocuments(folder, ['/index.html']);
  const common: Said = { language: 'az', head: '<title>Rasat</title>', isCommon: true };
  const first = await bodyOf(documents, common, 'br');
  const html = '<html lang="az"><head><title>Rasat</title></head>Rasat</html>';
  assert.equal(brotliDecompressSync(first).toString(), html);
  for (let i = 0; i < 500; i += 1) {
    const one: Said = { language: 'en', head: `<title>${i}</title>`, isCommon: false };
    const encoding = i % 2 ? 'gzip' : 'br';
    const body = await bodyOf(documents, one, encoding);
    const text = (i % 2 ? gunzipSync(body) : brotliDecompressSync(body)).toString();
    assert.equal(text, `<html lang="en"><head><title>${i}</title></head>Rasat</html>`);
    if (i === 0) assert.notEqual(await bodyOf(documents, one, encoding), body, 'it is not kept');
  }
  assert.equal(await bodyOf(documents, common, 'br'), first, 'it was not packed again');
});

test('named texts are sent in the visitor’s language, or in the owner’s Turkish with its mark', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-documents-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const built = '<h1><span data-text="pay.title" class="a">Ne için ödersiniz</span></h1>';
  const rest = '<b data-text="no.such">Kalır</b>';
  writeFileSync(
    path.join(folder, 'index.html'),
    `<html lang="tr"><head></head>${built}${rest}</html>`,
  );
  const documents = readDocuments(folder, ['/index.html']);
  const titleOf = async (said: Omit<Said, 'head' | 'isCommon'>) => {
    const body = await bodyOf(documents, { ...said, head: '', isCommon: true }, 'identity');
    assert.ok(body.toString().includes(rest), 'what has no such name stays');
    return /<h1>(.*)<\/h1>/.exec(body.toString())?.[1];
  };
  const span = (more: string, text: string) =>
    `<span data-text="pay.title" class="a"${more}>${text}</span>`;
  assert.equal(await titleOf({ language: 'en' }), span('', 'What you pay for'));
  const own = { 'pay.title': { tr: 'Ücret & karşılığı' } };
  assert.equal(await titleOf({ language: 'tr', own }), span('', 'Ücret &amp; karşılığı'));
  assert.equal(
    await titleOf({ language: 'az', own }),
    span(' lang="tr" data-fallback', 'Ücret &amp; karşılığı'),
  );
  const both = { 'pay.title': { tr: 'Ücret', az: 'Haqq' } };
  assert.equal(await titleOf({ language: 'az', own: both }), span('', 'Haqq'));
  assert.equal(
    await titleOf({ language: 'az' }),
    span('', 'Nəyin haqqını ödəyirsiniz'),
    'and back',
  );
});
