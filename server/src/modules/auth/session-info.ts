import type { IncomingHttpHeaders } from 'node:http';
import {
  GUEST_SESSION,
  LEGAL_TEXTS,
  type PersonSettings,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import type { Person } from '../../platform/http/person.ts';
import { findPerson, findRequestSession, listConsentVersions } from '../accounts/index.ts';
import type { AuthContext, FoundPerson } from './context.ts';
import { secondStepOf } from './sign-in.ts';

/** Data of the visitor for a page. */
export type SessionInfo = Reply<typeof ROUTES.authInfo>;

/** Reads the visitor's data, and whether the cookie names a session; `visitor` is the person whom the guard found. */
export async function readSessionInfo(
  context: AuthContext,
  headers: IncomingHttpHeaders,
  visitor: Person | null,
): Promise<{ readonly info: SessionInfo; readonly known: boolean }> {
  const { db } = context;
  const session = visitor ? null : await findRequestSession(context, headers);
  const personId = visitor?.id ?? session?.personId;
  const person = personId === undefined ? undefined : await findPerson(db, personId);
  if (!person) return { info: GUEST_SESSION, known: false };
  if (!visitor) return { info: { ...GUEST_SESSION, totp: secondStepOf(person) }, known: true };
  const info: SessionInfo = {
    logged: true,
    subscribed: visitor.subscriber,
    id: person.public_id,
    student: visitor.student,
    admin: visitor.admin,
    totp: null,
    name: person.name,
    surname: person.surname,
    email: person.mail,
    texts: await listChangedTexts(context, person.id),
    settings: settingsOf(person),
  };
  return { info, known: true };
}

/** Lists the texts whose present version the person has not agreed to. */
async function listChangedTexts(
  { db }: AuthContext,
  personId: number,
): Promise<SessionInfo['texts']> {
  const agreed = await listConsentVersions(db, personId);
  return (['privacy', 'kvkk'] as const).filter(
    (text) => !agreed.get(text)?.includes(LEGAL_TEXTS[text].version),
  );
}

function settingsOf({ language, theme, prices, keys }: FoundPerson): PersonSettings {
  // The database allows the same words as the contract, which checks the answer.
  return { language, theme, prices, keys } as PersonSettings;
}
