import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Tidy } from '../platform/testing.ts';

/** Command of the command line, additions to its environment, and its input. */
export interface CommandCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Result of a command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Returns a function that runs commands one after the other in one process, which ends with the test or file. A test
 * that signals a command, or is about its process, starts `cli/main.ts` itself.
 */
export function openCommands(
  t: Tidy,
): (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  input?: string,
) => Promise<CommandResult> {
  const host = fork(path.join(import.meta.dirname, 'command-process.ts'), {
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  t.after(() => void host.kill());
  return async (args, env = {}, input = '') => {
    host.send({ args, env, input } satisfies CommandCall);
    const [result] = (await once(host, 'message')) as [CommandResult];
    return result;
  };
}
