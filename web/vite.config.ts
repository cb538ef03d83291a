import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { offline } from './offline-build.ts';
import site from './react-router.config.ts';

/** Where `vite dev` finds the server; the built app is served by the server itself. */
const api = process.env.RASAT_API ?? 'http://127.0.0.1:3000';

const ADDRESSES = new URL('src/api/client/addresses.ts', import.meta.url);

/** Puts the values of a module in its place, so that nothing it was computed from is part of the app. */
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

/** The pages of a start with a session: the frame of every page, and the dashboard in it. */
const FIRST = ['root.tsx', 'shell-layout.tsx', 'features/dashboard/route.tsx'].map(
  (file) => `${SOURCES}${file}`,
);

/** What the dashboard alone shows is a part of its page, which no other page waits for. */
const DASHBOARD = `${SOURCES}features/dashboard/`;

/** Our own files that the first page needs at once besides its own, found when all are read. */
const first = new Set<string>();

/** Finds what the first page imports; what it loads later is no part of it. */
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
 * Two files in place of some forty: every page names each file that it needs, and the first page names them for all. The
 * libraries have a file of their own, which stays in a browser when ours changes. `Trans` of react-i18next brings a reader
 * of markup along, for the two forms that use it.
 */
const GROUPS = [
  {
    name: 'libraries',
    test: /[\\/]node_modules[\\/](?:@tanstack|i18next|react|react-i18next(?!.*Trans[.UW])|react-router)[\\/]/,
    priority: 1,
  },
  { name: 'frame', test: (id: string) => first.has(id) },
];

export default defineConfig({
  plugins: [
    valuesOf(ADDRESSES),
    findFirst(),
    tailwindcss(),
    reactRouter(),
    offline(site.prerender),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
  },
  server: {
    port: Number(process.env.PORT ?? 3170),
    proxy: { '/api': { target: api, ws: true } },
  },
  preview: {
    port: Number(process.env.PORT ?? 3171),
    proxy: { '/api': { target: api, ws: true } },
  },
  // `scripts/preloads.ts` reads the manifest and takes it away.
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    manifest: true,
    // The document asks for a page's files at once (`scripts/preloads.ts`); lists of what may come later weigh on every page.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
  },
});
