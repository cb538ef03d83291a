import { globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { withLock } from './lock.mjs';
import { findBundle, replaceBundle, SETTLED_MS } from './server-bundle.mjs';

// Bundles the server: a start then loads some forty files instead of 1,260. `--if-stale`: only when its sources changed
// since the last bundle.

const ROOT = path.resolve(import.meta.dirname, '..');

/** Entries of the bundle: the process and its threads. */
const ENTRIES = [
  'main',
  'analyst-thread',
  'recorder-thread',
  'build-check-thread',
  'disguise-thread',
];

/** Folders of the entries that are not beside `main`. */
const FOLDERS: Readonly<Record<string, string>> = { 'disguise-thread': 'modules/record/' };

/**
 * Packages that every start needs, with all of their dependencies. Any other package stays where it is installed: it is
 * loaded late, has a native part, or looks for its own files.
 */
const BUNDLED =
  /^(@rasat\/|@stdlib\/|@fastify\/|fastify$|helmet$|kysely(\/|$)|pg$|pg-boss$|pg-copy-streams$|pino$|ws$|zod\/)/;

/** Files besides the sources that change the bundle. */
const SETTINGS = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  '{engine,ledger,contract,server}/package.json',
  'scripts/{bundle-server.ts,server-bundle.mjs}',
];

/** Whether a file belongs to an installed package. */
function isInstalled(root: string, file: string): boolean {
  return path.relative(root, file).split(path.sep).includes('node_modules');
}

/** Adds to each entry the code that maps stacks to the sources. */
function addTraces(root: string): Plugin {
  const traces = path.join(import.meta.dirname, 'bundle-traces.ts');
  return {
    name: 'rasat:traces',
    resolveId: (id) => (ENTRIES.includes(id) ? `\0${id}` : null),
    load(id) {
      const name = id.slice(1);
      if (!ENTRIES.includes(name)) return null;
      const source = path.join(root, `server/src/${FOLDERS[name] ?? ''}${name}.ts`);
      return [traces, source].map((file) => `import ${JSON.stringify(file)};`).join('\n');
    },
  };
}

/**
 * Replaces imports of `node:http` in our sources by its CommonJS form. An ES import reads every name of the module, and
 * one of them loads the client of `fetch`, which takes thirty milliseconds.
 */
function quickHttp(): Plugin {
  const name = 'node:http';
  return {
    name: 'rasat:http',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}` ? `module.exports = process.getBuiltinModule('${name}');` : null,
  };
}

/** Excludes packages that our own sources import and that `BUNDLED` does not name. */
function leaveOut(root: string): Plugin {
  return {
    name: 'rasat:leave-out',
    resolveId(id, importer) {
      const isOurs = importer !== undefined && !isInstalled(root, importer);
      const isPackage = /^[@a-z]/.test(id) && !id.startsWith('node:');
      return isOurs && isPackage && !BUNDLED.test(id) ? { id, external: true } : null;
    },
  };
}

/**
 * Rewrites the paths in each source, so that it finds the files beside it, which are not moved. A thread is started in
 * its bundled form, and `import.meta.filename` is the file that runs.
 * @param folder folder of the bundle
 */
function keepPlaces(root: string, folder: string): Plugin {
  const threads = ENTRIES.map((name) => `new URL('./${name}.ts', import.meta.url)`);
  const places = /import\.meta\.(?:dirname|url)\b|import\.meta\.resolve\('\.\//g;
  return {
    name: 'rasat:places',
    transform: {
      filter: { id: /\.ts$/, code: /\bimport\.meta\b/ },
      handler(code, id) {
        if (isInstalled(root, id)) return null;
        const from = path.posix.relative(path.join(root, folder), path.dirname(id));
        const name = path.basename(id);
        const here: Readonly<Record<string, string>> = {
          'import.meta.dirname': `(import.meta.dirname + '/${from}')`,
          'import.meta.url': `new URL('${from}/${name}', import.meta.url).href`,
          "import.meta.resolve('./": `import.meta.resolve('${from}/`,
        };
        const lines = code
          .split('\n')
          .map((line) =>
            threads.some((thread) => line.includes(thread))
              ? line.replace('.ts', '.js')
              : line.replaceAll(places, (place) => here[place] ?? place),
          );
        // The line numbers stay the same.
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}

/**
 * Bundles the server whose sources are in `root`, beside the earlier bundles. Returns false when a source was changed
 * in the meantime.
 */
export function bundleServer(root: string): Promise<boolean> {
  return replaceBundle(root, async (folder) => {
    const bundle = await rolldown({
      cwd: root,
      input: Object.fromEntries(ENTRIES.map((name) => [name, name])),
      platform: 'node',
      tsconfig: false,
      // Node computes every number, as it does from the sources.
      optimization: { inlineConst: false },
      plugins: [addTraces(root), quickHttp(), leaveOut(root), keepPlaces(root, folder)],
      onLog(level, log, handle) {
        // Drivers try to import optional packages.
        const { code, id } = log;
        const isOptional =
          code === 'UNRESOLVED_IMPORT' && id !== undefined && isInstalled(root, id);
        if (!isOptional) handle(level, log);
      },
    });
    try {
      const { output } = await bundle.write({
        dir: path.join(root, folder),
        format: 'esm',
        minify: false,
        comments: false,
        // The log contains the class names of errors.
        keepNames: true,
        sourcemap: true,
        sourcemapExcludeSources: true,
      });
      // Includes files that contribute nothing to the bundle. Packages change with the lock files.
      const sources = (await bundle.watchFiles)
        .filter((file) => !isInstalled(root, file))
        .map((file) => path.relative(root, file));
      return {
        read: [...sources, ...globSync(SETTINGS, { cwd: root })],
        written: output.map(({ fileName }) => path.posix.join(folder, fileName)),
      };
    } finally {
      await bundle.close();
    }
  });
}

/** Error codes of a folder that this account cannot write to. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

async function run(ifStale: boolean): Promise<void> {
  if (ifStale) {
    if (findBundle(ROOT) !== null) return;
    // A server runs at the same time.
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  }
  const startMs = performance.now();
  try {
    // File times cannot show two changes within `SETTLED_MS`, so the second try waits.
    const isKept = await bundleServer(ROOT);
    if (!isKept) await sleep(SETTLED_MS);
    if (!isKept) await bundleServer(ROOT);
  } catch (error) {
    // Without a bundle the server is started from its sources.
    if (READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
  if (ifStale) return;
  console.log(`Bundling the server ... ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await withLock(`bundle ${ROOT}`, () => run(process.argv.includes('--if-stale')));
}
