import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Compiler error: its file, and its message with the explaining lines. */
export interface TypeFault {
  readonly file: string;
  readonly message: string;
}

const WORKSPACES = ['engine', 'ledger', 'contract', 'server', 'web'];
const CHECKED = ['engine', 'ledger', 'contract', 'server', 'web', 'web/src/worker'];
/** Tests name members of lists on purpose, so a new member does not concern them. */
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.soak.ts', '**/*.golden.ts', '**/testing/**'];

/** Copies the product's sources into a folder, in which they can be changed and checked. */
export function copySources(root: string, folder: string): void {
  for (const workspace of WORKSPACES) {
    cpSync(path.join(root, workspace), path.join(folder, workspace), {
      recursive: true,
      filter: (from) => !/\/(build|node_modules)$|\.tsbuildinfo$/.test(from),
    });
  }
  cpSync(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, '@rasat'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '@rasat') continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }
  for (const workspace of WORKSPACES) {
    symlinkSync(path.join('..', '..', workspace), path.join(packages, '@rasat', workspace));
    const own = path.join(root, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, workspace, 'node_modules'));
  }
  for (const project of CHECKED) {
    const file = path.join(folder, project, 'tsconfig.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { exclude?: string[] };
    settings.exclude = [...(settings.exclude ?? []), ...TESTS];
    writeFileSync(file, JSON.stringify(settings));
  }
}

/** Replaces a text in a file of the copy. Throws unless the text occurs exactly once. */
export function plant(folder: string, file: string, before: string, after: string): void {
  const place = path.join(folder, file);
  const parts = readFileSync(place, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${file} holds "${before}" ${parts.length - 1} times`);
  writeFileSync(place, parts.join(after));
}

/** Returns the compiler's errors in the copy, by project, in the order of its lines; each error once. */
export async function listTypeFaults(folder: string): Promise<TypeFault[]> {
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ files: [], references: CHECKED.map((project) => ({ path: `./${project}` })) }),
  );
  const compiler = path.join(folder, 'node_modules/.bin/tsc');
  const output = await new Promise<string>((resolve) => {
    execFile(
      compiler,
      ['-b', '--checkers', '1', '--pretty', 'false'],
      { cwd: folder, maxBuffer: 64 * 2 ** 20 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const faults = new Map<string, TypeFault>();
  for (const text of output.split(/\n(?! )/)) {
    const [, file, message] = /^(.+?)\(\d+,\d+\): error (TS[\s\S]*)$/.exec(text) ?? [];
    if (file !== undefined && message !== undefined) faults.set(text, { file, message });
  }
  return [...faults.values()];
}
