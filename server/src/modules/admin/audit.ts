import assert from 'node:assert/strict';
import type { AuditAction } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { insertAudit } from './audit-store.ts';

/** What else is worth knowing about a deed: ids, amounts, reasons, what was before and after. */
export type AuditDetail = Readonly<Record<string, unknown>>;

/** Who does something, when and from where. */
export interface Actor {
  readonly adminUid: string;
  readonly ip: string;
  readonly atMs: number;
}

const SUBJECT = /^[a-z]+(-[a-z]+)*(:\S{1,80})?$/;
/** What a row may never hold, as a name of a field. */
const SECRET = /^(code|totp)$|password|secret|token|cookie|identity|address|e-?mail|surname|gsm/i;

/**
 * Notes a deed in the log. `subject` is a kind, or a kind and a name such as `person:K7M2Q9XWPA`: people by their public
 * id alone, so that the log says nothing more of somebody who is gone.
 * Throws when a field of the detail is called like a secret or like something of a person.
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
