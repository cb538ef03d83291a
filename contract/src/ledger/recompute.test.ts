import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import {
  createHistory,
  drawMatchedEntries,
  ENGINE_VERSION,
  followLevels,
  roundTo,
  shiftLevels,
} from '@rasat/engine';
import { type BarColumns, createColumns, encodeBars, sliceColumns } from '../bars-codec.ts';
import { fromHex } from './bytes.ts';
import type { CanonicalValue } from './canonical-json.ts';
import { CHAIN_START, chainedText, type LedgerRow, type OutcomeRow, originOf } from './chain.ts';
import { draftOf, toHex } from './drafts.ts';
import { recordedEntry, recordedLevels } from './entry.ts';
import { growTree, leafOf, rootOf, siblingsOf } from './merkle.ts';
import { recompute } from './recompute.ts';
import type { RecomputeReport, RecomputeStep, RecomputeStepName } from './recompute-step.ts';
import {
  type RecordFile,
  RecordFileError,
  readRecordFile,
  writeRecordFile,
} from './record-file.ts';
import { startSeriesRun } from './series-run.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2024, 0, 1);

type World = ReturnType<typeof makeWorld>;

/** A random walk of hours that trades without a break; the same for the same seed. */
function makeBars(seed: number, length: number): BarColumns {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const bars = createColumns(length);
  let last = 100;
  for (let i = 0; i < length; i++) {
    const path = [last];
    for (let k = 0; k < 4; k++) {
      last = roundTo(last * (1 + (random() + random() + random() - 1.5) * 0.004), 2);
      path.push(last);
    }
    bars.openTimeMs[i] = FROM + i * HOUR;
    bars.open[i] = path[0]!;
    bars.high[i] = Math.max(...path);
    bars.low[i] = Math.min(...path);
    bars.close[i] = last;
    bars.volume[i] = Math.floor(random() * 1000);
  }
  return bars;
}

/** What an honest server has published of a series. */
function makeWorld(length: number) {
  const bars = makeBars(7, length);
  const series = {
    id: 3,
    symbol: 'SOLUSDT',
    source: 'simulated',
    category: 'crypto' as const,
    digits: 2,
    base: '60' as const,
    fx: false,
  };
  const run = startSeriesRun(series, sha256, { noBars: new Uint8Array(32) });
  for (let i = 0; i < bars.length; i++) run.read(bars, i);
  const publishedTo = FROM + bars.length * HOUR;
  run.advance(publishedTo);
  const ledger: LedgerRow[] = [];
  const outcomes: OutcomeRow[] = [];
  const seqOf = new Map<string, number>();
  const chain = <T extends { readonly barTime: number }>(
    draft: T,
    place: object,
    prevHash: string,
  ) => {
    const createdAt = draft.barTime + 1500;
    const row = { ...draft, ...place, createdAt, origin: originOf(draft.barTime, createdAt) };
    const text = chainedText(prevHash, row as unknown as Record<string, CanonicalValue>);
    return { ...row, prevHash, hash: hash('sha256', text) };
  };
  for (const event of run.takeEvents()) {
    const draft = draftOf(event, ENGINE_VERSION, series);
    if (draft?.to === 'ledger') {
      const seq = ledger.length + 1;
      seqOf.set(event.key, seq);
      const prevHash = ledger.at(-1)?.hash ?? CHAIN_START;
      ledger.push(chain(draft.row, { seq }, prevHash) as unknown as LedgerRow);
    } else if (draft?.to === 'outcome') {
      const place = { no: outcomes.length + 1, seq: seqOf.get(draft.of)! };
      const prevHash = outcomes.at(-1)?.hash ?? CHAIN_START;
      outcomes.push(chain(draft.row, place, prevHash) as unknown as OutcomeRow);
    }
  }
  const nodes = new Map<string, Uint8Array>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) =>
    nodes.set(`${level} ${position}`, own),
  );
  for (const row of ledger) tree.append(leafOf(fromHex(row.hash), sha256));
  return { bars, series, ledger, outcomes, publishedTo, nodes, tree };
}

const world = makeWorld(14_000);

/** The file that an honest server gives out of a row. */
function fileOf(row: LedgerRow, of: World): RecordFile {
  const { bars, series, ledger, outcomes, publishedTo, nodes, tree } = of;
  const own = outcomes.filter(({ seq }) => seq === row.seq);
  const history = createHistory(bars, series);
  const entry = recordedEntry(row, own.find(({ leg }) => leg === 'entry') ?? null);
  const drawn = entry && drawMatchedEntries(history, { ...entry, hash: fromHex(row.hash) });
  const path = siblingsOf(row.seq - 1, ledger.length).map((subtrees) =>
    toHex(
      rootOf(
        subtrees.map(({ level, position }) => nodes.get(`${level} ${position}`)!),
        sha256,
      )!,
    ),
  );
  const chunks: string[] = [];
  for (let at = 0; at < bars.length; at += 1000) {
    const part = sliceColumns(bars, at, Math.min(at + 1000, bars.length));
    chunks.push(Buffer.from(encodeBars(part, series.digits)).toString('base64'));
  }
  const text = writeRecordFile(
    {
      format: 'rasat-record-row',
      version: 1,
      row: row as RecordFile['row'],
      before: ledger[row.seq - 2]?.hash ?? CHAIN_START,
      after: ledger[row.seq]?.hash ?? null,
      outcomes: own as RecordFile['outcomes'],
      publishedTo,
      series,
      bars: chunks,
      corrections: [],
      head: {
        day: '2025-08-06',
        size: ledger.length,
        hash: ledger.at(-1)!.hash,
        root: toHex(tree.root()),
        outcomes: outcomes.length,
        outcomesHash: outcomes.at(-1)!.hash,
        created: publishedTo,
      },
      path,
      baseline: drawn && {
        entries1: [...drawn.thousandths1],
        entries2: [...drawn.thousandths2],
        targets1: drawn.targets1,
        stops1: drawn.stops1,
        targets2: drawn.targets2,
        open: drawn.open,
        coverage: drawn.coverage,
        complete: drawn.complete,
        barsTo: publishedTo,
      },
      twin: row.kind === 'levels' ? twinOf(row, history, publishedTo) : null,
    },
    sha256,
  );
  return readRecordFile(text);
}

function twinOf(
  row: LedgerRow,
  history: ReturnType<typeof createHistory>,
  barsTo: number,
): RecordFile['twin'] {
  const set = recordedLevels(row)!;
  const shifted = followLevels(history, shiftLevels(set, fromHex(row.hash), 2));
  const { trade } = shifted;
  return {
    touch: followLevels(history, set).touch,
    twinTouch: shifted.touch,
    twinStatus1: trade?.status1 ?? null,
    twinStatus2: trade?.status2 ?? null,
    twinR1: trade?.r1 ?? null,
    twinR2: trade?.r2 ?? null,
    complete: barsTo >= set.d + 21 * DAY,
    barsTo,
  };
}

/** The file again with a right checksum, as a forger would write it. */
function forge(file: RecordFile, change: (draft: RecordFile) => void): RecordFile {
  const draft = structuredClone(file);
  change(draft);
  return readRecordFile(writeRecordFile(draft, sha256));
}

const stepOf = (report: RecomputeReport, name: RecomputeStepName): RecomputeStep =>
  report.steps.find((step) => step.name === name)!;
const differing = (report: RecomputeReport): string[] =>
  report.steps
    .filter(({ state }) => state === 'differs')
    .flatMap(({ name, compared }) =>
      compared.filter(({ equal }) => !equal).map(({ what }) => `${name} ${what}`),
    );

const rowWhere = (fits: (row: LedgerRow, own: readonly OutcomeRow[]) => boolean): LedgerRow => {
  const found = world.ledger.find((row) =>
    fits(
      row,
      world.outcomes.filter(({ seq }) => seq === row.seq),
    ),
  );
  assert.ok(found);
  return found;
};
const early = (row: LedgerRow): boolean => row.barTime > FROM + 80 * DAY;
const condition = fileOf(
  rowWhere((row) => row.kind === 'condition' && early(row)),
  world,
);
const box = fileOf(
  rowWhere((row, own) => row.kind === 'box' && own.length === 2 && early(row)),
  world,
);
const levels = fileOf(
  rowWhere((row, own) => row.kind === 'levels' && own.length === 3 && early(row)),
  world,
);

test('every row of an honest world comes out as it was published', () => {
  const kinds = new Set<string>();
  for (const row of world.ledger.filter((_, i) => i % 17 === 0 || i === world.ledger.length - 1)) {
    const told: string[] = [];
    const report = recompute(fileOf(row, world), sha256, ({ name }) => told.push(name));
    assert.deepEqual(differing(report), [], `${row.seq} ${row.eventKey}`);
    assert.equal(report.verdict, 'equal');
    assert.deepEqual(
      told,
      report.steps.map(({ name }) => name),
    );
    kinds.add(`${row.kind} ${row.way}`);
  }
  assert.deepEqual([...kinds].sort(), [
    'box false',
    'box true',
    'condition false',
    'condition true',
    'levels null',
  ]);
});

for (const [name, file] of Object.entries({ condition, box, levels })) {
  test(`every step of a ${name} is known and equal, in order`, () => {
    const report = recompute(file, sha256);
    assert.deepEqual(
      report.steps.map((step) => `${step.name} ${step.state}`),
      ['file', 'row', 'chain', 'head', 'bars', 'signal', 'outcomes', 'baseline']
        .concat(name === 'levels' ? ['twin'] : [])
        .concat('corrections')
        .map((step) => `${step} equal`),
    );
    assert.ok(stepOf(report, 'signal').compared.length >= 16);
    assert.equal(stepOf(report, 'baseline').compared[0]?.what, 'entries1');
    assert.equal(report.bars, (file.row.barTime - FROM) / HOUR);
  });
}

/** A digit, letter or sign that is no longer what it was, where it still can be one. */
const otherHex = (text: string): string => (text[0] === '0' ? '1' : '0') + text.slice(1);

const forgeries: {
  name: string;
  of?: RecordFile;
  change: (draft: RecordFile) => void;
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
    finds: ['row hash', 'head root', 'baseline entries1'],
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
    name: 'one random entry',
    change: ({ baseline }) => {
      if (baseline) baseline.entries2[17] = baseline.entries2[17]! + 1;
    },
    finds: ['baseline entries2'],
  },
  {
    name: 'how many random entries reached the first target',
    change: ({ baseline }) => {
      if (baseline) baseline.targets1 += 1;
    },
    finds: ['baseline targets1'],
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

/** The chunks with one close moved. */
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
  test(`found and named, with a right checksum: ${name}`, () => {
    const report = recompute(forge(of, change), sha256);
    assert.equal(report.verdict, 'differs');
    const found = differing(report);
    for (const one of finds) assert.ok(found.includes(one), `${one} in ${found.join(', ')}`);
    assert.ok(!found.includes('file checksum'));
  });
}

test('whatever byte of a file is changed, it is no file any more or something in it differs', () => {
  const all = makeWorld(2600);
  const row = all.ledger.find(({ barTime, kind }) => kind === 'box' && barTime > FROM + 90 * DAY)!;
  const text = writeRecordFile(fileOf(row, all), sha256);
  let refused = 0;
  let found = 0;
  const places = [
    ...Array.from({ length: 60 }, (_, i) => Math.floor((i * text.length) / 60)),
    // The bars are most of the text: as many places again in all the rest.
    ...Array.from({ length: 120 }, (_, i) => text.length - 1 - i * 29),
  ];
  for (const place of places) {
    const code = text.charCodeAt(place);
    const changed = String.fromCharCode(code === 57 ? 56 : code === 122 ? 121 : code + 1);
    let file: RecordFile;
    try {
      file = readRecordFile(text.slice(0, place) + changed + text.slice(place + 1));
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      refused += 1;
      continue;
    }
    const report = recompute(file, sha256);
    assert.equal(report.verdict, 'differs', `${place}: ${text.slice(place - 20, place + 20)}`);
    assert.ok(differing(report).includes('file checksum'));
    found += 1;
  }
  assert.ok(refused > 20 && found > 60, `${refused} refused, ${found} found`);
});

test('bars that cannot be read are named by their chunk, and what needs them is not known', () => {
  const file = forge(box, (draft) => {
    const bytes = Buffer.from(draft.bars[1]!, 'base64');
    bytes[0] = 9;
    draft.bars[1] = bytes.toString('base64');
  });
  const report = recompute(file, sha256);
  assert.deepEqual(report.steps.map(({ name, state, reason }) => [name, state, reason]).slice(4), [
    ['bars', 'differs', 'damaged-bars'],
    ['signal', 'unknown', 'no-bars'],
    ['outcomes', 'unknown', 'no-bars'],
    ['baseline', 'unknown', 'no-bars'],
    ['corrections', 'unknown', 'no-bars'],
  ]);
  assert.deepEqual(stepOf(report, 'bars').compared[0]?.published, 2);
  const twice = forge(box, (draft) => {
    draft.bars[1] = draft.bars[0]!;
  });
  assert.equal(stepOf(recompute(twice, sha256), 'bars').reason, 'damaged-bars');
});

/** The bar that closes at the row's time, with other values. */
function correction(
  file: RecordFile,
  change: readonly number[],
): RecordFile['corrections'][number] {
  const at = (file.row.barTime - FROM) / HOUR - 1;
  const { open, high, low, close, volume } = world.bars;
  const [o, h, l, c, v] = [open, high, low, close, volume].map(
    (column, i) => column[at]! + (change[i] ?? 0),
  );
  return {
    time: FROM + at * HOUR,
    reason: 'differs',
    seen: file.row.createdAt + DAY,
    offered: [o!, h!, l!, c!, v!],
  };
}

test("a vendor's later value that changes nothing is shown and equal", () => {
  const file = forge(box, (draft) => {
    draft.corrections = [correction(draft, [0, 0, 0, 0, 5])];
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'equal');
  const step = stepOf(report, 'corrections');
  assert.equal(step.state, 'equal');
  assert.equal(step.compared.length, 1);
  assert.equal(step.compared[0]?.what, `bar.${box.row.barTime - HOUR}`);
  assert.deepEqual(step.compared[0]?.computed, file.corrections[0]?.offered);
});

test("a vendor's later value that would have given another signal is told apart from a change", () => {
  const file = forge(condition, (draft) => {
    const down = draft.row.way ? -1 : 1;
    draft.corrections = [
      correction(draft, [0, Math.max(0, 5 * down), Math.min(0, 5 * down), 5 * down, 0]),
    ];
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'vendor');
  const step = stepOf(report, 'corrections');
  assert.deepEqual([step.state, step.reason], ['differs', 'vendor']);
  assert.ok(step.compared.length > 1);
  assert.equal(stepOf(report, 'signal').state, 'equal');
});

test('a bar that came where there was none is put in its place', () => {
  const file = forge(box, (draft) => {
    const late = correction(draft, [1, 1, 1, 1, 0]);
    draft.corrections = [{ ...late, reason: 'late', time: FROM - 5 * HOUR }];
  });
  const step = stepOf(recompute(file, sha256), 'corrections');
  assert.equal(step.compared[0]?.published, null);
});

test('a row of an engine that is not here is not known, never equal; what is not the engine is checked', () => {
  const file = forge(box, (draft) => {
    draft.row.engineVersion = '0.9.0';
    for (const outcome of draft.outcomes) outcome.engineVersion = '0.9.0';
  });
  const report = recompute(file, sha256);
  const states = Object.fromEntries(report.steps.map(({ name, state }) => [name, state]));
  assert.deepEqual(states, {
    file: 'equal',
    row: 'differs',
    chain: 'equal',
    head: 'equal',
    bars: 'equal',
    signal: 'unknown',
    outcomes: 'differs',
    baseline: 'equal',
    corrections: 'unknown',
  });
  assert.equal(stepOf(report, 'signal').reason, 'other-engine');
});

test('what is not there yet is not known: no head, no random entries', () => {
  const file = forge(box, (draft) => {
    draft.head = null;
    draft.path = [];
    draft.baseline = null;
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'equal');
  assert.deepEqual(
    report.steps
      .filter(({ state }) => state === 'unknown')
      .map(({ name, reason }) => [name, reason]),
    [
      ['head', 'no-head'],
      ['baseline', 'not-stored'],
    ],
  );
});

test('where no random entry can be drawn, none is missing: in the first days, and before a row is a day old', () => {
  const first = fileOf(world.ledger[0]!, world);
  // The world one hour after it published this row.
  const { row, ...rest } = condition;
  const hours = (row.barTime - FROM) / HOUR + 1;
  const bars = sliceColumns(world.bars, 0, hours);
  const chunks = Array.from({ length: Math.ceil(hours / 1000) }, (_, i) => {
    const part = sliceColumns(bars, i * 1000, Math.min(i * 1000 + 1000, hours));
    return Buffer.from(encodeBars(part, world.series.digits)).toString('base64');
  });
  const young = forge({ row, ...rest }, (draft) => {
    Object.assign(draft, {
      baseline: null,
      bars: chunks,
      publishedTo: FROM + hours * HOUR,
      outcomes: draft.outcomes.filter(({ barTime }) => barTime <= FROM + hours * HOUR),
    });
  });
  for (const file of [first, young]) {
    assert.equal(file.baseline, null);
    assert.equal(stepOf(recompute(file, sha256), 'baseline').state, 'equal');
  }
});

test('a text that is no record file is refused with a code and the first member that is wrong', () => {
  const text = writeRecordFile(box, sha256);
  const refusal = (given: string): [string, string | null] => {
    try {
      readRecordFile(given);
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      return [error.code, error.field];
    }
    return ['read', null];
  };
  assert.deepEqual(refusal(''), ['no-record-file', null]);
  assert.deepEqual(refusal(text.slice(0, -5)), ['no-record-file', null]);
  assert.deepEqual(refusal('[]'), ['no-record-file', null]);
  assert.deepEqual(refusal('{"format":"rasat-record-row","version":0}'), ['other-version', null]);
  const change = (from: string, to: string): [string, string | null] =>
    refusal(text.replace(from, to));
  assert.deepEqual(change('"version":1', '"version":2'), ['other-version', null]);
  assert.deepEqual(change('"kind":"box"', '"kind":"bos"'), ['damaged', 'row.kind']);
  assert.deepEqual(change('"digits":2', '"digits":99'), ['damaged', 'series.digits']);
  assert.deepEqual(change('"prevHash":"', '"prevHash":"g'), ['damaged', 'outcomes.0.prevHash']);
  assert.deepEqual(change('"seriesId":', '"more":1,"seriesId":'), ['damaged', 'row.more']);
  assert.deepEqual(refusal(JSON.stringify(JSON.parse(text), null, 2)), ['read', null]);
});
