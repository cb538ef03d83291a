import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { removeQueuedFiles } from '../../platform/files/removals.ts';
import { until } from '../../testing/eventually.ts';
import { untilLocked } from '../../testing/locks.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import type { PlantedPerson } from '../../testing/people.ts';
import { educationData } from './index.ts';
import { educationRetention } from './personal-data.ts';
import { askQuestion } from './student-work.ts';
import { JPEG, NOW, openSchool, outcomeOf, PNG } from './testing/school.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Short, since a test waits for it; longer than a busy machine pauses between two bytes. */
const IDLE_MS = 1000;
const school = await openSchool({ after }, { uploadIdleMs: IDLE_MS });
const { context, imageUrl, put, server, student } = school;
const { db, clock } = context;

const stored = async (id: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from education_file where id = ${id} and stored_at is not null`.execute(db);
  return rows.length > 0;
};
const images = (): string[] => {
  try {
    return readdirSync(path.join(context.config.dataDir, 'files/images'));
  } catch {
    return [];
  }
};

/** Sends bytes over a socket of its own and reads what comes back. */
function raw(address: string, head: readonly string[], body: Uint8Array | string) {
  const { port } = new URL(server.origin);
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.write([`PUT ${address} HTTP/1.1`, 'Host: localhost', ...head, '', ''].join('\r\n'));
  socket.write(body);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
  return { socket, closed, text: () => text };
}

describe('an upload', () => {
  test('stores a copy of ours that the question then has', async () => {
    const who = await student();
    const { url, id } = await imageUrl(who, 'image/jpeg');
    assert.match(url, /^\/api\/uploads\/[\w-]{20}\?expires=\d+&signature=[\w-]{43}$/);
    assert.match(id, /^[\w-]{20}$/);
    const answer = await put(url, JPEG, 'image/jpeg');
    assert.equal(answer.status, 200, answer.code);
    assert.ok(images().includes(id));
  });

  test('needs no session, from wherever it comes: the address proves itself', async () => {
    const { url } = await imageUrl(await student());
    const reply = await fetch(server.origin + url, {
      method: 'PUT',
      body: new Uint8Array(PNG),
      headers: { 'content-type': 'image/png', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(reply.status, 200);
  });

  test('without a type in the address may be of any of the three', async () => {
    const who = await student();
    const { url } = await school.get<{ url: string }>(who, '/api/account/imageUrl');
    assert.equal((await put(url, PNG, 'application/pdf')).status, 415);
    assert.equal((await put(url, PNG, 'image/webp')).status, 200);
  });

  test('U1 of five megabytes and one byte is too large, and the answer is heard', async () => {
    const who = await student();
    const { url, id } = await imageUrl(who, 'image/jpeg');
    // Filling behind a JPEG is what cameras put there: its length alone is wrong.
    const filled = (bytes: number) => Buffer.concat([JPEG, Buffer.alloc(bytes - JPEG.length)]);
    const fits = await imageUrl(who, 'image/jpeg');
    assert.equal((await put(fits.url, filled(5_242_880), 'image/jpeg')).status, 200);
    const long = filled(5_242_881);
    assert.deepEqual(await put(url, long, 'image/jpeg'), {
      status: 413,
      code: 'too-large-413',
      field: undefined,
    });
    assert.equal(await stored(id), false);
    // Without a length in front the bytes themselves are counted.
    const second = await imageUrl(who, 'image/jpeg');
    const chunked = raw(
      second.url,
      ['Content-Type: image/jpeg', 'Transfer-Encoding: chunked'],
      Buffer.concat([Buffer.from('500001\r\n'), long, Buffer.from('\r\n0\r\n\r\n')]),
    );
    await until('it was refused', () => chunked.text().includes('413'));
    assert.match(chunked.text(), /too-large-413/);
    chunked.socket.destroy();
  });

  test('U2 U3 is refused when the address has run out or was changed in one bit', async () => {
    const who = await student();
    const { url, id } = await imageUrl(who);
    const place = new URL(url, server.origin);
    const signature = Buffer.from(place.searchParams.get('signature') ?? '', 'base64url');
    for (const [at, bit] of [
      [0, 1],
      [31, 0x80],
      [16, 8],
    ] as const) {
      const changed = Buffer.from(signature);
      changed[at] = (changed[at] ?? 0) ^ bit;
      place.searchParams.set('signature', changed.toString('base64url'));
      assert.equal(
        (await put(place.pathname + place.search, PNG, 'image/png')).code,
        'forbidden-403',
      );
    }
    const later = url.replace(/expires=\d+/, `expires=${NOW + DAY}`);
    assert.equal((await put(later, PNG, 'image/png')).code, 'forbidden-403');
    const other = url.replace(id, (await imageUrl(who)).id);
    assert.equal((await put(other, PNG, 'image/png')).code, 'forbidden-403');
    await clock.advance(10 * MINUTE);
    assert.equal((await put(url, PNG, 'image/png')).code, 'forbidden-403');
    assert.equal(await stored(id), false);
  });

  test('of one kind cannot be read as another: an upload address shows nothing', async () => {
    const { url, id } = await imageUrl(await student());
    assert.equal((await put(url, PNG, 'image/png')).status, 200);
    for (const kind of ['images', 'videos']) {
      const answer = await outcomeOf(await server.fetch(url.replace('uploads', kind)));
      assert.equal(answer.code, 'forbidden-403', id);
    }
  });

  test('U4 works once, also when two are sent at the same moment', async () => {
    const who = await student();
    const { url } = await imageUrl(who);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(url, PNG, 'image/png')));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409],
    );
    assert.equal((await put(url, PNG, 'image/png')).code, 'conflict-409');
  });

  test('U5 U6 U7 U8 is what its bytes say, wholly an image, and of a size that can be shown', async () => {
    const who = await student();
    const cases: readonly (readonly [string, Buffer | string, string])[] = [
      ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'U5'],
      ['image/png', '<!doctype html><script>alert(1)</script>', 'U6'],
      ['image/jpeg', Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')]), 'U7'],
      [
        'image/png',
        Buffer.concat([
          PNG.subarray(0, 16),
          Buffer.of(0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50),
          PNG.subarray(24),
        ]),
        'U8',
      ],
    ];
    for (const [type, body, row] of cases) {
      const { url, id } = await imageUrl(who, type);
      const before = process.cpuUsage();
      assert.equal((await put(url, body, type)).code, 'media-type-415', row);
      // Processor time of the image process alone.
      const { user, system } = process.cpuUsage(before);
      if (row === 'U8') assert.ok(user + system < 1_000_000, `${user + system} µs`);
      assert.equal(await stored(id), false, row);
      assert.ok(!images().includes(id), row);
    }
  });

  test('U9 has the type that the address was given for', async () => {
    const { url } = await imageUrl(await student(), 'image/png');
    for (const type of [
      'image/jpeg',
      'image/svg+xml',
      'text/html',
      'application/json',
      'image/pngx',
    ]) {
      assert.equal((await put(url, PNG, type)).code, 'media-type-415', type);
    }
    const packed = await server.fetch(url, {
      method: 'PUT',
      body: new Uint8Array(PNG),
      headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
    });
    assert.equal(packed.status, 415);
    assert.equal((await put(url, PNG, 'IMAGE/PNG; a=b')).status, 200, 'nothing of it was taken');
  });

  test('U10 has something in it', async () => {
    const who = await student();
    const { url } = await imageUrl(who);
    assert.equal((await put(url, '', 'image/png')).code, 'bad-fields-400');
    const bare = raw(
      (await imageUrl(who)).url,
      ['Content-Type: image/png', 'Content-Length: 0'],
      '',
    );
    await until('it was refused', () => bare.text().startsWith('HTTP/1.1 400'));
    bare.socket.destroy();
  });

  test('U11 that stops in the middle is answered 408 and ended, and can be sent again', async () => {
    const { url, id } = await imageUrl(await student());
    const head = ['Content-Type: image/png', `Content-Length: ${PNG.length}`];
    const { closed } = raw(url, head, PNG.subarray(0, 100));
    const beganMs = performance.now();
    assert.match(await closed, /^HTTP\/1\.1 408 [\s\S]*bad-fields-400/);
    assert.ok(performance.now() - beganMs >= IDLE_MS - 50);
    assert.equal(await stored(id), false);
    assert.equal((await put(url, PNG, 'image/png')).status, 200);
  });

  test('whose sender goes away leaves nothing and can be sent again', async () => {
    const { url, id } = await imageUrl(await student());
    const { socket, closed } = raw(
      url,
      ['Content-Type: image/png', `Content-Length: ${PNG.length}`],
      PNG.subarray(0, 100),
    );
    await until('it has begun', async () => {
      const { rows } =
        await sql`select 1 from education_file where id = ${id} and begun_at is not null`.execute(
          db,
        );
      return rows.length > 0;
    });
    socket.destroy();
    await closed;
    await until('it was let go', async () => {
      const { rows } =
        await sql`select 1 from education_file where id = ${id} and begun_at is null`.execute(db);
      return rows.length > 0;
    });
    assert.equal((await put(url, PNG, 'image/png')).status, 200);
  });

  test('U12 has an address twenty times a day', async () => {
    const [ada, bora] = [await student(), await student()];
    for (let n = 0; n < 20; n++) await imageUrl(ada);
    const ask = (who: PlantedPerson) =>
      server.fetch('/api/account/imageUrl?type=image/png', { headers: { cookie: who.cookie } });
    const refusal = await ask(ada);
    assert.equal(refusal.status, 429);
    assert.equal(refusal.headers.get('retry-after'), String(DAY / 1000));
    assert.equal((await ask(bora)).status, 200);
    await clock.advance(DAY);
    assert.equal((await ask(ada)).status, 200);
  });

  test('is for an image of a type that we take', async () => {
    const who = await student();
    for (const query of ['', '?type=image/jpeg', '?type=image/png', '?type=image/webp']) {
      const reply = await server.fetch(`/api/account/imageUrl${query}`, {
        headers: { cookie: who.cookie },
      });
      assert.equal(reply.status, 200, query);
    }
    for (const query of [
      '?type=image/svg%2Bxml',
      '?type=',
      '?type=image/png&type=image/png',
      '?x=1',
    ]) {
      const reply = await server.fetch(`/api/account/imageUrl${query}`, {
        headers: { cookie: who.cookie },
      });
      assert.equal((await outcomeOf(reply)).code, 'bad-fields-400', query);
    }
  });
});

describe('an image', () => {
  test('is shown for ten minutes, without what its camera said, as nothing that runs', async () => {
    const who = await student();
    const { url, id } = await imageUrl(who, 'image/jpeg');
    const told = await sharp(JPEG)
      .withExif({ IFD0: { Copyright: 'GizliYer' } })
      .jpeg()
      .toBuffer();
    assert.ok(told.includes('GizliYer'));
    assert.equal((await put(url, told, 'image/jpeg')).status, 200);
    await school.post(who, '/api/account/question', { question: 'Bu?', imageId: id });
    const { imageUrl: address } = await school.get<{ imageUrl: string }>(
      who,
      '/api/account/question',
    );
    const reply = await server.fetch(address);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'image/webp');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/);
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.equal(Number(reply.headers.get('content-length')), bytes.length);
    assert.ok(!bytes.includes('GizliYer'));
    assert.equal((await sharp(bytes).metadata()).width, 320);
    await clock.advance(10 * MINUTE);
    assert.equal((await server.fetch(address)).status, 403);
  });
});

describe('files that nothing needs', () => {
  const [unused] = educationRetention;
  const removeAll = () => removeQueuedFiles(context, school.files);

  test('are forgotten a day after their address was given out, and removed', async () => {
    const who = await student();
    const kept = await school.upload(who);
    const left = await school.upload(who);
    assert.equal(
      (await school.post(who, '/api/account/question', { question: 'Bu?', imageId: kept })).status,
      200,
    );
    await clock.advance(DAY - 1);
    const before = images();
    await unused?.forget(db, clock.now());
    await removeAll();
    assert.ok(images().includes(left), 'not a moment too soon');
    assert.ok(before.length >= images().length);
    await clock.advance(1);
    assert.ok(((await unused?.forget(db, clock.now())) ?? 0) >= 1);
    assert.ok(images().includes(left), 'first the database forgets');
    await removeAll();
    assert.ok(!images().includes(left));
    assert.ok(images().includes(kept));
  });

  test('stay when a question takes one at that very moment', async () => {
    const who = await student();
    const imageId = await school.upload(who);
    await clock.advance(DAY);
    const forgotten = await db.transaction().execute(async (trx) => {
      await askQuestion({ ...school.education, db: trx }, who.id, { question: 'Bu?', imageId });
      let isDone = false;
      const forgetting = unused?.forget(db, clock.now()).then(() => {
        isDone = true;
      });
      // The question is stored while the files are being forgotten.
      await untilLocked(db, () => isDone);
      return { forgetting };
    });
    await forgotten.forgetting;
    assert.ok(await stored(imageId));
  });

  test('go with the person they belong to, however often the removal is interrupted', async () => {
    const [ada, bora] = [await student(), await student()];
    const hers = [await school.upload(ada), await school.upload(ada), await school.upload(ada)];
    const his = await school.upload(bora);
    await school.post(ada, '/api/account/question', { question: 'Bu?', imageId: hers[0] });
    const work = { text: 'Ödev', homeworkNumber: 1, imageId: hers[1] };
    await school.post(ada, '/api/account/homework', work);
    const copy = JSON.stringify(await educationData.export(db, context.keys, ada.id));
    for (const id of hers) assert.ok(copy.includes(id));

    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await educationData.erase(trx, ada.id, context.keys);
        throw new Error('the process ends here');
      }),
    );
    await removeAll();
    for (const id of hers)
      assert.ok(images().includes(id), 'what was not committed removes nothing');

    await db.transaction().execute((trx) => educationData.erase(trx, ada.id, context.keys));
    const broken = {
      ...school.files,
      remove: async () => Promise.reject(new Error('unavailable')),
    };
    await removeQueuedFiles(context, broken);
    for (const id of hers) assert.ok(images().includes(id));
    await clock.advance(MINUTE);
    await removeAll();
    for (const id of hers) assert.ok(!images().includes(id));
    assert.ok(images().includes(his));
    const { rows } = await sql`select key from file_removal where due_at <= ${clock.now()}`.execute(
      db,
    );
    assert.deepEqual(rows, []);
    const nothing = await educationData.export(db, context.keys, ada.id);
    assert.deepEqual(nothing, {
      education_file: [],
      lesson_progress: [],
      question: [],
      homework: [],
    });
  });

  test('do not appear again when their person is erased during an upload', async () => {
    const who = await student();
    const { url, id } = await imageUrl(who);
    const { socket, text } = raw(
      url,
      ['Content-Type: image/png', `Content-Length: ${PNG.length}`],
      PNG.subarray(0, 100),
    );
    await until('it has begun', async () => {
      const { rows } =
        await sql`select 1 from education_file where id = ${id} and begun_at is not null`.execute(
          db,
        );
      return rows.length > 0;
    });
    await db.transaction().execute((trx) => educationData.erase(trx, who.id, context.keys));
    await removeAll();
    socket.write(PNG.subarray(100));
    await until('it was answered', () => text().startsWith('HTTP/1.1 403 '));
    socket.destroy();
    await clock.advance(61 * MINUTE);
    await removeAll();
    assert.ok(!images().includes(id));
  });

  test('an address is worth nothing once its person is erased', async () => {
    const who = await student();
    const { url } = await imageUrl(who);
    await db.transaction().execute((trx) => educationData.erase(trx, who.id, context.keys));
    assert.equal((await put(url, PNG, 'image/png')).code, 'forbidden-403');
  });
});

test('fault 21 while the object store is down an address is refused and a question is not lost', async (t) => {
  const objects = await startObjectStore(t, () => clock2.now());
  const remote = await openSchool(t, { env: objects.env });
  const clock2 = remote.context.clock;
  const who = await remote.student();
  const imageId = await remote.upload(who);
  assert.deepEqual([...objects.objects.keys()], [`images/${imageId}`]);
  const { url, id } = await remote.imageUrl(who);

  objects.fault = 'refuse';
  const ask = () =>
    remote.server.fetch('/api/account/imageUrl?type=image/png', {
      headers: { cookie: who.cookie },
    });
  const refusal = await ask();
  assert.equal(refusal.status, 503);
  assert.ok(Number(refusal.headers.get('retry-after')) > 0);
  assert.equal((await outcomeOf(refusal)).code, 'unavailable-503');
  assert.equal((await remote.put(url, PNG, 'image/png')).code, 'unavailable-503');
  assert.equal(
    (await remote.post(who, '/api/account/question', { question: 'Kaybolmaz', imageId })).status,
    200,
  );
  const question = await remote.get<Reply<typeof ROUTES.question>>(who, '/api/account/question');
  assert.equal(question?.text, 'Kaybolmaz');
  const picture = question?.imageUrl ?? '';
  assert.equal((await remote.server.fetch(picture)).status, 503);

  objects.fault = 'none';
  assert.equal(
    (await remote.put(url, PNG, 'image/png')).status,
    200,
    'the same address still works',
  );
  assert.ok(objects.objects.has(`images/${id}`));
  assert.equal((await remote.server.fetch(picture)).status, 200);
  assert.equal((await ask()).status, 200, 'what was refused was not counted');
  await objects.close();
  assert.equal((await ask()).status, 503);
  assert.deepEqual(objects.refused, []);
});
