import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findChromium } from './chromium.ts';
import { AREAS, browserTestsOf, NOT_MUTATED } from './mutation/areas.ts';
import { readTestGraph } from './mutation/closest-tests.ts';
import { type Lane, openLane, type Verdict } from './mutation/lane.ts';
import { applyMutant, KINDS, listMutants, type Mutant } from './mutation/sites.ts';
import { ROOT } from './test-run.ts';

// Measures which faults the tests notice: draws changes of the sources by a seed, applies one at a time in a copy of
// the tree, and runs the closest tests on it. `SEED=2 MUTANTS=200 npm run soak mutants`. The report names every
// unnoticed fault. With `MUTANTS_REPORT=FILE` an interrupted run resumes, as long as the sources are the same. Reasons
// for a runner of our own: docs/decisions/0029.

const seed = Number(process.env.SEED ?? 1);
const wanted = Number(process.env.MUTANTS ?? 200);
const LANES = 2;
/** Most test files that are run on a mutant, the closest first. */
const CLOSEST = 12;
const LEAST_SHARE = 0.9;
/**
 * File that fills a database which later tests on its cluster copy: a database filled under a fault must not reach
 * them.
 */
const FILLS = 'server/src/testing/analysed-record.ts';

/** Returns a generator of numbers from 0 up to 1 (mulberry32, public domain). */
function seededRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '');
const sources = files.filter((file) => /\.tsx?$/.test(file));

/** Returns every mutant of an area, by kind. */
function listArea(lane: Lane, globs: readonly string[]): Map<string, Mutant[]> {
  const own = globSync([...globs], { cwd: lane.root }).filter((file) => !NOT_MUTATED.test(file));
  const all = own.toSorted().flatMap((file) => listMutants(file, lane.read(file)));
  return Map.groupBy(all, ({ kind }) => kind);
}

/** Draws mutants from every area in turn, each kind of change in turn, at most one in a line. */
function draw(lane: Lane, count: number): Mutant[] {
  const random = seededRandom(seed);
  const parts = AREAS.flatMap((area) => Array.from({ length: area.parts }, () => area));
  const pools = new Map(AREAS.map((area) => [area, listArea(lane, area.files)]));
  const drawn = new Map<string, Mutant>();
  for (let turn = 0; drawn.size < count && turn < count * 4; turn++) {
    const area = parts[turn % parts.length];
    const kind = KINDS[Math.floor(turn / parts.length) % KINDS.length] ?? KINDS[0];
    const pool = (area && pools.get(area)?.get(kind)) ?? [];
    const mutant = pool[Math.floor(random() * pool.length)];
    if (mutant) drawn.set(`${mutant.file}:${mutant.line}`, mutant);
  }
  return [...drawn.values()];
}

/**
 * Returns the mutants that compile. All are applied at once, and those with compiler errors are removed until no error
 * is left: compiling each alone would take hours.
 */
function keepCompiling(lane: Lane, mutants: readonly Mutant[]): Mutant[] {
  let kept = [...mutants];
  for (;;) {
    for (const [file, own] of Map.groupBy(kept, (one) => one.file)) {
      const changed = own
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, one) => applyMutant(text, one), readOriginal(file));
      lane.write(file, changed);
    }
    const errors = lane.checkTypes();
    for (const file of new Set(mutants.map((one) => one.file)))
      lane.write(file, readOriginal(file));
    if (errors.length === 0) return kept;
    const wrong = new Set<Mutant>();
    for (const error of errors) {
      const [, file = '', line = ''] = /^(.+?)\((\d+),/.exec(error) ?? [];
      // A removed call leaves its import unused, further up.
      const [nearest] = kept
        .filter((one) => one.file === file)
        .toSorted((a, b) => Math.abs(a.line - Number(line)) - Math.abs(b.line - Number(line)));
      if (nearest) wrong.add(nearest);
    }
    assert.ok(wrong.size > 0, `the copy does not compile:\n${errors.slice(0, 20).join('\n')}`);
    kept = kept.filter((one) => !wrong.has(one));
  }
}

const originals = new Map<string, string>();
let first: Lane;
function readOriginal(file: string): string {
  const known = originals.get(file) ?? first.read(file);
  originals.set(file, known);
  return known;
}

interface Fate {
  readonly mutant: Mutant;
  /** Test that noticed the mutant, and its failure; null when none did. */
  readonly noticed: string | null;
  readonly tried: readonly string[];
}

test('of the faults that are planted, nearly all are noticed', async (t) => {
  process.env.CHROMIUM ??= findChromium() ?? '';
  mkdirSync(path.join(ROOT, '.data'), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, '.data/mutants-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const lanes = Array.from({ length: LANES }, (_, at) => openLane(`${folder}/${at}`, files));
  assert.ok(lanes[0]);
  first = lanes[0];
  const testsOf = readTestGraph(ROOT, sources);
  const drawn = keepCompiling(first, draw(first, wanted * 2));
  const mutants = cut(drawn, wanted);
  console.error(`SEED=${seed}: ${mutants.length} mutants; of those drawn ${drawn.length} compile`);

  const filling = new Set(testsOf(FILLS));
  const runTest = (lane: Lane, file: string): Promise<Verdict> =>
    lane.test(file, filling.has(file) ? { RASAT_TEST_PG: '' } : undefined);

  // A test counts only if it passes on the unchanged sources, which is checked at its first failure.
  const sound = new Map<string, Promise<Verdict>>();
  const isSound = async (lane: Lane, file: string): Promise<boolean> => {
    const asked = sound.get(file) ?? runTest(lane, file);
    sound.set(file, asked);
    const verdict = await asked;
    if (verdict === null) return true;
    console.error(`left out: ${file} fails without a fault: ${verdict}`);
    // A busy machine may have caused the failure once.
    sound.delete(file);
    return false;
  };

  const examine = async (lane: Lane, mutant: Mutant): Promise<Fate> => {
    const original = readOriginal(mutant.file);
    const tried: string[] = [];
    const plant = (): void => lane.write(mutant.file, applyMutant(original, mutant));
    const restore = (): void => lane.write(mutant.file, original);
    /** Returns the first of the files that notices the mutant, and its failure; null when none does. */
    const ask = async (tests: readonly string[], needsBuild: boolean): Promise<string | null> => {
      plant();
      if (needsBuild && !(await lane.build())) return 'the site cannot be built';
      for (const file of tests) {
        tried.push(file);
        const verdict = await runTest(lane, file);
        if (verdict === null) continue;
        restore();
        if (needsBuild) await lane.build();
        if (await isSound(lane, file)) return `${file}: ${verdict}`;
        plant();
        if (needsBuild) await lane.build();
      }
      return null;
    };
    try {
      const closest = testsOf(mutant.file)
        .filter((file) => !file.startsWith('e2e/'))
        .slice(0, CLOSEST);
      const browser = browserTestsOf(mutant.file);
      const noticed =
        (await ask(closest, false)) ?? (browser.length > 0 ? await ask(browser, true) : null);
      return { mutant, noticed, tried };
    } finally {
      restore();
    }
  };

  const report = process.env.MUTANTS_REPORT;
  const fates = report && existsSync(report) ? readReport(report, mutants) : [];
  const known = new Set(fates.map(({ mutant }) => keyOf(mutant)));
  const waiting = mutants.filter((mutant) => !known.has(keyOf(mutant)));
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const fate = await examine(lane, next);
        fates.push(fate);
        if (report) writeFileSync(report, JSON.stringify(fates, null, 1));
        console.error(`${fates.length}/${mutants.length} ${describe(fate)}`);
      }
    }),
  );
  const unnoticed = fates.filter(({ noticed }) => noticed === null);
  for (const fate of unnoticed) t.diagnostic(describe(fate));
  const share = 1 - unnoticed.length / fates.length;
  t.diagnostic(`${fates.length - unnoticed.length} of ${fates.length} noticed`);
  assert.ok(share >= LEAST_SHARE, `${(share * 100).toFixed(1)} % noticed`);
});

const keyOf = ({ file, kind, start, replacement }: Mutant): string =>
  JSON.stringify([file, kind, start, replacement]);

/** Reads the results of an interrupted run about the same mutants. */
function readReport(file: string, mutants: readonly Mutant[]): Fate[] {
  const wanted = new Set(mutants.map(keyOf));
  const fates = JSON.parse(readFileSync(file, 'utf8')) as Fate[];
  return fates.filter(({ mutant }) => wanted.has(keyOf(mutant)));
}

/** Returns `count` of the mutants, spread evenly over the draw. */
function cut(mutants: readonly Mutant[], count: number): Mutant[] {
  return mutants.filter(
    (_, at) =>
      Math.floor(((at + 1) * count) / mutants.length) > Math.floor((at * count) / mutants.length) ||
      mutants.length <= count,
  );
}

function describe({ mutant, noticed, tried }: Fate): string {
  const { file, line, kind, original, replacement } = mutant;
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);
  const what = `${file}:${line} ${kind}: ${short(original)} => ${short(replacement)}`;
  return noticed === null
    ? `NOT NOTICED ${what} (${tried.length} files)`
    : `noticed ${what} | ${short(noticed)}`;
}
