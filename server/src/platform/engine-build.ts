import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from './sha256.ts';
import { packTar, type TarFile, unpackTar } from './tar.ts';

// The build of the engine: the files that decide what is published, docs/formats/builds.md.

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

/** Packages of the repository whose sources decide what is published. */
const PACKAGES = ['engine', 'ledger'];
/** Files that no published value depends on: tests, and what only tests load. */
const UNUSED = /\.(test|soak|golden|bench)\.ts$|(^|\/)testing\//;
/** Name of the manifest in an archive; it is the first file there. */
const MANIFEST = 'MANIFEST';

/** Build of the engine. */
export interface EngineBuild {
  /** SHA-256 of the manifest, as lower-case hex. */
  readonly hash: string;
  /** A line for each file in the order of the paths, `<sha256>  <path>`, then the line `node <version>`. */
  readonly manifest: string;
  /** Version of Node as `process.version` states it. */
  readonly node: string;
  /** Files of the manifest in its order, by their path from the root of the repository. */
  readonly files: readonly TarFile[];
}

/**
 * Reads the build of a repository from its files; default is the repository of this program. Throws when a file is
 * missing.
 */
export async function readEngineBuild(
  root = REPOSITORY,
  node = process.version,
): Promise<EngineBuild> {
  const names = (await Promise.all(PACKAGES.map((name) => listSources(root, name)))).flat();
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(path.join(root, name)) })),
  );
  return makeEngineBuild([...files, ...(await readDependencies(root))], node);
}

/** Builds the manifest of files, in any order, and its hash. */
export function makeEngineBuild(files: readonly TarFile[], node: string): EngineBuild {
  const sorted = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  const lines = sorted.map(({ name, content }) => `${sha256(content).toString('hex')}  ${name}\n`);
  const manifest = `${lines.join('')}node ${node}\n`;
  return { hash: sha256(manifest).toString('hex'), manifest, node, files: sorted };
}

/** Returns the archive of a build: a gzipped tar of the manifest and then each file at its path. */
export function packEngineBuild({ manifest, files }: EngineBuild): Buffer {
  return gzipSync(packTar([{ name: MANIFEST, content: Buffer.from(manifest) }, ...files]), {
    level: 9,
  });
}

/**
 * Returns the build whose archive this is. Throws when the archive cannot be read, or when its manifest is not that of
 * its files.
 */
export function unpackEngineBuild(archive: Buffer): EngineBuild {
  const [first, ...files] = unpackTar(gunzipSync(archive));
  const manifest = first?.name === MANIFEST ? first.content.toString() : '';
  const node = /(?:^|\n)node (.+)\n$/.exec(manifest)?.[1];
  if (node === undefined) throw new Error('the archive has no manifest');
  const build = makeEngineBuild(files, node);
  if (build.manifest !== manifest) throw new Error('the manifest is not that of the files');
  return build;
}

/** Lists the sources of a package, and its `package.json`. */
async function listSources(root: string, name: string): Promise<string[]> {
  const entries = await readdir(path.join(root, name, 'src'), {
    recursive: true,
    withFileTypes: true,
  });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => toName(root, path.join(entry.parentPath, entry.name)))
    .filter((source) => !UNUSED.test(source));
  return [`${name}/package.json`, ...sources];
}

/**
 * Reads the files that the engine's packages load, and the `package.json` of each package. These packages are CommonJS,
 * so each file states by `require` what it loads.
 */
async function readDependencies(root: string): Promise<TarFile[]> {
  const home = path.join(root, 'engine/package.json');
  const { dependencies } = JSON.parse(await readFile(home, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const found = new Map<string, Buffer>();
  const waiting = Object.keys(dependencies).map((name) => createRequire(home).resolve(name));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = toName(root, file);
    if (found.has(name)) continue;
    const content = await readFile(file);
    found.set(name, content);
    const owner = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(name)?.[0];
    if (owner === undefined) throw new Error(`${name} belongs to no package`);
    waiting.push(path.join(root, owner, 'package.json'));
    if (!file.endsWith('.js')) continue;
    const load = createRequire(file);
    const wanted = withoutComments(content.toString()).matchAll(/\brequire\(\s*'([^']+)'\s*\)/g);
    for (const [, specifier = ''] of wanted) waiting.push(load.resolve(specifier));
  }
  return [...found].map(([name, content]) => ({ name, content }));
}

/** Removes block comments and lines of comment: their examples load packages that are not used. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function toName(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
