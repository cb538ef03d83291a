import { isDatabaseUnavailable } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import type { PartContext } from '../../platform/part.ts';
import { onNotifyPerson, PERSON_CHANNEL } from '../accounts/index.ts';

/** A person as the database says, and the moment at which that changes by itself, in UTC epoch milliseconds. */
export interface KnownPerson {
  readonly person: Person;
  readonly changesAt: number;
}

/** The last answers of the database about sessions: for a few seconds, and while the database is unavailable. */
export interface Memory {
  /**
   * Who a session is. With `mayRecall` as `read` said within the last five seconds, unless the person is said to have
   * changed since or the listening connection is down; else as `read` says now. While the database is unavailable, as it said
   * within the last minute. Throws what `read` throws when nothing is remembered.
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
/** After a failure, remembered sessions are served without asking the database for this long; wall clock. */
const REST_MS = 1000;

/** Creates a memory that drops a person when any process changes their sessions or rights. */
export function createMemory({
  clock,
  listen,
  hears,
}: Pick<PartContext, 'clock' | 'listen' | 'hears'>): Memory {
  /** The longest unseen first. */
  const kept = new Map<string, KnownPerson & { readonly atMs: number; readonly askedMs: number }>();
  /** For each read under way, the people who changed since it began; null stands for all people. */
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
      // What changed while it was read may not be in what was read.
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
