import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';

/** Time for the database to notice that the connections of a killed server are gone. */
const TIMEOUT_MS = 5000;
const PAUSE_MS = 50;

/**
 * Makes this process the only server on its database while the connection is open; two servers would feed every market
 * twice. Throws `StartError` when another server keeps its claim.
 */
export async function claimDatabase(client: pg.Client): Promise<void> {
  const untilMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ claimed: boolean }>(
      `select pg_try_advisory_lock(hashtext('rasat server')) as claimed`,
    );
    if (rows[0]?.claimed) return;
    if (performance.now() > untilMs) {
      throw new StartError(
        'DATABASE_URL: another Rasat works on this database; stop it or use another one.',
      );
    }
    await sleep(PAUSE_MS);
  }
}
