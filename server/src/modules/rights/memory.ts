import { isDatabaseAway } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import type { PartContext } from '../../platform/part.ts';
import { PERSON_CHANNEL } from '../accounts/index.ts';

/** What the database last said about sessions, for the time in which it says nothing. */
export interface Memory {
  /**
   * Who a session is: as `read` says, or, when the database is away, as it said within the last minute. Throws what
   * `read` throws when nothing is remembered.
   */
  ask(key: string, read: () => Promise<Person | null>): Promise<Person | null>;
}

const KEPT_MS = 60_000;
const MOST_KEPT = 10_000;
/** For how long the database is not asked about somebody who is remembered, once it was away; wall clock. */
const REST_MS = 1000;

/** A memory that forgets whoever's sessions or rights have changed, in whichever process. */
export function createMemory({ clock, listen }: Pick<PartContext, 'clock' | 'listen'>): Memory {
  /** The longest unseen first. */
  const kept = new Map<string, { readonly person: Person; readonly atMs: number }>();
  let changes = 0;
  let awayUntilMs = Number.NEGATIVE_INFINITY;

  listen(PERSON_CHANNEL, (id) => {
    changes += 1;
    for (const [key, { person }] of kept) {
      if (id === null || person.id === Number(id)) kept.delete(key);
    }
  });
  const remember = (key: string, person: Person | null): void => {
    kept.delete(key);
    if (!person) return;
    kept.set(key, { person, atMs: clock.now() });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const recall = (key: string): Person | null => {
    const known = kept.get(key);
    return known && clock.now() - known.atMs <= KEPT_MS ? known.person : null;
  };

  return {
    async ask(key, read) {
      const known = performance.now() < awayUntilMs ? recall(key) : null;
      if (known) return known;
      const before = changes;
      try {
        const person = await read();
        // What changed while it was read may not be in what was read.
        if (before === changes) remember(key, person);
        return person;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        awayUntilMs = performance.now() + REST_MS;
        const person = recall(key);
        if (!person) throw error;
        return person;
      }
    },
  };
}
