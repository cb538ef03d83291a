import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Report } from './report.ts';

const SECTION = 'bundle, gzip';
const ROOT = path.resolve(import.meta.dirname, '..');
const CLIENT = path.join(ROOT, 'web/build/client');
const ASSETS = path.join(CLIENT, 'assets');
/** A name in the chart library that survives minification. */
const CHART_MARK = 'attributionLogo';
const CHART_GOALS = [
  ['C3: <= 65 KB', 65],
  ['W1: chart chunk <= 85 KB', 85],
] as const;
/** A name in React that survives minification. */
const FRAMEWORK_MARK = 'react.transitional.element';
/** Pages that a visitor can open first, including those with forms. */
const FIRST_PAGES = ['dashboard', 'auth/login', 'auth/register'] as const;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;

interface RouteEntry {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports: readonly string[];
}

interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, RouteEntry>>;
}

const contentOf = (file: string): string => readFileSync(path.join(ASSETS, file), 'utf8');
/** Returns the size of a file in KB as gzip sends it. */
const zippedKilobytes = (file: string): number =>
  gzipSync(readFileSync(path.join(ASSETS, file)), { level: 9 }).length / 1024;

function readManifest(): { readonly file: string; readonly manifest: Manifest } {
  const file = readdirSync(ASSETS).find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error('the built site has no manifest');
  const json = contentOf(file)
    .replace(/^[^{]*/, '')
    .replace(/;\s*$/, '');
  return { file, manifest: JSON.parse(json) };
}

/** Returns every script that a browser has loaded when it shows the page, except the texts of its language. */
function scriptsOf(routePath: string): Set<string> {
  const { file, manifest } = readManifest();
  const wanted = [file, manifest.entry.module, ...manifest.entry.imports];
  const routes = Object.values(manifest.routes);
  let route = routes.find((one) => one.path === routePath);
  if (!route) throw new Error(`there is no route ${routePath}`);
  while (route) {
    wanted.push(route.module, ...route.imports);
    const { parentId }: RouteEntry = route;
    route = routes.find((one) => one.id === parentId);
  }
  return withImports(wanted.map((name) => path.basename(name)));
}

/** Returns scripts with everything that they import statically. */
function withImports(names: readonly string[]): Set<string> {
  const scripts = new Set<string>();
  const wanted = [...names];
  for (let script = wanted.pop(); script !== undefined; script = wanted.pop()) {
    if (scripts.has(script)) continue;
    scripts.add(script);
    for (const [, imported = ''] of contentOf(script).matchAll(STATIC_IMPORT))
      wanted.push(imported);
  }
  return scripts;
}

/** Measures what a browser must load, from the site as it is served. */
export async function run(report: Report): Promise<void> {
  const script = path.join(ROOT, 'scripts/build-web.ts');
  const built = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the web app could not be built');
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const sum = (names: Iterable<string>): number =>
    Array.from(names).reduce((total, name) => total + zippedKilobytes(name), 0);

  const dashboard = scriptsOf('dashboard');
  const languages = files.filter((name) => /^(tr|az|en)-/.test(name)).map(zippedKilobytes);
  if (languages.length !== 3) throw new Error('the texts of three languages were expected');
  const longest = Math.max(...languages);
  const first = sum(dashboard) + longest;
  for (const page of FIRST_PAGES) {
    const scripts = sum(scriptsOf(page)) + longest;
    report.add(SECTION, `/${page}: scripts and the longest language`, scripts, 'KB', {
      baseline: { name: 'every script of the site', value: sum(files) },
      goal: { text: 'W1: first route <= 190 KB', of: 'value', atMost: 190 },
    });
  }
  const charts = files.filter((name) => contentOf(name).includes(CHART_MARK));
  if (charts.length === 0) throw new Error('the chart library was not found in the built site');
  for (const [text, atMost] of CHART_GOALS) {
    report.add(SECTION, 'chart library and our port', sum(charts), 'KB', {
      goal: { text, of: 'value', atMost },
    });
  }
  const early = charts.filter((name) => dashboard.has(name) || isPreloaded(name)).length;
  report.add(SECTION, 'its scripts among those of the dashboard', early, '', {
    goal: { text: 'C3: never on the first route', of: 'value', atMost: 0 },
  });
  const more = new Set([...scriptsOf('dashboard/chart'), ...charts]);
  const chartPage = sum([...more].filter((name) => !dashboard.has(name)));
  report.add(SECTION, 'chart page: what it adds to the dashboard', chartPage, 'KB');
  const framework = files.filter((name) => contentOf(name).includes(FRAMEWORK_MARK));
  if (framework.length === 0) throw new Error('the framework was not found in the built site');
  let withFramework = 0;
  for (const page of listDocuments()) {
    const scripts = withImports(scriptsIn(page));
    if (framework.some((name) => scripts.has(name))) withFramework += 1;
    report.add(SECTION, `${nameOf(page)}: scripts`, sum(scripts), 'KB', {
      baseline: { name: 'of the dashboard', value: first },
      goal: { text: 'W1: <= 30 KB', of: 'value', atMost: 30 },
    });
  }
  report.add(SECTION, 'pages built whole that load the framework', withFramework, '', {
    goal: { text: 'W1: none', of: 'value', atMost: 0 },
  });
  report.note(
    'Left out: styles, fonts, pictures, the service worker, and scripts that a running page loads later; 1 KB is 1,024 bytes.',
  );
}

/** Returns the prerendered documents by their file below the site, without the app's document. */
function listDocuments(): string[] {
  return globSync('**/index.html', { cwd: CLIENT }).toSorted();
}

/** Returns the path of a document, such as `/` or `/info/about`. */
function nameOf(page: string): string {
  return `/${path.posix.dirname(page).replace(/^\.$/, '')}`;
}

/** Returns the scripts that a document names. */
function scriptsIn(page: string): string[] {
  const html = readFileSync(path.join(CLIENT, page), 'utf8');
  return [...html.matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
}

/** Returns whether the app's document names the script. */
function isPreloaded(script: string): boolean {
  const html = readFileSync(path.join(CLIENT, '__spa-fallback.html'), 'utf8');
  return html.includes(`/assets/${script}"`);
}
