import { PAGES } from '@rasat/contract';
import type { Config } from '@react-router/dev/config';

/** The text pages; each is a document of its own. */
const READ = PAGES.map(({ path }) => path).filter((path) => path.startsWith('/info/'));

/**
 * No server rendering: pages are built once. Each address in `prerender` gets a file of its own below `build/client`.
 * Every other page starts from the fallback: `__spa-fallback.html` when `/` is prerendered, else `index.html`.
 */
export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/', ...READ],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
