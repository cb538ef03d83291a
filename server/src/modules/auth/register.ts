import { type Body, HOUR_MS, LEGAL_TEXTS, LIMITS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { requestLanguage } from '../../platform/http/request-language.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import { acceptTexts, createPerson } from '../accounts/index.ts';
import { isWeakPassword } from './blocked-passwords.ts';
import { assertHuman } from './challenge.ts';
import type { AuthContext, Caller } from './context.ts';
import { welcomeMail } from './mails.ts';
import { hashPassword } from './passwords.ts';

/** Body of a registration. */
export type Registration = Body<typeof ROUTES.register>;

const LIMIT = { most: LIMITS.registrationsPerHour, windowMs: HOUR_MS };

/**
 * Creates an account with its consents and its mail in one transaction. Throws `bad-fields-400` with the first failing
 * field, `rate-429`, and, after the human check and the limit, `user-exists-400` when the mailbox has an account.
 */
export async function register(
  context: AuthContext,
  registration: Registration,
  { ip, headers }: Caller,
): Promise<void> {
  const { db, clock, config, keys, humanCheck } = context;
  await assertSound(registration);
  await assertHuman(humanCheck, 'register', registration.challenge);
  const nowMs = clock.now();
  await takeAttempt(db, `register.ip ${addressKey(ip)}`, LIMIT, nowMs);
  const { email, password, texts, terms: _, challenge: __, ...person } = registration;
  const language = registration.language ?? requestLanguage(headers);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const account = { ...person, mail: email, passwordHash, language };
    const personId = await createPerson(trx, keys, account, nowMs);
    if (personId === undefined) throw new AppError('user-exists-400', { field: 'email' });
    await acceptTexts(trx, personId, texts, { ip, atMs: nowMs });
    const mail = welcomeMail({ mail: email, name: person.name, language }, config.baseUrl);
    await writeMail(trx, keys, mail, nowMs);
  });
}

/** Checks the rules that the schema cannot express, in the order of the fields. */
async function assertSound({ email, password, gsm, texts }: Registration): Promise<void> {
  const refuse = (field: string): never => {
    throw new AppError('bad-fields-400', { field });
  };
  if (isWeakPassword(password, email)) refuse('password');
  // Loaded on first use: its table of all countries would slow down every start.
  const { default: parsePhoneNumber } = await import('libphonenumber-js/max');
  const number = parsePhoneNumber(gsm);
  if (!number?.isValid() || number.number !== gsm) refuse('gsm');
  const { privacy, kvkk } = LEGAL_TEXTS;
  if (texts.privacy !== privacy.version || texts.kvkk !== kvkk.version) refuse('texts');
}
