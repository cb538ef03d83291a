import { type Insertable, sql, type Updateable } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type {
  AccountsTables,
  ConsentTable,
  KnownDeviceTable,
  PersonTable,
  SessionTable,
} from './tables.ts';

const open = (db: Db) => db.withTables<AccountsTables>();

/** Adds a person and returns their id; undefined when the mailbox has an account already. */
export async function insertPerson(
  db: Db,
  person: Insertable<PersonTable>,
): Promise<number | undefined> {
  const row = await open(db)
    .insertInto('person')
    .values(person)
    .onConflict((clash) => clash.column('mail_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds the person of a mailbox. */
export function findPersonByMail(db: Db, mailKey: string) {
  return open(db)
    .selectFrom('person')
    .selectAll()
    .where('mail_key', '=', mailKey)
    .executeTakeFirst();
}

/** Finds a person by id. */
export function findPerson(db: Db, personId: number) {
  return open(db).selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
}

/** Returns how many of the present people had an account at each of these moments, with one read for all moments. */
export async function countPeopleAt(db: Db, timesMs: readonly number[]): Promise<number[]> {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const { rows } = await sql<{ at: number; count: number }>`
    with joined as materialized (
      -- How many of the moments lie before the registration.
      select width_bucket(created_at - 1, ${sorted}::bigint[]) as place, count(*) as people
      from person group by 1
    )
    select at, (select coalesce(sum(people), 0)::bigint from joined where joined.place < moment.place) as count
    from unnest(${sorted}::bigint[]) with ordinality moment (at, place)`.execute(db);
  const counts = new Map(rows.map(({ at, count }) => [at, count]));
  return timesMs.map((at) => counts.get(at) ?? 0);
}

/** Changes columns of a person. */
export async function updatePerson(
  db: Db,
  personId: number,
  change: Updateable<PersonTable>,
): Promise<void> {
  await open(db).updateTable('person').set(change).where('id', '=', personId).execute();
}

/** Replaces a password hash; false when the stored hash is no longer the one that was read. */
export async function replacePassword(
  db: Db,
  personId: number,
  hashes: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('person')
    .set({ password_hash: hashes.to })
    .where('id', '=', personId)
    .where('password_hash', '=', hashes.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the use of an authenticator's step; false when this step or a later one was used before. */
export async function takeTotpStep(db: Db, personId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('person')
    .set({ totp_step: step })
    .where('id', '=', personId)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the person's row until the transaction ends; false when there is no such person. */
export async function lockPerson(db: Db, personId: number): Promise<boolean> {
  const row = await open(db)
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a session and ends the oldest ones beyond `most`. */
export function insertSession(
  db: Db,
  session: Omit<SessionTable, 'id' | 'acted_at'>,
  most: number,
): Promise<{ readonly id: number; readonly ended: readonly number[] }> {
  return inTransaction(db, async (trx) => {
    await lockPerson(trx, session.person_id);
    const { id } = await open(trx)
      .insertInto('session')
      .values(session)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (session.complete) {
      await updatePerson(trx, session.person_id, { signed_in_at: session.opened_at });
    }
    const gone = await open(trx)
      .deleteFrom('session')
      .where('id', 'in', (from) =>
        from
          .selectFrom('session')
          .select('id')
          .where('person_id', '=', session.person_id)
          .orderBy('id', 'desc')
          .offset(most),
      )
      .returning('id')
      .execute();
    return { id, ended: gone.map((one) => one.id) };
  });
}

/** Finds the session of a token that has not expired at `nowMs`. */
export function findSession(db: Db, tokenHash: Buffer, nowMs: number) {
  return open(db)
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'session.id',
      'session.person_id as personId',
      'session.seen_at as seenAt',
      'session.complete',
      'person.public_id as publicId',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
}

/** Records when sessions were last used. */
export async function updateSessionsSeen(
  db: Db,
  ids: readonly number[],
  seenAt: number,
): Promise<void> {
  await open(db)
    .updateTable('session')
    .set({ seen_at: seenAt })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}

/**
 * Replaces the token of a session, completes its sign-in, and records its use in the back office at `nowMs`. Returns
 * the session's person; undefined when the session is gone.
 */
export async function updateSessionToken(
  db: Db,
  id: number,
  tokenHash: Buffer,
  nowMs: number,
): Promise<number | undefined> {
  const row = await open(db)
    .updateTable('session')
    .set({ token_hash: tokenHash, complete: true, acted_at: nowMs })
    .where('id', '=', id)
    .returning('person_id')
    .executeTakeFirst();
  return row?.person_id;
}

/** Finds when a session was last used in the back office, or else opened; undefined when it is gone. */
export async function findSessionActedAt(db: Db, id: number): Promise<number | undefined> {
  const row = await open(db)
    .selectFrom('session')
    .select(({ fn }) => fn.coalesce('acted_at', 'opened_at').as('atMs'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.atMs;
}

/** Records that a session is used in the back office. */
export async function updateSessionActedAt(db: Db, id: number, nowMs: number): Promise<void> {
  await open(db).updateTable('session').set({ acted_at: nowMs }).where('id', '=', id).execute();
}

/** Choice of the sessions to end. */
export interface SessionChoice {
  readonly only?: number;
  readonly except?: number;
}

/** Deletes sessions of a person; returns the deleted ones. */
export async function deleteSessions(
  db: Db,
  personId: number,
  { only, except }: SessionChoice = {},
): Promise<number[]> {
  let query = open(db).deleteFrom('session').where('person_id', '=', personId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '<>', except);
  return (await query.returning('id').execute()).map((row) => row.id);
}

/** Lists the sessions of a person that have not expired, the last used first. */
export function listSessions(db: Db, personId: number, nowMs: number) {
  return open(db)
    .selectFrom('session')
    .select(['id', 'opened_at as openedAt', 'seen_at as seenAt', 'device', 'complete'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', nowMs)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns whether a session exists and has not expired at `nowMs`. */
export async function isLiveSession(db: Db, id: number, nowMs: number): Promise<boolean> {
  const row = await open(db)
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds consents; a version that the person agreed to already is ignored. */
export async function insertConsents(
  db: Db,
  consents: readonly Omit<ConsentTable, 'id'>[],
): Promise<void> {
  if (consents.length === 0) return;
  await open(db)
    .insertInto('consent')
    .values([...consents])
    .onConflict((clash) => clash.columns(['person_id', 'text', 'version']).doNothing())
    .execute();
}

/** Returns the newest version of each text that a person agreed to. */
export async function listConsentVersions(
  db: Db,
  personId: number,
): Promise<Map<string, string[]>> {
  const rows = await open(db)
    .selectFrom('consent')
    .select(['text', sql<string[]>`array_agg(version order by id)`.as('versions')])
    .where('person_id', '=', personId)
    .groupBy('text')
    .execute();
  return new Map(rows.map((row) => [row.text, row.versions]));
}

/** Lists every stored session of a person, expired ones included, the oldest first. */
export function listAllSessions(db: Db, personId: number) {
  return open(db)
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Lists every consent of a person, the oldest first. */
export function listAllConsents(db: Db, personId: number) {
  return open(db)
    .selectFrom('consent')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Deletes the IP addresses of consents from before `beforeMs`; returns how many. */
export async function forgetConsentAddresses(db: Db, beforeMs: number): Promise<number> {
  const { numUpdatedRows } = await open(db)
    .updateTable('consent')
    .set({ ip: null })
    .where('given_at', '<', beforeMs)
    .where('ip', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Deletes a person, and with them every row that refers to the person with `on delete cascade`, such as sessions and
 * consents.
 */
export async function deletePerson(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('person').where('id', '=', personId).execute();
}

/** Lists the people whose erasure is due at `nowMs`, the longest due first. */
export async function listDueErasures(db: Db, nowMs: number): Promise<number[]> {
  const rows = await open(db)
    .selectFrom('person')
    .select('id')
    .where('erase_at', '<=', nowMs)
    .orderBy('erase_at')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the ids of the people with these public ids. */
export async function listPersonIds(db: Db, publicIds: readonly string[]): Promise<number[]> {
  const rows = await open(db)
    .selectFrom('person')
    .select('id')
    .where(sql<boolean>`public_id = any(${[...publicIds]}::text[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Key of a person: id or public id. */
type PersonKey = { readonly id: number } | { readonly public_id: string };

/** Adds a request for the erasure of a person; false when there is one already, or no such person. */
export async function insertErasureRequest(
  db: Db,
  person: PersonKey,
  request: { readonly askedAt: number; readonly dueAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('person')
    .set({ erase_asked_at: request.askedAt, erase_at: request.dueAt })
    .where((where) => where.and(person))
    .where('erase_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Withdraws a request for erasure; false when it was due at `nowMs` already. */
export async function withdrawErasure(db: Db, personId: number, nowMs: number): Promise<boolean> {
  await open(db)
    .updateTable('person')
    .set({ erase_asked_at: null, erase_at: null })
    .where('id', '=', personId)
    .where('erase_at', '>', nowMs)
    .execute();
  const left = await open(db)
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('erase_at', 'is not', null)
    .executeTakeFirst();
  return left === undefined;
}

/** Deletes a request that was made before `withdrawnAt`; false when there is none. */
export async function dropRequest(db: Db, publicId: string, withdrawnAt: number): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('person')
    .set({ erase_asked_at: null, erase_at: null })
    .where('public_id', '=', publicId)
    .where('erase_asked_at', '<=', withdrawnAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a run of the retention job; `removed` holds the removed count of each kind. */
export async function insertRetentionRun(
  db: Db,
  ranAt: number,
  removed: Readonly<Record<string, number>>,
): Promise<void> {
  await open(db)
    .insertInto('retention_run')
    .values({ ran_at: ranAt, removed: JSON.stringify(removed) })
    .execute();
}

/** Known device of a person. */
export interface StoredDevice {
  readonly id: number;
  /** SHA-256 of the name in its cookie. */
  readonly tokenHash: Buffer;
}

/** Finds the person's device among those with these hashes that was used since a moment; undefined without one. */
export function findDevice(
  db: Db,
  asked: {
    readonly personId: number;
    readonly hashes: readonly Buffer[];
    readonly sinceMs: number;
  },
): Promise<StoredDevice | undefined> {
  return open(db)
    .selectFrom('known_device')
    .select(['id', 'token_hash as tokenHash'])
    .where('person_id', '=', asked.personId)
    .where('token_hash', 'in', [...asked.hashes])
    .where('seen_at', '>', asked.sinceMs)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a known device and deletes the person's least recently used ones beyond `most`. */
export function insertDevice(
  db: Db,
  device: Omit<KnownDeviceTable, 'id'>,
  most: number,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockPerson(trx, device.person_id);
    await open(trx).insertInto('known_device').values(device).execute();
    await open(trx)
      .deleteFrom('known_device')
      .where('id', 'in', (from) =>
        from
          .selectFrom('known_device')
          .select('id')
          .where('person_id', '=', device.person_id)
          .orderBy('seen_at', 'desc')
          .orderBy('id', 'desc')
          .offset(most),
      )
      .execute();
  });
}

/** Records the use of a device. */
export async function updateDeviceSeen(db: Db, id: number, nowMs: number): Promise<void> {
  await open(db).updateTable('known_device').set({ seen_at: nowMs }).where('id', '=', id).execute();
}

/** Lists every known device of a person, the last used first. */
export function listDevices(db: Db, personId: number) {
  return open(db)
    .selectFrom('known_device')
    .select(['made_at', 'seen_at'])
    .where('person_id', '=', personId)
    .orderBy('seen_at', 'desc')
    .execute();
}

/** Deletes every known device of a person. */
export async function deleteDevices(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('known_device').where('person_id', '=', personId).execute();
}
