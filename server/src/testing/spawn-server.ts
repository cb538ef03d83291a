import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ClockSettings } from '../platform/clock.ts';
import type { TestDatabase } from '../platform/testing.ts';

/** A whole server in a process of its own. */
export interface ServerProcess {
  /** Resolves when it listens; rejects when it ends before. */
  readonly address: Promise<string>;
  /** Where the operator's pages are; rejects as `address` does, and when it has none. */
  readonly operator: Promise<string>;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGTERM; throws unless it ends with 0. */
  stop(): Promise<void>;
}

const ENTRY = path.join(import.meta.dirname, 'killable-process.ts');
const ENTRY_WITH_DATABASE = path.join(import.meta.dirname, 'disk-process.ts');

/** Starts a server on that database and clock. */
export function spawnServer(
  database: TestDatabase['address'],
  clock: ClockSettings,
  seed: number,
): ServerProcess {
  const { host, database: name } = database;
  const args = ['--host', host, '--database', name, '--clock', JSON.stringify(clock)];
  return spawnEntry(ENTRY, [...args, '--seed', String(seed)]);
}

/** Starts a server on that clock, with a PostgreSQL of its own in a folder. */
export function spawnWithDatabase(folder: string, clock: ClockSettings): ServerProcess {
  return spawnEntry(ENTRY_WITH_DATABASE, [folder, JSON.stringify(clock)]);
}

/** Starts a process. When it listens it says `{"address"}` in one line; a whole server says `{"address","operator"}`. */
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
  // A server that is killed while it starts has no address, and no test asks for it.
  address.catch(() => {});
  return address;
}
