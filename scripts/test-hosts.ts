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

const idle: ChildProcess[] = [];

/** How a file is run besides its name. */
interface HostOptions {
  /** In a process of its own, which ends with it. */
  readonly alone: boolean;
  /** Told what the host says of each test. */
  hear(message: Exclude<HostMessage, { kind: 'end' }>): void;
}

/**
 * Runs one test file in a host that has nothing else to do. Rejects when the host's process ends before the file does, or
 * when nothing is heard of it any more.
 */
export async function runInHost(root: string, file: string, options: HostOptions): Promise<void> {
  const host = (!options.alone && idle.pop()) || startHost(root);
  host.ref();
  host.channel?.ref();
  let hasFailed = false;
  let limit: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const silenceMs = file.endsWith('.soak.ts') ? SOAK_SILENCE_MS : SILENCE_MS;
      limit = setTimeout(() => host.kill('SIGKILL'), silenceMs);
      host.on('exit', (code, signal) => {
        reject(new Error(`the process of ${file} ended with ${signal ?? code}`));
      });
      host.on('message', (message: HostMessage) => {
        limit?.refresh();
        if (message.kind === 'end') return resolve();
        hasFailed ||= message.kind === 'fail';
        options.hear(message);
      });
      const order: HostOrder = { file, env: process.env };
      host.send(order);
    });
  } finally {
    clearTimeout(limit);
    host.removeAllListeners();
  }
  // What a failure leaves behind is not for the next file.
  if (options.alone || hasFailed) await end(host);
  else {
    // It ends with this process.
    host.unref();
    host.channel?.unref();
    idle.push(host);
  }
}

/** Ends the hosts that are kept. */
export async function endHosts(): Promise<void> {
  await Promise.all(idle.splice(0).map(end));
}

function startHost(root: string): ChildProcess {
  // What tests print themselves is for nobody.
  return fork(HOST, { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function end(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  host.ref();
  const ended = once(host, 'exit');
  host.disconnect();
  await ended;
}
