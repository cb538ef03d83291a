import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Embedded, startEmbedded } from '../server/src/platform/db/embedded.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { type Db, openPool } from '../server/src/platform/db/pool.ts';

/** A database of its own with the settings of the product, which a test's has not: what it commits is on the disk. */
export interface Cluster {
  readonly address: Embedded['address'];
  readonly db: Db;
  /** Stops the server, asks the system to forget its files and starts it again. */
  restartCold(): Promise<void>;
  end(): Promise<void>;
}

/** The thousand files of an empty database are not what is measured. */
const WORTH_FORGETTING_BYTES = 64 * 1024;

/** Starts a migrated database in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-bench-'));
  chmodSync(folder, 0o755);
  let embedded = await startEmbedded(folder);
  let db = openPool(embedded.address, { maxConnections: 4, name: 'bench' });
  await migrate(db);
  const stop = async (): Promise<void> => {
    await db.destroy();
    await embedded.stop();
  };
  return {
    get address() {
      return embedded.address;
    },
    get db() {
      return db;
    },
    async restartCold() {
      await stop();
      for (const file of globSync(path.join(folder, '**/base/**/*'), { withFileTypes: true })) {
        const name = path.join(file.parentPath, file.name);
        if (!file.isFile() || statSync(name).size < WORTH_FORGETTING_BYTES) continue;
        execFileSync('dd', [`if=${name}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
      }
      embedded = await startEmbedded(folder);
      db = openPool(embedded.address, { maxConnections: 4, name: 'bench' });
    },
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
