import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS, roundTo, TOUCH_MODEL } from '@rasat/engine';
import {
  DEFAULT_COSTS,
  decodeBars,
  encodeBars,
  type LedgerRow,
  type OutcomeRow,
  sliceColumns,
} from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars, seeded } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { splitSymbol } from '../market/index.ts';
import { type EndedRow, findLedgerHead, hashOf, startPublisher } from '../signals/index.ts';
import { updateBaselines } from './baselines.ts';
import { publishHead, type RecordHead } from './heads.ts';
import { registerRecordRoutes } from './routes.ts';

// docs/verifier/verify.py, which shares no code with the server, over files that readers download.

const SCRIPT = path.resolve(import.meta.dirname, '../../../../docs/verifier/verify.py');
const { PYTHON = 'python3' } = process.env;
const FROM = Date.UTC(2024, 0, 1);
const LIVE_BARS = 5;

const isBistOpen = (timeMs: number): boolean => {
  const hour = Math.floor(timeMs / HOUR_MS) % 24;
  return hour >= 7 && hour < 15 && ![0, 6].includes(new Date(timeMs).getUTCDay());
};
const forex = makeBars({ seed: 1, fromMs: FROM, bars: 8000, isOpen: isForexOpen });
const liveAt = forex.length - LIVE_BARS;
const clock = createManualClock(forex.openTimeMs[liveAt] ?? 0);
const context = await testContext({ after }, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = context;
// Forecasts have rows from the two hundredth day on.
await sql`insert into forecast_start values (${TOUCH_MODEL}, ${FROM + 200 * DAY_MS})`.execute(db);
const prices = { digits: 2, price: 90, fromMs: FROM };
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, eurusd, sliceColumns(forex, 0, liveAt));
const btc = await plantSeries(db, { symbol: 'BTCUSD', category: 'crypto', digits: 2 });
await plantBars(db, btc, makeBars({ ...prices, seed: 2, bars: 10_000 }));
const publish = (): Promise<void> =>
  withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});
await publish();
const firstHead = await publishHead(db, clock);
assert.ok(firstHead);
const thyao = await plantSeries(db, { symbol: 'THYAO', category: 'bist', digits: 2 });
await plantBars(db, thyao, makeBars({ ...prices, seed: 3, bars: 2400, isOpen: isBistOpen }));
const aapl = await plantSeries(db, { symbol: 'AAPL', category: 'nasdaq', digits: 2, base: '1D' });
await plantBars(db, aapl, makeBars({ ...prices, seed: 4, bars: 440, stepMs: DAY_MS }));
for (let at = liveAt; at < forex.length; at += 1) {
  await clock.advance((forex.openTimeMs[at] ?? 0) + HOUR_MS + 2000 - clock.now());
  await plantBars(db, eurusd, sliceColumns(forex, at, at + 1));
  await publish();
}
const split = await plantSeries(db, { symbol: 'NVDA', category: 'nasdaq', digits: 2 });
await plantBars(db, split, makeBars({ ...prices, seed: 6, bars: 5200 }));
await publish();
await inTransaction(db, (trx) =>
  splitSymbol(trx, 'NVDA', { factor: 4, atMs: FROM + 5190 * HOUR_MS }, clock.now()),
);
await publish();
await updateBaselines(db, await findLedgerHead(db), DEFAULT_COSTS, {
  signal: new AbortController().signal,
  progress: () => {},
});
await clock.advance(DAY_MS);
await publishHead(db, clock);

const subscriber: Person = {
  id: 1,
  publicId: 'READER',
  sessionId: 1,
  subscriber: true,
  student: false,
  admin: false,
};
let caller: Person | null = subscriber;
const server = await startTestServer(
  { after },
  {
    context,
    guard: async () => caller,
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);

/** What the script printed, line by line, and its exit code. */
interface Verified {
  readonly code: number | null;
  readonly lines: readonly string[];
}

async function verify(...args: readonly string[]): Promise<Verified> {
  const child = spawn(PYTHON, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, problems] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: `${await out}${await problems}`.trim().split('\n') };
}

/** The names of the checks that found a difference. */
const differing = ({ lines }: Verified): string[] =>
  lines
    .filter((line) => line.includes('DIFFER'))
    .map((line) => line.replace(/: \d+ compared.*/, ''));

interface FileRow {
  row: LedgerRow;
  outcomes: OutcomeRow[];
  baseline: { entries1: number[]; reason: string | null } | null;
  sealed?: { seq: number };
}
interface SeriesFile {
  rows: FileRow[];
  bars: string[];
  head: RecordHead;
}

async function download(name: string): Promise<Buffer> {
  const answer = await server.fetch(`/api/record/${name}`);
  assert.equal(answer.status, 200, name);
  return Buffer.from(await answer.arrayBuffer());
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-verifier-'));
after(() => rmSync(folder, { recursive: true }));

function save(name: string, content: Buffer | object): string {
  const file = path.join(folder, name);
  writeFileSync(file, Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return file;
}

const honest = {
  series: JSON.parse((await download('series/AAPL/file')).toString()) as SeriesFile,
  heads: JSON.parse((await download('heads')).toString()) as RecordHead[],
  ledger: await download('hashes/ledger'),
  outcomes: await download('hashes/outcomes'),
};
type Files = typeof honest;

/** Verifies the downloaded files of AAPL after a fault is planted in them. */
async function verifyWith(plant: (files: Files) => void, ...more: string[]): Promise<Verified> {
  const files = structuredClone(honest);
  files.ledger = Buffer.from(honest.ledger);
  files.outcomes = Buffer.from(honest.outcomes);
  plant(files);
  const args = {
    series: save('series.json', files.series),
    heads: save('heads.json', files.heads),
    'hashes-ledger': save('ledger.bin', files.ledger),
    'hashes-outcomes': save('outcomes.bin', files.outcomes),
  };
  return verify(...Object.entries(args).flatMap(([name, file]) => [`--${name}`, file]), ...more);
}

/** Gives a row, or an outcome, the hash of its changed content, also in the list of all hashes. */
function hashAgain(one: LedgerRow | OutcomeRow, hashes: Buffer): void {
  const hash = hashOf(one);
  Object.assign(one, { hash });
  hashes.write(hash, 32 * ('no' in one ? one.no - 1 : one.seq - 1), 'hex');
}

/** Returns the first item with its entries and both ends. */
function decided(files: Files, kind: LedgerRow['kind']): FileRow {
  const found = files.series.rows.find(
    ({ row, outcomes, baseline }) =>
      row.kind === kind && outcomes.length >= 2 && baseline?.entries1.length === 40,
  );
  assert.ok(found, kind);
  return found;
}

for (const symbol of ['EURUSD', 'BTCUSD', 'THYAO', 'AAPL']) {
  test(`a downloaded record of ${symbol} has no difference`, async () => {
    const kept = save('kept.json', firstHead);
    const verified = await verify('--from', server.origin, symbol, '--head', kept);
    assert.deepEqual(differing(verified), [], verified.lines.join('\n'));
    assert.equal(verified.code, 0, verified.lines.join('\n'));
    for (const check of ['cone is nested', 'chances', 'levels of the set', 'until']) {
      const line = verified.lines.find((one) => one.startsWith(`forecasts: ${check}: `));
      assert.match(line ?? '', /: [1-9]\d* compared, equal$/, check);
    }
  });
}

test('the history of a symbol before its split has no difference, and its open legs are void', async () => {
  const verified = await verify('--from', server.origin, 'NVDA', '--history', String(split.id));
  assert.deepEqual(differing(verified), [], verified.lines.join('\n'));
  assert.equal(verified.code, 0, verified.lines.join('\n'));
  const legs = verified.lines.find((line) => line.startsWith('void outcomes: '));
  assert.match(legs ?? '', /^void outcomes: [1-9]\d* compared, equal$/);
  assert.deepEqual(differing(await verify('--from', server.origin, 'NVDA')), []);
});

/** Downloads the history before the split, plants a fault, and returns the checks that name it. */
async function differingBefore(
  plant: (rows: FileRow[], end: EndedRow) => void,
): Promise<readonly string[]> {
  const content = await download(`series/NVDA/file?series=${split.id}`);
  const file = JSON.parse(content.toString()) as SeriesFile & { ended: EndedRow };
  plant(file.rows, file.ended);
  return differing(await verify('--series', save('split.json', file)));
}

const voidOf = (rows: readonly FileRow[]): [FileRow, number] => {
  for (const one of rows) {
    const at = one.outcomes.findIndex(({ status }) => status === 2);
    if (at >= 0) return [one, at];
  }
  assert.fail('no leg is void');
};

test('a loser that is made void, an open leg and a void outcome before the end are named', async () => {
  const found = async (plant: Parameters<typeof differingBefore>[0]): Promise<boolean> =>
    (await differingBefore(plant)).includes('void outcomes');
  assert.equal(await found(() => {}), false);
  assert.ok(
    await found((rows, { seq, detail }) => {
      const loser = rows.find(({ outcomes }) => outcomes.some(({ status }) => status === -1));
      const lost = loser?.outcomes.find(({ status }) => status === -1);
      assert.ok(lost);
      const ended = { ended: seq, reason: detail.reason };
      Object.assign(lost, { status: 2, r: null, barTime: detail.at, detail: ended });
    }),
  );
  assert.ok(
    await found((rows) => {
      const [one, at] = voidOf(rows);
      one.outcomes.splice(at, 1);
    }),
  );
  assert.ok(
    await found((rows) => {
      const [one, at] = voidOf(rows);
      Object.assign(one.outcomes[at] ?? {}, {
        barTime: (one.outcomes[at]?.barTime ?? 0) - HOUR_MS,
      });
    }),
  );
  const hides = await differingBefore((_rows, { detail }) => Object.assign(detail, { legs: 0 }));
  assert.deepEqual(hides, ['end: hash', 'end: legs']);
});

interface Fault {
  readonly name: string;
  readonly plant: (files: Files) => void;
  /** The check that names it. */
  readonly found: string;
}

/** Moves the entry of a condition to another price, as a publisher with the keys of the database could. */
function fillAt({ row }: FileRow, price: number, hashes: Buffer): void {
  const way = row.way ? 1 : -1;
  const at = (multiple: number): number => roundTo(price + way * multiple * (row.range ?? 0), 2);
  Object.assign(row, { price, sl: at(-1), tp1: at(1), tp2: at(2) });
  hashAgain(row, hashes);
}

/** Returns a forecast whose time is over, with the position of a reached level. */
function forecastOf(files: Files, setup: string): { one: FileRow; detail: Forecast; at: number } {
  for (const one of files.series.rows) {
    const { row, outcomes } = one;
    const first = outcomes.find(({ leg }) => leg === 'touch')?.detail.first as
      | unknown[]
      | undefined;
    const at = first?.findIndex((time) => time !== null) ?? -1;
    if (row.kind === 'forecast' && row.setup === setup && at >= 0) {
      return { one, detail: row.detail as unknown as Forecast, at };
    }
  }
  assert.fail(setup);
}

interface Forecast {
  levels: number[];
  chances: number[];
  plain: (number | null)[];
}

/** Plants a fault in a forecast, and gives its row the hash of it. */
const inForecast =
  (setup: string, change: (detail: Forecast, one: FileRow) => void): Fault['plant'] =>
  (files) => {
    const { one, detail } = forecastOf(files, setup);
    change(detail, one);
    hashAgain(one.row, files.ledger);
  };

/** Plants a fault in what came of a forecast, and gives it the hash of it. */
const inTouches =
  (change: (detail: { bars: number; touched: number[]; first: (number | null)[] }) => void) =>
  (files: Files): void => {
    const { one } = forecastOf(files, 'weekly');
    const [touches = assert.fail()] = one.outcomes;
    change(touches.detail as unknown as Parameters<typeof change>[0]);
    hashAgain(touches, files.outcomes);
  };

const FAULTS: readonly Fault[] = [
  {
    name: 'a level that was reached and is said not to be',
    found: 'outcomes',
    plant: inTouches((detail) => {
      detail.touched.fill(0);
      detail.first.fill(null);
    }),
  },
  {
    name: 'a level that is reached a bar late',
    found: 'outcomes',
    plant: inTouches(({ first }) => {
      const at = first.findIndex((time) => time !== null);
      first[at] = (first[at] ?? 0) + DAY_MS;
    }),
  },
  {
    name: 'a week that is said to have no bar',
    found: 'outcomes',
    plant: inTouches((detail) => {
      detail.bars = 0;
    }),
  },
  {
    name: 'a forecast of which nothing is said to have come',
    found: 'outcomes',
    plant: (files) => void forecastOf(files, 'weekly').one.outcomes.pop(),
  },
  {
    name: 'a level that is left out of the forecast of its set',
    found: 'forecasts: levels of the set',
    plant: inForecast('weekly', ({ levels, chances, plain }) => {
      for (const list of [levels, chances, plain]) list.pop();
    }),
  },
  {
    name: 'a chance of more than one',
    found: 'forecasts: chances',
    plant: inForecast('weekly', ({ chances }) => chances.splice(0, 1, 1.01)),
  },
  {
    name: 'a level without a chance',
    found: 'forecasts: chances',
    plant: inForecast('weekly', ({ chances }) => chances.pop()),
  },
  {
    name: 'a cone that is wider at 50 than at 80 per cent',
    found: 'forecasts: cone is nested',
    plant: inForecast('cone.1w', ({ levels }) => levels.splice(0, 1, (levels[2] ?? 0) - 0.01)),
  },
  {
    name: 'a cone with other shares',
    found: 'forecasts: chances',
    plant: inForecast('cone.1w', ({ chances }) => chances.splice(2, 1, 0.99)),
  },
  {
    name: 'a forecast that ends when it begins',
    found: 'forecasts: until',
    plant: inForecast('cone.1w', (detail, { row }) =>
      Object.assign(detail, { until: row.barTime }),
    ),
  },
  {
    name: 'a forecast with matched entries',
    found: 'matched entries',
    plant: (files) => {
      forecastOf(files, 'weekly').one.baseline = decided(files, 'box').baseline;
    },
  },
  {
    name: 'a changed price with a new hash',
    found: 'rows: price is the close at barTime',
    plant: (files) => {
      const one = decided(files, 'condition');
      fillAt(one, roundTo(one.row.price + 0.01, 2), files.ledger);
    },
  },
  {
    name: 'a fill at the close of the bar before',
    found: 'rows: price is the close at barTime',
    plant: (files) => {
      const one = decided(files, 'condition');
      const bars = decodeBars(Buffer.from(files.series.bars[0] ?? '', 'base64'));
      const before = bars.openTimeMs.indexOf(one.row.barTime - DAY_MS) - 1;
      fillAt(one, bars.close[before] ?? 0, files.ledger);
    },
  },
  {
    name: 'a price that no tree has',
    found: 'heads: root',
    plant: (files) => {
      const { row } = decided(files, 'condition');
      Object.assign(row, { setup: 'break' });
      hashAgain(row, files.ledger);
    },
  },
  {
    name: 'a changed field without a new hash',
    found: 'rows: hash',
    plant: (files) => Object.assign(decided(files, 'box').row, { setup: '36.long' }),
  },
  {
    name: 'swapped matched entries',
    found: 'matched entries',
    plant: (files) => {
      const [one, other] = [decided(files, 'condition'), decided(files, 'box')];
      [one.baseline, other.baseline] = [other.baseline, one.baseline];
    },
  },
  {
    name: 'a matched entry that is a thousandth worse',
    found: 'matched entries',
    plant: (files) => {
      const { baseline } = decided(files, 'condition');
      if (baseline) baseline.entries1[39] = (baseline.entries1[39] ?? 0) - 1;
    },
  },
  {
    name: 'a withheld outcome',
    found: 'outcomes',
    plant: (files) => void decided(files, 'box').outcomes.pop(),
  },
  {
    name: 'an outcome a bar late',
    found: 'outcomes',
    plant: (files) => {
      const late = decided(files, 'condition').outcomes.at(-1);
      assert.ok(late);
      Object.assign(late, { barTime: late.barTime + DAY_MS });
      hashAgain(late, files.outcomes);
    },
  },
  {
    name: 'the result of a box trade that no risk gives',
    found: 'outcomes',
    plant: (files) => {
      const first = decided(files, 'box').outcomes.find(({ leg }) => leg === 'tp1');
      assert.ok(first);
      Object.assign(first, { r: (first.r ?? 0) + 0.02 });
      hashAgain(first, files.outcomes);
    },
  },
  {
    name: 'a weekly set without its entry',
    found: 'outcomes',
    plant: (files) => void decided(files, 'levels').outcomes.splice(0),
  },
  {
    name: 'a changed bar',
    found: 'bars: inputHash',
    plant: ({ series }) => {
      const bars = decodeBars(Buffer.from(series.bars[0] ?? '', 'base64'));
      bars.high[100] = roundTo((bars.high[100] ?? 0) + 0.01, 2);
      series.bars[0] = Buffer.from(encodeBars(bars, 2)).toString('base64');
    },
  },
  {
    name: 'a time of publication that falls',
    found: 'rows: createdAt in order',
    plant: (files) => {
      const row = files.series.rows.at(-1)?.row;
      assert.ok(row);
      Object.assign(row, { createdAt: row.createdAt - 1 });
      hashAgain(row, files.ledger);
    },
  },
  {
    name: 'a backtest that is called live',
    found: 'rows: origin',
    plant: (files) => {
      const { row } = decided(files, 'box');
      Object.assign(row, { origin: 'live' });
      hashAgain(row, files.ledger);
    },
  },
  {
    name: 'a root over other rows',
    found: 'heads: root',
    plant: ({ heads }) => void Object.assign(heads[0] ?? {}, { root: 'a'.repeat(64) }),
  },
  {
    name: 'a root over other outcomes',
    found: 'heads: outcomesRoot',
    plant: ({ heads }) => void Object.assign(heads[1] ?? {}, { outcomesRoot: 'a'.repeat(64) }),
  },
];

for (const { name, plant, found } of FAULTS) {
  test(`the verifier names ${name}`, async () => {
    const verified = await verifyWith(plant);
    assert.equal(verified.code, 1);
    assert.ok(differing(verified).includes(found), verified.lines.join('\n'));
  });
}

test('a kept head of another past differs from the published one', async () => {
  const other = { ...firstHead, root: 'b'.repeat(64) };
  const verified = await verifyWith(() => {}, '--head', save('kept.json', other));
  assert.equal(verified.code, 1);
  assert.deepEqual(differing(verified), ['heads: published as kept', 'heads: root']);
  // A day of which the server has no head any more: the root shows that its rows are not the kept ones.
  const gone = save('gone.json', [
    { ...firstHead, day: '2020-01-01' },
    { ...other, day: '2020-01-02' },
  ]);
  assert.deepEqual(differing(await verifyWith(() => {}, '--head', gone)), ['heads: root']);
});

test('without the hashes of all rows, the rows of the series are still checked', async () => {
  const verified = await verify('--series', save('series.json', honest.series));
  assert.equal(verified.code, 0, verified.lines.join('\n'));
  assert.ok(!verified.lines.some((line) => line.startsWith('heads: root')));
});

test('a file that is none ends with the code 2', async () => {
  const { code, lines } = await verify('--series', save('none.json', { format: 'other' }));
  assert.equal(code, 2);
  assert.match(lines.at(-1) ?? '', /^verify\.py: /);
});

test('numbers are written as ECMAScript writes them', async () => {
  const random = seeded(8);
  const view = new DataView(new ArrayBuffer(8));
  const numbers = [0, -0, 1e21, 1e-7, 123456789012345680000, 5e-324, 1e-6, 0.1, 100, -1.5e300];
  for (const power of Array.from({ length: 60 }, (_, i) => i - 30))
    numbers.push(1.25 * 10 ** power);
  while (numbers.length < 3000) {
    for (const half of [0, 4]) view.setUint32(half, Math.floor(random() * 2 ** 32));
    const number = view.getFloat64(0);
    if (Number.isFinite(number)) numbers.push(number);
  }
  const file = save('numbers.json', numbers);
  const program = `import json, sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv[1]); import verify
print(*map(verify.number_text, json.load(open(sys.argv[2]))), sep="\\n")`;
  const child = spawn(PYTHON, ['-c', program, path.dirname(SCRIPT), file]);
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  assert.deepEqual(out.trim().split('\n'), numbers.map(String));
});

test('the hashes of a chain are those of its rows up to the newest head', () => {
  const [newest] = honest.heads;
  assert.ok(newest && firstHead && newest.size > firstHead.size);
  assert.equal(honest.ledger.length, 32 * newest.size);
  assert.equal(honest.outcomes.length, 32 * newest.outcomes);
  assert.equal(honest.ledger.subarray(-32).toString('hex'), newest.hash);
  assert.equal(honest.outcomes.subarray(-32).toString('hex'), newest.outcomesHash);
});

test('there is no file of a symbol without a series, of a replay, or of another chain', async () => {
  await plantSeries(db, { symbol: 'EURUSD.R', source: 'replay' });
  for (const [place, status] of [
    ['series/NOTHING/file', 404],
    ['series/EURUSD.R/file', 404],
    ['series/a%20b/file', 400],
    ['hashes/bars', 400],
  ] as const) {
    assert.equal((await server.fetch(`/api/record/${place}`)).status, status, place);
  }
});

test('bars of a licensed source are for those who may have them', async (t) => {
  t.after(() => {
    caller = subscriber;
  });
  const licensed = await plantSeries(db, { symbol: 'GBPUSD', source: 'vendor' });
  await plantBars(db, licensed, makeBars({ seed: 5, fromMs: FROM, bars: 30 }));
  const ask = async (): Promise<number> =>
    (await server.fetch('/api/record/series/GBPUSD/file')).status;
  assert.equal(await ask(), 200);
  caller = { ...subscriber, subscriber: false };
  assert.equal(await ask(), 403);
  caller = null;
  assert.equal(await ask(), 401);
});
