import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { LIMITS, type Right } from '@rasat/contract';
import { sql } from 'kysely';
import { plantAdmin, readAudit, startBackOffice, uidOf } from '../../testing/back-office.ts';
import { interruptTwice } from '../../testing/locks.ts';
import { plantPerson } from '../../testing/people.ts';
import { createPerson, openSession } from '../accounts/index.ts';
import { endGrant, grantRight } from '../rights/index.ts';
import { maskIdentity, peopleQuery } from './people.ts';
import { peopleFile } from './people-file.ts';
import { registerPeopleRoutes } from './people-routes.ts';

const DAY = 86_400_000;
const { server, context, clock, admin, ask, call } = await startBackOffice({ after }, (web) =>
  registerPeopleRoutes(web, [
    {
      tables: [],
      export: async (_db, _keys, personId) => ({ kept: [personId] }),
      erase: async () => {},
    },
  ]),
);
const { db, keys } = context;

let planted = 0;

/** Plants a person with the given name; returns id and public id. */
async function plant(person: {
  readonly name: string;
  readonly surname: string;
  readonly mail?: string;
  readonly gsm?: string;
  readonly identity?: string;
}): Promise<{ readonly id: number; readonly uid: string }> {
  planted += 1;
  const id = await createPerson(
    db,
    keys,
    {
      mail: `liste${planted}@rasat.example`,
      gsm: '+905321234567',
      identity: '10000000146',
      ...person,
      passwordHash: 'none',
      country: 'TR',
      city: 'Ankara',
      district: 'Çankaya',
      address: 'Deneme Sokak 1',
      language: 'tr',
    },
    clock.now(),
  );
  assert.ok(id);
  return { id, uid: await uidOf(context, id) };
}

const give = (personId: number, right: Right, fromMs: number, untilMs?: number) =>
  grantRight(
    db,
    {
      personId,
      right,
      startsAt: fromMs,
      origin: 'demo',
      ...(untilMs !== undefined && { endsAt: untilMs }),
    },
    fromMs,
  );

interface Listed {
  readonly total: number;
  readonly next: string | null;
  readonly people: readonly Record<string, unknown>[];
}

async function list(query: Readonly<Record<string, string>> = {}): Promise<Listed> {
  const { status, body } = await ask(
    'GET',
    `/admin/people?${new URLSearchParams(query).toString()}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as Listed;
}

const found = async (search: string): Promise<unknown[]> =>
  (await list({ search })).people.map(({ surname }) => surname);

describe('a person is found', () => {
  test('by letters regardless of dots, accents and capitals', async () => {
    await plant({ name: 'İlker', surname: 'Işıkçı', mail: 'Ilker.I@Ornek.com' });
    await plant({ name: 'Günel', surname: 'Əliyeva' });
    await plant({ name: 'Zoë', surname: "O'Neill_100%" });
    for (const search of [
      'ışıkçı',
      'ISIKCI',
      'Işıkçı',
      'isikci',
      'IŞIKÇI',
      'ilker işik',
      'işik İLKER',
    ]) {
      assert.deepEqual(await found(search), ['Işıkçı'], search);
    }
    for (const search of ['əliyeva', 'ALIYEVA'.replace('A', 'E'), 'Gunel ƏLİ', 'GÜNEL']) {
      assert.deepEqual(await found(search), ['Əliyeva'], search);
    }
    assert.deepEqual(await found('zoe'), ["O'Neill_100%"]);
    assert.deepEqual(await found('100%'), ["O'Neill_100%"], 'no sign stands for another');
    assert.deepEqual(await found('l_100'), ["O'Neill_100%"]);
    assert.deepEqual(await found("' or 1=1 --"), []);
  });

  test('by mail, by the digits of the phone however they are typed, and by the public id', async () => {
    const { uid } = await plant({
      name: 'Telefon',
      surname: 'Sahibi',
      mail: 'cok.ozel@ornek.com',
      gsm: '+905559876543',
    });
    for (const search of [
      'cok.ozel@ornek',
      'ÇOK.ÖZEL',
      '0555 987 65 43',
      '+90 (555) 987-6543',
      '00905559876543',
      '9876543',
      uid,
      uid.toLowerCase(),
    ]) {
      assert.deepEqual(await found(search), ['Sahibi'], search);
    }
    assert.deepEqual(await found('0555 987 65 44'), []);
  });

  test('only by all words together', async () => {
    await plant({ name: 'Elif', surname: 'Kaya' });
    await plant({ name: 'Elif', surname: 'Demir' });
    assert.deepEqual(await found('elif'), ['Demir', 'Kaya'], 'the last registered first');
    assert.deepEqual(await found('elif kaya'), ['Kaya']);
    assert.deepEqual(await found('  KAYA   elif '), ['Kaya']);
    assert.deepEqual(await found('elif şahin'), []);
  });
});

describe('a list', () => {
  test('holds who the filter means, with state and end', async () => {
    const nowMs = clock.now();
    const word = 'süzgeç';
    const people = {
      registered: await plant({ name: word, surname: 'Kayıtlı' }),
      student: await plant({ name: word, surname: 'Öğrenci' }),
      subscriber: await plant({ name: word, surname: 'Abone' }),
      ending: await plant({ name: word, surname: 'Bitecek' }),
      extended: await plant({ name: word, surname: 'Uzayan' }),
      ended: await plant({ name: word, surname: 'Bitmiş' }),
      taken: await plant({ name: word, surname: 'Alınmış' }),
      endless: await plant({ name: word, surname: 'Sonsuz' }),
    };
    const began = nowMs - 100 * DAY;
    await give(people.student.id, 'lesson', began);
    await give(people.subscriber.id, 'subscription', began, nowMs + 90 * DAY);
    await give(people.subscriber.id, 'lesson', began);
    await give(people.ending.id, 'subscription', began, nowMs + 9 * DAY);
    await give(people.extended.id, 'subscription', began, nowMs + 9 * DAY);
    await give(people.extended.id, 'subscription', nowMs + 9 * DAY, nowMs + 100 * DAY);
    await give(people.ended.id, 'subscription', began, nowMs - 3 * DAY);
    const taken = await give(people.taken.id, 'subscription', began, nowMs + 50 * DAY);
    await endGrant(db, { id: taken, personId: people.taken.id }, nowMs - DAY, 'deneme');
    await give(people.endless.id, 'subscription', began);

    const all = await list({ search: word });
    assert.equal(all.total, 8);
    const shown = Object.fromEntries(
      all.people.map(({ surname, state, end, student }) => [surname, [state, end, student]]),
    );
    assert.deepEqual(shown, {
      Kayıtlı: ['registered', null, false],
      Öğrenci: ['student', null, true],
      Abone: ['subscriber', nowMs + 90 * DAY, true],
      Bitecek: ['subscriber', nowMs + 9 * DAY, false],
      Uzayan: ['subscriber', nowMs + 100 * DAY, false],
      Bitmiş: ['ended', nowMs - 3 * DAY, false],
      Alınmış: ['ended', nowMs - DAY, false],
      Sonsuz: ['subscriber', null, false],
    });
    for (const [filter, surnames] of [
      ['subscriber', ['Abone', 'Bitecek', 'Sonsuz', 'Uzayan']],
      ['student', ['Abone', 'Öğrenci']],
      ['ended', ['Alınmış', 'Bitmiş']],
      ['ending', ['Bitecek']],
    ] as const) {
      const { people: rows, total } = await list({ search: word, filter });
      assert.equal(total, surnames.length, filter);
      assert.deepEqual(rows.map(({ surname }) => String(surname)).toSorted(byTurkish), surnames);
    }
  });

  test('comes fifty at a time, the last registered first, each once', async () => {
    const most = LIMITS.adminRows;
    for (let at = 1; at <= most + 5; at += 1) {
      await plant({ name: 'sayfalı', surname: `No ${at}` });
    }
    const first = await list({ search: 'sayfalı' });
    assert.equal(first.people.length, most);
    assert.equal(first.people[0]?.surname, `No ${most + 5}`);
    // A registration meanwhile does not shift the list.
    await plant({ name: 'sayfalı', surname: 'Yeni' });
    const second = await list({ search: 'sayfalı', after: first.next ?? '' });
    assert.deepEqual(
      second.people.map(({ surname }) => surname),
      ['No 5', 'No 4', 'No 3', 'No 2', 'No 1'],
    );
    assert.equal(second.next, null);
    assert.equal(second.total, most + 6);
    assert.equal((await ask('GET', '/admin/people?after=-1')).code, 'bad-fields-400');
    assert.equal((await ask('GET', '/admin/people?after=9a')).field, 'after');
  });

  test('shows the last sign-in even after the session has ended', async () => {
    const { id } = await plant({ name: 'giriş', surname: 'Yapan' });
    const signedIn = () =>
      list({ search: 'giriş yapan' }).then(({ people: [one] }) => one?.lastSignIn);
    assert.equal(await signedIn(), null);
    await openSession(context, id, { complete: true, headers: {} });
    const atMs = clock.now();
    await sql`delete from session where person_id = ${id}`.execute(db);
    assert.equal(await signedIn(), atMs);
  });
});

describe('the list as a file', () => {
  const file = async (choice: Readonly<Record<string, string>> = {}) => {
    const reply = await server.fetch('/api/admin/people/file', {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...choice, code: await admin.freshCode() }),
    });
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  test('is UTF-8 that a spreadsheet reads as such, and computes nothing', async () => {
    await plant({ name: '=1+1', surname: '@SUM(A1)', gsm: '+905321112233' });
    await plant({ name: '-2+3', surname: 'Tırnak"lı;noktalı' });
    const { reply, bytes } = await file({ search: 'liste' });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(
      reply.headers.get('content-disposition') ?? '',
      /^attachment; .*rasat-2026-11-18\.csv/,
    );
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8').slice(1);
    const rows = text.split('\r\n');
    assert.equal(
      rows[0],
      '"UID";"Ad";"Soyad";"E-posta";"Telefon";"Ülke";"Şehir";"İlçe";"Durum";"Abonelik bitişi";"Eğitim";"Kayıt";"Son giriş"',
    );
    assert.match(text, /;"'=1\+1";"'@SUM\(A1\)";/);
    assert.match(text, /;"'\+905321112233";/);
    assert.match(text, /;"'-2\+3";"Tırnak""lı;noktalı";/);
    assert.doesNotMatch(text, /(^|;)"[=+\-@]/m);
    assert.equal(rows.at(-1), '');
  });

  test('holds everybody, in as many pieces as it takes, and is noted without what was looked for', async () => {
    await sql`insert into person (public_id, mail, mail_key, password_hash, name, surname, gsm, country, city,
        district, identity, address, language, created_at)
      select 'CSV' || n, 'csv' || n || '@x.co', 'csv' || n, '', 'Dosya', 'No ' || n, '+9', 'TR', 'İzmir', 'x',
        '\\x00', '\\x00', 'tr', 1 from generate_series(1, 2500) n`.execute(db);
    const { bytes } = await file({ search: 'dosya', filter: 'all' });
    const rows = bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
    assert.equal(new Set(rows).size, 2500);
    const row = (await readAudit(context)).at(-1);
    assert.deepEqual(
      [row?.action, row?.subject, row?.detail],
      ['people.export', 'people', { filter: 'all', searched: true }],
    );
  });

  test('has everybody all the same when its statements are ended', async () => {
    // The guard of a call reads people as well, so that the list is written without one.
    const asked = peopleQuery({ search: 'dosya' }, clock.now());
    const read = async () => text(await peopleFile(db, asked, 'az').open());
    const whole = await read();
    assert.equal(whole.split('\r\n').length, 2502);
    assert.equal(await interruptTwice(db, 'person', read), whole);
  });
});

describe('the page of a person', () => {
  test('shows what they are and have, and of the identity number the last two characters', async () => {
    const { id, uid } = await plant({ name: 'Tek', surname: 'Kişi', identity: '12345678950' });
    const session = await openSession(context, id, {
      complete: true,
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      },
    });
    const endMs = clock.now() + 40 * DAY;
    await give(id, 'subscription', clock.now(), endMs);
    const { status, body } = await ask('GET', `/admin/people/${uid}`);
    assert.equal(status, 200);
    assert.equal(body.identity, '•••••••••50');
    assert.equal(body.extendsFrom, endMs);
    assert.deepEqual(
      [body.uid, body.surname, body.state, body.end, body.orders, body.invoices],
      [uid, 'Kişi', 'subscriber', endMs, [], []],
    );
    const [shown] = body.sessions as { id: string; device: string }[];
    assert.deepEqual([shown?.id, shown?.device], [String(session.id), 'Firefox, Linux']);
    const [grant] = body.grants as Record<string, unknown>[];
    assert.deepEqual(
      [grant?.right, grant?.end, grant?.origin, grant?.running, grant?.ended],
      ['subscription', endMs, 'demo', true, null],
    );
    const text = JSON.stringify(body);
    for (const secret of ['12345678950', 'Deneme Sokak', 'password']) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  test('hides an identity number that is too short to be hidden partly', () => {
    assert.equal(maskIdentity('123'), '•••');
    assert.equal(maskIdentity('A1B2'), '••B2');
  });

  test('is there for everyone', async () => {
    assert.equal((await ask('GET', '/admin/people/YOKBOYLE22')).code, 'user-not-found-404');
    const body = { code: await admin.freshCode() };
    const answer = await ask('POST', '/admin/people/YOKBOYLE22/data', body);
    assert.equal(answer.code, 'user-not-found-404');
    assert.equal((await ask('GET', '/admin/people/ada%20d')).code, 'bad-fields-400');
  });

  test('can be fetched whole, which is noted', async () => {
    const { id, uid } = await plant({ name: 'Bütün', surname: 'Bilgi' });
    const code = await admin.freshCode();
    const { body, headers } = await ask('POST', `/admin/people/${uid}/data`, { code });
    assert.deepEqual(body.kept, [id]);
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`attachment; .*${uid}`));
    const row = (await readAudit(context)).at(-1);
    assert.deepEqual(
      [row?.action, row?.subject, row?.detail],
      ['person.export', `person:${uid}`, {}],
    );
  });
});

describe('files with people’s data', () => {
  test('are ten an hour for each administrator, of one person and of the list together', async () => {
    const [hoarder, other] = [await plantAdmin(context, clock), await plantAdmin(context, clock)];
    const { uid } = await plant({ name: 'Dosya', surname: 'Konusu' });
    const fetchAs = async (who: typeof hoarder, at: number) =>
      server.fetch(`/api/admin/people/${at % 2 === 0 ? 'file' : `${uid}/data`}`, {
        method: 'POST',
        headers: { cookie: who.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({
          code: await who.freshCode(),
          ...(at % 2 === 0 && { search: 'konusu' }),
        }),
      });
    const startMs = clock.now();
    for (let at = 0; at < LIMITS.adminExportsPerHour; at += 1) {
      const reply = await fetchAs(hoarder, at);
      assert.equal(reply.status, 200);
      await reply.arrayBuffer();
    }
    const rows = (await readAudit(context)).length;
    for (const at of [0, 1]) {
      const reply = await fetchAs(hoarder, at);
      const { code } = (await reply.json()) as { code: string };
      assert.deepEqual([reply.status, code], [429, 'rate-429']);
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
    }
    assert.equal((await readAudit(context)).length, rows, 'what was refused is no row');
    const another = await fetchAs(other, 1);
    assert.equal(another.status, 200, 'others have ten of their own');
    await another.arrayBuffer();
    // Half an hour without an action would end the sessions.
    while (clock.now() < startMs + 60 * 60_000 + 60_000) {
      await clock.advance(20 * 60_000);
      for (const { cookie } of [admin, hoarder]) {
        await call('GET', '/admin/people', undefined, { cookie });
      }
    }
    const later = await fetchAs(hoarder, 1);
    assert.equal(later.status, 200);
    await later.arrayBuffer();
  });
});

describe('sessions of a person', () => {
  test('end one by one or all, and not twice', async () => {
    const { id, uid } = await plant({ name: 'Oturum', surname: 'Sahibi' });
    const sessions = [];
    for (let at = 0; at < 3; at += 1) {
      sessions.push(await openSession(context, id, { complete: true, headers: {} }));
    }
    const end = (sessionId: string | null) =>
      ask('POST', `/admin/people/${uid}/sessions/end`, { id: sessionId });
    const count = async () =>
      ((await ask('GET', `/admin/people/${uid}`)).body.sessions as unknown[]).length;
    assert.equal((await end(String(sessions[0]?.id))).status, 200);
    assert.equal(await count(), 2);
    assert.equal((await end(String(sessions[0]?.id))).code, 'not-found-404');
    assert.equal((await end(null)).status, 200);
    assert.equal(await count(), 0);
    const rows = (await readAudit(context)).filter(({ subject }) => subject === `person:${uid}`);
    assert.deepEqual(
      rows.map(({ action, detail }) => [action, detail]),
      [
        ['session.end', { ended: 1 }],
        ['session.end', { ended: 2 }],
      ],
    );
  });

  test('of another person are not ended through this one, nor the own one', async () => {
    const other = await plantPerson(context);
    const { uid } = await plant({ name: 'Başka', surname: 'Biri' });
    const { rows } = await sql<{ id: number }>`
      select id from session where person_id in (${other.id}, ${admin.id}) order by person_id`.execute(
      db,
    );
    for (const { id } of rows) {
      const answer = await ask('POST', `/admin/people/${uid}/sessions/end`, { id: String(id) });
      assert.equal(answer.code, 'not-found-404');
    }
    const own = await ask('POST', `/admin/people/${admin.uid}/sessions/end`, { id: null });
    assert.equal(own.status, 200);
    assert.equal((await ask('GET', '/admin/people')).status, 200, 'still signed in');
  });
});

const byTurkish = new Intl.Collator('tr').compare;
