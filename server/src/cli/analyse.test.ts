import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { makeBars } from '../testing/bars.ts';
import { openCommands } from '../testing/commands.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-analyse-'));
after(() => rmSync(folder, { recursive: true }));
const GOLDEN = path.resolve(import.meta.dirname, '../../../../shared/design/golden');

const commands = openCommands({ after });
// Nothing here needs a database; one that cannot be reached shows it.
const ENV = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
const run = (...args: readonly string[]) => commands(['analyse', ...args], ENV);

type Tuple = (string | number | null)[];
type Bars = readonly (readonly [number, number, number, number, number, number])[];

function write(name: string, rows: readonly (Bars[number] | string)[]): string {
  const file = path.join(folder, name);
  const lines = rows.map((row) => (typeof row === 'string' ? row : row.join(',')));
  writeFileSync(file, `d,o,h,l,c,v\n${lines.join('\n')}\n`);
  return file;
}

const HOURS: Bars = (() => {
  const bars = makeBars({
    seed: 11,
    fromMs: Date.UTC(2024, 0, 1),
    bars: 4000,
    digits: 2,
    price: 900,
  });
  return Array.from({ length: bars.length }, (_, i) => [
    bars.openTimeMs[i]!,
    bars.open[i]!,
    bars.high[i]!,
    bars.low[i]!,
    bars.close[i]!,
    1,
  ]);
})();
const CRYPTO = ['--symbol', 'BTCUSD', '--category', 'crypto', '--digits', '2', '--base', '60'];

test('a file becomes one JSON object on stdout', async () => {
  const { status, stdout, stderr } = await run(write('plain.csv', HOURS), ...CRYPTO);
  assert.equal(status, 0);
  assert.equal(stderr, '');
  const { events, view } = JSON.parse(stdout) as { events: Tuple[]; view: Record<string, unknown> };
  const kinds = new Set(events.map(([kind]) => kind));
  for (const kind of ['P', 'B', 'T', 'C', 'L', 'Y']) assert.ok(kinds.has(kind), kind);
  assert.ok(events.every((event) => event[0] !== 'P' || event[2] !== '36@60'));
  assert.ok(events.every((event) => event[0] !== 'B' || !String(event[2]).startsWith('36')));
  assert.deepEqual(Object.keys(view), [
    'cycle',
    'levels',
    'gann',
    'seer',
    'closeSeer',
    'reverseSeer',
    'tradeCondition',
    'crystalSeer',
    'box',
    'trade',
    'touch',
  ]);
});

test('--all has what is left out otherwise, and everything else unchanged', async () => {
  const file = write('all.csv', HOURS);
  const some = (JSON.parse((await run(file, ...CRYPTO)).stdout) as { events: Tuple[] }).events;
  const all = (JSON.parse((await run(file, ...CRYPTO, '--all')).stdout) as { events: Tuple[] })
    .events;
  assert.ok(all.some((event) => event[0] === 'P' && event[2] === '36@60'));
  assert.ok(all.some((event) => event[0] === 'B' && event[2] === '36'));
  assert.ok(all.some((event) => event[0] === 'B' && event[2] === '144.long'));
  const isUsual = (event: Tuple) =>
    !(event[0] === 'P' && event[2] === '36@60') &&
    !(event[0] === 'B' && (event[2] === '36' || String(event[2]).endsWith('.long')));
  assert.deepEqual(all.filter(isUsual), some);
});

test('rows that are none are told by line on stderr, and the rest is analysed as without them', async () => {
  const [first, second, ...rest] = HOURS;
  const dirty = [
    first!,
    'rubbish',
    second!,
    [second![0], 1, 2, 0, 1, 1] as const,
    `${second![0] + 1234},900,901,899,900,1`,
    `${second![0]},900,901,902,900,1`,
    ...rest,
  ];
  const clean = await run(write('clean.csv', HOURS), ...CRYPTO);
  const { status, stdout, stderr } = await run(write('dirty.csv', dirty), ...CRYPTO);
  assert.equal(status, 0);
  assert.equal(stdout, clean.stdout);
  assert.deepEqual(
    stderr
      .trim()
      .split('\n')
      .map((line) => line.split(':').slice(0, 2).join()),
    ['line 3, columns', 'line 5, not-positive', 'line 6, misaligned', 'line 7, range'],
  );
});

test('a wrong word is one sentence, exit 1 and nothing on stdout', async () => {
  const file = write('one.csv', HOURS.slice(0, 50));
  const cases: readonly [readonly string[], RegExp][] = [
    [[file, ...CRYPTO.slice(0, 6)], /--base is missing/],
    [[file, ...CRYPTO, '--base', '240'], /--base must be one of 60, 1D/],
    [[file, ...CRYPTO, '--digits', '13'], /--digits must be/],
    [[file, ...CRYPTO, '--symbol', 'btc'], /--symbol must be/],
    [[file, ...CRYPTO, '--colour', 'red'], /--colour/],
    [CRYPTO, /one word/],
    [['/nowhere.csv', ...CRYPTO], /nowhere\.csv/],
  ];
  for (const [args, sentence] of cases) {
    const { status, stdout, stderr } = await run(...args);
    assert.equal(status, 1, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, / at .*\.ts/, 'no stack');
  }
});

interface Golden {
  readonly digits: number;
  readonly fx: boolean;
  readonly base: '60' | '1D';
  readonly resMs: number;
  readonly d0: number;
  readonly bars: readonly (readonly [number, number, number, number, number])[];
  readonly events: readonly Tuple[];
  readonly views: readonly { readonly after: number; readonly api: Record<string, unknown> }[];
}

for (const name of ['engine_eurusd60', 'engine_aapl60', 'engine_btcusd1d']) {
  const source = path.join(GOLDEN, `${name}.json`);
  test(`${name}: the same events and the same last view`, {
    skip: !existsSync(source),
  }, async (t) => {
    const golden = JSON.parse(readFileSync(source, 'utf8')) as Golden;
    let d = golden.d0;
    const rows = golden.bars.map(([dd, open, up, down, change]) => {
      d += dd * golden.resMs;
      const prices = [open, open + up, open - down, open + change];
      return [d, ...prices.map((p) => p / 10 ** golden.digits), 0] as unknown as Bars[number];
    });
    const { stdout, stderr } = await run(
      write(`${name}.csv`, rows),
      '--symbol=X',
      `--category=${golden.fx ? 'forex' : 'crypto'}`,
      `--digits=${golden.digits}`,
      `--base=${golden.base}`,
    );
    assert.equal(stderr, '');
    const { events, view } = JSON.parse(stdout) as {
      events: Tuple[];
      view: Record<string, unknown>;
    };
    // The goldens of the analysis are from before chances of touch; these have goldens of their own.
    delete view.touch;
    const exact = (list: readonly Tuple[]) =>
      list
        .filter(([kind]) => kind !== 'Y')
        .map((event) => JSON.stringify(event))
        .toSorted();
    assert.deepEqual(exact(events), exact(golden.events));
    const cycle = (list: readonly Tuple[]) => list.filter(([kind]) => kind === 'Y');
    assert.deepEqual(
      cycle(events).map(([, date]) => date),
      cycle(golden.events).map(([, date]) => date),
    );
    for (const [i, [, , value]] of cycle(events).entries()) {
      assert.ok(Math.abs(Number(value) - Number(cycle(golden.events)[i]?.[2])) <= 2e-9);
    }
    assert.deepEqual(view, golden.views.at(-1)?.api);
    t.diagnostic(`${events.length} events of a shared golden`);
  });
}
