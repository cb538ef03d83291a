/** Part of the product from which mutants are drawn. */
export interface Area {
  readonly name: string;
  /** Globs of its sources, from the root; tests and files that only tests load are left out. */
  readonly files: readonly string[];
  /** Share of a draw. The web holds three quarters of all lines, so it has three parts. */
  readonly parts: number;
}

/** Areas in which an unnoticed fault costs most. */
export const AREAS: readonly Area[] = [
  { name: 'engine', files: ['engine/src/**/*.ts'], parts: 1 },
  {
    name: 'record',
    files: ['server/src/modules/{record,signals}/**/*.ts', 'ledger/src/**/*.ts'],
    parts: 1,
  },
  {
    name: 'payments',
    files: ['server/src/modules/payments/**/*.ts', 'server/src/connectors/iyzico/**/*.ts'],
    parts: 1,
  },
  { name: 'auth', files: ['server/src/modules/{auth,accounts}/**/*.ts'], parts: 1 },
  { name: 'rights', files: ['server/src/modules/rights/**/*.ts'], parts: 1 },
  { name: 'stream', files: ['server/src/modules/stream/**/*.ts'], parts: 1 },
  {
    name: 'backup',
    files: ['server/src/platform/backup/**/*.ts', 'server/src/cli/{backup,restore}.ts'],
    parts: 1,
  },
  { name: 'web', files: ['web/src/**/*.{ts,tsx}'], parts: 3 },
];

/** Files without product code: tests, and files that only tests load. */
export const NOT_MUTATED = /\.(test|soak|golden|testing)\.tsx?$|\/testing\/|\.d\.ts$/;

/**
 * Browser tests of a file of the web, by words of their paths; the first matching row applies. A browser test imports
 * none of the files that it tests, so the import graph does not contain them.
 */
const BROWSER_TESTS: readonly (readonly [place: RegExp, tests: readonly string[]])[] = [
  [/i18n\/\w\w\/admin|features\/admin/, ['back-office', 'admin-learning']],
  [/features\/landing/, ['landing', 'lost']],
  [/features\/auth|i18n\/\w\w\/auth|auth-layout/, ['auth', 'journey']],
  [/features\/dashboard|i18n\/\w\w\/dashboard/, ['dashboard', 'shell']],
  [/features\/symbol|i18n\/\w\w\/(symbol|boxes|signal|why)/, ['symbol']],
  [/features\/chart|charts\/|drawings\/|i18n\/\w\w\/chart/, ['chart', 'symbol']],
  [/(features|i18n\/\w\w)\/(portfolio|predictor)/, ['lists']],
  [/(features|i18n\/\w\w)\/messages/, ['messages']],
  [/account\/payment|i18n\/\w\w\/payment/, ['buying', 'account']],
  [/account\/education|i18n\/\w\w\/education/, ['education', 'learning']],
  [/(features|i18n\/\w\w)\/(account|favorites)/, ['account', 'buying']],
  [/(features|i18n\/\w\w)\/record/, ['record']],
  [/features\/(legal)/, ['legal']],
  [/features\/(palette|shell|mails)|i18n\/\w\w\/(palette|shell|mails)/, ['shell', 'auth']],
  [/src\/(worker|offline)|connection-keeper|web-manifest/, ['offline', 'shell']],
  [/src\/api/, ['dashboard', 'symbol', 'account', 'offline']],
  [/./, ['shell', 'dashboard', 'symbol', 'account']],
];

/** Returns the browser tests of a file of the web, from the root. */
export function browserTestsOf(file: string): readonly string[] {
  if (!file.startsWith('web/src/')) return [];
  const [, tests = []] = BROWSER_TESTS.find(([place]) => place.test(file)) ?? [];
  return tests.map((name) => `e2e/${name}.test.ts`);
}
