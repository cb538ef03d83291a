import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { anchorOf, listBrokenLinks, listFaults, listSections, PAGE } from './rules-page.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');

const page = read(PAGE);
const SOURCES = '{engine,contract,server,web,ledger}/src/**/*.{ts,tsx}';
const sources = new Map(globSync(SOURCES, { cwd: ROOT }).map((file) => [file, read(file)]));

test('the page of rules and the engine name each other', () => {
  assert.ok(sources.size > 500, 'the sources were found');
  assert.ok(listSections(page).length > 50, 'the sections were found');
  assert.deepEqual(listFaults(page, sources), []);
});

test('what the pages of formats link in the sources is there', () => {
  for (const file of globSync('docs/formats/*.md', { cwd: ROOT })) {
    assert.deepEqual(listBrokenLinks(read(file), 'docs/formats', sources), [], file);
  }
});

test('an anchor is that of GitHub', () => {
  assert.equal(anchorOf('Main, close and reverse seer'), 'main-close-and-reverse-seer');
  assert.equal(anchorOf('R'), 'r');
});

/** Each is one fault, and what is said of it. */
const RANGE = 'engine/src/indicators/average-range.ts';
const RANGE_TEST = 'engine/src/indicators/indicators.test.ts';
const PLANTED: readonly (readonly [
  what: string,
  file: string,
  change: readonly [from: string, to: string],
  said: RegExp,
])[] = [
  [
    'a link to a name that is not exported',
    PAGE,
    ['[updateAverageRange](', '[updateTrueRange]('],
    /links updateTrueRange, which .* does not export/,
  ],
  [
    'a link to a file that is not there',
    PAGE,
    [`[updateAverageRange](../${RANGE})`, `[updateAverageRange](../engine/src/atr.ts)`],
    /links engine\/src\/atr\.ts, which is not there/,
  ],
  [
    'a test that is not there',
    PAGE,
    [`(../${RANGE_TEST}) “the average`, '(../engine/src/range.test.ts) “the average'],
    /links engine\/src\/range\.test\.ts, which is not there/,
  ],
  [
    'words that the test does not say',
    PAGE,
    ['“a tick updates', '“a print updates'],
    /quotes “a print updates .* does not say/,
  ],
  [
    'a section that was renamed',
    PAGE,
    ['### Average range\n', '### True range\n'],
    /names docs\/analysis\.md#average-range, which is no section/,
  ],
  [
    'a formula without a function',
    PAGE,
    ['### Ladder\n', '### Steps\n\n```text\nk = 1, 2\n```\n\n### Ladder\n'],
    /^steps links no function$/,
  ],
  [
    'a docstring without its line',
    RANGE,
    ['docs/analysis.md#average-range', 'the page'],
    /the docstring of updateAverageRange does not name/,
  ],
  [
    'a docstring of another section',
    RANGE,
    ['docs/analysis.md#average-range', 'docs/analysis.md#spacing'],
    /#spacing, which does not link updateAverageRange/,
  ],
  [
    'a function that no section links',
    RANGE,
    [
      '/** Returns the state before the first bar. */',
      'export function updateMedianRange(): void {}\n/** Returns the state before the first bar. */',
    ],
    /no section links updateMedianRange/,
  ],
  [
    'a function that was renamed',
    RANGE,
    ['export function updateAverageRange(', 'export function updateRange('],
    /links updateAverageRange, which .* does not export/,
  ],
];

for (const [what, file, [from, to], said] of PLANTED) {
  test(`found: ${what}`, () => {
    const text = file === PAGE ? page : (sources.get(file) ?? '');
    assert.ok(text.includes(from), `nothing to change: ${from}`);
    const changed = text.replace(from, to);
    const faults =
      file === PAGE
        ? listFaults(changed, sources)
        : listFaults(page, new Map([...sources, [file, changed]]));
    assert.ok(
      faults.some((fault) => said.test(fault)),
      faults.join('\n'),
    );
  });
}
