import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, LEGAL_TEXTS, type Right } from '@rasat/contract';
import {
  acceptTexts,
  createPerson,
  endSessions,
  findPersonByMail,
  mailKey,
  randomText,
  updatePerson,
} from './modules/accounts/index.ts';
import { hashPassword, verifyPassword } from './modules/auth/index.ts';
import { grantRight, readRights } from './modules/rights/index.ts';
import { type Db, inTransaction } from './platform/db/pool.ts';
import type { Keys } from './platform/keys.ts';
import type { ServerContext } from './platform/part.ts';

/** A demonstration account of one role on a fresh machine. */
export interface DemoAccount {
  readonly role: string;
  readonly mail: string;
  /** Null when it was changed and is therefore unknown. */
  readonly password: string | null;
  /** Whether signing in needs a code, which `rasat totp` prints. */
  readonly secondStep: boolean;
}

/** The accounts of a demonstration. */
export interface DemoAccounts {
  /** File of the passwords, readable by the server's account only. */
  readonly file: string;
  readonly accounts: readonly DemoAccount[];
}

interface DemoRole {
  readonly role: string;
  readonly mail: string;
  readonly surname: string;
  readonly rights: readonly Right[];
}

const ROLES: readonly DemoRole[] = [
  { role: 'person', mail: 'person@demo.rasat', surname: 'Üye', rights: [] },
  { role: 'student', mail: 'student@demo.rasat', surname: 'Öğrenci', rights: ['lesson'] },
  {
    role: 'subscriber',
    mail: 'subscriber@demo.rasat',
    surname: 'Abone',
    rights: ['lesson', 'subscription'],
  },
  { role: 'admin', mail: 'admin@demo.rasat', surname: 'Yönetici', rights: ['admin'] },
];

/** Length of a demo subscription; the next start renews one that has expired. */
const SUBSCRIPTION_MS = 180 * DAY_MS;

/** Mail address of the demo account that needs a code to sign in. */
export const DEMO_ADMIN = 'admin@demo.rasat';

type DemoContext = Pick<ServerContext, 'db' | 'keys' | 'clock' | 'config'>;

/**
 * Creates the demo accounts once and returns them with their passwords. When the file of the passwords is missing, all
 * of them get new ones. For the bundled database only: a reader of the data folder can sign in as any person.
 */
export async function prepareDemoAccounts(context: DemoContext): Promise<DemoAccounts> {
  const file = path.join(context.config.dataDir, 'demo-accounts.json');
  const kept = await readPasswords(file);
  const passwords = new Map(ROLES.map(({ mail }) => [mail, kept?.get(mail) ?? newPassword()]));
  const accounts = await Promise.all(
    ROLES.map(async (one): Promise<DemoAccount> => {
      const { role, mail, rights } = one;
      const password = passwords.get(mail) ?? '';
      const right = await prepareAccount(context, one, password, !kept?.has(mail));
      return {
        role,
        mail,
        password: right ? password : null,
        secondStep: rights.includes('admin'),
      };
    }),
  );
  if (ROLES.some(({ mail }) => !kept?.has(mail))) await writePasswords(file, passwords);
  return { file, accounts };
}

/** Creates or checks one account and returns whether the password is the account's. */
async function prepareAccount(
  { db, keys, clock }: DemoContext,
  role: DemoRole,
  password: string,
  replaces: boolean,
): Promise<boolean> {
  const nowMs = clock.now();
  const found = await findPersonByMail(db, mailKey(role.mail));
  if (found && !replaces) {
    await giveRights(db, found.id, role, nowMs);
    return verifyPassword(found.password_hash, password);
  }
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const id = found?.id ?? (await createDemoPerson(trx, keys, role, passwordHash, nowMs));
    if (found) {
      await updatePerson(trx, id, { password_hash: passwordHash });
      await endSessions(trx, id);
    }
    await giveRights(trx, id, role, nowMs);
  });
  return true;
}

async function createDemoPerson(
  db: Db,
  keys: Keys,
  { mail, surname }: DemoRole,
  passwordHash: string,
  nowMs: number,
): Promise<number> {
  const id = await createPerson(
    db,
    keys,
    {
      mail,
      passwordHash,
      name: 'Demo',
      surname,
      identity: 'demo',
      gsm: '+905000000000',
      country: 'TR',
      city: 'İstanbul',
      district: 'Kadıköy',
      address: 'demo',
      language: 'tr',
    },
    nowMs,
  );
  if (id === undefined) throw new Error(`${mail} was made by another process meanwhile`);
  const { privacy, kvkk } = LEGAL_TEXTS;
  const shown = { privacy: privacy.version, kvkk: kvkk.version };
  await acceptTexts(db, id, shown, { ip: null, atMs: nowMs });
  return id;
}

async function giveRights(
  db: Db,
  personId: number,
  { rights }: DemoRole,
  nowMs: number,
): Promise<void> {
  const { subscriber, student, admin } = await readRights(db, personId, nowMs);
  const has: Readonly<Record<Right, boolean>> = {
    subscription: subscriber,
    lesson: student,
    admin,
  };
  for (const right of rights) {
    if (has[right]) continue;
    const ends = right === 'subscription' ? { endsAt: nowMs + SUBSCRIPTION_MS } : {};
    await grantRight(db, { personId, right, startsAt: nowMs, origin: 'demo', ...ends }, nowMs);
  }
}

/** Returns a password of sixty random bits in three groups that are easy to type. */
function newPassword(): string {
  return [randomText(4), randomText(4), randomText(4)].join('-');
}

/** Reads the kept passwords by mail address; null without a readable file. */
async function readPasswords(file: string): Promise<Map<string, string> | null> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!Array.isArray(list)) return null;
    const entries = list.flatMap((one: unknown): [string, string][] => {
      if (typeof one !== 'object' || one === null) return [];
      const { mail, password } = one as Record<string, unknown>;
      return typeof mail === 'string' && typeof password === 'string' ? [[mail, password]] : [];
    });
    return new Map(entries);
  } catch {
    return null;
  }
}

/**
 * Writes the file of the passwords. It is written last, so that a start that dies earlier leaves no file and the next
 * start sets new passwords.
 */
async function writePasswords(file: string, passwords: ReadonlyMap<string, string>): Promise<void> {
  const beside = `${file}.${randomBytes(4).toString('hex')}`;
  const list = ROLES.map(({ role, mail }) => ({ role, mail, password: passwords.get(mail) }));
  await writeFile(beside, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(beside, file);
}
