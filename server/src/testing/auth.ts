import { type ChallengeAction, LEGAL_TEXTS } from '@rasat/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { registerAccountRoutes } from '../modules/accounts/index.ts';
import { createAltchaCheck, type Effort } from '../modules/auth/altcha-challenge.ts';
import { registerAuthRoutes, verifyPassword } from '../modules/auth/index.ts';
import { createGuard } from '../modules/rights/index.ts';
import { type Clock, createManualClock } from '../platform/clock.ts';
import type { Web } from '../platform/http/web.ts';
import type { Keys } from '../platform/keys.ts';
import { type MailContent, readMailContent } from '../platform/mail/mail.ts';
import type { MailTables } from '../platform/mail/tables.ts';
import type { ServerContext } from '../platform/part.ts';
import {
  startTestServer,
  type TestDatabase,
  type TestServer,
  type Tidy,
  testContext,
} from '../platform/testing.ts';

/** Answer to a call. */
export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly body: Record<string, unknown>;
  /** Cookie header that a browser would send next; undefined when no cookie was set, empty when it was deleted. */
  readonly cookie: string | undefined;
  readonly headers: Headers;
}

/** Origin and headers of a call. */
export interface CallOptions {
  /** IP address that the proxy reports; default a new one for each call. */
  readonly ip?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Test server with the calls of auth and account, which trusts a proxy. */
export interface AuthServer {
  readonly server: TestServer;
  readonly context: ServerContext;
  call(
    this: void,
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answered>;
  /** Returns the solution of a new human check. */
  solve(this: void, action: ChallengeAction): Promise<string>;
}

/** Noon in Istanbul on an ordinary day. */
export const NOON_MS = Date.UTC(2026, 10, 18, 9);

/** Effort of checks that are solved at once; tests of the cost use the product's own effort. */
const LITTLE_EFFORT: Effort = { cost: 1, tries: { least: 1, most: 2 } };

/** Creates a human check of the product's kind that is solved at once. */
export function createLightCheck(context: ServerContext) {
  return createAltchaCheck(context, LITTLE_EFFORT);
}

let addresses = 0;

/** Returns an IP address from which no call was made yet. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/**
 * Starts the server; several servers on one database are processes of one installation when they have the same keys.
 */
export async function startAuthServer(
  t: Tidy,
  options: {
    readonly database?: TestDatabase;
    readonly keys?: Keys;
    readonly clock?: Clock;
    readonly env?: Record<string, string>;
    readonly log?: ServerContext['log'];
    /** Effort of the human checks; default nearly none. */
    readonly effort?: 'of the product';
    /** Further routes. */
    readonly routes?: (web: Web) => void | Promise<void>;
  } = {},
): Promise<AuthServer> {
  const { database, clock = createManualClock(NOON_MS), keys, env, log, effort, routes } = options;
  const made = await testContext(t, {
    clock,
    env: { TRUST_PROXY: '127.0.0.1', ...env },
    ...(database && { database }),
  });
  const context = { ...made, ...(keys && { keys }), ...(log && { log }) };
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: async (web) => {
      registerAuthRoutes(web, effort === undefined ? createLightCheck(web.context) : undefined);
      registerAccountRoutes(web, { data: [], verifyPassword });
      await routes?.(web);
    },
  });
  const call: AuthServer['call'] = async (method, path, body, { ip, cookie, headers } = {}) => {
    const reply = await server.fetch(`/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': ip ?? freshAddress(),
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return readAnswer(reply);
  };
  return {
    server,
    context,
    call,
    async solve(action) {
      const { body } = await call('GET', `/auth/challenge/${action}`);
      return solveCheck(body);
    },
  };
}

async function readAnswer(reply: Response): Promise<Answered> {
  const body = (await reply.json()) as Record<string, unknown>;
  const set = reply.headers.getSetCookie()[0]?.split(';')[0];
  return {
    status: reply.status,
    code: body.code as string | undefined,
    field: body.field as string | undefined,
    body,
    cookie: set?.endsWith('=') ? '' : set,
    headers: reply.headers,
  };
}

/** Returns the Cookie header that names the device, as an answer set it; throws when the answer set none. */
export function deviceOf({ headers }: Pick<Answered, 'headers'>): string {
  const set = headers.getSetCookie().find((one) => /^(__Host-)?device=/.test(one));
  if (set === undefined) throw new RangeError('no device was set');
  return set.split(';')[0] ?? '';
}

/** Solves a human check as its widget does. */
export async function solveCheck(issued: Record<string, unknown>): Promise<string> {
  const challenge = issued as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/**
 * Returns every written mail whose content is stored, the oldest first, with its id and template; with `to` only those
 * to that address.
 */
export async function readMails(
  { db, keys }: Pick<ServerContext, 'db' | 'keys'>,
  to?: string,
): Promise<(MailContent & { readonly id: number; readonly template: string })[]> {
  const rows = await db
    .withTables<MailTables>()
    .selectFrom('mail')
    .selectAll()
    .orderBy('id')
    .execute();
  return rows
    .flatMap(({ id, template, content }) =>
      content ? [{ id, template, ...readMailContent(keys, content) }] : [],
    )
    .filter((mail) => to === undefined || mail.to === to);
}

/** Returns the code of the newest reset mail to a person. */
export async function readCode(
  context: Pick<ServerContext, 'db' | 'keys'>,
  to: string,
): Promise<string> {
  const mails = await readMails(context, to);
  const text = mails.findLast(({ template }) => template === 'reset')?.text ?? '';
  const [, code] = /^ {4}([2-9A-HJ-NP-Z]{8})$/m.exec(text) ?? [];
  if (code === undefined) throw new RangeError(`no code was mailed to ${to}`);
  return code;
}

/** Marks every mail as sent, as a working mail server would have. */
export async function deliverMails(context: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await context.db
    .withTables<MailTables>()
    .updateTable('mail')
    .set({ sent_at: context.clock.now(), next_try_at: null })
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * Returns everything stored about people as one text, which a refused call must not change. Counters of tries, used
 * checks and wrong passwords are left out.
 */
export async function snapshotPeople({ db }: Pick<ServerContext, 'db'>): Promise<string> {
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'person', (select json_agg(p order by id) from person p),
    'session', (select json_agg(s order by id) from session s),
    'consent', (select json_agg(c order by id) from consent c),
    'entitlement', (select json_agg(e order by id) from entitlement e),
    'mail', (select json_agg(m order by id) from mail m),
    'reset_code', (select json_agg(r order by mail_hash) from reset_code r)) as all`.execute(db);
  return JSON.stringify(rows);
}

/** Body of a registration without its solved check. */
export const REGISTRATION = {
  email: 'yeni@rasat.example',
  password: 'mavi-tren-17',
  name: 'Işıl',
  surname: 'Gök',
  identity: '10000000146',
  gsm: '+905321234567',
  country: 'TR',
  city: 'İstanbul',
  district: 'Kadıköy',
  address: 'Deneme Sokak 1',
  terms: true,
  texts: { privacy: LEGAL_TEXTS.privacy.version, kvkk: LEGAL_TEXTS.kvkk.version },
} as const;
