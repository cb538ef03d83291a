import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

// A process that runs test files one after another: started by `test-hosts.ts`, which sends it a file at a time. What
// one file has loaded and compiled is there for the next, which for most files is the greater part of their time.

/** What the host says while it runs a file. */
export type HostMessage =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly name: string; readonly reason: string }
  | { readonly kind: 'fail'; readonly name: string; readonly where: string; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'end' };

/** Counts that the runner adds by itself. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

const say = (message: HostMessage): void => void process.send?.(message);

async function runFile(file: string): Promise<void> {
  const cwd = process.cwd();
  // The runner ends a file when nothing is left to be done, for which the channel must not count.
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
  // Reading the stream is what runs it.
  for await (const _ of stream);
  process.channel?.ref();
  say({ kind: 'end' });
}

/** What the host is asked to do: a file, and the environment in which it is run. */
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
