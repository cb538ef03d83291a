import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@rasat/contract';

// The start document names the files that all pages need. A page would find its further files and the texts of the
// visitor's language one after the other, each after a round trip; with this script the document requests them at once.

/** Route in the framework's manifest. */
interface Route {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports: readonly string[];
}
type Routes = Readonly<Record<string, Route>>;

/** Built file in Vite's manifest, by its source. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Built>>;

/** Pattern of a page's address, its files, and those of its texts; files by their index in the list. */
type PageFiles = readonly [
  address: string,
  files: readonly number[],
  texts: Readonly<Record<Language, readonly number[]>>,
];

/** Table of the document's script. */
interface Preloads {
  readonly files: readonly string[];
  readonly pages: readonly PageFiles[];
  /** Texts that every page has. */
  readonly texts: Readonly<Record<Language, number>>;
}

const FALLBACK = '__spa-fallback.html';
const CHART = 'src/charts/chart-host.tsx';
/** Page whose loader requests the chart library; no other page of these documents draws with it. */
const CHART_ROUTE = 'features/chart/route';
/** Script in the document's head that sets the visitor's language, and its end. */
const LANGUAGE_IS_KNOWN =
  /(<script>(?:(?!<\/script>).)*d\.lang=l\|\|'tr'(?:(?!<\/script>).)*)(<\/script>)/s;

/** Script for the document's head; its table replaces `TABLE`. */
const ASK = `;(function(t){var l=document.documentElement.lang,p=location.pathname.replace(/\\/+$/,''),w=[t.texts[l]],i=0;for(;i<t.pages.length;i++){var g=t.pages[i];if(new RegExp('^'+g[0]+'$').test(p)){w=w.concat(g[1],g[2][l]);break}}w.forEach(function(n){var e=document.createElement('link');e.rel='modulepreload';e.href='/assets/'+t.files[n];document.head.appendChild(e)})})(TABLE)`;

/** Adds to the built document the script that requests a page's files at once; deletes Vite's manifest. */
export function insertPreloads(web: string): void {
  const client = path.join(web, 'build/client');
  const file = path.join(client, FALLBACK);
  const html = readFileSync(file, 'utf8');
  if (!LANGUAGE_IS_KNOWN.test(html)) throw new Error(`${FALLBACK} has no script to be extended`);
  const manifest = JSON.parse(
    readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const table = JSON.stringify(listPreloads(web, readRoutes(client), manifest, html));
  const script = ASK.replace('TABLE', () => table);
  writeFileSync(
    file,
    html.replace(LANGUAGE_IS_KNOWN, (_, own: string, end: string) => `${own}${script}${end}`),
  );
  rmSync(path.join(client, '.vite'), { recursive: true });
}

function listPreloads(web: string, routes: Routes, manifest: Manifest, html: string): Preloads {
  const files: string[] = [];
  const place = (name: string): number => {
    const at = files.indexOf(name);
    return at < 0 ? files.push(name) - 1 : at;
  };
  const places = (names: readonly string[]): number[] =>
    [...new Set(names)].filter((name) => !html.includes(`/assets/${name}"`)).map(place);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pages = Object.values(routes)
    .filter(({ id, path: own }) => own && own !== '*' && !parents.has(id))
    // A fixed address comes before one with parameters.
    .toSorted((a, b) => Number(a.path?.includes(':')) - Number(b.path?.includes(':')))
    .map((route): PageFiles => {
      const besides = route.id === CHART_ROUTE ? builtFrom(CHART, manifest) : [];
      const areas = areasOf(web, route, routes);
      const textsIn = (language: Language): number[] =>
        places(areas.flatMap((area) => builtFrom(`src/i18n/${language}/${area}.ts`, manifest)));
      return [
        `/${(route.path ?? '').replace(/:\w+/g, '[^/]+')}`,
        places([...filesOf(route, routes), ...besides]),
        { tr: textsIn('tr'), az: textsIn('az'), en: textsIn('en') },
      ];
    });
  const common = (language: Language): number => {
    const [name] = builtFrom(`src/i18n/${language}/index.ts`, manifest);
    if (name === undefined) throw new Error(`the texts of ${language} were not built`);
    return place(name);
  };
  return { files, pages, texts: { tr: common('tr'), az: common('az'), en: common('en') } };
}

function readRoutes(client: string): Routes {
  const assets = path.join(client, 'assets');
  const name = readdirSync(assets).find((one) => /^manifest-.*\.js$/.test(one));
  if (name === undefined) throw new Error('the built site has no manifest');
  const text = readFileSync(path.join(assets, name), 'utf8');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return (JSON.parse(json) as { readonly routes: Routes }).routes;
}

/** Returns a route and its parents, the innermost first. */
function chainOf(route: Route, routes: Routes): Route[] {
  const parent = routes[route.parentId ?? ''];
  return parent ? [route, ...chainOf(parent, routes)] : [route];
}

/** Returns the scripts of a route and its parents, without their folder. */
function filesOf(route: Route, routes: Routes): string[] {
  return chainOf(route, routes).flatMap(({ module, imports }) =>
    [module, ...imports].map((file) => path.posix.basename(file)),
  );
}

/** Returns the areas of texts that a route and its parents load. */
function areasOf(web: string, route: Route, routes: Routes): string[] {
  return chainOf(route, routes).flatMap(({ id }) => {
    const file = path.join(web, 'src', `${id}.tsx`);
    // A prerendered page has an id without a file, and loads no texts.
    const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return [...source.matchAll(/\bloadTexts\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, area = '']) =>
        area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      ),
    );
  });
}

/** Returns the built file of a source and its imports, without their folder. */
function builtFrom(source: string, manifest: Manifest): string[] {
  const built = manifest[source];
  if (!built) throw new Error(`nothing was built from ${source}`);
  const imported = (built.imports ?? []).flatMap((one) => builtFrom(one, manifest));
  return [path.posix.basename(built.file), ...imported];
}
