import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Where `vite dev` finds the server; the built app is served by the server itself. */
const api = process.env.RASAT_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
