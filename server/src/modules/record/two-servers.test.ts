import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { readLedger } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { startPublisher } from '../signals/index.ts';
import { findBaselines } from './baseline-store.ts';
import { runRecord } from './record-run.ts';

const FROM = Date.UTC(2023, 0, 2);
const QUIET = { signal: new AbortController().signal, progress: () => {} };
const BARS = [
  {
    planted: { symbol: 'EURUSD', category: 'forex' },
    bars: makeBars({ seed: 1, fromMs: FROM, bars: 9_000, isOpen: isForexOpen }),
  },
  {
    planted: { symbol: 'BTCUSD', category: 'crypto', digits: 2, source: 'file' },
    bars: makeBars({ seed: 2, fromMs: FROM, bars: 12_000, digits: 2, price: 20_000 }),
  },
] as const;

/** A server that was started at this time, over the same bars; `order` is that in which it learns of the symbols. */
async function startServer(startedMs: number, order: readonly (0 | 1)[]): Promise<Db> {
  const context = await testContext({ after }, { clock: createManualClock(startedMs) });
  const { db } = context;
  for (const at of order) {
    const { planted, bars } = BARS[at];
    const series = await plantSeries(db, planted);
    await plantBars(db, series, bars);
  }
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});
  await runRecord(context, QUIET);
  return db;
}

/** What stands beside every row: baseline, its twin and its results, by symbol and event. */
async function besideRows(db: Db): Promise<Map<string, unknown>> {
  const ledger = await readLedger(db);
  const baselines = await findBaselines(
    db,
    ledger.map(({ seq }) => seq),
  );
  const { rows: twins } = await sql<{ seq: number; twin: Record<string, unknown> }>`
    select seq, to_jsonb(t) - 'seq' as twin from record_twin t`.execute(db);
  const twinOf = new Map(twins.map(({ seq, twin }) => [seq, twin]));
  return new Map(
    ledger.map(({ seq, symbol, eventKey }) => {
      const { seq: _seq, ...baseline } = baselines.get(seq) ?? { seq };
      return [`${symbol} ${eventKey}`, { baseline, twin: twinOf.get(seq) ?? null }];
    }),
  );
}

async function figures(db: Db): Promise<unknown[]> {
  const { rows } = await sql<{ line: unknown }>`
    select to_jsonb(f) as line from record_figures f
    union all select to_jsonb(t) from record_touches t order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

test('two servers over the same bars, started at different times, show the same figures', async () => {
  // Ten days and an hour apart in one month, so that both count the same twelve months.
  const startedMs = Date.UTC(2026, 5, 3);
  const one = await startServer(startedMs, [0, 1]);
  const other = await startServer(startedMs + 10 * DAY_MS + HOUR_MS, [1, 0]);
  const hashesOf = async (db: Db) => new Set((await readLedger(db)).map(({ hash }) => hash));
  const [own, others] = [await hashesOf(one), await hashesOf(other)];
  assert.ok(own.size > 300);
  assert.ok(
    [...own].every((hash) => !others.has(hash)),
    'the chains have no hash in common',
  );
  const rows = await besideRows(one);
  assert.ok([...rows.values()].some((row) => (row as { twin: unknown }).twin !== null));
  assert.deepEqual(await besideRows(other), rows);
  const shown = await figures(one);
  assert.ok(shown.length > 40, `${shown.length} figures`);
  assert.deepEqual(await figures(other), shown);
});
