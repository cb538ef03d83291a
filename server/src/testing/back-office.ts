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

/** An administrator at work. */
export interface PlantedAdmin extends PlantedPerson {
  readonly uid: string;
  /** A code that the authenticator shows and that was not used; the clock moves on by half a minute for each. */
  freshCode(this: void): Promise<string>;
}

/** A server of the back office, and a person in it. */
export interface BackOffice extends Pick<AuthServer, 'server' | 'call'> {
  readonly context: ServerContext;
  readonly clock: ManualClock;
  readonly admin: PlantedAdmin;
  /** Calls as the administrator. */
  ask(
    this: void,
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answered>;
}

/** A row of the log. */
export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly admin_uid: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
  readonly ip: string;
}

/** Starts a server with the calls of `routes` besides those of auth and account, at a clock that is moved by hand. */
export async function startBackOffice(
  t: Tidy,
  routes: (web: Web) => void | Promise<void>,
  options: {
    readonly database?: TestDatabase;
    readonly env?: Record<string, string>;
    /** When it is. Default noon on a day like any other. */
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

/** Makes an administrator with an authenticator and a session. */
export async function plantAdmin(
  context: ServerContext,
  clock: ManualClock,
): Promise<PlantedAdmin> {
  const person = await plantPerson(context, { rights: ['admin'] });
  // Becoming one ended the session; this one is of who has shown a code.
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

/** The public id of a person. */
export async function uidOf({ db }: Pick<ServerContext, 'db'>, personId: number): Promise<string> {
  const person = await findPerson(db, personId);
  if (!person) throw new RangeError('no person has that id');
  return person.public_id;
}

/** The whole log, the oldest first. */
export async function readAudit({ db }: Pick<ServerContext, 'db'>): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`select * from audit order by id`.execute(db);
  return rows;
}
