import { registerChanges } from '../modules/signals/register.ts';
import { type PublisherWait, savePublisherWait } from '../modules/signals/register-store.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';
import { type EngineBuild, makeEngineBuild } from '../platform/engine-build.ts';

/** Returns a build of one small file; builds of different texts differ. */
export function fakeBuild(text: string): EngineBuild {
  return makeEngineBuild([{ name: 'engine/src/a.ts', content: Buffer.from(text) }], 'v24.0.0');
}

/** Registers a build as the first row of an empty record. */
export async function plantBuild(db: Db, build: EngineBuild, nowMs: number): Promise<void> {
  const start = { number: 0, hash: '0'.repeat(64) };
  await inTransaction(db, (trx) => registerChanges(trx, start, { build, nowMs }));
}

/** Notes that a build waits, as the publisher does before it registers the build, and why. */
export function waitForBuild(db: Db, why: PublisherWait['why'], build: string): Promise<void> {
  return savePublisherWait(db, { why, build });
}
