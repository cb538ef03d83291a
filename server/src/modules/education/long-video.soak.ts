import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '../../platform/db/pool.ts';
import { openVideoUpload, saveLesson } from './index.ts';
import { openSchool } from './testing/school.ts';

const PIECE = Buffer.alloc(1024 * 1024, 5);
const PIECES = 300;
const START = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
const BYTES = START.length + PIECES * PIECE.length;
/** Milliseconds of a pause while reading; longer than any other answer may take. */
const PAUSE_MS = 20_000;

function* film(): Generator<Buffer> {
  yield START;
  for (let n = 0; n < PIECES; n++) yield PIECE;
}

test('a video of 300 MB is uploaded, and played by a viewer who pauses it, without being held in memory', async (t) => {
  const school = await openSchool(t);
  const admin = await school.person({ rights: ['admin'] });
  const about = { name: 'a.mp4', type: 'video/mp4', bytes: BYTES, adminId: admin.id } as const;
  const { url, id } = await openVideoUpload(school.education, about);
  const beforeMb = process.memoryUsage().rss / 2 ** 20;
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, process.memoryUsage().rss / 2 ** 20 - beforeMb);
  }, 50);
  t.after(() => clearInterval(watch));
  const sent = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'video/mp4', 'content-length': BYTES };
  const put = request(school.server.origin + url, { method: 'PUT', headers }, sent.resolve);
  await pipeline(film, put);
  assert.equal((await sent.promise).resume().statusCode, 200);
  const title = { tr: 'a', az: 'a', en: 'a' };
  await inTransaction(school.context.db, (db) =>
    saveLesson({ ...school.education, db }, 1, {
      title,
      minutes: null,
      video: { kind: 'file', id },
    }),
  );
  const { links } = await school.get<{ links: string[] }>(
    await school.student(),
    '/api/account/education',
  );

  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(school.server.origin + links[0], resolve)
    .on('error', reject)
    .end();
  const hash = createHash('sha256');
  let first = true;
  for await (const chunk of await promise) {
    hash.update(chunk as Buffer);
    if (first) await pause(PAUSE_MS);
    first = false;
  }
  const expected = createHash('sha256');
  for (const piece of film()) expected.update(piece);
  assert.equal(hash.digest('hex'), expected.digest('hex'));
  assert.ok(mostMb < 150, `${mostMb} MB`);
  t.diagnostic(`at most ${Math.round(mostMb)} MB more`);
});
