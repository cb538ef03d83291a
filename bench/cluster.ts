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

/** A database with the settings of the product. Unlike a test database it writes every commit to the disk. */
export interface Cluster {
  readonly address: Embedded['address'];
  readonly db: Db;
  /** Stops the server, drops its files from the page cache and starts it again. */
  restartCold(): Promise<void>;
  /** Returns the CPU time of its processes, ended ones included, in milliseconds. */
  cpuMs(): number;
  end(): Promise<void>;
}

/** Smaller files, such as the thousand of an empty database, are not dropped from the page cache. */
const WORTH_FORGETTING_BYTES = 64 * 1024;

const TICK_MS = 10;

/**
 * Returns the CPU time of a process, and of its ended children on request, in hundredths of a second; 0 when it is
 * gone.
 */
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
 * Starts a migrated database in a temporary folder. With a name, and with `BENCH_FOLDER` set, it is kept in the folder
 * of that name there, so that a slow filling happens once.
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
