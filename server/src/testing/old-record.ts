import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@rasat/engine';
import type { RegisterRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { readChains } from '../cli/backup-parts.ts';
import { createSimulatedConnector } from '../connectors/simulated/simulated-connector.ts';
import { startAnalyst } from '../modules/analysis/index.ts';
import { listSeries } from '../modules/market/index.ts';
import { columnsOf } from '../modules/market/store/bar-columns.ts';
import { type Certificate, certify } from '../modules/record/certificate.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { listRegister } from '../modules/signals/register-store.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { createManualClock, type ManualClock } from '../platform/clock.ts';
import { type Db, openPool } from '../platform/db/pool.ts';
import type { EngineBuild } from '../platform/engine-build.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import type { PartContext } from '../platform/part.ts';
import { type TestDatabase, testContext } from '../platform/testing.ts';
import { fakeBuild } from './builds.ts';
import { plantBars } from './market.ts';
import { withParts } from './parts.ts';

/** Time at which the old record ends, `old-record/README.md`. */
const END_MS = Date.UTC(2024, 1, 5, 12);
/** Build that published the old record. */
export const OLD_BUILD = fakeBuild('before calendars had versions');

/** A restored record. */
export interface OldRecord {
  readonly context: PartContext & { readonly clock: ManualClock };
  readonly db: Db;
}

/** Restores the old record into a new database on the cluster of another one, whose pool must outlive the test. */
export async function restoreOldRecord(t: TestContext, beside: TestDatabase): Promise<OldRecord> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-old-record-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const packed = readFileSync(path.join(import.meta.dirname, 'old-record/record.json.gz'));
  const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
  mkdirSync(path.join(folder, 'tables'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), Buffer.from(content, 'base64'));
  }
  const database = `${beside.address.database}_old`;
  await sql`create database ${sql.id(database)}`.execute(beside.db);
  const address = { ...beside.address, database };
  const db = openPool(address, { maxConnections: 5 });
  t.after(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(database)} with (force)`.execute(beside.db);
  });
  const clock = createManualClock(END_MS);
  const context = { ...(await testContext(t, { clock, database: { address, db } })), clock };
  const store = openFileStore(context.config, clock);
  const target = { address, store, readChains, placeLoose: async () => {} };
  const { signal } = new AbortController();
  const ignore = (): void => {};
  await restoreBackup(folder, target, signal, { checked: ignore, restored: ignore });
  return { context, db };
}

/** Adds two weeks of simulated bars to a listed symbol, and publishes what follows from them as a build. */
export async function continueRecord(
  { context, db }: OldRecord,
  symbol: string,
  build: EngineBuild,
): Promise<void> {
  const { clock } = context;
  const all = await listSeries(db);
  const series = all.find((one) => one.symbol === symbol && one.archivedAtMs === null);
  assert(series);
  clock.set(14 * DAY_MS);
  const { rows } = await sql<{ t: number }>`
    select t_last as t from bar_head where series_id = ${series.id} and resolution = '60'`.execute(
    db,
  );
  const fromMs = (rows[0]?.t ?? 0) + 1;
  const simulated = createSimulatedConnector({ seed: 1, clock });
  for await (const bars of simulated.history(symbol, '60', fromMs, clock.now())) {
    await plantBars(db, series, columnsOf(bars));
  }
  const parts = [
    () => startAnalyst(context),
    () => startPublisher(context, { readBuild: async () => build }),
  ] as const;
  await withParts(parts, (wait) =>
    wait(async () => {
      const { rows: found } = await sql<{ done: boolean }>`
        select (select bars = n from analysis_state a join bar_head h using (series_id)
            where a.series_id = ${series.id} and h.resolution = '60')
          and not exists (
            select from analysis_event where id > (select event_id from publisher_cursor)
          ) as done`.execute(db);
      return found[0]?.done === true;
    }),
  );
}

/** Returns every row of the register. */
export function readRegister(db: Db): Promise<RegisterRow[]> {
  return listRegister(db, 1, Number.MAX_SAFE_INTEGER);
}

/** Issues a certificate, as the night does, while a build runs. */
export function certifyAs({ context, db }: OldRecord, { hash }: EngineBuild): Promise<Certificate> {
  return certify(db, { clock: context.clock, running: async () => hash });
}
