import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { adminCodes, cursor } from './admin-fields.ts';
import { noQuery } from './parameters.ts';

/** An administrator who acted in the back office; both names are null when the account is gone. */
export const adminActor = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  surname: z.nullable(z.string()),
});

/** The actions of the back office, written `thing.action`. */
export const AUDIT_ACTIONS = [
  'action.confirm',
  'action.dismiss',
  'course.sale',
  'grant.add',
  'grant.end',
  'homework.review',
  'lesson.save',
  'message.cancel',
  'message.send',
  'order.close',
  'feed.fill-gaps',
  'feed.stop-gaps',
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
  'symbol.rename-to',
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
  admin: adminActor,
  /** The action: one of `AUDIT_ACTIONS`, or a name of an earlier version. */
  action: z.string(),
  /** The subject: a kind and a name, such as `person:K7M2Q9XWPA`, `order:RS-2026-000123` or `symbol:EURUSD`. */
  subject: z.string(),
  /** Details: ids, amounts, reasons; never a secret, never a name. */
  detail: z.record(z.string(), z.unknown()),
  /** Network address of the caller. */
  ip: z.string(),
});

/**
 * Calls of the back office as a whole. After half an hour without an action an administrator must sign in again. Every
 * call counts as an action, except background calls with the header of `WATCHING`.
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
        /** People with a running subscription. */
        subscribers: z.int(),
        students: z.int(),
        /** People whose subscription ends within the next 30 days. */
        ending: z.int(),
        /** Change of the first three in the last seven days. */
        week: z.object({ registered: z.int(), subscribers: z.int(), students: z.int() }),
      }),
      /** Counts of waiting work. */
      waiting: z.object({
        questions: z.int(),
        homework: z.int(),
        /** Waiting money questions: the sum of the three below. */
        orders: z.int(),
        /** Orders under review. */
        inReview: z.int(),
        /** Orders without an answer of the provider. */
        unknown: z.int(),
        /** Open reviews besides orders. */
        reviews: z.int(),
      }),
      /** Minutes without an action after which an administrator must sign in again. */
      idleMinutes: z.int(),
    }),
    codes: adminCodes,
  }),
  adminAudit: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'The audit log of the back office, the newest first, 50 at a time',
    query: z.strictObject({
      /** Public id of the administrator. */
      admin: z.optional(z.string().check(z.regex(/^[0-9A-Z]{1,20}$/))),
      /** A whole action, or the first part of several: `grant` finds `grant.add` and `grant.end`. */
      action: z.optional(z.string().check(z.regex(/^[a-z]+([.-][a-z]+)*$/), z.maxLength(60))),
      /** A whole subject, or its kind alone: `order`. */
      subject: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.search))),
      after: cursor,
    }),
    reply: z.object({
      entries: z.array(auditEntry),
      /** Start of the next page; null on the last page. */
      next: z.nullable(z.string()),
      /** All administrators and actions of the log, for the filters. */
      admins: z.array(adminActor),
      actions: z.array(z.string()),
    }),
    codes: adminCodes,
  }),
} as const;
