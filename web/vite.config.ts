import { readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { readEngineBuild } from '../server/src/platform/engine-build.ts';
import { offline } from './offline-build.ts';
import site from './react-router.config.ts';

/** Address of the server for `vite dev`; the server itself serves the built app. */
const api = process.env.RASAT_API ?? 'http://127.0.0.1:3000';

const ROOT = new URL('../', import.meta.url);
/** Modules of which the app has the values alone. */
const VALUES = [
  'src/api/client/addresses.ts',
  'src/api/session/page-access.ts',
  '../contract/src/page-limits.ts',
].map((file) => new URL(file, import.meta.url));

const ENGINE_BUILD = new URL('src/features/record/engine-build.ts', import.meta.url);

/** Writes the build of the engine, whose files are bundled, into the module that shows it. */
function engineBuild(): Plugin {
  const declared = /export const ENGINE_BUILD: string \| null = null;/;
  return {
    name: 'rasat:engine-build',
    enforce: 'pre',
    apply: 'build',
    async transform(code, id) {
      if (id !== decodeURIComponent(ENGINE_BUILD.pathname)) return null;
      const { hash } = await readEngineBuild(decodeURIComponent(ROOT.pathname));
      if (!declared.test(code)) throw new Error('engine-build.ts declares no ENGINE_BUILD');
      return code.replace(declared, `export const ENGINE_BUILD: string | null = '${hash}';`);
    },
  };
}

/** Replaces a module by its values, so that the modules that computed them are not part of the app. */
function valuesOf(file: URL): Plugin {
  return {
    name: 'rasat:values',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (id !== decodeURIComponent(file.pathname)) return null;
      const values = (await import(file.href)) as Record<string, unknown>;
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

const SOURCES = decodeURIComponent(new URL('src/', import.meta.url).pathname);

/** Modules of the first page after signing in: the frame of every page, and the dashboard. */
const FIRST = ['root.tsx', 'shell-layout.tsx', 'features/dashboard/route.tsx'].map(
  (file) => `${SOURCES}${file}`,
);

/** Modules of the dashboard alone belong to its page, so that no other page waits for them. */
const DASHBOARD = `${SOURCES}features/dashboard/`;

/** Our own modules that the first page imports besides its own; known when all modules are read. */
const first = new Set<string>();

/** Collects the static imports of the first page; dynamic imports are not included. */
function findFirst(): Plugin {
  return {
    name: 'rasat:first',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const isPage = (id: string): boolean => FIRST.includes(id.split('?')[0] ?? '');
      const waiting = [...this.getModuleIds()].filter(isPage);
      const seen = new Set<string>();
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (seen.has(id) || !id.startsWith(SOURCES)) continue;
        seen.add(id);
        if (!isPage(id) && !id.startsWith(DASHBOARD)) first.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

/**
 * Two files in place of some forty: every page names the files that it needs, and the first page names all of them. The
 * libraries are a separate file, which browsers keep when our code changes. `Trans` of react-i18next is left out,
 * because it brings a markup parser that only two forms use.
 */
const GROUPS = [
  {
    name: 'libraries',
    test: /[\\/]node_modules[\\/](?:@tanstack|i18next|react|react-i18next(?!.*Trans[.UW])|react-router)[\\/]/,
    priority: 1,
  },
  { name: 'frame', test: (id: string) => first.has(id) },
];

/** Adds the verifier of the record, as it lies in docs, to the files of the site. */
function verifier(): Plugin {
  return {
    name: 'rasat:verifier',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const source = readFileSync(new URL('../docs/verifier/verify.py', import.meta.url));
      this.emitFile({ type: 'asset', fileName: 'verify.py', source });
    },
  };
}

export default defineConfig({
  plugins: [
    ...VALUES.map(valuesOf),
    engineBuild(),
    findFirst(),
    tailwindcss(),
    reactRouter(),
    offline(site.prerender),
    verifier(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
  },
  server: {
    port: Number(process.env.PORT ?? 3170),
    proxy: { '/api': { target: api, ws: true }, '/engine': { target: api } },
  },
  preview: {
    port: Number(process.env.PORT ?? 3171),
    proxy: { '/api': { target: api, ws: true }, '/engine': { target: api } },
  },
  // `scripts/preloads.ts` reads the manifest and removes it.
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    manifest: true,
    // The document preloads a page's files (`scripts/preloads.ts`); lists of later files would enlarge every page.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
  },
});
