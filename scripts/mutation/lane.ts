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
import { type Heard, type Host, startHost } from '../test-hosts.ts';
import { ROOT } from '../test-run.ts';

/** Result of a test file: null when everything passed, otherwise the first failure in a line. */
export type Verdict = string | null;

/** Copy of the tree in which files are changed and tests are run. */
export interface Lane {
  /** Folder of the copy. */
  readonly root: string;
  read(file: string): string;
  write(file: string, source: string): void;
  /**
   * Runs one test file up to its first failure, on the last written sources. With an `env`, which is added to that of
   * this process, the file runs in a process of its own. A file without output within the limit fails.
   */
  test(file: string, env?: NodeJS.ProcessEnv): Promise<Verdict>;
  /** Builds the site from the changed sources; false when the build fails. */
  build(): Promise<boolean>;
  /** Returns the compiler's error lines, as `file(line,column): ...` from the root. */
  checkTypes(): readonly string[];
}

const SILENCE_MS = 240_000;

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
  // The tests of one mutant share a host, and so the time to load the sources.
  const hosts = new Map<string, Host>();
  return {
    root,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, source) => {
      writeFileSync(path.join(root, file), source);
      for (const host of hosts.values()) host.kill();
      hosts.clear();
    },
    test: async (file, env) => {
      const kind = path.extname(file);
      const host = (env === undefined && hosts.get(kind)) || startHost(root, file);
      const verdict = await runUntilFailure(host, file, env);
      if (verdict === null && env === undefined) hosts.set(kind, host);
      else {
        hosts.delete(kind);
        host.kill();
      }
      return verdict;
    },
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

/**
 * Creates a folder of links to the entries of the original's folder; a workspace's link keeps its relative path, and so
 * points into the copy.
 */
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
  host: Host,
  file: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Verdict> {
  let verdict: Verdict = null;
  let passed = 0;
  const hear = (message: Heard): void => {
    if (message.kind === 'pass') passed += 1;
    if (message.kind !== 'fail') return;
    verdict ??= `${message.name}: ${message.text.split('\n')[0]}`;
    // The first failure decides, so the rest of the file is not needed.
    host.kill();
  };
  try {
    await host.run(file, hear, { silenceMs: SILENCE_MS, env });
  } catch (error) {
    return verdict ?? (error instanceof Error ? error.message : String(error));
  }
  return verdict ?? (passed === 0 ? 'it has no test that passed' : null);
}
