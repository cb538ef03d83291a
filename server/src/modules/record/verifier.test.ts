import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { DEFAULT_COSTS, type LedgerRow, type OutcomeRow, sliceColumns } from '@rasat/ledger';
import { createManualClock } from '../../platform/clock.ts';
import type { Person } from '../../platform/http/person.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { findLedgerHead, hashOf, startPublisher } from '../signals/index.ts';
import { updateBaselines } from './baselines.ts';
import { publishHead, type RecordHead } from './heads.ts';
import { registerRecordRoutes } from './routes.ts';

// docs/verifier/verify.py, which shares no code with the server, over files that readers download.

const SCRIPT = path.resolve(import.meta.dirname, '../../../../docs/verifier/verify.py');
const { PYTHON = 'python3' } = process.env;
const FROM = Date.UTC(2024, 0, 1);
const LIVE_BARS = 12;

const isBistOpen = (timeMs: number): boolean => {
  const hour = Math.floor(timeMs / HOUR_MS) % 24;
  return hour >= 7 && hour < 15 && ![0, 6].includes(new Date(timeMs).getUTCDay());
};
const forex = makeBars({ seed: 1, fromMs: FROM, bars: 8500, isOpen: isForexOpen });
const liveAt = forex.length - LIVE_BARS;
const clock = createManualClock(forex.openTimeMs[liveAt] ?? 0);
const context = await testContext({ after }, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = context;
const prices = { digits: 2, price: 90, fromMs: FROM };
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, eurusd, sliceColumns(forex, 0, liveAt));
const btc = await plantSeries(db, { symbol: 'BTCUSD', category: 'crypto', digits: 2 });
await plantBars(db, btc, makeBars({ ...prices, seed: 2, bars: 10_000 }));
const thyao = await plantSeries(db, { symbol: 'THYAO', category: 'bist', digits: 2 });
await plantBars(db, thyao, makeBars({ ...prices, seed: 3, bars: 2600, isOpen: isBistOpen }));
const aapl = await plantSeries(db, { symbol: 'AAPL', category: 'nasdaq', digits: 2, base: '1D' });
await plantBars(db, aapl, makeBars({ ...prices, seed: 4, bars: 490, stepMs: DAY_MS }));
const publish = (): Promise<void> =>
  withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});
await publish();
const firstHead = await publishHead(db, clock);
assert.ok(firstHead);
for (let at = liveAt; at < forex.length; at += 1) {
  await clock.advance((forex.openTimeMs[at] ?? 0) + HOUR_MS + 2000 - clock.now());
  await plantBars(db, eurusd, sliceColumns(forex, at, at + 1));
  await publish();
}
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
  lines.filter((line) => line.includes('DIFFER')).map((line) => line.replace(/: \d+ compared.*/, ''));

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
  return verify(
    ...['--series', save('series.json', files.series), '--heads', save('heads.json', files.heads)],
    ...['--hashes-ledger', save('ledger.bin', files.ledger)],
    ...['--hashes-outcomes', save('outcomes.bin', files.outcomes), ...more],
  );
}

/** Gives a row, or an outcome, the hash of its changed content, also in the list of all hashes. */
function hashAgain(one: LedgerRow | OutcomeRow, hashes: Buffer): void {
  const hash = hashOf(one);
  Object.assign(one, { hash });
  hashes.write(hash, 32 * ('no' in one ? one.no - 1 : one.seq - 1), 'hex');
}

const decided = (files: Files, kind: LedgerRow['kind']): FileRow => {
  const found = files.series.rows.find(
    ({ row, outcomes, baseline }) =>
      row.kind === kind && outcomes.length >= 2 && (baseline?.entries1.length ?? 0) >= 20,
  );
  assert.ok(found, kind);
  return found;
};

for (const symbol of ['EURUSD', 'BTCUSD', 'THYAO', 'AAPL']) {
  test(`a downloaded record of ${symbol} has no difference`, async () => {
    const kept = save('kept.json', firstHead);
    const verified = await verify('--from', server.origin, symbol, '--head', kept);
    assert.deepEqual(differing(verified), [], verified.lines.join('\n'));
    assert.equal(verified.code, 0, verified.lines.join('\n'));
    console.log(verified.lines.join('\n'));
  });
}
