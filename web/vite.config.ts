import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite dev` finds the server; the built app is served by the server itself. */
const api = process.env.RASAT_API ?? 'http://127.0.0.1:3000';

const ADDRESSES = new URL('src/api/addresses.ts', import.meta.url);

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

export default defineConfig({
  plugins: [valuesOf(ADDRESSES), tailwindcss(), reactRouter()],
  server: {
    port: Number(process.env.PORT ?? 3170),
    proxy: { '/api': { target: api, ws: true } },
  },
  preview: {
    port: Number(process.env.PORT ?? 3171),
    proxy: { '/api': { target: api, ws: true } },
  },
  build: { target: 'es2024', assetsInlineLimit: 0 },
});
