import assert from 'node:assert/strict';
import type { AuditAction } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { insertAudit } from './audit-store.ts';

/** Details of an action: ids, amounts, reasons, values before and after. */
export type AuditDetail = Readonly<Record<string, unknown>>;

/** Administrator who acts, with time and IP address. */
export interface Actor {
  readonly adminUid: string;
  readonly ip: string;
  readonly atMs: number;
}

const SUBJECT = /^[a-z]+(-[a-z]+)*(:\S{1,80})?$/;
/** Names of fields that a row must not hold. */
const SECRET = /^(code|totp)$|password|secret|token|cookie|identity|address|e-?mail|surname|gsm/i;

/**
 * Adds an action to the log. `subject` is a kind, or a kind and a name such as `person:K7M2Q9XWPA`. It names people by
 * public id only, so that the log identifies no one after an erasure.
 * Throws when a field of the detail has the name of a secret or of personal data.
 */
export async function writeAudit(
  db: Db,
  actor: Actor,
  action: AuditAction,
  subject: string,
  detail: AuditDetail = {},
): Promise<void> {
  assert.match(subject, SUBJECT, 'a subject is a kind, or kind:name');
  assertHarmless(detail, action);
  await insertAudit(db, {
    at: actor.atMs,
    admin_uid: actor.adminUid,
    action,
    subject,
    detail: JSON.stringify(detail),
    ip: actor.ip,
  });
}

function assertHarmless(value: unknown, action: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    assert.doesNotMatch(name, SECRET, `the audit row of ${action} must not hold it`);
    assertHarmless(inner, action);
  }
}
