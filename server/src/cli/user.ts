import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  mailAddress,
  password as passwordRule,
} from '@rasat/contract';
import { createPerson } from '../modules/accounts/index.ts';
import { hashPassword, isWeakPassword } from '../modules/auth/index.ts';
import { grantRight } from '../modules/rights/index.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import type { PartContext } from '../platform/part.ts';
import { StartError } from '../platform/start-error.ts';
import { askSecret } from './ask-secret.ts';
import { withContext } from './command.ts';
import { command, oneOf } from './command-line.ts';

/** Account that an operator creates; the command asks for the password and never takes it as an argument. */
interface NewUser {
  readonly mail: string;
  readonly name: string;
  readonly surname: string;
  readonly language: Language;
  readonly admin: boolean;
}

/** `rasat user create`: creates an account, also the first administrator's. */
export const user = command({
  name: 'user',
  usage: `create --mail M [--admin] [--name N] [--surname S] [--language ${LANGUAGES.join('|')}]`,
  summary: 'an account made by the operator; the password is read, not given',
  values: ['mail', 'name', 'surname', 'language'],
  switches: ['admin'],
  async run(line) {
    if (line.words[0] !== 'create') {
      throw new StartError(`There is no command "user ${line.words[0] ?? ''}".`);
    }
    const mail = mailAddress.safeParse(line.get('mail'));
    if (!mail.success) throw new StartError('--mail must be a mail address.');
    const person: NewUser = {
      mail: mail.data,
      name: line.find('name') ?? '',
      surname: line.find('surname') ?? '',
      language: oneOf('language', line.find('language') ?? DEFAULT_LANGUAGE, LANGUAGES),
      admin: line.has('admin'),
    };
    const password = await readPassword(person.mail);
    await withContext((context) => createUser(context, person, password));
    const what = person.admin ? 'an administrator' : 'an account';
    process.stdout.write(`${person.mail} is ${what} now.\n`);
    if (person.admin) {
      process.stdout.write('The first sign-in asks for an authenticator to be enrolled.\n');
    }
    return 0;
  },
});

async function readPassword(mail: string): Promise<string> {
  const password = await askSecret('Password');
  if (!passwordRule.safeParse(password).success) {
    throw new StartError('A password has 6 to 32 characters.');
  }
  if (isWeakPassword(password, mail)) {
    throw new StartError('That password is one of the first that an attacker would try.');
  }
  return password;
}

async function createUser(
  { db, clock, config }: PartContext,
  { admin, ...person }: NewUser,
  password: string,
): Promise<void> {
  const keys = await loadKeys(config);
  const passwordHash = await hashPassword(password);
  const nowMs = clock.now();
  await inTransaction(db, async (trx) => {
    const unknown = { identity: '', gsm: '', country: '', city: '', district: '', address: '' };
    const personId = await createPerson(trx, keys, { ...person, ...unknown, passwordHash }, nowMs);
    if (personId === undefined) throw new StartError(`${person.mail} has an account already.`);
    if (!admin) return;
    const grant = { personId, right: 'admin', startsAt: nowMs, origin: 'operator' } as const;
    await grantRight(trx, grant, nowMs);
  });
}
