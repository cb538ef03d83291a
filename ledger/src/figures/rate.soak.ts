import assert from 'node:assert/strict';
import { cpuUsage } from 'node:process';
import test from 'node:test';
import { createHistory } from '../baselines/history.ts';
import { matchEntries } from '../baselines/matched-entries.ts';
import { columnsOf, hashOf, recordEngine } from '../testing/engine-record.ts';
import { randomWalk } from '../testing/random-walk.ts';
import { computeFigures, listCumulative } from './figures.ts';
import { createResolvedRows, tallyRows } from './tally.ts';

function cpuSeconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}

test('a million rows have their matched entries in ten minutes of two processors', (t) => {
  const options = { base: '60', fx: false, digits: 2 } as const;
  const bars = randomWalk(5, 30_000);
  const { trades } = recordEngine(bars, options);
  const history = createHistory(columnsOf(bars), options);
  const began = cpuSeconds();
  let rows = 0;
  while (cpuSeconds() - began < 10) {
    for (const trade of trades) {
      if (matchEntries(history, trade, () => 0.1).reason === null) rows++;
    }
  }
  const rate = rows / (cpuSeconds() - began);
  t.diagnostic(`${Math.round(rate)} rows a second of one processor, ${trades.length} trades`);
  assert.ok(rate > 1_000_000 / 1200, `${rate} rows a second`);
});

test('figures of a million rows take well under a second', (t) => {
  const count = 1_000_000;
  const rows = createResolvedRows(count);
  const groupOf = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    groupOf[at] = at % 60;
    rows.month[at] = 2023 * 12 + Math.floor((at / count) * 48);
    rows.day[at] = 1;
    rows.status1[at] = (at % 2) * 2 - 1;
    rows.status2[at] = -1;
    rows.r1[at] = rows.status1[at]!;
    rows.r2[at] = -1;
    rows.cost[at] = 0.05;
    rows.count[at] = 40;
  }
  for (let at = 0; at < rows.entries1.length; at++)
    rows.entries1[at] = ((at * 7) % 3) * 1000 - 1000;
  const began = cpuSeconds();
  const tallies = tallyRows(rows, groupOf, 60);
  const summed = cpuSeconds() - began;
  const figures = tallies.map((tally) => computeFigures(tally, hashOf(1)));
  for (const tally of tallies) listCumulative(tally, hashOf(1));
  const whole = cpuSeconds() - began;
  t.diagnostic(
    `sums ${summed.toFixed(2)} s, with figures and curves of 60 groups ${whole.toFixed(2)} s`,
  );
  assert.equal(
    figures.reduce((n, each) => n + each.n, 0),
    count,
  );
  assert.ok(summed < 1, `${summed} s`);
});
