import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { HostMessage, HostOrder } from './test-host.ts';

// Keeps processes that run test files for the next file, as long as no test has failed in them.

const HOST = path.join(import.meta.dirname, 'test-host.ts');
/** Milliseconds without output after which a file counts as hung; slow machines take minutes. */
const SILENCE_MS = 30 * 60_000;
/** Milliseconds without output for the long tests of `npm run soak`, which may be silent for hours. */
const SOAK_SILENCE_MS = 24 * 3_600_000;

/** Options of a process that runs tests of screens: it can load them, and has a document for its whole life. */
const SCREENS = ['--import', './web/src/testing/register.ts'];

type Kind = 'screens' | 'others';
const idle: Record<Kind, Host[]> = { screens: [], others: [] };

/** Message of a host while it runs a file. */
export type Heard = Exclude<HostMessage, { kind: 'end' }>;

/** Process that runs test files one after the other. */
export interface Host {
  /**
   * Runs a file. Rejects when the process ends before the file does, or when the file is silent for `silenceMs`, after
   * which the process is killed. `env` is added to this process's environment.
   */
  run(
    file: string,
    hear: (message: Heard) => void,
    more?: { readonly silenceMs?: number; readonly env?: NodeJS.ProcessEnv },
  ): Promise<void>;
  /** Ends the process once it is idle. */
  end(): Promise<void>;
  /** Kills the process, also while it runs a file. */
  kill(): void;
}

/** Options of running a file. */
interface HostOptions {
  /** Whether the file runs in a process of its own, which ends with it. */
  readonly alone: boolean;
  /** Receives the messages of the host about each test. */
  hear(message: Heard): void;
}

/**
 * Runs one test file in an idle host. Rejects when the host's process ends before the file does, or when the file is
 * silent too long.
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
    // A failed test may leave a state behind that the next file must not see.
    if (isGood && !options.alone) idle[kind].push(host);
    else await host.end();
  }
}

/** Ends the kept hosts. */
export async function endHosts(): Promise<void> {
  const kept = Object.values(idle).flatMap((hosts) => hosts.splice(0));
  await Promise.all(kept.map((host) => host.end()));
}

/** Starts a host for files of this kind in a folder. It ends with this process. */
export function startHost(root: string, file: string): Host {
  const child = fork(HOST, {
    cwd: root,
    execArgv: kindOf(file) === 'screens' ? SCREENS : [],
    // Output that tests print themselves is dropped.
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
    // The child must not keep this process alive.
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
