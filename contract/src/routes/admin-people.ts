import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { INVOICE_KINDS } from '../products.ts';
import { PERSON_STATES, RIGHT_ORIGINS, RIGHTS } from '../rights.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import {
  adminCodes,
  code,
  cursor,
  freshCodeCodes,
  reason,
  search,
  uidParams,
} from './admin-fields.ts';
import { done, language } from './fields.ts';
import { kurus, orderState, product } from './payments.ts';

/** The state of a person. */
export const personState = z.enum(PERSON_STATES);

const filter = z.optional(z.enum(['all', 'subscriber', 'student', 'ended', 'ending']));

/** A person in the list. */
export const adminPerson = z.object({
  /** Public id. */
  uid: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  gsm: z.string(),
  city: z.string(),
  state: personState,
  /** End of the present or last subscription; null without one. */
  end: z.nullable(time),
  /** Has the education. */
  student: z.boolean(),
  admin: z.boolean(),
  registered: time,
  lastSignIn: z.nullable(time),
});

/** A right that a person was given. */
export const adminGrant = z.object({
  id: z.int(),
  right: z.enum(RIGHTS),
  start: time,
  /** Null: without an end. */
  end: z.nullable(time),
  origin: z.enum(RIGHT_ORIGINS),
  /** Number of the order that paid for it. */
  order: z.nullable(z.string()),
  created: time,
  /** When it was withdrawn, and why; `refund` when its order was refunded. */
  ended: z.nullable(time),
  endReason: z.nullable(z.string()),
  /** Whether it is in force now. */
  running: z.boolean(),
});

/** The number of a stored thing, in an address. */
const number = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/));
const personCodes = [...adminCodes, 'user-not-found-404'] as const;
const grantCodes = [...freshCodeCodes, 'user-not-found-404', 'conflict-409'] as const;

/** People and their rights. */
export const adminPeopleRoutes = {
  adminPeople: route({
    method: 'GET',
    path: '/admin/people',
    access: 'admin',
    summary: 'People, the last registered first, 50 at a time',
    query: z.strictObject({
      /** Name, mail, digits of the phone, or public id. */
      search,
      /** `ending`: the subscription ends within the next 30 days. */
      filter,
      after: cursor,
    }),
    reply: z.object({
      /** Number of people in the whole list. */
      total: z.int(),
      people: z.array(adminPerson),
      next: z.nullable(z.string()),
      /** The server's clock. */
      serverTime: time,
    }),
    codes: adminCodes,
  }),
  adminPeopleFile: route({
    method: 'POST',
    path: '/admin/people/file',
    access: 'admin',
    summary:
      'The whole list as CSV; together with data of single persons ten an hour; the download is logged',
    body: z.strictObject({ search, filter, code }),
    /** UTF-8 with a byte order mark, fields separated by semicolons. */
    reply: z.unknown(),
    rawReply: true,
    codes: freshCodeCodes,
  }),
  adminPerson: route({
    method: 'GET',
    path: '/admin/people/:uid',
    access: 'admin',
    summary: 'One person: state, sessions, rights, orders and invoices',
    params: uidParams,
    query: z.strictObject({}),
    reply: z.object({
      ...adminPerson.shape,
      /** Its last two characters, dots before them. */
      identity: z.string(),
      country: z.string(),
      district: z.string(),
      language,
      /** Since when an authenticator is required; null without one. */
      authenticator: z.nullable(time),
      /** When the requested erasure happens; null without a request. */
      erasure: z.nullable(time),
      /** Start of a further subscription: the end of the running one, or now. */
      extendsFrom: time,
      sessions: z.array(z.object({ id: z.string(), opened: time, seen: time, device: z.string() })),
      /** The newest first. */
      grants: z.array(adminGrant),
      orders: z.array(
        z.object({
          number: z.string(),
          product,
          amount: kurus,
          currency: z.string(),
          state: orderState,
          created: time,
          paid: z.nullable(time),
        }),
      ),
      invoices: z.array(
        z.object({
          number: z.string(),
          kind: z.enum(INVOICE_KINDS),
          date: time,
          amount: kurus,
          /** The number of the order. */
          order: z.string(),
        }),
      ),
      serverTime: time,
    }),
    codes: personCodes,
  }),
  adminPersonFile: route({
    method: 'POST',
    path: '/admin/people/:uid/data',
    access: 'admin',
    summary: 'Everything that is stored about a person; ten an hour; the download is logged',
    params: uidParams,
    body: z.strictObject({ code }),
    reply: z.record(z.string(), z.unknown()),
    rawReply: true,
    codes: [...freshCodeCodes, 'user-not-found-404'],
  }),
  adminEndSessions: route({
    method: 'POST',
    path: '/admin/people/:uid/sessions/end',
    access: 'admin',
    summary: "Ends one session of a person, or all of them; one's own is ended by signing out",
    params: uidParams,
    body: z.strictObject({ id: z.nullable(number) }),
    reply: done,
    codes: [...personCodes, 'not-found-404'],
  }),
  adminGrant: route({
    method: 'POST',
    path: '/admin/people/:uid/grants',
    access: 'admin',
    summary:
      'Grants the education, or a subscription for some months or until a day, from the end of the running one',
    params: uidParams,
    body: z.discriminatedUnion('right', [
      z.strictObject({ right: z.literal('lesson'), reason, code }),
      z.strictObject({
        right: z.literal('subscription'),
        /** Calendar months in Istanbul. Exactly one of `months` and `end` is given. */
        months: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.grantMonths))),
        /** The moment at which it ends. */
        end: z.optional(z.int().check(z.minimum(1), z.maximum(8.64e15))),
        reason,
        code,
      }),
    ]),
    reply: z.object({ id: z.int(), start: time, end: z.nullable(time) }),
    codes: grantCodes,
  }),
  adminEndGrant: route({
    method: 'POST',
    path: '/admin/people/:uid/grants/:id/end',
    access: 'admin',
    summary:
      'Withdraws a right now; no money moves. Administrators are managed on the command line',
    params: z.strictObject({ ...uidParams.shape, id: number }),
    body: z.strictObject({ reason, code }),
    reply: done,
    codes: [...grantCodes, 'not-found-404'],
  }),
} as const;
