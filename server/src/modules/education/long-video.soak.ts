import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '../../platform/db/pool.ts';
import { openVideoUpload, saveLesson } from './index.ts';
import { openSchool } from './testing/school.ts';

const BYTES = 200 * 1024 * 1024;
/** Longer than any other answer may take. */
const PAUSE_MS = 20_000;

test('a video of 200 MB is uploaded, and played by somebody who pauses it, without being held in memory', async (t) => {
  const school = await openSchool(t);
  const admin = await school.person({ rights: ['admin'] });
  const start = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
  const film = Buffer.concat([start, Buffer.alloc(BYTES - start.length, 5)]);
  const about = { name: 'a.mp4', type: 'video/mp4', bytes: BYTES, adminId: admin.id } as const;
  const { url, id } = await openVideoUpload(school.desk, about);
  const beforeMb = process.memoryUsage().rss / 2 ** 20;
  assert.equal((await school.put(url, film, 'video/mp4')).status, 200);
  const tookMb = process.memoryUsage().rss / 2 ** 20 - beforeMb;
  assert.ok(tookMb < 150, `${tookMb} MB`);
  const title = { tr: 'a', az: 'a', en: 'a' };
  await inTransaction(school.context.db, (db) =>
    saveLesson({ ...school.desk, db }, 1, { title, minutes: null, video: { kind: 'file', id } }),
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
  assert.equal(hash.digest('hex'), createHash('sha256').update(film).digest('hex'));
});
