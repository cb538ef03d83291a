import { backup } from '../cli/backup.ts';
import { restore } from '../cli/restore.ts';
import { StartError } from '../platform/start-error.ts';

// Runs commands of the command line one after the other in one process, since most of what a command costs is to read
// the program: told `{ args, env }` over its channel, it answers `{ status, stdout, stderr }`.

const COMMANDS = { backup, restore };
const own = { ...process.env };

async function run([name, ...args]: readonly string[]): Promise<number> {
  const command = COMMANDS[name as keyof typeof COMMANDS];
  try {
    return await command.run(args);
  } catch (error) {
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`,
    );
    return 1;
  }
}

/** A command of the command line, and what is laid over its environment. */
interface Command {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

async function serve({ args, env }: Command): Promise<void> {
  process.env = { ...own, ...env };
  const said = { stdout: '', stderr: '' };
  const kept = {
    stdout: process.stdout.write.bind(process.stdout),
    stderr: process.stderr.write.bind(process.stderr),
  };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((text: string) => {
      said[name] += text;
      return true;
    }) as typeof process.stdout.write;
  }
  const status = await run(args);
  process.stdout.write = kept.stdout;
  process.stderr.write = kept.stderr;
  process.send?.({ status, ...said });
}

process.on('message', (command: Command) => void serve(command));
