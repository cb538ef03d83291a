import { DEMO_ADMIN } from '../demo-accounts.ts';
import { findPersonByMail, mailKey } from '../modules/accounts/index.ts';
import {
  enrolAuthenticator,
  newTotpSecret,
  readTotpSecret,
  totpCodeAt,
} from '../modules/auth/index.ts';
import { loadKeys } from '../platform/keys.ts';
import type { PartContext } from '../platform/part.ts';
import { StartError } from '../platform/start-error.ts';
import { withContext } from './command.ts';
import { command } from './command-line.ts';

const STEP_MS = 30_000;

/** `rasat totp`: prints the current code of the demonstration administrator's authenticator. */
export const totp = command({
  name: 'totp',
  usage: 'MAIL',
  summary: "the code of the demo administrator's authenticator",
  async run(line) {
    const mail = line.words[0] ?? '';
    if (mailKey(mail) !== DEMO_ADMIN) {
      throw new StartError(`Codes are printed for ${DEMO_ADMIN} alone.`);
    }
    process.stdout.write(`${await withContext(readCode)}\n`);
    return 0;
  },
});

/** Returns the current code; enrols an authenticator first when there is none. */
async function readCode({ db, clock, config }: PartContext): Promise<string> {
  const person = await findPersonByMail(db, DEMO_ADMIN);
  if (config.databaseUrl !== null || !person) {
    throw new StartError(
      'Demo accounts exist on the bundled database alone, once npm start has made them.',
    );
  }
  const keys = await loadKeys(config);
  const nowMs = clock.now();
  const stored = person.totp_confirmed_at === null ? null : person.totp_secret;
  const secret = stored ? readTotpSecret(keys, stored) : await newTotpSecret();
  if (!stored) await enrolAuthenticator(db, keys, person.id, { secret, confirmedAtMs: nowMs });
  // Each code works once. After it is used, the next code is already accepted.
  const used = person.totp_step >= Math.floor(nowMs / STEP_MS);
  return totpCodeAt(secret, used ? nowMs + STEP_MS : nowMs);
}
