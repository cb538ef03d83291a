import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { findVagueWords, findViolations, listImports } from './scripts/house.ts';

const ROOT = import.meta.dirname;
const FILES =
  '{{engine,ledger,contract}/{src,fixtures}/**/*.ts,server/src/**/*.{ts,mjs},web/{src/**/*.{ts,tsx},*.ts},{e2e,bench,scripts}/**/*.ts,*.ts}';

test('the house has no file that breaks its rules', () => {
  // This file holds violations on purpose.
  const files = globSync(FILES, { cwd: ROOT, exclude: ['house.test.ts'] });
  assert.ok(files.length > 50, 'the sources were found');
  const sources = new Map(files.map((file) => [file, readFileSync(`${ROOT}/${file}`, 'utf8')]));
  assert.deepEqual(findViolations(sources), []);
});

test('the pages have no word without a subject', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
  assert.ok(pages.length > 50, 'the pages were found');
  const found = pages.flatMap((page) =>
    findVagueWords(page, readFileSync(`${ROOT}/${page}`, 'utf8')),
  );
  assert.deepEqual(found, []);
});

test('no committed file names a download address, a registry or a place on a machine', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(`${ROOT}/${file}`));
  assert.ok(files.includes('package.json'), 'the list of files was found');
  const found = files.filter((file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'latin1');
    return (
      text.includes(`${ROOT}/`) ||
      /registry\.[a-z]|\/(?:home|root|Users)\/[a-z]/.test(text) ||
      (file === 'package-lock.json' &&
        /"resolved": "(?!engine"|ledger"|contract"|server"|web")/.test(text))
    );
  });
  assert.deepEqual(
    found.filter((file) => file !== 'house.test.ts'),
    [],
  );
});

test('imports of every form are seen', () => {
  const source = `
import a from 'one';
import type { B } from "two";
import {
  c,
  type D,
} from './three.ts';
export * from './four.ts';
export type { E } from './five.ts';
import 'six';
type F = import('seven').F;
const g = await import('eight');
 * import nothing from 'a comment';
// import('a comment too')
export const from = 'nine';
`;
  assert.deepEqual(listImports(source), [
    'one',
    'two',
    './three.ts',
    './four.ts',
    './five.ts',
    'six',
    'seven',
    'eight',
  ]);
});

const DOC = '/** What it promises. */\n';

/** Each breaks one rule. */
const PLANTED: readonly (readonly [what: string, file: string, source: string])[] = [
  ['the engine reads a file', 'engine/src/bars/read.ts', `import 'node:fs';`],
  ['the engine imports a package', 'engine/src/bars/a.ts', `import { z } from 'zod';`],
  [
    'the engine imports the contract',
    'engine/src/a.ts',
    `import type { T } from '@rasat/contract';`,
  ],
  [
    'the second resolver imports the engine',
    'ledger/src/independent/a.ts',
    `import { touchPosition } from '@rasat/engine';`,
  ],
  [
    "the second resolver imports the first one's entries",
    'ledger/src/independent/a.ts',
    `import { followPosition } from '../baselines/history.ts';`,
  ],
  [
    'the second resolver runs code of the rows',
    'ledger/src/independent/a.ts',
    `import { originOf } from '../rows/chain.ts';`,
  ],
  [
    'the second resolver runs code of the bars',
    'ledger/src/independent/a.ts',
    `import { createColumns, type BarColumns } from '../bars/bars-codec.ts';`,
  ],
  ['the engine reads the clock', 'engine/src/a.ts', `const t = Date.now();`],
  ['the engine rolls dice', 'engine/src/a.ts', `const t = Math.random();`],
  ['the contract imports the whole of zod', 'contract/src/a.ts', `import * as z from 'zod';`],
  ['the contract imports the server', 'contract/src/a.ts', `import '../../server/src/app.ts';`],
  ['the contract reaches into the engine', 'contract/src/a.ts', `import '@rasat/engine/src/a.ts';`],
  ['platform imports a module', 'server/src/platform/a.ts', `import '../modules/market/index.ts';`],
  [
    'platform imports the engine',
    'server/src/platform/a.ts',
    `import type { Bar } from '@rasat/engine';`,
  ],
  [
    'platform loads a module late',
    'server/src/platform/a.ts',
    `await import('../modules/market/index.ts');`,
  ],
  [
    'a connector imports another',
    'server/src/connectors/iyzico/b.ts',
    `import '../simulated/index.ts';`,
  ],
  [
    'a connector imports a module',
    'server/src/connectors/iyzico/b.ts',
    `import type { X } from '../../modules/market/index.ts';`,
  ],
  [
    "a connector imports another one's package",
    'server/src/connectors/iyzico/b.ts',
    `import { unzipSync } from 'fflate';`,
  ],
  [
    "a source of prices imports a payment provider's package",
    'server/src/connectors/simulated/b.ts',
    `import Fastify from 'fastify';`,
  ],
  ['a connector that is not registered', 'server/src/connectors/oracle/b.ts', ''],
  [
    'a connector imports the register',
    'server/src/connectors/iyzico/b.ts',
    `import { PROVIDERS } from '../register.ts';`,
  ],
  [
    'the register loads an adapter',
    'server/src/connectors/register.ts',
    `import { createIyzico } from './iyzico/iyzico.ts';`,
  ],
  [
    'a port names an adapter in a type',
    'server/src/connectors/payment-provider.ts',
    `type Name = 'demo-bank' | 'another';`,
  ],
  [
    "a port's contract names an adapter",
    'server/src/connectors/connector-contract.ts',
    'const isDemoBank = (name: string) => name.length > 0;',
  ],
  [
    'a module imports a later one',
    'server/src/modules/market/a.ts',
    `import '../analysis/index.ts';`,
  ],
  [
    'a module names the type of a later one',
    'server/src/modules/market/a.ts',
    `import type { X } from '../stream/index.ts';`,
  ],
  [
    'a module reaches into an earlier one',
    'server/src/modules/signals/a.ts',
    `import '../market/store.ts';`,
  ],
  ['a module that is not listed', 'server/src/modules/market/a.ts', `import '../gossip/index.ts';`],
  [
    'a module imports a connector',
    'server/src/modules/market/a.ts',
    `import '../../connectors/simulated/index.ts';`,
  ],
  ['a module imports a driver', 'server/src/modules/market/a.ts', `import pg from 'pg';`],
  [
    'a command reaches into a module',
    'server/src/cli/a.ts',
    `import '../modules/market/store.ts';`,
  ],
  ['a room imports one above it', 'server/src/modules/market/store/a.ts', `import '../feed/b.ts';`],
  [
    'a room names the type of one beside it',
    'server/src/modules/market/read/a.ts',
    `import type { X } from '../listing/b.ts';`,
  ],
  [
    'a room imports the face of its module',
    'server/src/modules/market/replay/a.ts',
    `import '../index.ts';`,
  ],
  [
    'what lies under the rooms imports one',
    'server/src/modules/market/topics.ts',
    `import './store/a.ts';`,
  ],
  [
    'a room that is not in the table',
    'server/src/modules/market/gossip/a.ts',
    `import '../store/b.ts';`,
  ],
  ['the server reads the clock', 'server/src/modules/market/a.ts', `const t = new Date();`],
  ['a module names the zone', 'server/src/modules/market/a.ts', `const zone = 'Europe/Istanbul';`],
  ['a feature adds the offset', 'web/src/features/chart/a.ts', `Date.parse(day + 'T00:00+03:00');`],
  [
    'a mail formats in a zone',
    'server/src/platform/mail/a.ts',
    `new Intl.DateTimeFormat(LOCALES[language], { hour: 'numeric', timeZone }).format(timeMs);`,
  ],
  ["the web formats in the machine's zone", 'web/src/i18n/a.ts', `new Intl.DateTimeFormat('tr');`],
  ["the web reads the machine's zone", 'web/src/ui/a.ts', 'const hour = date.getHours();'],
  ['a module writes a day out', 'server/src/modules/market/a.ts', 'const DAY_MS = 86_400_000;'],
  ['a reader of files writes an hour out', 'server/src/connectors/files/a.ts', 'h * 3_600_000;'],
  [
    'a widget calls the server',
    'web/src/ui/a.tsx',
    `import { call } from '../api/client/client.ts';`,
  ],
  [
    'the chart calls the server',
    'web/src/charts/a.ts',
    `import { call } from '../api/client/client.ts';`,
  ],
  ['calls know widgets', 'web/src/api/calls/a.ts', `import { Button } from '../../ui/button.tsx';`],
  ['the client knows a call', 'web/src/api/client/a.ts', `import '../calls/market.ts';`],
  ['shared calls know the recovery', 'web/src/api/calls/a.ts', `import '../recovery/recovery.ts';`],
  ['a file of api outside its rooms', 'web/src/api/a.ts', `import './client/client.ts';`],
  ['the chart knows a drawing', 'web/src/charts/a.ts', `import '../drawings/kinds.ts';`],
  ['a drawing knows a page', 'web/src/drawings/a.ts', `import '../features/chart/plot.tsx';`],
  ['a drawing draws with the library', 'web/src/drawings/a.ts', `import 'lightweight-charts';`],
  ['a feature imports another', 'web/src/features/chart/a.tsx', `import '../symbol/page.tsx';`],
  [
    'a feature draws with the library',
    'web/src/features/chart/a.tsx',
    `import 'lightweight-charts';`,
  ],
  [
    'the web imports the server',
    'web/src/api/client/a.ts',
    `import type { App } from '../../../../server/src/app.ts';`,
  ],
  ['a browser test imports a source', 'e2e/a.test.ts', `import '../web/src/api/client/client.ts';`],
  ['an import without its ending', 'contract/src/a.ts', `import './errors';`],
  ['an empty name', 'engine/src/bars/utils.ts', ''],
  ['an empty name inside', 'web/src/ui/date-helpers.ts', ''],
  ['an empty folder name', 'web/src/ui/common/a.ts', ''],
  ['a file in camel case', 'engine/src/barStore.ts', ''],
  ['a class named by nothing', 'server/src/modules/market/a.ts', 'export class FeedManager {}'],
  ['a default export', 'server/src/modules/market/a.ts', 'export default 1;'],
  ['an export without docstring', 'engine/src/a.ts', 'export const a = 1;'],
  ['a face without docstring', 'server/src/modules/market/index.ts', 'export function a() {}'],
  ['an undocumented interface', 'server/src/platform/a.ts', 'export interface A {}'],
  ['a folder outside the house', 'lib/a.ts', `import 'node:fs';`],
  ['a comment without a subject', 'engine/src/a.ts', '// Whoever calls it gets a bar.'],
  ['a name without a subject', 'ledger/src/a.ts', 'const isNobodysRow = true;'],
  ['a test without a subject', 'contract/src/a.test.ts', `test('somebody is told', () => {});`],
  ['a note without a subject', 'bench/a.ts', 'report.note(`Left out: whatever waits.`);'],
  ['a log line without a subject', 'server/src/a.ts', `log.warn('somebody left');`],
  [
    'a text without a subject',
    'web/src/i18n/en/a.ts',
    `export const a = { left: 'Nobody is here.' };`,
  ],
  ['a step without a subject', 'e2e/a.ts', '// Waits for whatever comes.'],
];

for (const [what, file, source] of PLANTED) {
  test(`refused: ${what}`, () => {
    assert.equal(findViolations(new Map([[file, source]])).length, 1, source);
  });
}

test('refused: a page with a word without a subject, except in code and quotations', () => {
  const page = 'The account `nobody`.\nA test “that nobody\nreads”.\nAnybody reads it.';
  for (const file of ['README.md', 'docs/a.md', 'docs/formats/a.md']) {
    assert.deepEqual(findVagueWords(file, page), [`${file}:4 says "Anybody"; name the subject`]);
  }
});

test('allowed: a value that has such a word, and such a word where the rule does not apply', () => {
  assert.deepEqual(findVagueWords('contract/src/a.ts', `say('about.nobody');`), []);
  assert.deepEqual(findVagueWords('lib/a.ts', '// Nobody'), []);
});

test('refused: a circle of imports, even of types', () => {
  const sources = new Map([
    ['server/src/modules/market/a.ts', `import type { B } from './b.ts';`],
    ['server/src/modules/market/b.ts', `import { c } from './c.ts';`],
    ['server/src/modules/market/c.ts', `export * from './a.ts';`],
  ]);
  assert.equal(findViolations(sources).length, 1);
});

test('allowed: what the table names', () => {
  const sources = new Map([
    [
      'engine/src/a.ts',
      `import { ln } from '@stdlib/math-base-special-ln';\n${DOC}export const a = ln;`,
    ],
    [
      'contract/src/a.ts',
      `import * as z from 'zod/mini';\nimport type { Bar } from '@rasat/engine';`,
    ],
    [
      'ledger/src/independent/a.ts',
      `import type { LedgerRow } from '../rows/chain.ts';\nimport { b } from './b.ts';`,
    ],
    ['server/src/platform/a.ts', `import 'node:fs';\nimport { ROUTES } from '@rasat/contract';`],
    [
      'server/src/modules/signals/a.ts',
      `import { x } from '../market/index.ts';\nimport { y } from './b.ts';`,
    ],
    [
      'server/src/modules/signals/b.ts',
      `import type { Connector } from '../../connectors/connector.ts';`,
    ],
    [
      'server/src/platform/mail/figures.ts',
      `new Intl.DateTimeFormat('tr', { dateStyle: 'long', timeZone: 'UTC' });\n// 'Europe/Istanbul'`,
    ],
    ['web/src/i18n/en/chart.ts', `const clock = '{{time}} Europe/Istanbul';`],
    ['server/src/connectors/files/a.ts', `const zone = 'Europe/Istanbul';`],
    [
      'server/src/modules/market/feed/a.ts',
      `import { x } from '../store/b.ts';\nimport { y } from '../symbol.ts';`,
    ],
    ['server/src/modules/market/worker.ts', `import { x } from './feed/a.ts';`],
    ['server/src/app.ts', `import { x } from './modules/stream/index.ts';`],
    ['server/src/connectors/files/b.ts', `import { unzipSync } from 'fflate';`],
    ['server/src/connectors/connector.ts', '// Not like the files of `simulated` markets.'],
    ['web/src/features/chart/a.tsx', `import { b } from '../../ui/button.tsx';\nexport default b;`],
    [
      'engine/src/a.test.ts',
      `import fc from 'fast-check';\nimport 'node:fs';\nconst t = Date.now();`,
    ],
  ]);
  assert.deepEqual(findViolations(sources), []);
});

test('a closed list is written once, in any order of its members', () => {
  const home = `${DOC}export const TERMS = ['short', 'long'] as const;\n`;
  const again = (file: string, source: string) =>
    findViolations(
      new Map([
        ['engine/src/boxes/terms.ts', home],
        [file, source],
      ]),
    );
  const told = (file: string) => [`${file} writes TERMS of engine/src/boxes/terms.ts again`];
  assert.deepEqual(
    again('web/src/ui/a.ts', `type Term = 'long' | 'short';`),
    told('web/src/ui/a.ts'),
  );
  assert.deepEqual(
    again('server/src/cli/a.ts', `const terms = [\n  'short',\n  'long',\n];`),
    told('server/src/cli/a.ts'),
  );
  assert.deepEqual(again('web/src/ui/a.ts', `type Part = 'long' | 'short' | 'flat';`), []);
  assert.deepEqual(again('web/src/ui/a.test.ts', `const terms = ['short', 'long'];`), []);
});
