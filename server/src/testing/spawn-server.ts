import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ClockSettings } from '../platform/clock.ts';
import type { TestDatabase } from '../platform/testing.ts';

/** Whole server in a process of its own. */
export interface ServerProcess {
  /** Address of the server; resolves when it listens, and rejects when the process ends first. */
  readonly address: Promise<string>;
  /** Address of the operator's pages; rejects as `address` does, and when there are none. */
  readonly operator: Promise<string>;
  /** Kills the process with -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM; throws unless the process exits with 0. */
  stop(): Promise<void>;
}

const ENTRY = path.join(import.meta.dirname, 'killable-process.ts');
const ENTRY_WITH_DATABASE = path.join(import.meta.dirname, 'disk-process.ts');

/** Starts a server on a database and a clock; `settings` are those of its environment. */
export function spawnServer(
  database: TestDatabase['address'],
  clock: ClockSettings,
  settings: Readonly<Record<string, string>>,
): ServerProcess {
  const { host, database: name } = database;
  const args = ['--host', host, '--database', name, '--clock', JSON.stringify(clock)];
  return spawnEntry(ENTRY, [...args, '--settings', JSON.stringify(settings)]);
}

/** Starts a server on a clock, with a PostgreSQL of its own in a folder. */
export function spawnWithDatabase(folder: string, clock: ClockSettings): ServerProcess {
  return spawnEntry(ENTRY_WITH_DATABASE, [folder, JSON.stringify(clock)]);
}

/**
 * Starts a process, which prints `{"address"}` in one line when it listens; a whole server prints
 * `{"address","operator"}`.
 */
export function spawnEntry(entry: string, args: readonly string[]): ServerProcess {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const line = readLine(child);
  return {
    address: readAddress(line, 'address'),
    operator: readAddress(line, 'operator'),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      if (code !== 0) throw new Error(`the server ended with ${code ?? signal}`);
    },
  };
}

function readLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code, signal) => reject(new Error(`the server ended (${code ?? signal})`)));
  });
}

function readAddress(line: Promise<string>, name: 'address' | 'operator'): Promise<string> {
  const address = line.then((text) => {
    const { [name]: said } = JSON.parse(text) as Partial<Record<typeof name, string>>;
    if (said === undefined) throw new Error(`the server does not say its ${name}`);
    return said;
  });
  // A server that is killed during its start has no address, and no test awaits it.
  address.catch(() => {});
  return address;
}
