import { createHash } from 'node:crypto';
import { LANGUAGES } from '@rasat/contract';
import { build, type Plugin, type Rollup } from 'vite';
import { webManifest } from './src/web-manifest.ts';
import { OFFLINE_PAGE } from './src/worker/rules.ts';

const SOURCES = decodeURIComponent(new URL('src/', import.meta.url).pathname);
const WORKER = `${SOURCES}worker/worker.ts`;

/** Modules of the pages that open without a connection. */
const STARTS = [
  'entry.client.tsx',
  'root.tsx',
  'shell-layout.tsx',
  'features/shell/offline-route.tsx',
  'features/dashboard/route.tsx',
  'features/chart/route.tsx',
].map((file) => `${SOURCES}${file}`);

/** Modules that these pages load later and need without a connection. Other pages need the server. */
const LATER =
  /\/(?:ui|charts|features\/(?:shell|dashboard|chart|palette)|i18n\/(?:tr|az|en)\/(?:index|chance|chart|dashboard|why|favorites|messages)\.ts$)/;

/**
 * Adds the files of the installed app: a manifest for each language, and `sw.js`, the service worker that stores the
 * files of the pages without a connection. `documents` are the addresses with a document of their own.
 */
export function offline(documents: readonly string[]): Plugin {
  return {
    name: 'rasat:offline',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = findFiles(bundle);
        // File names contain hashes of the contents, so that a build with any other file has another version.
        const version = createHash('sha256')
          .update(Object.keys(bundle).toSorted().join())
          .digest('hex');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: await buildWorker({
            OFFLINE_FILES: files.map((file) => `/${file}`),
            OFFLINE_DOCUMENTS: [...new Set([...documents, OFFLINE_PAGE])],
            OFFLINE_VERSION: version.slice(0, 12),
          }),
        });
        for (const language of LANGUAGES) {
          this.emitFile({
            type: 'asset',
            fileName: `manifest.${language}.webmanifest`,
            source: JSON.stringify(webManifest(language)),
          });
        }
      },
    },
  };
}

/** Returns the files of `STARTS`, their imports, and their later modules of `LATER`, with fonts and styles. */
function findFiles(bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const isStart = ({ facadeModuleId, moduleIds }: Rollup.OutputChunk): boolean =>
    [facadeModuleId ?? '', ...moduleIds].some((id) => STARTS.includes(id.split('?')[0] ?? ''));
  const found = new Set<string>();
  const waiting = chunks.filter(isStart).map(({ fileName }) => fileName);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const chunk = byFile.get(file);
    if (!chunk || found.has(file)) continue;
    found.add(file);
    for (const also of chunk.viteMetadata?.importedCss ?? []) found.add(also);
    for (const also of chunk.viteMetadata?.importedAssets ?? []) found.add(also);
    waiting.push(...chunk.imports);
    waiting.push(
      ...chunk.dynamicImports.filter((later) =>
        [byFile.get(later)?.facadeModuleId ?? '', ...(byFile.get(later)?.moduleIds ?? [])].some(
          (id) => id.startsWith(SOURCES) && LATER.test(id),
        ),
      ),
    );
  }
  return [...found].toSorted();
}

/** Returns the worker as one script, with the values as constants in it. */
async function buildWorker(values: Readonly<Record<string, unknown>>): Promise<string> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: { input: WORKER, output: { format: 'iife' } },
    },
  });
  const [chunk] = Array.isArray(output)
    ? (output[0]?.output ?? [])
    : 'output' in output
      ? output.output
      : [];
  if (chunk?.type !== 'chunk') throw new TypeError('the worker was not built');
  return chunk.code;
}
