import assert from 'node:assert/strict';
import test from 'node:test';
import { monthNumberUtc } from '@rasat/engine';
import { followLevels, shiftLevels } from '../baselines/placebo-levels.ts';
import { hashOf, recordEngine } from '../testing/engine-record.ts';
import { figuresOfRandomWalk, randomWalk } from '../testing/random-walk.ts';
import { compareTwins } from './figures.ts';

test('over 20 sets of random walks about one verdict in twenty differs', (t) => {
  let said = 0;
  let differs = 0;
  let rows = 0;
  let difference = 0;
  for (let seed = 101; seed <= 120; seed++) {
    for (const { verdict, matched, first } of figuresOfRandomWalk(seed, 3, 30_000)) {
      rows += matched;
      difference += matched * (first.netDifference?.value ?? 0);
      if (verdict === 'few') continue;
      said++;
      if (verdict === 'interval-excludes-zero') differs++;
    }
  }
  t.diagnostic(`${differs} of ${said} verdicts differ, ${rows} rows`);
  t.diagnostic(`mean difference ${(difference / rows).toFixed(4)} R`);
  assert.ok(said > 120, `${said} verdicts`);
  assert.ok(differs / said > 0.01 && differs / said < 0.11, `${differs} of ${said}`);
  // A row's multiple has deviation 1, its baseline's a sixth: four deviations of the mean.
  assert.ok(Math.abs(difference / rows) < 4 / Math.sqrt(rows), `${difference / rows}`);
});

test('in random walks weekly levels do not differ from their twins', (t) => {
  const options = { base: '60', fx: false, digits: 2 } as const;
  let differs = 0;
  for (let world = 0; world < 20; world++) {
    const months: number[] = [];
    const own: number[] = [];
    const twins: number[] = [];
    for (let symbol = 0; symbol < 2; symbol++) {
      const seed = 5_000 + world * 10 + symbol;
      const { history, events } = recordEngine(randomWalk(seed, 25_000), options);
      for (const set of events) {
        if (set.type !== 'levels') continue;
        const twin = shiftLevels(set, options.digits);
        months.push(monthNumberUtc(set.d));
        own.push(followLevels(history, set).trade?.r1 ?? Number.NaN);
        twins.push(followLevels(history, twin).trade?.r1 ?? Number.NaN);
      }
    }
    const columns = [own, twins].map((values) => Float64Array.from(values)) as [
      Float64Array,
      Float64Array,
    ];
    const { verdict } = compareTwins(Int32Array.from(months), ...columns, hashOf(world));
    if (verdict === 'interval-excludes-zero') differs++;
  }
  t.diagnostic(`${differs} of 20 verdicts differ`);
  assert.ok(
    differs <= 4,
    'of 20 with a chance of one in twenty, more than 4 come once in 390 times',
  );
});
