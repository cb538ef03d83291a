import { Readable } from 'node:stream';
import { runCommand } from '../cli/run-command.ts';
import type { CommandCall } from './commands.ts';

// Runs commands of the command line one after the other in one process, since loading the program is most of a
// command's cost: for each `CommandCall` on its channel, it sends `{ status, stdout, stderr }`.

const own = { ...process.env };

async function serve({ args, env, input }: CommandCall): Promise<void> {
  process.env = { ...own, ...env };
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) });
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
  const status = await runCommand(args).catch((error: Error) => {
    said.stderr += `${error.stack}\n`;
    return 1;
  });
  process.stdout.write = kept.stdout;
  process.stderr.write = kept.stderr;
  process.send?.({ status, ...said });
}

process.on('message', (call: CommandCall) => void serve(call));
