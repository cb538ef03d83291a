import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** A benchmark process that answers each command with one message. */
export interface Child {
  /** Sends a command and resolves with the answer. Rejects when the process ends first. */
  ask<T>(command: unknown): Promise<T>;
  end(): void;
}

/** Starts a file of this folder as a process and waits for its first message. */
export async function startChild<T>(
  file: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<Child & { readonly greeting: T }> {
  const child = fork(path.join(import.meta.dirname, file), args, { execArgv: [...execArgv] });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  ended.catch(() => {});
  const answer = <A>(): Promise<A> => Promise.race([messageOf<A>(child), ended]);
  const greeting = await answer<T>();
  return {
    greeting,
    ask<A>(command: unknown) {
      const answered = answer<A>();
      child.send(command as object);
      return answered;
    },
    end: () => void child.kill('SIGKILL'),
  };
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as T)));
}
