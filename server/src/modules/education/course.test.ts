import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Body, Reply, ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/pool.ts';
import { removeQueuedFiles } from '../../platform/files/removals.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import {
  educationData,
  openVideoUpload,
  readCourse,
  readPlatformVideos,
  removePlatformVideo,
  saveLesson,
  savePlatformVideo,
  saveTask,
  seedEducation,
} from './index.ts';
import { openSchool, outcomeOf, type School } from './testing/school.ts';

const HOUR = 3_600_000;
type Lessons = Reply<typeof ROUTES.lessons>;
type Education = Reply<typeof ROUTES.education>;
type SavedVideo = Body<typeof ROUTES.adminSaveLesson>['video'];

const title = { tr: 'Çizim', az: 'Çəkmə', en: 'Drawing' };

/** The beginning of an MP4, then bytes that tell their place. */
function mp4(bytes: number): Buffer {
  const film = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 4) film.writeUInt32BE(at, at);
  Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1').copy(film);
  return film;
}
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex'),
  Buffer.alloc(5000, 3),
]);
const FILM = mp4(400_000);

/** An uploaded video that nothing plays yet. */
async function film(
  school: School,
  content: Buffer,
  type: 'video/mp4' | 'video/webm' = 'video/mp4',
) {
  const admin = await school.person({ rights: ['admin'] });
  const about = { name: 'ders 1.mp4', type, bytes: content.length, adminId: admin.id };
  const { url, id } = await openVideoUpload(school.education, about);
  assert.deepEqual(await school.put(url, content, type), {
    status: 200,
    code: undefined,
    field: undefined,
  });
  return id;
}
const setLesson = (school: School, number: number, video: SavedVideo) =>
  inTransaction(school.context.db, (db) =>
    saveLesson({ ...school.education, db }, number, { title, minutes: 115, video }),
  );
const setVideo = (school: School, body: Body<typeof ROUTES.adminSaveVideo>) =>
  inTransaction(school.context.db, (db) => savePlatformVideo({ ...school.education, db }, body));

const school = await openSchool({ after });
const { context, server, files } = school;
const statusOf = async (url: string): Promise<number> => {
  const reply = await server.fetch(url);
  await reply.arrayBuffer();
  return reply.status;
};
const videoFiles = (): string[] => {
  try {
    return readdirSync(path.join(context.config.dataDir, 'files/videos'));
  } catch {
    return [];
  }
};
const link = (n: number): SavedVideo => ({ kind: 'link', url: `https://video.example/${n}` });

describe('the lessons', () => {
  test('are eight of sixteen hours that wait for their videos', async () => {
    const who = await school.student();
    const education = await school.get<Education>(who, '/api/account/education');
    assert.deepEqual(education, { hasLesson: true, links: ['', '', '', '', '', '', '', ''] });
    const { lessons, videos, hasLesson } = await school.get<Lessons>(who, '/api/account/lessons');
    assert.equal(hasLesson, true);
    assert.deepEqual(videos, []);
    assert.equal(lessons.length, 8);
    assert.equal(
      lessons.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
      16 * 60,
    );
    for (const { state, video, title: names } of lessons) {
      assert.equal(state, 'pending');
      assert.equal(video, null);
      assert.equal(new Set(Object.values(names)).size, 3);
    }
  });

  test('play at a link or from a file; who is no student sees titles alone', async () => {
    await setLesson(school, 2, link(2));
    await setLesson(school, 3, { kind: 'file', id: await film(school, FILM) });
    const who = await school.student();
    const { links } = await school.get<Education>(who, '/api/account/education');
    assert.equal(links[0], '');
    assert.equal(links[1], 'https://video.example/2');
    assert.match(links[2] ?? '', /^\/api\/videos\/[\w-]{20}\?expires=/);
    const { lessons } = await school.get<Lessons>(who, '/api/account/lessons');
    assert.deepEqual(lessons[1]?.video, { kind: 'link', url: 'https://video.example/2' });
    assert.equal(lessons[2]?.video?.kind, 'file');
    assert.equal(lessons[2]?.minutes, 115);

    await setVideo(school, { title, minutes: null, video: link(9) });
    const visitor = await school.person();
    const none = await school.get<Education>(visitor, '/api/account/education');
    assert.deepEqual(none, { hasLesson: false, links: ['', '', '', '', '', '', '', ''] });
    const shop = await school.get<Lessons>(visitor, '/api/account/lessons');
    assert.equal(shop.lessons[2]?.state, 'ready');
    assert.deepEqual(
      shop.lessons.map(({ video }) => video),
      Array.from({ length: 8 }, () => null),
    );
    assert.deepEqual(shop.videos, []);
  });

  test('remember how far each was played, and never less', async () => {
    const who = await school.student();
    const save = (body: object) => school.post(who, '/api/account/lessons/progress', body);
    assert.equal((await save({ lesson: 3, position: 60.5, progress: 0.5 })).status, 200);
    assert.equal((await save({ lesson: 3, position: 12, progress: 0.1 })).status, 200);
    const { lessons } = await school.get<Lessons>(who, '/api/account/lessons');
    assert.equal(lessons[2]?.progress, 0.5);
    assert.equal(lessons[2]?.position, 12);
    const bad = [
      { lesson: 0 },
      { lesson: 9 },
      { progress: 1.1 },
      { position: -1 },
      { lesson: 1.5 },
    ];
    for (const change of bad) {
      const answer = await save({ lesson: 1, position: 1, progress: 0.2, ...change });
      assert.equal(answer.code, 'bad-fields-400');
    }
    const other = await school.student();
    const theirs = await school.get<Lessons>(other, '/api/account/lessons');
    assert.equal(theirs.lessons[2]?.progress, 0);
  });

  test('keep what was edited when the server starts again', async () => {
    await inTransaction(context.db, (db) =>
      saveTask({ db }, 4, { title, text: { tr: 'Çizin.', az: 'Çəkin.', en: 'Draw.' } }),
    );
    await setLesson(school, 5, { kind: 'none' });
    await seedEducation(context.db);
    const { lessons, tasks } = await readCourse(school.education);
    assert.deepEqual(lessons[4]?.title, title);
    assert.deepEqual(tasks[3], {
      number: 4,
      title,
      text: { tr: 'Çizin.', az: 'Çəkin.', en: 'Draw.' },
    });
  });
});

describe('a video', () => {
  const address = async (): Promise<string> => {
    const { links } = await school.get<Education>(await school.student(), '/api/account/education');
    return links[2] ?? '';
  };

  test('comes whole or in the range that a player asks for, as what it is', async () => {
    const url = await address();
    const whole = await server.fetch(url);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('content-type'), 'video/mp4');
    assert.equal(whole.headers.get('accept-ranges'), 'bytes');
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
    assert.match(whole.headers.get('content-disposition') ?? '', /^inline/);
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), FILM);

    const part = await server.fetch(url, { headers: { range: 'bytes=1000-1003' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 1000-1003/400000');
    assert.equal(Buffer.from(await part.arrayBuffer()).readUInt32BE(), 1000);
    const last = await server.fetch(url, { headers: { range: 'bytes=-4' } });
    assert.equal(Buffer.from(await last.arrayBuffer()).readUInt32BE(), 399_996);
    const beyond = await server.fetch(url, { headers: { range: 'bytes=400000-' } });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get('content-range'), 'bytes */400000');

    const head = await server.fetch(url, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), '400000');
    assert.equal(await head.text(), '');
  });

  test('plays for six hours at an address that a former student was given', async () => {
    const url = await address();
    await context.clock.advance(6 * HOUR - 1);
    assert.equal(await statusOf(url), 200);
    await context.clock.advance(1);
    assert.equal((await outcomeOf(await server.fetch(url))).code, 'forbidden-403');
    const fresh = await address();
    const [, id = ''] = /videos\/([\w-]{20})/.exec(fresh) ?? [];
    for (const wrong of [
      fresh.replace(
        /signature=./,
        (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`,
      ),
      fresh.replace('/videos/', '/images/'),
      fresh.replace(/expires=\d/, 'expires=9'),
    ]) {
      assert.equal(await statusOf(wrong), 403, wrong);
    }
    assert.equal(await statusOf(`/api/videos/${id}`), 400);
  });

  test('is what its first bytes say, and as long as it was said to be', async () => {
    const admin = await school.person({ rights: ['admin'] });
    const open = (type: 'video/mp4' | 'video/webm', bytes: number) =>
      openVideoUpload(school.education, { name: 'a', type, bytes, adminId: admin.id });
    const cases: readonly (readonly ['video/mp4' | 'video/webm', Buffer, number, string])[] = [
      ['video/mp4', Buffer.from('<!doctype html><script>alert(1)</script>'), 40, 'media-type-415'],
      ['video/webm', FILM, FILM.length, 'media-type-415'],
      ['video/mp4', webm, webm.length, 'media-type-415'],
      ['video/mp4', FILM, FILM.length + 1, 'bad-fields-400'],
      ['video/mp4', FILM, FILM.length - 1, 'too-large-413'],
      ['video/mp4', Buffer.alloc(0), 10, 'bad-fields-400'],
    ];
    const before = videoFiles();
    for (const [type, content, bytes, code] of cases) {
      const { url } = await open(type, bytes);
      assert.equal((await school.put(url, content, type)).code, code);
    }
    assert.deepEqual(videoFiles(), before, 'nothing half is left');
    assert.deepEqual(readdirSync(path.join(context.config.dataDir, 'files/partial')), []);
    const { url } = await open('video/mp4', FILM.length);
    assert.equal((await school.put(url, FILM, 'video/webm')).code, 'media-type-415');
  });

  test('is used in one place, and its file goes when nothing plays it any more', async () => {
    const id = await film(school, webm, 'video/webm');
    await setLesson(school, 6, { kind: 'file', id });
    await setLesson(school, 6, { kind: 'file', id });
    await assert.rejects(setLesson(school, 7, { kind: 'file', id }), { code: 'conflict-409' });
    await assert.rejects(setLesson(school, 7, { kind: 'file', id: 'A'.repeat(20) }), {
      code: 'not-found-404',
    });
    const admin = await school.person({ rights: ['admin'] });
    const waiting = await openVideoUpload(school.education, {
      name: 'a',
      type: 'video/mp4',
      bytes: 10,
      adminId: admin.id,
    });
    await assert.rejects(setLesson(school, 7, { kind: 'file', id: waiting.id }), {
      code: 'bad-fields-400',
    });
    const { lessons } = await readCourse(school.education);
    assert.deepEqual(
      { ...lessons[5]?.video, url: '' },
      {
        kind: 'file',
        id,
        name: 'ders 1.mp4',
        type: 'video/webm',
        bytes: webm.length,
        url: '',
      },
    );
    await setLesson(school, 6, link(6));
    assert.ok(videoFiles().includes(id));
    await removeQueuedFiles(context, files);
    assert.ok(!videoFiles().includes(id));
  });

  test('stays when its uploader is erased', async () => {
    const admin = await school.person({ rights: ['admin'] });
    const about = {
      name: 'a.mp4',
      type: 'video/mp4',
      bytes: FILM.length,
      adminId: admin.id,
    } as const;
    const { url, id } = await openVideoUpload(school.education, about);
    await school.put(url, FILM, 'video/mp4');
    await setLesson(school, 8, { kind: 'file', id });
    await inTransaction(context.db, (db) => educationData.erase(db, admin.id, context.keys));
    await sql`delete from session where person_id = ${admin.id}`.execute(context.db);
    await sql`delete from person where id = ${admin.id}`.execute(context.db);
    await removeQueuedFiles(context, files);
    const { links } = await school.get<Education>(await school.student(), '/api/account/education');
    assert.equal(await statusOf(links[7] ?? ''), 200);
  });
});

describe('the platform videos', () => {
  const titles = async () =>
    (await readPlatformVideos(school.education)).map((one) => one.title.en);
  const named = (en: string) => ({ ...title, en });

  test('stand in the order that they were given, and students see those that play', async () => {
    for (const { id } of await readPlatformVideos(school.education)) {
      await inTransaction(context.db, (db) => removePlatformVideo({ db }, id));
    }
    const first = await setVideo(school, { title: named('one'), minutes: 6, video: link(1) });
    await setVideo(school, { title: named('two'), minutes: 9, video: { kind: 'none' } });
    await setVideo(school, { title: named('three'), minutes: 7, video: link(3), position: 1 });
    assert.deepEqual(await titles(), ['three', 'one', 'two']);
    await setVideo(school, {
      id: first,
      title: named('ONE'),
      minutes: 6,
      video: link(1),
      position: 99,
    });
    assert.deepEqual(await titles(), ['three', 'two', 'ONE']);
    const who = await school.student();
    assert.deepEqual(await school.get(who, '/api/account/gann'), [
      'https://video.example/3',
      'https://video.example/1',
    ]);
    const { videos } = await school.get<Lessons>(who, '/api/account/lessons');
    assert.deepEqual(
      videos.map(({ title: names, minutes }) => [names.en, minutes]),
      [
        ['three', 7],
        ['ONE', 6],
      ],
    );
  });

  test('are removed with their file', async () => {
    const id = await film(school, FILM);
    const video = await setVideo(school, { title, minutes: 6, video: { kind: 'file', id } });
    await inTransaction(context.db, (db) => removePlatformVideo({ db }, video));
    await removeQueuedFiles(context, files);
    assert.ok(!videoFiles().includes(id));
    const again = inTransaction(context.db, (db) => removePlatformVideo({ db }, video));
    await assert.rejects(again, { code: 'not-found-404' });
    const unknown = { id: video, title, minutes: null, video: { kind: 'none' } } as const;
    await assert.rejects(setVideo(school, unknown), { code: 'not-found-404' });
  });
});

test('videos in an object store play in ranges too', async (t) => {
  const objects = await startObjectStore(t, () => remote.context.clock.now());
  const remote: School = await openSchool(t, { env: objects.env });
  const id = await film(remote, FILM);
  await setLesson(remote, 1, { kind: 'file', id });
  assert.deepEqual(objects.objects.get(`videos/${id}`)?.bytes, FILM);
  const { links } = await remote.get<Education>(await remote.student(), '/api/account/education');
  const part = await remote.server.fetch(links[0] ?? '', { headers: { range: 'bytes=400-407' } });
  assert.equal(part.status, 206);
  assert.equal(Buffer.from(await part.arrayBuffer()).readUInt32BE(4), 404);
  objects.fault = 'hang-up';
  const admin = await remote.person({ rights: ['admin'] });
  const about = { name: 'a', type: 'video/mp4', bytes: FILM.length, adminId: admin.id } as const;
  await assert.rejects(openVideoUpload(remote.education, about), { code: 'unavailable-503' });
  objects.fault = 'none';
  const { url, id: second } = await openVideoUpload(remote.education, about);
  objects.fault = 'hang-up';
  assert.equal((await remote.put(url, FILM, 'video/mp4')).code, 'unavailable-503');
  assert.ok(!objects.objects.has(`videos/${second}`));
  objects.fault = 'none';
  assert.equal((await remote.put(url, FILM, 'video/mp4')).status, 200);
  assert.deepEqual(objects.refused, []);
});
