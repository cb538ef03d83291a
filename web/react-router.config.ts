import type { Config } from '@react-router/dev/config';

/**
 * No server rendering: pages are built once. An address listed in `prerender` gets a file of its own below
 * `build/client`; every other page starts from the fallback, `__spa-fallback.html` when `/` is prerendered and
 * `index.html` when it is not.
 */
export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/'],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
