import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { HostMessage, HostOrder } from './test-host.ts';

// Processes that run test files, kept for the next file as long as nothing failed in them.

const HOST = path.join(import.meta.dirname, 'test-host.ts');
/** A file of which nothing is heard for longer hangs; slow machines take minutes. */
const SILENCE_MS = 30 * 60_000;
/** The long tests of `npm run soak` may be silent for hours. */
const SOAK_SILENCE_MS = 24 * 3_600_000;

/** Options of a process that runs tests of screens: it can load them, and has a document as long as it lives. */
const SCREENS = ['--import', './web/src/testing/register.ts'];

type Kind = 'screens' | 'others';
const idle: Record<Kind, Host[]> = { screens: [], others: [] };

/** What a host says while it runs a file. */
export type Heard = Exclude<HostMessage, { kind: 'end' }>;

/** A process that runs test files, one after the other. */
export interface Host {
  /**
   * Runs a file. Rejects when the process ends before the file does, or when nothing is heard of it for `silenceMs`, after
   * which it is killed. `env` goes over this process's environment.
   */
  run(
    file: string,
    hear: (message: Heard) => void,
    more?: { readonly silenceMs?: number; readonly env?: NodeJS.ProcessEnv },
  ): Promise<void>;
  /** Ends the process once it has nothing to do. */
  end(): Promise<void>;
  /** Kills it, also while it runs a file. */
  kill(): void;
}

/** How a file is run besides its name. */
interface HostOptions {
  /** In a process of its own, which ends with it. */
  readonly alone: boolean;
  /** Called with the messages of the host about each test. */
  hear(message: Heard): void;
}

/**
 * Runs one test file in a host that has nothing else to do. Rejects when the host's process ends before the file does, or
 * when nothing is heard of it any more.
 */
export async function runInHost(root: string, file: string, options: HostOptions): Promise<void> {
  const kind = kindOf(file);
  const host = (!options.alone && idle[kind].pop()) || startHost(root, file);
  let isGood = false;
  try {
    let hasFailed = false;
    await host.run(file, (message) => {
      hasFailed ||= message.kind === 'fail';
      options.hear(message);
    });
    isGood = !hasFailed;
  } finally {
    // What a failure leaves behind is not for the next file.
    if (isGood && !options.alone) idle[kind].push(host);
    else await host.end();
  }
}

/** Ends the hosts that are kept. */
export async function endHosts(): Promise<void> {
  const kept = Object.values(idle).flatMap((hosts) => hosts.splice(0));
  await Promise.all(kept.map((host) => host.end()));
}

/** Starts a host that can run a file and those like it, in a folder. It ends with this process. */
export function startHost(root: string, file: string): Host {
  const child = fork(HOST, {
    cwd: root,
    execArgv: kindOf(file) === 'screens' ? SCREENS : [],
    // What tests print themselves is dropped.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    run: (next, hear, { silenceMs = silenceOf(next), env = {} } = {}) =>
      runFile(child, { file: next, env: { ...process.env, ...env } }, hear, silenceMs),
    end: () => end(child),
    kill: () => void child.kill('SIGKILL'),
  };
}

const kindOf = (file: string): Kind => (file.endsWith('.tsx') ? 'screens' : 'others');
const silenceOf = (file: string): number =>
  file.endsWith('.soak.ts') ? SOAK_SILENCE_MS : SILENCE_MS;

async function runFile(
  child: ChildProcess,
  order: HostOrder,
  hear: (message: Heard) => void,
  silenceMs: number,
): Promise<void> {
  child.ref();
  child.channel?.ref();
  let limit: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      limit = setTimeout(() => child.kill('SIGKILL'), silenceMs);
      child.on('exit', (code, signal) => {
        reject(new Error(`the process of ${order.file} ended with ${signal ?? code}`));
      });
      child.on('message', (message: HostMessage) => {
        limit?.refresh();
        if (message.kind === 'end') resolve();
        else hear(message);
      });
      child.send(order);
    });
  } finally {
    clearTimeout(limit);
    child.removeAllListeners();
    // It ends with this process.
    child.unref();
    child.channel?.unref();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
