import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { adminCodes, cursor } from './admin-fields.ts';
import { noQuery } from './parameters.ts';

/** Who did something in the back office; both names are null when the account is gone. */
export const adminDoer = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  surname: z.nullable(z.string()),
});

/** What can be done in the back office, written `thing.deed`. */
export const AUDIT_ACTIONS = [
  'course.sale',
  'grant.add',
  'grant.end',
  'homework.review',
  'lesson.save',
  'message.cancel',
  'message.send',
  'order.close',
  'order.refund',
  'order.return',
  'people.export',
  'person.export',
  'price.set',
  'question.answer',
  'reconciliation.start',
  'review.close',
  'session.end',
  'site.save',
  'site.text',
  'symbol.add',
  'symbol.digits',
  'symbol.rename',
  'symbol.retire',
  'symbol.source',
  'symbol.split',
  'task.save',
  'video.add',
  'video.remove',
  'video.save',
  'video.upload',
] as const;

/** One of `AUDIT_ACTIONS`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A row of the audit log. */
export const auditEntry = z.object({
  id: z.int(),
  at: time,
  admin: adminDoer,
  /** What was done: one of `AUDIT_ACTIONS`, or what an earlier version called so. */
  action: z.string(),
  /** To what: a kind and a name, such as `person:K7M2Q9XWPA`, `order:RS-2026-000123` or `symbol:EURUSD`. */
  subject: z.string(),
  /** What else is worth knowing: ids, amounts, reasons; never a secret, never a name. */
  detail: z.record(z.string(), z.unknown()),
  /** From which address. */
  ip: z.string(),
});

/**
 * The back office as a whole. Whoever does nothing in it for half an hour signs in again: every call of an administrator
 * counts as doing something, but not those with the header of `WATCHING`, with which a page asks by itself.
 */
export const adminRoutes = {
  adminSummary: route({
    method: 'GET',
    path: '/admin/summary',
    access: 'admin',
    summary: 'Numbers of the side bar and of the head of the list of people',
    query: noQuery,
    reply: z.object({
      people: z.object({
        registered: z.int(),
        /** With a running subscription. */
        subscribers: z.int(),
        students: z.int(),
        /** Whose subscription ends within the next 30 days. */
        ending: z.int(),
        /** How much the first three have grown, or shrunk, in the last seven days. */
        week: z.object({ registered: z.int(), subscribers: z.int(), students: z.int() }),
      }),
      /** What waits for somebody. */
      waiting: z.object({
        questions: z.int(),
        homework: z.int(),
        /** Everything of money that waits: the sum of the three below. */
        orders: z.int(),
        /** Orders under review. */
        inReview: z.int(),
        /** Orders of which the provider gave no answer. */
        unknown: z.int(),
        /** Open reviews besides orders. */
        reviews: z.int(),
      }),
      /** Minutes without a deed after which one signs in again. */
      idleMinutes: z.int(),
    }),
    codes: adminCodes,
  }),
  adminAudit: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'What was done in the back office, the newest first, 50 at a time',
    query: z.strictObject({
      /** Public id of who did it. */
      admin: z.optional(z.string().check(z.regex(/^[0-9A-Z]{1,20}$/))),
      /** A whole action, or the first part of several: `grant` finds `grant.add` and `grant.end`. */
      action: z.optional(z.string().check(z.regex(/^[a-z]+([.-][a-z]+)*$/), z.maxLength(60))),
      /** A whole subject, or its kind alone: `order`. */
      subject: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.search))),
      after: cursor,
    }),
    reply: z.object({
      entries: z.array(auditEntry),
      /** Where the rest begins; null when this is all. */
      next: z.nullable(z.string()),
      /** Everybody who ever did something, and every action there is, for the filters. */
      admins: z.array(adminDoer),
      actions: z.array(z.string()),
    }),
    codes: adminCodes,
  }),
} as const;
