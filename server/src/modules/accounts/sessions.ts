import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS, MINUTE_MS } from '@rasat/contract';
import { notify } from '../../platform/db/notify.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { deviceOf } from './device.ts';
import {
  hashSessionToken,
  newSessionToken,
  readSessionToken,
  sessionCookie,
} from './session-cookie.ts';
import {
  deleteSessions,
  findSession,
  findSessionActedAt,
  insertSession,
  type SessionChoice,
  updateSessionActedAt,
  updateSessionsSeen,
  updateSessionToken,
} from './store.ts';

/** PostgreSQL channel that carries the id of a person whose sessions or rights changed. */
export const PERSON_CHANNEL = 'person';

const listeners = new Set<(personId: number) => void>();

/**
 * Announces that sessions or rights of a person change: to this process at once, so that its next call reads the
 * database, and to every process at the commit.
 */
export async function notifyPerson(db: Db, personId: number): Promise<void> {
  for (const fn of listeners) fn(personId);
  await notify(db, PERSON_CHANNEL, String(personId));
}

/**
 * Calls `fn` at each `notifyPerson` of this process, before the commit. Other processes announce on `PERSON_CHANNEL`.
 */
export function onNotifyPerson(fn: (personId: number) => void): void {
  listeners.add(fn);
}

/** Session that a request's cookie names. */
export interface Session {
  readonly id: number;
  readonly personId: number;
  readonly publicId: string;
  /** False while an administrator has not completed the second step; every other call then sees a guest. */
  readonly complete: boolean;
}

/** Parts of the server that sessions use. */
export type SessionContext = Pick<PartContext, 'db' | 'clock' | 'config'>;

/** Finds the session of a request; null without one. Records its use once a minute. */
export async function findRequestSession(
  { db, clock, config }: SessionContext,
  headers: IncomingHttpHeaders,
): Promise<Session | null> {
  const token = readSessionToken(headers, config.baseUrl);
  if (!token) return null;
  const nowMs = clock.now();
  const found = await findSession(db, hashSessionToken(token), nowMs);
  if (!found) return null;
  const { id, personId, publicId, complete, seenAt } = found;
  await noteSessionsUsed(db, [{ id, seenAt }], nowMs);
  return { id, personId, publicId, complete };
}

/** Records that sessions are used, each at most once a minute. */
export async function noteSessionsUsed(
  db: Db,
  sessions: readonly { readonly id: number; readonly seenAt: number }[],
  nowMs: number,
): Promise<void> {
  const due = sessions.filter(({ seenAt }) => nowMs - seenAt >= MINUTE_MS);
  if (due.length > 0) {
    await updateSessionsSeen(
      db,
      due.map(({ id }) => id),
      nowMs,
    );
  }
}

/**
 * Returns the SHA-256 of a request's session token in base64url, as the session's row has it; null without a cookie.
 */
export function sessionKey(
  { config }: Pick<SessionContext, 'config'>,
  headers: IncomingHttpHeaders,
): string | null {
  const token = readSessionToken(headers, config.baseUrl);
  return token ? hash('sha256', token, 'base64url') : null;
}

/** Returns whether a request carries a session cookie, valid or not. */
export function hasSessionCookie(
  { config }: Pick<SessionContext, 'config'>,
  headers: IncomingHttpHeaders,
): boolean {
  return readSessionToken(headers, config.baseUrl) !== null;
}

/**
 * Opens a session of seven days and returns its Set-Cookie value. The sixth session of a person ends
 * the oldest.
 */
export async function openSession(
  { db, clock, config }: SessionContext,
  personId: number,
  options: { readonly complete: boolean; readonly headers: IncomingHttpHeaders },
): Promise<{ readonly id: number; readonly cookie: string }> {
  const token = newSessionToken();
  const nowMs = clock.now();
  const { id, ended } = await insertSession(
    db,
    {
      token_hash: hashSessionToken(token),
      person_id: personId,
      opened_at: nowMs,
      seen_at: nowMs,
      expires_at: nowMs + LIMITS.sessionSeconds * 1000,
      complete: options.complete,
      device: deviceOf(options.headers['user-agent']),
    },
    LIMITS.sessionsPerPerson,
  );
  if (ended.length > 0) await notifyPerson(db, personId);
  return { id, cookie: sessionCookie(token, config.baseUrl) };
}

/**
 * Gives a session a new token, which invalidates a stolen older one, and returns its Set-Cookie value; null when the
 * session has ended meanwhile.
 */
export async function renewSession(
  { db, clock, config }: SessionContext,
  sessionId: number,
): Promise<string | null> {
  const token = newSessionToken();
  const personId = await updateSessionToken(db, sessionId, hashSessionToken(token), clock.now());
  if (personId === undefined) return null;
  await notifyPerson(db, personId);
  return sessionCookie(token, config.baseUrl);
}

/**
 * Returns whether the administrator used the back office with this session within the last half an hour, and ends the
 * session if not. Calls that a page makes by itself (`isWatching`) do not count as use.
 */
export async function extendAdminSession(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  session: { readonly id: number; readonly personId: number },
  isWatching: boolean,
): Promise<boolean> {
  const nowMs = clock.now();
  const actedAtMs = await findSessionActedAt(db, session.id);
  if (actedAtMs === undefined) return false;
  const idleMs = nowMs - actedAtMs;
  if (idleMs >= LIMITS.adminIdleMinutes * MINUTE_MS) {
    await endSessions(db, session.personId, { only: session.id });
    return false;
  }
  if (!isWatching && idleMs >= MINUTE_MS) await updateSessionActedAt(db, session.id, nowMs);
  return true;
}

/** Ends sessions of a person: here at once, and at the commit on every open page and socket of every process. */
export async function endSessions(
  db: Db,
  personId: number,
  choice: SessionChoice = {},
): Promise<number> {
  const ended = await deleteSessions(db, personId, choice);
  if (ended.length > 0) await notifyPerson(db, personId);
  return ended.length;
}
