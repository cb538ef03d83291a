import assert from 'node:assert/strict';
import type { AuditAction, RouteContract } from '@rasat/contract';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import {
  type Answer,
  type Call,
  type RouteSettings,
  registerRoute,
} from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { takeFreshCode } from '../auth/index.ts';
import { type Actor, type AuditDetail, writeAudit } from './audit.ts';

/** Call of the back office, as its handler receives it. */
export type AdminCall<R extends RouteContract> = Omit<Call<R>, 'person'> & {
  /** Administrator who calls. */
  readonly person: Person;
  /** For a change, the transaction of all its writes, the audit row included; for a read, the pool. */
  readonly trx: Db;
  /** Time at which the call began, in UTC epoch milliseconds. */
  readonly nowMs: number;
  /**
   * Adds the action to the log: a change, or an export of personal data. A change without a row is refused, and a
   * reading call cannot add one. `subject` is a kind or `kind:name` with people by public id; see `writeAudit`.
   */
  audit(this: void, action: AuditAction, subject: string, detail?: AuditDetail): Promise<void>;
  /**
   * Runs `work` after the commit and before the answer, such as a call to an outside service; a result of `work`
   * replaces the handler's answer.
   */
  afterwards(this: void, work: () => Promise<Answer<R> | undefined>): void;
};

/**
 * Registers a call of the back office. The guard checks the caller and their idle time. A `code` in the body is a fresh
 * authenticator code: it is checked first, and is used up even when the action is refused afterwards. A change runs in
 * one transaction with its audit row; a change without one is rolled back.
 */
export function registerAdminRoute<const R extends RouteContract & { readonly access: 'admin' }>(
  web: Web,
  contract: R,
  handler: (call: AdminCall<R>) => Promise<Answer<R>> | Answer<R>,
  settings: Pick<RouteSettings, 'answerMs'> = {},
): void {
  const { context } = web;
  const serve = async (call: Call<R>): Promise<Answer<R>> => {
    // The type of a call's person depends on its access, which is fixed here.
    const person = call.person as Person;
    const nowMs = context.clock.now();
    const code = codeOf(call.body);
    if (code !== null) await takeFreshCode(context, person.id, code);
    if (contract.method === 'GET') {
      const refuse = (): never => assert.fail(`${contract.path} changes nothing`);
      const actions = { audit: refuse, afterwards: refuse };
      return handler({ ...call, person, trx: context.db, nowMs, ...actions });
    }
    const actor: Actor = { adminUid: person.publicId, ip: call.ip, atMs: nowMs };
    let work: (() => Promise<Answer<R> | undefined>) | undefined;
    const answer = await inTransaction(context.db, async (trx) => {
      let rows = 0;
      const given = await handler({
        ...call,
        person,
        trx,
        nowMs,
        audit: async (...action) => {
          await writeAudit(trx, actor, ...action);
          rows += 1;
        },
        afterwards: (later) => {
          work = later;
        },
      });
      assert.ok(rows > 0, `${contract.method} ${contract.path} wrote no audit row`);
      return given;
    });
    return (await work?.()) ?? answer;
  };
  registerRoute(web, contract, serve, settings);
}

/** Returns the fresh code of a body; null for an action that needs none. */
function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return typeof body.code === 'string' ? body.code : null;
}
