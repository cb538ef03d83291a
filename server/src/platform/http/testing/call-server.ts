import { ROUTES, type RouteContract, route } from '@rasat/contract';
import * as z from 'zod/mini';
import { AppError } from '../../app-error.ts';
import { startTestServer, type TestServer, type Tidy } from '../../testing.ts';
import { registerPlatformRoutes } from '../platform-routes.ts';
import { Prepared, registerRoute } from '../route.ts';

/** A call whose body has every kind of field. */
export const person = route({
  method: 'POST',
  path: '/test/person',
  access: 'user',
  summary: 'A body of every kind of field',
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(50)),
    password: z.string('bad-fields-400').check(z.minLength(6, 'password-field-400')),
    age: z.optional(z.number()),
    note: z.optional(z.record(z.string(), z.unknown())),
  }),
  reply: z.object({ email: z.string(), password: z.string() }),
  codes: ['bad-fields-400', 'password-field-400'],
});
/** A call that fails in the way that its address names. */
export const thrown = route({
  method: 'GET',
  path: '/test/thrown/:what',
  access: 'guest',
  summary: 'Fails in a given way',
  params: z.strictObject({ what: z.string() }),
  reply: z.object({ ok: z.boolean() }),
  codes: [],
});
const signed = route({
  method: 'POST',
  path: '/test/signed',
  access: 'signature',
  summary: 'Proves itself',
  reply: z.object({}),
  codes: [],
});
/** A call that returns its caller. */
export const counted = route({
  method: 'GET',
  path: '/test/counted',
  access: 'guest',
  summary: 'May be called three times a minute by a guest',
  reply: z.object({ ip: z.string() }),
  codes: [],
});

/** Calls of this test server only: one for each outcome of a call. */
export const CONTRACTS: readonly RouteContract[] = [person, thrown, signed, counted];

/** A valid body for `person`. */
export const GOOD = { email: 'a@b.co', password: 'secret1' };
/** Header of a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' };

/**
 * Starts a server with the calls of the platform and those of this file, under the address `https://rasat.example`.
 * `handled` counts the bodies that `person` accepted.
 */
export async function startCallServer(
  t: Tidy,
): Promise<TestServer & { handled(this: void): number }> {
  let handled = 0;
  const server = await startTestServer(t, {
    contracts: CONTRACTS,
    env: { BASE_URL: 'https://rasat.example' },
    routes: (web) => {
      registerPlatformRoutes(web, ROUTES, {
        version: '1.2.3',
        parts: () => ({ web: { ready: true } }),
        filled: () => 0.5,
      });
      registerRoute(web, person, ({ body }) => {
        handled += 1;
        // The contract does not name `hash`, so it must not leave the server.
        return { ...body, hash: 'secret' };
      });
      registerRoute(web, thrown, ({ params }) => {
        if (params.what === 'conflict') throw new AppError('conflict-409', { field: 'what' });
        if (params.what === 'wait') throw new AppError('rate-429', { retryAfterSeconds: 7 });
        if (params.what === 'full') {
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
        }
        if (params.what === 'wrong') return { ok: 1 } as unknown as { ok: boolean };
        if (params.what === 'bytes') return new Prepared(Buffer.from('{"ok":true}'));
        if (params.what === 'ok') return { ok: true };
        throw new Error(`internal detail ${params.what}`);
      });
      registerRoute(web, signed, () => ({}));
    },
  });
  return { ...server, handled: () => handled };
}
