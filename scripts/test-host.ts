import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

// Runs test files one after another in one process. `test-hosts.ts` starts the process and sends one file at a time.
// Modules that one file has loaded and compiled are ready for the next, which saves most of the time of most files.

/** Message of the host while it runs a file. */
export type HostMessage =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly name: string; readonly reason: string }
  | { readonly kind: 'fail'; readonly name: string; readonly where: string; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'end' };

/** Summary lines that the runner adds by itself. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

const say = (message: HostMessage): void => void process.send?.(message);

async function runFile(file: string): Promise<void> {
  const cwd = process.cwd();
  // The runner ends a file when no work is left; the channel must not count as work.
  process.channel?.unref();
  const stream = run({ files: [path.resolve(file)], cwd, isolation: 'none' });
  stream.on('test:pass', ({ details, skip, todo, name }) => {
    if (details.type === 'suite') return;
    const reason = skip ?? todo;
    say(reason === undefined ? { kind: 'pass' } : { kind: 'skip', name, reason: String(reason) });
  });
  stream.on('test:fail', ({ details, name, file: own = file, line = 0 }) => {
    if (details.type === 'suite') return;
    const { error } = details;
    const where = `${path.relative(cwd, own)}:${line}`;
    say({ kind: 'fail', name, where, text: inspect(error.cause ?? error) });
  });
  stream.on('test:diagnostic', ({ message }) => {
    if (!SUMMARY.test(message)) say({ kind: 'note', text: message });
  });
  // Reading the stream runs the file.
  for await (const _ of stream);
  process.channel?.ref();
  say({ kind: 'end' });
}

/** Order to the host: a file, and the environment in which to run it. */
export interface HostOrder {
  readonly file: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

process.on('message', ({ file, env }: HostOrder) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  void runFile(file);
});
process.once('disconnect', () => process.exit());
