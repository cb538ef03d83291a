import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listImports } from '../house.ts';

/** Function that lists the test files of a source by their distance in the import graph. */
export type ListTests = (file: string) => readonly string[];

const TEST = /\.test\.tsx?$/;
/** Loading of a file outside of imports: a worker, a program. */
const LOADED = /new URL\(\s*['`](?:\.\/)?([\w./-]+\.tsx?)\b[^,]*,\s*import\.meta\.url/g;

/**
 * Reads the imports among `files` (paths from `root`). The returned function lists the test files that load a source,
 * the nearest first: by the number of imports between, then those of its own folder.
 */
export function readTestGraph(root: string, files: readonly string[]): ListTests {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const loaded = [...text.matchAll(LOADED)].map(([, name = '']) => `./${name}`);
    for (const specifier of [...listImports(text), ...loaded]) {
      const target = resolve(file, specifier);
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return (source) => {
    const distances = new Map([[source, 0]]);
    for (const [file, distance] of distances) {
      for (const importer of importers.get(file) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    const rank = (file: string): number =>
      (distances.get(file) ?? 0) - (path.dirname(file) === path.dirname(source) ? 0.5 : 0);
    return [...distances.keys()]
      .filter((file) => TEST.test(file))
      .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  };
}

function resolve(file: string, specifier: string): string | null {
  const workspace = /^@rasat\/(\w+)$/.exec(specifier);
  if (workspace) return `${workspace[1]}/src/index.ts`;
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(file), specifier);
}
