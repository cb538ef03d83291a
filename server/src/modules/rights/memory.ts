import { isDatabaseUnavailable } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import type { PartContext } from '../../platform/part.ts';
import { onNotifyPerson, PERSON_CHANNEL } from '../accounts/index.ts';

/**
 * Person as read from the database, and the moment at which their session or rights next change by schedule, in UTC
 * epoch milliseconds.
 */
export interface KnownPerson {
  readonly person: Person;
  readonly changesAt: number;
}

/** Cache of the database's answers about sessions: for a few seconds, and while the database is unavailable. */
export interface Memory {
  /**
   * Returns the person of a session. With `mayRecall`, an answer of `read` from the last five seconds is reused, unless
   * a change of the person was announced since or the listening connection is down; otherwise `read` is called. While
   * the database is unavailable, an answer from the last minute is reused. Throws what `read` throws when no answer is
   * cached.
   */
  ask(
    key: string,
    read: () => Promise<KnownPerson | null>,
    mayRecall: boolean,
  ): Promise<Person | null>;
}

const FRESH_MS = 5000;
const KEPT_MS = 60_000;
const MOST_KEPT = 10_000;
/** Milliseconds of the wall clock after a failure for which cached sessions are used without reading the database. */
const REST_MS = 1000;

/** Creates a memory that drops a person when any process changes their sessions or rights. */
export function createMemory({
  clock,
  listen,
  hears,
}: Pick<PartContext, 'clock' | 'listen' | 'hears'>): Memory {
  /** Cached people, the least recently read first. */
  const kept = new Map<string, KnownPerson & { readonly atMs: number; readonly askedMs: number }>();
  /** For each read under way, the ids of people who changed since it began; null means all people. */
  const asking = new Set<Set<number | null>>();
  let isListening = false;
  let unavailableUntilMs = Number.NEGATIVE_INFINITY;

  const forget = (id: number | null): void => {
    for (const changed of asking) changed.add(id);
    for (const [key, { person }] of kept) {
      if (id === null || person.id === id) kept.delete(key);
    }
  };
  listen(PERSON_CHANNEL, (payload) => {
    isListening = true;
    forget(payload === null ? null : Number(payload));
  });
  onNotifyPerson(forget);

  const remember = (key: string, known: KnownPerson, askedMs: number): void => {
    kept.set(key, { ...known, atMs: clock.now(), askedMs });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const recallFresh = (key: string): Person | null => {
    const known = kept.get(key);
    if (!known || !isListening || !hears()) return null;
    const isFresh = clock.steady() - known.askedMs <= FRESH_MS && clock.now() < known.changesAt;
    return isFresh ? known.person : null;
  };
  const recall = (key: string): Person | null => {
    const known = kept.get(key);
    return known && clock.now() - known.atMs <= KEPT_MS ? known.person : null;
  };
  const readNow = async (
    key: string,
    read: () => Promise<KnownPerson | null>,
  ): Promise<Person | null> => {
    const changed = new Set<number | null>();
    const askedMs = clock.steady();
    asking.add(changed);
    try {
      const known = await read();
      kept.delete(key);
      // An answer may lack a change that was announced during the read.
      if (known && !changed.has(null) && !changed.has(known.person.id)) {
        remember(key, known, askedMs);
      }
      return known?.person ?? null;
    } finally {
      asking.delete(changed);
    }
  };

  return {
    async ask(key, read, mayRecall) {
      const fresh = mayRecall ? recallFresh(key) : null;
      if (fresh) return fresh;
      const known = performance.now() < unavailableUntilMs ? recall(key) : null;
      if (known) return known;
      try {
        return await readNow(key, read);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        unavailableUntilMs = performance.now() + REST_MS;
        const person = recall(key);
        if (!person) throw error;
        return person;
      }
    },
  };
}
