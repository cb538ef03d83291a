import { StartError } from '../platform/start-error.ts';
import type { Command } from './command.ts';
import { Interrupted } from './interrupt.ts';

/** Commands by name; each is loaded only when it is run. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  analyse: async () => (await import('./analyse.ts')).analyse,
  backup: async () => (await import('./backup.ts')).backup,
  build: async () => (await import('./build.ts')).build,
  config: async () => (await import('./config.ts')).config,
  import: async () => (await import('./import.ts')).importFile,
  record: async () => (await import('./record.ts')).record,
  replay: async () => (await import('./replay.ts')).replay,
  restore: async () => (await import('./restore.ts')).restore,
  sources: async () => (await import('./sources.ts')).sources,
  symbols: async () => (await import('./symbols.ts')).symbols,
  totp: async () => (await import('./totp.ts')).totp,
  user: async () => (await import('./user.ts')).user,
  verify: async () => (await import('./verify.ts')).verify,
};

async function describeCommands(): Promise<string> {
  const lines = ['usage: npm run rasat -- <command>', ''];
  for (const [name, read] of Object.entries(COMMANDS)) {
    const { usage, summary } = await read();
    lines.push(`  ${name} ${usage}`.trimEnd(), `      ${summary}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Runs the command line that follows `rasat` and returns the exit code: 1 with a sentence on standard error for an
 * error that the operator can fix, 130 after an interrupt. Throws every other error.
 */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    process.stdout.write(await describeCommands());
    return name === undefined ? 1 : 0;
  }
  const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!read) {
    process.stderr.write(`There is no command "${name}".\n${await describeCommands()}`);
    return 1;
  }
  try {
    return await (await read()).run(args);
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write('Stopped.\n');
      return 130;
    }
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
