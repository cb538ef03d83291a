import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { ROOT } from '../test-run.ts';

/** What a test file said: `null` when everything passed, else the first failure in a line. */
export type Verdict = string | null;

/** A copy of the tree in which files are changed and tests are run. */
export interface Lane {
  /** Where it lies. */
  readonly root: string;
  read(file: string): string;
  write(file: string, source: string): void;
  /**
   * Runs one test file up to its first failure, with `env` over the environment of this process. A file that does not end
   * within the limit has failed.
   */
  test(file: string, env?: NodeJS.ProcessEnv): Promise<Verdict>;
  /** Builds the site from the changed sources; false when it cannot be built. */
  build(): Promise<boolean>;
  /** Lines of the compiler that name an error, as `file(line,column): ...` from the root. */
  checkTypes(): readonly string[];
}

const FILE_LIMIT_MS = 240_000;

/** Copies the files to a folder; packages are shared with the original, the four workspaces are the copy's own. */
export function openLane(root: string, files: readonly string[]): Lane {
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(root, file));
  }
  const manifest = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  const { workspaces } = JSON.parse(manifest) as { readonly workspaces: readonly string[] };
  for (const workspace of ['.', ...workspaces]) {
    const packages = path.join(workspace, 'node_modules');
    if (existsSync(path.join(ROOT, packages))) shareFolder(packages, root);
  }
  return {
    root,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, source) => writeFileSync(path.join(root, file), source),
    test: (file, env) => runUntilFailure(root, file, env),
    build: async () => {
      const child = spawn(process.execPath, ['scripts/build-web.ts', '--if-stale'], {
        cwd: root,
        stdio: 'ignore',
      });
      return (await new Promise((resolve) => child.on('close', resolve))) === 0;
    },
    checkTypes: () => {
      const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-b', '--force'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 100_000_000,
      });
      return stdout.split('\n').filter((line) => /^\S.*\(\d+,\d+\): error/.test(line));
    },
  };
}

/** A folder of links to what lies in the original's; a link of a workspace keeps its way and so leads into the copy. */
function shareFolder(name: string, root: string): void {
  mkdirSync(path.join(root, name), { recursive: true });
  for (const entry of readdirSync(path.join(ROOT, name), { withFileTypes: true })) {
    const place = `${name}/${entry.name}`;
    if (entry.name === '.cache') continue;
    if (entry.name === '@rasat') {
      mkdirSync(path.join(root, place));
      for (const workspace of readdirSync(path.join(ROOT, place))) {
        const way = readlinkSync(path.join(ROOT, place, workspace));
        symlinkSync(way, path.join(root, place, workspace));
      }
    } else symlinkSync(path.join(ROOT, place), path.join(root, place));
  }
}

async function runUntilFailure(
  root: string,
  file: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Verdict> {
  const failed = new AbortController();
  let verdict: Verdict = null;
  let passed = 0;
  const stream = run({
    files: [path.join(root, file)],
    cwd: root,
    env: { ...process.env, ...env },
    concurrency: 1,
    timeout: FILE_LIMIT_MS,
    signal: failed.signal,
  });
  stream.on('test:pass', () => {
    passed += 1;
  });
  stream.on('test:fail', ({ name, details }) => {
    if (verdict !== null) return;
    const { error } = details;
    const cause = error.cause instanceof Error ? error.cause : error;
    verdict = `${name}: ${cause.message.split('\n')[0]}`;
    failed.abort();
  });
  for await (const _ of stream);
  return verdict ?? (passed === 0 ? 'it has no test that passed' : null);
}
