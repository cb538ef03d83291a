import path from 'node:path';
import { PACKAGES } from '../server/src/connectors/register.ts';

// The house rules about files, as functions over sources in memory. ARCHITECTURE.md shows the import table.

/** Sources by their path from the root. */
export type Sources = ReadonlyMap<string, string>;

/** Modules of the server in their order: each may import the `index.ts` of an earlier one. */
const MODULES = [
  'accounts',
  'rights',
  'auth',
  'education',
  'payments',
  'invoices',
  'messages',
  'market',
  'analysis',
  'page-views',
  'signals',
  'record',
  'stream',
  'telegram',
  'admin',
];

/** Rooms of a module that has some, and which other rooms each may import. */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  market: {
    store: [],
    read: ['store'],
    listing: ['store'],
    gaps: ['store', 'listing'],
    feed: ['store', 'listing', 'gaps'],
    replay: ['store', 'feed'],
  },
};
/** Files above the rooms of a module: they may import every room, and no room may import them. */
const ABOVE_ROOMS = ['index.ts', 'routes.ts', 'worker.ts'];

interface Layer {
  /** Files of the layer. A group named `own` distinguishes parts of the layer that must not import each other. */
  readonly files: RegExp;
  /** Files that the layer may import; `<own>` stands for the text of the group. */
  readonly mayImport: readonly string[];
  /** Files of which the layer may import types alone, with `import type`. */
  readonly mayImportTypes?: readonly string[];
  /** Packages besides those of the repository; a `*` at the end matches any rest. */
  readonly packages: readonly string[];
  /** Further packages by the text of the group; a text without an entry is refused. */
  readonly packagesOf?: Readonly<Record<string, readonly string[]>>;
  readonly node?: boolean;
}

const STDLIB = '@stdlib/math-base-special-*';

/** Entry files of the workspaces besides `index.ts`, for a start that must not load the rest. */
const FACES = {
  '@rasat/ledger/costs': 'ledger/src/figures/costs.ts',
  '@rasat/contract/settings': 'contract/src/settings.ts',
} as const;

/** Import table: every import that it does not allow is refused. The first layer that matches a file applies. */
const LAYERS: Readonly<Record<string, Layer>> = {
  engine: { files: /^engine\//, mayImport: ['engine/'], packages: [STDLIB] },
  // The second resolver shares no code with the first: of other rooms it may only know the types of rows and bars.
  'independent resolver': {
    files: /^ledger\/src\/independent\/(?!.*\.(test|soak)\.ts$)/,
    mayImport: ['ledger/src/independent/'],
    mayImportTypes: ['ledger/src/rows/chain.ts', 'ledger/src/bars/bars-codec.ts'],
    packages: [],
  },
  ledger: { files: /^ledger\//, mayImport: ['ledger/', 'engine/src/index.ts'], packages: [] },
  contract: {
    files: /^contract\//,
    mayImport: [
      'contract/',
      'engine/src/index.ts',
      'ledger/src/index.ts',
      FACES['@rasat/ledger/costs'],
    ],
    packages: ['zod/mini'],
  },
  platform: {
    files: /^server\/src\/platform\//,
    mayImport: ['server/src/platform/', 'contract/src/index.ts', FACES['@rasat/contract/settings']],
    packages: [
      'fastify',
      '@fastify/*',
      'helmet',
      'kysely*',
      'pg',
      'pg-boss',
      'pg-copy-streams',
      'pino',
      'prom-client',
      'nodemailer',
      'zod/mini',
      'aws4fetch',
    ],
    node: true,
  },
  'connector register': {
    files: /^server\/src\/connectors\/(adapter|register)\.ts$/,
    mayImport: [
      'server/src/connectors/adapter.ts',
      'server/src/connectors/connector.ts',
      'server/src/connectors/payment-provider.ts',
      ...Object.keys(PACKAGES).map((name) => `server/src/connectors/${name}/adapter.ts`),
      'server/src/platform/',
      'contract/src/index.ts',
    ],
    packages: [],
  },
  'connector port': {
    files: /^server\/src\/connectors\/[^/]+$/,
    mayImport: [
      'server/src/connectors/connector.ts',
      'server/src/connectors/payment-provider.ts',
      'contract/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: [],
    node: true,
  },
  connector: {
    files: /^server\/src\/connectors\/(?<own>[^/]+)\//,
    mayImport: [
      'server/src/connectors/<own>/',
      'server/src/connectors/vendor-wire/',
      'server/src/connectors/adapter.ts',
      'server/src/connectors/connector.ts',
      'server/src/connectors/connector-contract.ts',
      'server/src/connectors/payment-provider.ts',
      'server/src/connectors/payment-provider-contract.ts',
      'server/src/platform/',
      'contract/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: [],
    packagesOf: PACKAGES,
    node: true,
  },
  module: {
    files: /^server\/src\/modules\/(?<own>[^/]+)\//,
    mayImport: [
      'server/src/modules/<own>/',
      'server/src/platform/',
      'server/src/connectors/connector.ts',
      'server/src/connectors/payment-provider.ts',
      'contract/src/index.ts',
      'ledger/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: [
      'kysely',
      'ws',
      'pino',
      'fastify',
      'zod/mini',
      '@node-rs/argon2',
      'altcha-lib*',
      'otplib',
      'libphonenumber-js*',
      'grammy',
      'pdfkit',
      'sharp',
      'file-type',
    ],
    node: true,
  },
  command: {
    files: /^server\/src\/cli\//,
    mayImport: [
      'server/src/',
      'contract/src/index.ts',
      'ledger/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: ['pino'],
    node: true,
  },
  'tests of several modules': {
    files: /^server\/src\/testing\//,
    mayImport: [
      'server/src/',
      'contract/src/index.ts',
      'ledger/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: ['pino'],
    node: true,
  },
  composition: {
    files: /^server\/src\/[^/]+$/,
    mayImport: [
      'server/src/',
      'contract/src/index.ts',
      'ledger/src/index.ts',
      'engine/src/index.ts',
    ],
    packages: [],
    node: true,
  },
  'web ui': {
    files: /^web\/src\/ui\//,
    mayImport: ['web/src/ui/', 'web/src/i18n/', 'contract/src/index.ts'],
    packages: ['react*', '@base-ui/react/*', 'lucide-react', 'altcha*'],
  },
  'web texts': {
    files: /^web\/src\/i18n\//,
    mayImport: ['web/src/i18n/', 'contract/src/index.ts'],
    packages: ['react*', 'i18next'],
  },
  'web charts': {
    files: /^web\/src\/charts\//,
    mayImport: [
      'web/src/charts/',
      'web/src/ui/',
      'web/src/i18n/',
      'engine/src/index.ts',
      'contract/src/index.ts',
    ],
    packages: ['react', 'lightweight-charts'],
  },
  'web drawings': {
    files: /^web\/src\/drawings\//,
    mayImport: [
      'web/src/drawings/',
      'web/src/charts/',
      'web/src/why/',
      'web/src/ui/',
      'web/src/api/',
      'web/src/i18n/',
      'engine/src/index.ts',
      'contract/src/index.ts',
    ],
    packages: ['react', '@tanstack/react-query', 'i18next'],
  },
  'web why': {
    files: /^web\/src\/why\//,
    mayImport: [
      'web/src/why/',
      'web/src/ui/',
      'web/src/i18n/',
      'engine/src/index.ts',
      'contract/src/index.ts',
    ],
    packages: ['react'],
  },
  'web client and live socket': {
    files: /^web\/src\/api\/(?<own>client|live)\//,
    mayImport: ['web/src/api/<own>/', 'contract/src/index.ts'],
    packages: ['react', '@tanstack/react-query'],
  },
  'web session': {
    files: /^web\/src\/api\/session\//,
    mayImport: ['web/src/api/session/', 'web/src/api/client/', 'contract/src/index.ts'],
    packages: ['@tanstack/react-query'],
  },
  'web shared calls': {
    files: /^web\/src\/api\/calls\//,
    mayImport: [
      'web/src/api/calls/',
      'web/src/api/session/',
      'web/src/api/live/',
      'web/src/api/client/',
      'contract/src/index.ts',
    ],
    packages: ['react', '@tanstack/react-query'],
  },
  'web recovery': {
    files: /^web\/src\/api\/recovery\//,
    mayImport: ['web/src/api/', 'contract/src/index.ts'],
    packages: ['@tanstack/react-query'],
  },
  'web feature': {
    files: /^web\/src\/features\/(?<own>[^/]+)\//,
    mayImport: [
      'web/src/features/<own>/',
      'web/src/ui/',
      'web/src/charts/',
      'web/src/drawings/',
      'web/src/why/',
      'web/src/api/',
      'web/src/i18n/',
      'engine/src/index.ts',
      'ledger/src/index.ts',
      'contract/src/index.ts',
    ],
    packages: [
      'react*',
      '@base-ui/react/*',
      '@tanstack/react-query',
      'lucide-react',
      'i18next',
      'libphonenumber-js*',
      'uqr',
      '@noble/hashes/*',
    ],
  },
  'web worker': {
    files: /^web\/src\/worker\//,
    mayImport: ['web/src/worker/'],
    packages: [],
  },
  'tests of screens': {
    files: /^web\/src\/testing\//,
    mayImport: [
      'web/src/testing/',
      'web/src/api/',
      'web/src/i18n/',
      'web/src/ui/use-now.ts',
      'contract/src/index.ts',
    ],
    packages: [
      'react*',
      'i18next',
      'jsdom',
      'rolldown/utils',
      '@tanstack/react-query',
      '@testing-library/*',
    ],
    node: true,
  },
  'web build': {
    files: /^web\/[^/]+$/,
    mayImport: ['web/src/', 'web/', 'contract/src/index.ts', 'server/src/platform/engine-build.ts'],
    packages: ['vite', '@react-router/*', '@tailwindcss/vite'],
    node: true,
  },
  'web composition': {
    files: /^web\/src\/[^/]+$/,
    mayImport: ['web/src/', 'contract/src/index.ts', 'ledger/src/index.ts', 'engine/src/index.ts'],
    packages: [
      'react*',
      '@react-router/*',
      '@base-ui/react/*',
      '@tanstack/*',
      '@fontsource-variable/*',
      'i18next',
    ],
  },
  e2e: {
    files: /^e2e\//,
    mayImport: [
      'e2e/',
      'contract/src/index.ts',
      'server/src/testing/',
      'server/src/platform/time-spent.ts',
      'web/src/i18n/',
    ],
    packages: ['playwright-core', 'axe-core'],
    node: true,
  },
  bench: {
    files: /^bench\//,
    mayImport: [
      'bench/',
      'scripts/chromium.ts',
      'scripts/standstill.ts',
      'server/src/',
      'contract/src/index.ts',
      'ledger/src/index.ts',
      'engine/src/index.ts',
      'engine/src/indicators/',
      'web/src/charts/',
    ],
    packages: ['*'],
    node: true,
  },
  "tests of Istanbul's time": {
    files: /^scripts\/istanbul\.test\.ts$/,
    mayImport: ['server/src/', 'web/src/', 'contract/src/index.ts', 'ledger/src/index.ts'],
    packages: [],
    node: true,
  },
  scripts: {
    files: /^(scripts\/|[^/]+$)/,
    mayImport: [
      'scripts/',
      'contract/src/index.ts',
      'server/src/connectors/register.ts',
      'server/src/platform/testing.ts',
      'server/src/testing/site-process.ts',
    ],
    packages: ['playwright-core', 'rolldown', 'sharp', 'vite'],
    node: true,
  },
};

/** Additional imports that a test may have. */
const TESTS = {
  files: /\.(test|soak|golden|bench)\.tsx?$|\/testing\//,
  mayImport: [
    'server/src/platform/',
    'server/src/testing/',
    'engine/fixtures/',
    'engine/src/testing/',
    'ledger/src/testing/',
    'web/src/testing/',
    'web/src/web-manifest.ts',
  ],
  packages: [
    '@testing-library/react',
    'fast-check',
    'pg',
    'kysely',
    'ws',
    'smtp-server',
    'postal-mime',
    'altcha-lib*',
    'otplib',
  ],
};

/** Names without a meaning for a file or an identifier. */
const EMPTY_NAMES = /(^|[-_.])(utils?|helpers?|common|misc|managers?)($|[-_.])/i;
const EMPTY_IDENTIFIERS = /^(utils?|helpers?|common|misc|manager)$|(Utils?|Helpers?|Misc|Manager)$/;
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Files in which every export needs a docstring. */
const DOCUMENTED = /^(engine\/src|ledger\/src|contract\/src|server\/src\/platform)\/|\/index\.ts$/;
/** React Router requires default exports there; build tools require them in their settings. */
const MAY_EXPORT_DEFAULT =
  /^web\/(src\/(root|routes|features|overlays|[^/]*layout)\b|[^/]+\.config\.ts$)/;
/** Vendors' files contain times of any zone. */
const KNOWS_ZONES = /^server\/src\/connectors\/files\//;
/** Code that reads or writes a time in another zone than UTC: a zone's name, an offset, the machine's own zone. */
const ZONED = [
  /['"`]Europe\/Istanbul/,
  /[+-]0\d:00\b/,
  /DateTimeFormat\((?!(?:[^()]|\([^()]*\))*timeZone: 'UTC')/,
  /\.toLocale(Date|Time)String\(/,
  /\.[gs]et(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(/,
];
/** Milliseconds of an hour, a day or a week as a number. */
const LENGTH = /\b(3_?600|86_400|604_800)_000\b/;
/** Only file of the server that reads the machine's clock. */
const READS_CLOCK = 'server/src/platform/clock.ts';

/** Files whose texts must name their subjects. */
const PLAIN = /^(engine|ledger|contract|server|web|e2e|bench|scripts)\/|^(docs\/.*|[^/]*)\.md$/;
/** File with the rule's own list of words. */
const NAMES_VAGUE_WORDS = 'scripts/house.ts';
/** Words that name no subject. */
const VAGUE = /who(m)?ever|whatever|somebody|nobody|anybody/i;
/** Values, which are not sentences: strings of one word, and on a page code and quotations. */
const VALUES = { code: /(['"`])[\w.:@/\\${}-]*\1/g, page: /`[^`]*`|“[^”]*”/g };

/** Returns the lines of a source or page of {@link PLAIN} that have a word without a subject, one sentence each. */
export function findVagueWords(file: string, text: string): string[] {
  if (!PLAIN.test(file) || file === NAMES_VAGUE_WORDS) return [];
  const values = file.endsWith('.md') ? VALUES.page : VALUES.code;
  const lines = text.replaceAll(values, (value) => value.replaceAll(/[^\n]/g, '')).split('\n');
  return lines.flatMap((line, at) => {
    const word = VAGUE.exec(line)?.[0];
    return word === undefined ? [] : [`${file}:${at + 1} says "${word}"; name the subject`];
  });
}

/** Returns every violation of the house rules in the sources, one sentence each. */
export function findViolations(sources: Sources): string[] {
  const found: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const imports = listImports(source);
    graph.set(file, localImports(file, imports));
    found.push(
      ...refuseImports(file, imports, source),
      ...refuseNames(file, source),
      ...refuseExports(file, source),
      ...refuseClock(file, source),
      ...refuseTimes(file, source),
      ...refuseAdapters(file, source),
      ...findVagueWords(file, source),
    );
  }
  return [...found, ...findSecondLists(sources), ...findCycles(graph)];
}

/** Returns every specifier that a source imports or re-exports, including type imports and `import()`. */
export function listImports(source: string): string[] {
  const statements = source.matchAll(
    /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm,
  );
  const lines = source.split('\n').filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line));
  const calls = lines.join('\n').matchAll(/\b(?:import|require)\(\s*(['"`])([^'"`\n]+)\1/g);
  return [...statements, ...calls].map((match) => match[2] ?? '');
}

function localImports(file: string, imports: readonly string[]): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
}

function findLayer(file: string): { name: string; layer: Layer; own: string } | undefined {
  for (const [name, layer] of Object.entries(LAYERS)) {
    const match = layer.files.exec(file);
    if (match) return { name, layer, own: match.groups?.own ?? '' };
  }
  return undefined;
}

/** An import of types alone. */
const TYPE_IMPORT = /^[ \t]*import type\b[^'"`;]*?\bfrom\s*(['"])[^'"\n]+\1/gm;

function refuseImports(file: string, imports: readonly string[], source: string): string[] {
  const found = findLayer(file);
  if (!found) return [`${file} lies in no layer of the house`];
  const { packagesOf } = found.layer;
  if (packagesOf && !packagesOf[found.own]) return [`${file}: ${found.own} is not in the register`];
  const types = found.layer.mayImportTypes ?? [];
  const values = listImports(source.replaceAll(TYPE_IMPORT, ''));
  return imports
    .filter(
      (specifier) =>
        !isAllowed(file, specifier, found.layer, found.own) &&
        (values.includes(specifier) || !types.includes(targetOf(file, specifier) ?? '')),
    )
    .map((specifier) => `${file} (${found.name}) must not import ${specifier}`);
}

function isAllowed(file: string, specifier: string, layer: Layer, own: string): boolean {
  const test = TESTS.files.test(file);
  if (specifier.startsWith('node:')) return layer.node === true || test;
  const target = targetOf(file, specifier);
  if (target === null) {
    const packages = [...layer.packages, ...(layer.packagesOf?.[own] ?? [])];
    if (test) packages.push(...TESTS.packages);
    return packages.some((pattern) => matches(pattern, specifier));
  }
  if (
    /\.tsx?$/.test(file) &&
    !/\.(tsx?|mjs|css|json|svg|woff2\?url|css\?url|ts\?worker&url)$/.test(target)
  )
    return false;
  if (!test && !isAllowedByRooms(file, target)) return false;
  const module = /^server\/src\/modules\/([^/]+)\/(.+)$/.exec(target);
  if (module && layer === LAYERS.module && module[1] !== own) {
    return (
      module[2] === 'index.ts' &&
      MODULES.indexOf(module[1] ?? '') < MODULES.indexOf(own) &&
      MODULES.includes(module[1] ?? '')
    );
  }
  // Composition and commands may import only the `index.ts` of a module.
  const composes = [LAYERS.composition, LAYERS.command];
  if (module && composes.includes(layer)) {
    return module[2] === 'index.ts';
  }
  const places = test ? [...layer.mayImport, ...TESTS.mayImport] : layer.mayImport;
  return places.some((place) => {
    const real = place.replace('<own>', own);
    return real.endsWith('/') ? target.startsWith(real) : target === real;
  });
}

/**
 * Whether the rooms allow an import. Every room may import the other files at the top of its module, and those may
 * import no room.
 */
function isAllowedByRooms(file: string, target: string): boolean {
  const from = placeOf(file);
  const to = placeOf(target);
  const rooms = from && ROOMS[from.module];
  if (!rooms || from.module !== to?.module || from.room === to.room) return true;
  if (from.room === '') return ABOVE_ROOMS.includes(from.name);
  return to.room === ''
    ? !ABOVE_ROOMS.includes(to.name)
    : (rooms[from.room] ?? []).includes(to.room);
}

/** Returns the module, the room and the name of a file; the room is empty at the module's top. */
function placeOf(file: string): { module: string; room: string; name: string } | null {
  const match = /^server\/src\/modules\/([^/]+)\/(?:([^/]+)\/)?([^/]+)$/.exec(file);
  return match && { module: match[1] ?? '', room: match[2] ?? '', name: match[3] ?? '' };
}

/** Returns the file of a specifier; null for a package from outside the repository. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const face = Object.entries(FACES).find(([name]) => name === specifier);
  if (face) return face[1];
  const workspace = /^@rasat\/(\w+)(\/.*)?$/.exec(specifier);
  if (!workspace) return null;
  // A deeper path matches no file that a layer may import.
  return `${workspace[1]}/src/${workspace[2] === undefined ? 'index.ts' : `deep${workspace[2]}`}`;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function refuseNames(file: string, source: string): string[] {
  const parts = file.split('/');
  const found = parts
    .filter((part) => EMPTY_NAMES.test(part) || !KEBAB.test(part))
    .map((part) => `${file}: "${part}" is no name of this house`);
  for (const { name } of listExports(source)) {
    if (EMPTY_IDENTIFIERS.test(name)) found.push(`${file}: "${name}" says nothing`);
  }
  return found;
}

interface Exported {
  readonly name: string;
  readonly kind: string;
  /** Whether a docstring is directly above the export. */
  readonly documented: boolean;
}

function listExports(source: string): Exported[] {
  const lines = source.split('\n');
  const exported: Exported[] = [];
  lines.forEach((line, at) => {
    const match =
      /^export (?:declare )?(?:abstract )?(?:async )?(function|const|let|class|interface|type)\b\*? ?\{?(\w+)?/.exec(
        line,
      );
    const name = match?.[2];
    if (!match || name === undefined) return;
    const documented =
      /\*\/\s*$/.test(lines[at - 1] ?? '') ||
      exported.some((other) => other.name === name && other.documented);
    exported.push({ name, kind: match[1] ?? '', documented });
  });
  return exported;
}

function refuseExports(file: string, source: string): string[] {
  const found: string[] = [];
  if (/^export default\b/m.test(source) && !MAY_EXPORT_DEFAULT.test(file)) {
    found.push(`${file} has a default export`);
  }
  if (!DOCUMENTED.test(file) || TESTS.files.test(file)) return found;
  for (const { name, documented } of listExports(source)) {
    if (!documented) found.push(`${file}: ${name} has no docstring`);
  }
  return found;
}

function refuseClock(file: string, source: string): string[] {
  const found: string[] = [];
  if (TESTS.files.test(file)) return found;
  const timed = /^(engine|ledger|contract|server)\//.test(file) && file !== READS_CLOCK;
  if (timed && /\bDate\.now\(|\bnew Date\(\)/.test(source)) {
    found.push(`${file} reads the machine's clock; time comes from the clock that it is given`);
  }
  if (/^(engine|ledger|contract)\//.test(file) && /\bMath\.random\(/.test(source)) {
    found.push(`${file} is pure and must not roll dice`);
  }
  return found;
}

function refuseTimes(file: string, source: string): string[] {
  const isTimed =
    /^(engine|contract|server|web)\//.test(file) && !file.startsWith('engine/src/time/');
  if (!isTimed || TESTS.files.test(file)) return [];
  const code = source.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '');
  const refused = KNOWS_ZONES.test(file) ? [LENGTH] : [...ZONED, LENGTH];
  return refused.some((own) => own.test(code))
    ? [`${file} has a zone or a length of time of its own; both come from engine/src/time`]
    : [];
}

/** Ports, and the tests that run over each adapter of them. */
const PORTS = /^server\/src\/connectors\/(?!register\.ts$)[^/]+$/;

/** Returns a violation for each adapter that a port's code names: a port must not know its adapters. */
function refuseAdapters(file: string, source: string): string[] {
  if (!PORTS.test(file)) return [];
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '').toLowerCase();
  return Object.keys(PACKAGES)
    .filter((name) => code.includes(name) || code.includes(name.replaceAll('-', '')))
    .map((name) => `${file} names the adapter ${name}`);
}

function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.push(`a circle of imports: ${[...trail.slice(at), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/** Closed list: its name, the file that exports it, and its members in any order. */
interface ClosedList {
  readonly name: string;
  readonly file: string;
  readonly members: string;
}

const WORDS = /'[^'\n]*'(?:\s*[,|]\s*'[^'\n]*')+/g;
const membersOf = (words: string): string =>
  [...words.matchAll(/'([^'\n]*)'/g)]
    .map(([, word]) => word)
    .toSorted((a = '', b = '') => (a < b ? -1 : 1))
    .join(' ');

/** Returns the lists of words that the pure packages and the contract export; all other code derives from them. */
function listClosedLists(sources: Sources): ClosedList[] {
  const list = /^export const ([A-Z_]+) = \[\s*('[^'\n]*'(?:\s*,\s*'[^'\n]*')+),?\s*\] as const/gm;
  return [...sources]
    .filter(([file]) => /^(engine|ledger|contract)\/src\//.test(file) && !TESTS.files.test(file))
    .flatMap(([file, source]) =>
      [...source.matchAll(list)].map(([, name = '', words = '']) => ({
        name,
        file,
        members: membersOf(words),
      })),
    );
}

/** Returns a violation for each place that repeats the members of a closed list, as an array or as a type. */
function findSecondLists(sources: Sources): string[] {
  const lists = listClosedLists(sources);
  const found: string[] = [];
  for (const [file, source] of sources) {
    if (TESTS.files.test(file) || file.startsWith('e2e/')) continue;
    for (const { 0: words, index } of source.matchAll(WORDS)) {
      const list = lists.find(({ members }) => members === membersOf(words));
      if (!list) continue;
      const isTheList =
        file === list.file && source.slice(0, index).trimEnd().endsWith(`${list.name} = [`);
      if (!isTheList) found.push(`${file} writes ${list.name} of ${list.file} again`);
    }
  }
  return found;
}
