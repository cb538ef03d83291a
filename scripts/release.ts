import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// `npm run release`: tags the version of package.json once its tests have passed, and writes its notes of the changelog
// to a file.

/** Version and notes of a release, or the sentence why it is refused. */
export type Release =
  | { readonly version: string; readonly notes: string; readonly refusal: null }
  | { readonly refusal: string };

/**
 * Returns the notes of a version, the text below its heading `## [version] - YYYY-MM-DD`; null without that heading.
 */
export function findNotes(changelog: string, version: string): string | null {
  for (const part of changelog.split(/^(?=## )/m)) {
    const heading = /^## \[(.+?)\] - \d{4}-\d\d-\d\d\n/.exec(part);
    if (heading?.[1] === version) return part.slice(heading[0].length).trim();
  }
  return null;
}

/**
 * Returns the release of the tree in `root`; refuses it unless the tree is clean, on main, has one version with notes,
 * and has no tag of it yet.
 */
export function readRelease(root: string): Release {
  const git = (...args: readonly string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const versionIn = (file: string) => (JSON.parse(read(file)) as { version?: string }).version;
  const version = versionIn('package.json') ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version)) return { refusal: `"${version}" is no version.` };
  if (git('status', '--porcelain') !== '') return { refusal: 'The tree has changes.' };
  if (git('branch', '--show-current') !== 'main') return { refusal: 'This is not main.' };
  const others = globSync(['*/package.json', 'package-lock.json'], { cwd: root });
  const other = others.find((file) => versionIn(file) !== version);
  if (other !== undefined) return { refusal: `${other} has another version than ${version}.` };
  if (git('tag', '--list', `v${version}`) !== '') return { refusal: `v${version} is there.` };
  const notes = findNotes(read('CHANGELOG.md'), version);
  if (!notes) return { refusal: `CHANGELOG.md has no notes with a date for ${version}.` };
  return { version, notes, refusal: null };
}

/** Writes the notes below `.data` and tags the commit with them. Returns the path of the notes. */
export function tagRelease(root: string, version: string, notes: string): string {
  const file = path.join(root, '.data/releases', `v${version}.md`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${notes}\n`);
  const tagged = spawnSync(
    'git',
    ['tag', '--annotate', '--cleanup=verbatim', '--file', file, `v${version}`],
    { cwd: root, encoding: 'utf8' },
  );
  if (tagged.status !== 0) throw new Error(tagged.stderr);
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = path.resolve(import.meta.dirname, '..');
  const release = readRelease(root);
  if (release.refusal !== null) {
    console.error(release.refusal);
    process.exit(1);
  }
  const { status } = spawnSync('npm', ['test'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const file = tagRelease(root, release.version, release.notes);
  console.log(`v${release.version} is tagged; its notes: ${path.relative(root, file)}`);
}
