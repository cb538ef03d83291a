import { DAY_MS, LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import type { ServerContext } from '../../platform/part.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { appendErasure, hashMailKey, readErasures } from './erasure-log.ts';
import { erasedMail, erasureAskedMail } from './erasure-mails.ts';
import { appendErasureRequest, readErasureRequests } from './erasure-requests.ts';
import { notifyPerson } from './sessions.ts';
import {
  dropRequest,
  findPerson,
  insertErasureRequest,
  listDueErasures,
  listPersonIds,
  lockPerson,
  withdrawErasure,
} from './store.ts';

type ErasureContext = Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock' | 'log'>;

/** Schedules the erasure of a person in fourteen days and mails them. An earlier request stays as it is. */
export async function requestErasure(
  { db, keys, config }: Pick<ErasureContext, 'db' | 'keys' | 'config'>,
  personId: number,
  nowMs: number,
): Promise<void> {
  const dueAt = nowMs + LIMITS.erasureDays * DAY_MS;
  await inTransaction(db, async (trx) => {
    if (!(await insertErasureRequest(trx, { id: personId }, { askedAt: nowMs, dueAt }))) return;
    const person = await findPerson(trx, personId);
    if (!person) return;
    await writeMail(trx, keys, erasureAskedMail(person, dueAt, config.baseUrl), nowMs);
    await appendErasureRequest(config, {
      id: person.public_id,
      asked: new Date(nowMs).toISOString(),
      due: new Date(dueAt).toISOString(),
    });
  });
}

/** Withdraws a request. Throws `conflict-409` when it is due. */
export async function cancelErasure(
  { db, config }: Pick<ErasureContext, 'db' | 'config'>,
  personId: number,
  nowMs: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Locked, to see a request that commits concurrently: a restore would undo a withdrawal that the log lacks.
    await lockPerson(trx, personId);
    const person = await findPerson(trx, personId);
    if (!(await withdrawErasure(trx, personId, nowMs))) throw new AppError('conflict-409');
    if (!person || person.erase_at === null) return;
    // The request may be newer than the start of this call.
    const atMs = Math.max(nowMs, person.erase_asked_at ?? 0);
    await appendErasureRequest(config, {
      id: person.public_id,
      withdrawn: new Date(atMs).toISOString(),
    });
  });
}

type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/**
 * Erases a person, module by module, inside a transaction, and closes their sockets and pages. `decide` is called once
 * the person's row is locked. Returns the erased person; null when nothing was erased.
 */
async function erasePerson(
  { db, keys }: Pick<ErasureContext, 'db' | 'keys'>,
  data: readonly PersonalData[],
  personId: number,
  decide: (person: FoundPerson) => Promise<boolean> = async () => true,
): Promise<FoundPerson | null> {
  await lockPerson(db, personId);
  const person = await findPerson(db, personId);
  if (!person || !(await decide(person))) return null;
  // Rows of a later module may refer to rows of an earlier one.
  for (const { erase } of data.toReversed()) await erase(db, personId, keys);
  await notifyPerson(db, personId);
  return person;
}

/**
 * Erases every person whose erasure is due; returns how many. The log outside the database is written first: after a
 * crash in between, the next start completes the logged erasure.
 */
async function runDueErasures(
  context: ErasureContext,
  data: readonly PersonalData[],
): Promise<number> {
  const { db, keys, config, clock } = context;
  const nowMs = clock.now();
  const logWhenDue = async (person: FoundPerson): Promise<boolean> => {
    if (person.erase_at === null || person.erase_at > nowMs) return false;
    await appendErasure(config, {
      id: person.public_id,
      mail: hashMailKey(keys, person.mail_key),
      erased: new Date(nowMs).toISOString(),
    });
    return true;
  };
  let count = 0;
  for (const personId of await listDueErasures(db, nowMs)) {
    const erased = await inTransaction(db, async (trx) => {
      const person = await erasePerson({ db: trx, keys }, data, personId, logWhenDue);
      if (person) await writeMail(trx, keys, erasedMail(person), nowMs);
      return person !== null;
    });
    if (erased) count += 1;
  }
  return count;
}

/**
 * Restores requests and withdrawals that the log has and the database lacks: the database may come from an older
 * backup. Returns how many it restored.
 */
async function reapplyRequests({ db, config, log }: ErasureContext): Promise<number> {
  let count = 0;
  for (const request of await readErasureRequests(config)) {
    const changed =
      'asked' in request
        ? await insertErasureRequest(
            db,
            { public_id: request.id },
            {
              askedAt: Date.parse(request.asked),
              dueAt: Date.parse(request.due),
            },
          )
        : await dropRequest(db, request.id, Date.parse(request.withdrawn));
    if (changed) count += 1;
  }
  if (count > 0) log.warn({ count }, 'requests for erasure were given back');
  return count;
}

/**
 * Erases again every person whom the log names and the database still has, and restores later requests: the database
 * may come from an older backup. Runs before the server accepts calls; returns how many people it erased.
 */
export async function reapplyErasures(
  context: ErasureContext,
  data: readonly PersonalData[],
): Promise<number> {
  const { db, keys, config, log } = context;
  await reapplyRequests(context);
  const logged = await readErasures(config);
  if (logged.length === 0) return 0;
  const back = await listPersonIds(
    db,
    logged.map((entry) => entry.id),
  );
  for (const personId of back) {
    await inTransaction(db, (trx) => erasePerson({ db: trx, keys }, data, personId));
  }
  if (back.length > 0) log.warn({ count: back.length }, 'people were erased again');
  return back.length;
}

/** Returns the job that executes due requests every hour. */
export function erasureJob(data: readonly PersonalData[]): Job {
  return {
    name: 'accounts.erase',
    cron: '7 * * * *',
    async run(context) {
      const count = await runDueErasures(context, data);
      if (count > 0) context.log.info({ count }, 'people erased on their request');
    },
  };
}
