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
  askErasure,
  dropRequest,
  findPerson,
  listDueErasures,
  listPersonIds,
  lockPerson,
  restoreRequest,
  withdrawErasure,
} from './store.ts';

type ErasureContext = Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock' | 'log'>;

/** Asks for a person to be erased in fourteen days and writes to them; asked again, the first request stands. */
export async function requestErasure(
  { db, keys, config }: Pick<ErasureContext, 'db' | 'keys' | 'config'>,
  personId: number,
  nowMs: number,
): Promise<void> {
  const dueAt = nowMs + LIMITS.erasureDays * DAY_MS;
  await inTransaction(db, async (trx) => {
    if (!(await askErasure(trx, personId, { askedAt: nowMs, dueAt }))) return;
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

/** Takes a request back. Throws `conflict-409` when its day has come. */
export async function cancelErasure(
  { db, config }: Pick<ErasureContext, 'db' | 'config'>,
  personId: number,
  nowMs: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // A request under way is not known before it stands: taken back without a word in the log, it would return.
    await lockPerson(trx, personId);
    const person = await findPerson(trx, personId);
    if (!(await withdrawErasure(trx, personId, nowMs))) throw new AppError('conflict-409');
    if (!person || person.erase_at === null) return;
    // It may have been asked for a moment after this call came in.
    const atMs = Math.max(nowMs, person.erase_asked_at ?? 0);
    await appendErasureRequest(config, {
      id: person.public_id,
      withdrawn: new Date(atMs).toISOString(),
    });
  });
}

type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/**
 * Erases a person, module by module, inside a transaction; their sockets and pages are closed with it. `decide` is asked
 * when nobody else can change the person any more. Answers who it was; null when nothing was done.
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
  // What a later module keeps may hang on what an earlier one does.
  for (const { erase } of data.toReversed()) await erase(db, personId, keys);
  await notifyPerson(db, personId);
  return person;
}

/**
 * Erases everybody whose day has come; answers how many. The log outside the database is written first: whatever happens
 * in between, the next start finishes what it says.
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
 * Gives back requests, and their withdrawals, that the log names and the database does not know: it may come from a
 * backup that is older than they are. Answers how many there were.
 */
async function reapplyRequests({ db, config, log }: ErasureContext): Promise<number> {
  let count = 0;
  for (const request of await readErasureRequests(config)) {
    const changed =
      'asked' in request
        ? await restoreRequest(db, request.id, {
            askedAt: Date.parse(request.asked),
            dueAt: Date.parse(request.due),
          })
        : await dropRequest(db, request.id, Date.parse(request.withdrawn));
    if (changed) count += 1;
  }
  if (count > 0) log.warn({ count }, 'requests for erasure were given back');
  return count;
}

/**
 * Erases again whoever the log names and the database still has, and gives back what was asked for since: it may come
 * from a backup that is older than that. Run before anybody is served; answers how many were erased.
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

/** The job that carries out requests, every hour. */
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
