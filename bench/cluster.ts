import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
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
  /** CPU that its processes have used, those that are gone included, in milliseconds. */
  cpuMs(): number;
  end(): Promise<void>;
}

/** The thousand files of an empty database are not what is measured. */
const WORTH_FORGETTING_BYTES = 64 * 1024;

const TICK_MS = 10;

/** CPU of a process, and of its ended children too where asked, in hundredths of a second; 0 when it is gone. */
function cpuTicks(pid: number, withEnded: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const used = times.slice(11, withEnded ? 15 : 13);
    return used.reduce((sum, one) => sum + Number(one), 0);
  } catch {
    return 0;
  }
}

/**
 * Starts a migrated database in a temporary folder. With a name it lies in the folder of that name in `BENCH_FOLDER`, where
 * that is set, and stays there, so that what takes long to fill is filled once.
 */
export async function startCluster(name?: string): Promise<Cluster> {
  const { BENCH_FOLDER: kept } = process.env;
  const isKept = kept !== undefined && name !== undefined;
  const folder = isKept
    ? path.resolve(kept, name)
    : mkdtempSync(path.join(os.tmpdir(), 'rasat-bench-'));
  mkdirSync(folder, { recursive: true });
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
    cpuMs() {
      const { pid } = embedded;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      const living = children.map((child) => cpuTicks(Number(child), false));
      return (cpuTicks(pid, true) + living.reduce((sum, one) => sum + one, 0)) * TICK_MS;
    },
    async end() {
      await stop();
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}
