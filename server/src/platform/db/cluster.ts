import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';

/** One PostgreSQL data folder and the options of its server. */
export interface Cluster {
  /** Folder with `data`, the log and usually the socket; owned by the account. */
  readonly home: string;
  /** Folder of the server's socket. */
  readonly socketFolder: string;
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string;
  readonly account: Account;
  /** Server settings besides the default ones. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Name of the server's first role. */
export const CLUSTER_USER = 'rasat';

const START_DEADLINE_MS = 60_000;

/** Returns the folder with the cluster's files. */
function dataFolder(cluster: Cluster): string {
  return path.join(cluster.home, 'data');
}

/** Returns the file of the server's own log. */
export function serverLog(cluster: Cluster): string {
  return path.join(cluster.home, 'pg.log');
}

/**
 * Creates the data folder; undefined when it exists. It is created beside its place and then renamed, so that an
 * incomplete one is never visible. The program that creates it is running when this function returns.
 */
export function initialise(cluster: Cluster): Promise<void> | undefined {
  const data = dataFolder(cluster);
  return existsSync(path.join(data, 'PG_VERSION')) ? undefined : makeData(cluster, data);
}

async function makeData(cluster: Cluster, data: string): Promise<void> {
  const beside = `${data}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  const options = `--username=${CLUSTER_USER} --auth-local=trust --auth-host=reject --encoding=UTF8
    --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums --no-instructions`;
  const sync = cluster.settings.fsync === 'off' ? ['--no-sync'] : [];
  const making = run(cluster, 'initdb', ['-D', beside, ...options.split(/\s+/), ...sync]);
  await sweepHalfMade(cluster);
  const made = await making;
  if (made.code !== 0) {
    await rm(beside, { recursive: true, force: true });
    const reason = made.stderr.trim().split('\n').at(-1) ?? '';
    throw new StartError(`The database could not be made in ${cluster.home}: ${reason}`);
  }
  // Another start may have been faster; its cluster is equally good.
  await rename(beside, data).catch(() => rm(beside, { recursive: true, force: true }));
}

/** Deletes the incomplete data folders of killed starts. */
async function sweepHalfMade(cluster: Cluster): Promise<void> {
  for (const name of await readdir(cluster.home)) {
    const maker = Number(/^data\.new-(\d+)-/.exec(name)?.[1] ?? 0);
    if (maker > 0 && !isAlive(maker)) {
      await rm(path.join(cluster.home, name), { recursive: true, force: true });
    }
  }
}

/** Returns whether the bundled server's program runs under the cluster's account. */
export async function runs(cluster: Cluster): Promise<boolean> {
  const version = await run(cluster, 'postgres', ['--version']).catch(() => ({ code: 1 }));
  return version.code === 0;
}

/** Contents of `postmaster.pid` about the running server. */
export interface Postmaster {
  readonly pid: number;
  readonly ready: boolean;
}

/** Reads the file; null when no server runs. Deletes the file when its process is no PostgreSQL server. */
function findPostmaster(cluster: Cluster): Postmaster | null {
  const file = path.join(dataFolder(cluster), 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  if (!/postgres/.test(commandOf(pid))) {
    rmSync(file, { force: true });
    return null;
  }
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Ensures that a server runs on the cluster: uses the running one or starts one, and resolves with its process id once
 * it accepts connections. After a crash the server recovers first.
 */
export async function ensureRunning(cluster: Cluster, signal?: AbortSignal): Promise<number> {
  const deadlineMs = performance.now() + START_DEADLINE_MS;
  let child: ChildProcess | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const running = findPostmaster(cluster);
    if (running?.ready) return running.pid;
    if (!running && (!child || child.exitCode !== null || child.signalCode !== null)) {
      // The child has ended: another start was faster, or the last processes of a crashed server are still exiting.
      if (child) await sleep(200);
      child = launch(cluster);
    }
    if (performance.now() > deadlineMs) {
      throw new StartError(`PostgreSQL did not start; its own log says why: ${serverLog(cluster)}`);
    }
    await sleep(8);
  }
}

function launch(cluster: Cluster): ChildProcess {
  const log = openSync(serverLog(cluster), 'a', 0o600);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${cluster.socketFolder.replaceAll('"', '""')}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '60',
    ...cluster.settings,
  };
  const child = spawn(
    path.join(cluster.native, 'bin/postgres'),
    [
      '-D',
      dataFolder(cluster),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached, so that Ctrl-C reaches only the application, which then stops its database.
    { ...spawnOptions(cluster), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.on('error', () => {});
  child.unref();
  return child;
}

/** Stops the server, breaking off its running statements, and waits until its process has ended. */
export async function shutDown(cluster: Cluster): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  const gone = async (forMs: number): Promise<boolean> => {
    const untilMs = performance.now() + forMs;
    while (performance.now() < untilMs) {
      if (!isAlive(running.pid)) return true;
      await sleep(10);
    }
    return false;
  };
  process.kill(running.pid, 'SIGINT');
  if (await gone(10_000)) return;
  process.kill(running.pid, 'SIGQUIT');
  await gone(5000);
}

/** Returns whether a process runs; a process that has ended and not been reaped does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return process.platform === 'linux' ? '' : 'postgres';
  }
}

function spawnOptions(cluster: Cluster) {
  const { uid, gid } = cluster.account;
  return {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    cwd: cluster.home,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C', HOME: cluster.home },
  };
}

function run(
  cluster: Cluster,
  program: 'initdb' | 'postgres',
  args: readonly string[],
): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(cluster.native, 'bin', program), args, {
      ...spawnOptions(cluster),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, stderr }));
  });
}

/** Creates a folder that only the account may enter. */
export async function ownFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  await chmod(folder, 0o700);
}
