import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTo } from '@rasat/engine';
import { encodeBars, sliceColumns } from '../bars/bars-codec.ts';
import {
  differing,
  examplesOf,
  forge,
  HOUR,
  makeWorld,
  sha256,
  type WritableFile,
} from '../testing/published-world.ts';
import { recompute } from './recompute.ts';

const world = makeWorld(14_000);
const { condition, box, levels } = examplesOf(world);

/** Returns hex with another first digit. */
const otherHex = (text: string): string => (text[0] === '0' ? '1' : '0') + text.slice(1);

const forgeries: {
  name: string;
  of?: WritableFile;
  change: (draft: WritableFile) => void;
  finds: string[];
}[] = [
  {
    name: 'a price',
    change: ({ row }) => {
      row.price += 0.01;
    },
    finds: ['row hash', 'signal price'],
  },
  {
    name: 'the time limit',
    change: ({ row }) => {
      row.detail.expiry = Number(row.detail.expiry) + HOUR;
    },
    finds: ['row hash', 'signal detail.expiry', 'baseline entries2'],
  },
  {
    name: 'the time of publication',
    change: ({ row }) => {
      row.createdAt += 1;
    },
    finds: ['row hash'],
  },
  {
    name: 'the origin',
    change: ({ row }) => {
      row.origin = 'backfill';
    },
    finds: ['row hash', 'row origin'],
  },
  {
    name: 'the hash of the row',
    change: ({ row }) => {
      row.hash = otherHex(row.hash);
    },
    finds: ['row hash', 'head root'],
  },
  {
    name: 'the hash of the row before',
    change: (file) => {
      file.before = otherHex(file.before);
    },
    finds: ['chain prevHash'],
  },
  {
    name: 'the root of the head',
    change: ({ head }) => {
      if (head) head.root = otherHex(head.root);
    },
    finds: ['head root'],
  },
  {
    name: 'a node of the path',
    change: ({ path }) => {
      path[2] = otherHex(path[2]!);
    },
    finds: ['head root'],
  },
  {
    name: 'a node of the path that is gone',
    change: ({ path }) => {
      path.pop();
    },
    finds: ['head root'],
  },
  {
    name: 'the tick size',
    change: ({ series }) => {
      series.digits = 3;
    },
    finds: ['signal sl'],
  },
  {
    name: 'the history it belongs to',
    change: ({ series }) => {
      series.id = 4;
      series.symbol = 'SOL';
      series.source = 'file';
    },
    finds: ['signal symbol', 'signal source', 'signal seriesId'],
  },
  {
    name: 'a bar from before the signal',
    change: (file) => {
      file.bars = changeBar(file.bars, 700, 0.01);
    },
    finds: ['bars inputHash', 'signal inputHash', 'outcomes tp1.inputHash'],
  },
  {
    name: 'bars that are gone from the beginning',
    change: (file) => {
      file.bars = file.bars.slice(1);
    },
    finds: ['bars inputHash'],
  },
  {
    name: 'an outcome turned into a win',
    of: condition,
    change: ({ outcomes }) => {
      const [first] = outcomes;
      if (first) Object.assign(first, { status: first.status === 1 ? -1 : 1, r: 9 });
    },
    finds: ['outcomes tp1.hash', 'outcomes tp1.status', 'outcomes tp1.r'],
  },
  {
    name: 'an outcome that is left out',
    change: ({ outcomes }) => {
      outcomes.shift();
    },
    finds: ['outcomes tp1'],
  },
  {
    name: 'an outcome of another row',
    change: (file) => {
      file.outcomes = condition.outcomes;
    },
    finds: ['outcomes tp1.seq'],
  },
  {
    name: 'an outcome twice',
    change: ({ outcomes }) => {
      outcomes.push(structuredClone(outcomes[0]!));
    },
    finds: ['outcomes tp1'],
  },
  {
    name: 'one matched entry',
    change: ({ baseline }) => {
      if (baseline) baseline.entries2[17] = baseline.entries2[17]! + 1;
    },
    finds: ['baseline entries2'],
  },
  {
    name: 'how many matched entries reached the first target',
    change: ({ baseline }) => {
      if (baseline) baseline.targets1 += 1;
    },
    finds: ['baseline targets1'],
  },
  {
    name: 'the costs of its matched entries',
    change: ({ baseline }) => {
      if (baseline) baseline.costs -= 1;
    },
    finds: ['baseline costs'],
  },
  {
    name: 'that it had too few candidates',
    change: ({ baseline }) => {
      if (baseline) baseline.reason = 'few';
    },
    finds: ['baseline reason'],
  },
  {
    name: 'a level of a weekly set',
    of: levels,
    change: ({ row }) => {
      const buy = row.detail.buy;
      if (Array.isArray(buy)) buy[1] = buy[1]! + 0.01;
    },
    finds: ['row hash', 'signal detail.buy'],
  },
  {
    name: 'levels without any level',
    of: levels,
    change: ({ row }) => {
      row.detail = { d: row.detail.d! };
    },
    finds: ['row hash', 'signal detail.buy', 'baseline entries1', 'twin levels'],
  },
  {
    name: 'whether the level held',
    of: levels,
    change: ({ twin }) => {
      if (twin) twin.touch = twin.touch === 1 ? -1 : 1;
    },
    finds: ['twin touch'],
  },
  {
    name: 'what the twin came to',
    of: levels,
    change: ({ twin }) => {
      if (twin) twin.twinR1 = 3.25;
    },
    finds: ['twin twinR1'],
  },
];

/** Returns the chunks with one close changed. */
function changeBar(chunks: readonly string[], row: number, by: number): string[] {
  const at = Math.floor(row / 1000);
  const columns = sliceColumns(world.bars, at * 1000, at * 1000 + 1000);
  const close = columns.close.slice();
  close[row % 1000] = roundTo(close[row % 1000]! + by, 2);
  const high = columns.high.map((value, i) => Math.max(value, close[i]!));
  const bytes = encodeBars({ ...columns, close, high }, 2);
  return chunks.with(at, Buffer.from(bytes).toString('base64'));
}

for (const { name, of = box, change, finds } of forgeries) {
  test(`found and named, with a valid checksum: ${name}`, () => {
    const report = recompute(forge(of, change), sha256);
    assert.equal(report.verdict, 'differs');
    const found = differing(report);
    for (const one of finds) assert.ok(found.includes(one), `${one} in ${found.join(', ')}`);
    assert.ok(!found.includes('file checksum'));
  });
}
