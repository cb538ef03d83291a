import type { Right } from '@rasat/contract';
import { createPerson, openSession } from '../modules/accounts/index.ts';
import { grantRight } from '../modules/rights/index.ts';
import { type Keys, randomKeys } from '../platform/keys.ts';
import type { PartContext } from '../platform/part.ts';

/** Person who exists before a test begins. */
export interface PlantedPerson {
  readonly id: number;
  readonly mail: string;
  /** Cookie header of one of their sessions. */
  readonly cookie: string;
}

let planted = 0;

/** Creates a person with the given rights and a session; without a password unless its hash is given. */
export async function plantPerson(
  context: Pick<PartContext, 'db' | 'clock' | 'config'> & { readonly keys?: Keys },
  options: {
    readonly mail?: string;
    readonly passwordHash?: string;
    readonly rights?: readonly Right[];
    readonly language?: 'tr' | 'az' | 'en';
    /** End of the rights; default none. */
    readonly endsAt?: number;
  } = {},
): Promise<PlantedPerson> {
  const { db, clock, keys = randomKeys() } = context;
  planted += 1;
  const mail = options.mail ?? `person${planted}@rasat.example`;
  const id = await createPerson(
    db,
    keys,
    {
      mail,
      passwordHash: options.passwordHash ?? 'none',
      name: 'Ada',
      surname: 'Deneme',
      identity: '10000000146',
      gsm: '+905321234567',
      country: 'TR',
      city: 'İstanbul',
      district: 'Kadıköy',
      address: 'Deneme Sokak 1',
      language: options.language ?? 'tr',
    },
    clock.now(),
  );
  if (id === undefined) throw new RangeError(`${mail} is there already`);
  for (const right of options.rights ?? []) {
    const startsAt = clock.now();
    const ends = options.endsAt === undefined ? {} : { endsAt: options.endsAt };
    await grantRight(db, { personId: id, right, startsAt, origin: 'test', ...ends }, startsAt);
  }
  const { cookie } = await openSession(context, id, { complete: true, headers: {} });
  return { id, mail, cookie: cookie.split(';')[0] ?? '' };
}
