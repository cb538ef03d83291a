import { sql } from 'kysely';
import { findPerson } from '../modules/accounts/index.ts';
import { enrolAuthenticator, newTotpSecret, totpCodeAt } from '../modules/auth/index.ts';
import type { ManualClock } from '../platform/clock.ts';
import { createManualClock } from '../platform/clock.ts';
import type { Web } from '../platform/http/web.ts';
import type { ServerContext } from '../platform/part.ts';
import type { TestDatabase, Tidy } from '../platform/testing.ts';
import {
  type Answered,
  type AuthServer,
  type CallOptions,
  NOON_MS,
  startAuthServer,
} from './auth.ts';
import { type PlantedPerson, plantPerson } from './people.ts';

/** Administrator with an authenticator and a session. */
export interface PlantedAdmin extends PlantedPerson {
  readonly uid: string;
  /** Returns an unused code of the authenticator; each call advances the clock by half a minute. */
  freshCode(this: void): Promise<string>;
}

/** Test server of the back office, with an administrator. */
export interface BackOffice extends Pick<AuthServer, 'server' | 'call'> {
  readonly context: ServerContext;
  readonly clock: ManualClock;
  readonly admin: PlantedAdmin;
  /** Makes a call as the administrator. */
  ask(
    this: void,
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answered>;
}

/** Row of the log. */
export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly admin_uid: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
  readonly ip: string;
}

/** Starts a server with the calls of `routes` besides those of auth and account, on a manual clock. */
export async function startBackOffice(
  t: Tidy,
  routes: (web: Web) => void | Promise<void>,
  options: {
    readonly database?: TestDatabase;
    readonly env?: Record<string, string>;
    /** Start of the clock. Default noon on an ordinary day. */
    readonly startMs?: number;
  } = {},
): Promise<BackOffice> {
  const { startMs = NOON_MS, ...rest } = options;
  const clock = createManualClock(startMs);
  const { server, context, call } = await startAuthServer(t, { ...rest, clock, routes });
  const admin = await plantAdmin(context, clock);
  return {
    server,
    context,
    clock,
    call,
    admin,
    ask: (method, path, body, more) => call(method, path, body, { cookie: admin.cookie, ...more }),
  };
}

/** Creates an administrator with an authenticator and a session. */
export async function plantAdmin(
  context: ServerContext,
  clock: ManualClock,
): Promise<PlantedAdmin> {
  const person = await plantPerson(context, { rights: ['admin'] });
  // The grant of the right ended the session; the new one has passed the second step.
  const secret = await newTotpSecret();
  const { db, keys } = context;
  await enrolAuthenticator(db, keys, person.id, { secret, confirmedAtMs: clock.now() });
  return {
    ...person,
    uid: await uidOf(context, person.id),
    async freshCode() {
      await clock.advance(30_000);
      return totpCodeAt(secret, clock.now());
    },
  };
}

/** Returns the public id of a person. */
export async function uidOf({ db }: Pick<ServerContext, 'db'>, personId: number): Promise<string> {
  const person = await findPerson(db, personId);
  if (!person) throw new RangeError('no person has that id');
  return person.public_id;
}

/** Returns the whole log, the oldest first. */
export async function readAudit({ db }: Pick<ServerContext, 'db'>): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`select * from audit order by id`.execute(db);
  return rows;
}
