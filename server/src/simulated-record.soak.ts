import assert from 'node:assert/strict';
import test from 'node:test';
import { ENGINE_VERSION, monthNumberUtc } from '@rasat/engine';
import {
  addRow,
  type BarColumns,
  computeFigures,
  costInR,
  createColumns,
  createHistory,
  createResolvedRows,
  createTally,
  DEFAULT_COSTS,
  draftOf,
  FIGURES_SEED,
  matchEntries,
  type RecordTally,
  startSeriesRun,
} from '@rasat/ledger';
import type { Instrument } from './connectors/connector.ts';
import { createSimulatedConnector } from './connectors/simulated/simulated-connector.ts';
import { isForex } from './modules/market/index.ts';
import { createManualClock } from './platform/clock.ts';
import { sha256 } from './platform/sha256.ts';

// The content of a fresh machine, for twenty seeds of the simulated markets: prices must not be predictable.

const SEEDS = Number(process.env.RASAT_SEEDS ?? 20);
const NOW = Date.UTC(2026, 10, 20);

async function readBars(seed: number, symbol: string): Promise<BarColumns> {
  const connector = createSimulatedConnector({ seed, clock: createManualClock(NOW) });
  const bars = [];
  for await (const batch of connector.history(symbol, '60', 0, NOW)) bars.push(...batch);
  const columns = createColumns(bars.length);
  for (const [at, bar] of bars.entries()) {
    columns.openTimeMs[at] = bar.openTimeMs;
    columns.open[at] = bar.open;
    columns.high[at] = bar.high;
    columns.low[at] = bar.low;
    columns.close[at] = bar.close;
    columns.volume[at] = bar.volume;
  }
  return columns;
}

interface Opening {
  readonly group: string;
  readonly way: 'up' | 'down';
  readonly price: number;
  readonly risk: number;
  readonly openedMs: number;
  readonly expiryMs: number;
}

type Leg = { readonly status: number; readonly r: number };

/** Adds every decided entry of one symbol with its matched entries. */
function addSymbol(
  tallies: Map<string, RecordTally>,
  instrument: Instrument,
  bars: BarColumns,
): void {
  const { symbol, category, digits, base } = instrument;
  const fx = isForex(category);
  const costOf = (price: number, risk: number) =>
    costInR(DEFAULT_COSTS, category, symbol, price, risk);
  const run = startSeriesRun({ base, fx, digits, category }, sha256, { noBars: Buffer.alloc(32) });
  for (let at = 0; at < bars.length; at++) run.read(bars, at);
  const history = createHistory(bars, { base, fx, digits });
  const series = { id: 1, symbol, source: 'simulated', digits };
  const sets = new Map<string, { anchor: number; buy: number; sell: number }>();
  const open = new Map<string, Opening & { first?: Leg }>();
  for (const record of run.takeEvents()) {
    const draft = draftOf(record, ENGINE_VERSION, series);
    if (draft?.to === 'ledger') {
      const { kind, setup, eventKey, way, range, price, barTime, detail } = draft.row;
      if (kind === 'levels') {
        const nearest = (lines: unknown): number => (lines as number[])[0] ?? Number.NaN;
        sets.set(eventKey, { anchor: price, buy: nearest(detail.buy), sell: nearest(detail.sell) });
      } else if (range !== null) {
        open.set(eventKey, {
          group: kind === 'box' ? setup : `condition.${setup}`,
          way: way ? 'up' : 'down',
          price,
          risk: range,
          openedMs: barTime,
          expiryMs: detail.expiry as number,
        });
      }
    } else if (draft?.row.leg === 'entry') {
      const set = sets.get(draft.of);
      assert.ok(set, draft.of);
      const way = draft.row.detail.way ? 'up' : 'down';
      const risk = Math.abs((way === 'up' ? set.buy : set.sell) - set.anchor);
      const expiryMs = draft.row.detail.expiry as number;
      const { price, barTime: openedMs } = draft.row;
      open.set(draft.of, { group: 'levels', way, price, risk, openedMs, expiryMs });
    } else if (draft) {
      const opened = open.get(draft.of);
      assert.ok(opened, draft.of);
      const leg = { status: draft.row.status ?? 0, r: draft.row.r ?? 0 };
      if (draft.row.leg === 'tp1') opened.first = leg;
      else if (opened.first) addTrade(opened, opened.first, leg);
    }
  }

  function addTrade(opened: Opening, first: Leg, second: Leg): void {
    const rows = createResolvedRows(1);
    rows.month[0] = monthNumberUtc(opened.openedMs);
    rows.day[0] = new Date(opened.openedMs).getUTCDate();
    rows.status1[0] = first.status;
    rows.status2[0] = second.status;
    rows.r1[0] = first.r;
    rows.r2[0] = second.r;
    rows.cost[0] = costOf(opened.price, opened.risk);
    const entries = matchEntries(history, opened, costOf);
    if (entries.reason === null) {
      rows.count[0] = entries.at.length;
      rows.entries1.set(entries.thousandths1);
      rows.entries2.set(entries.thousandths2);
      rows.targets1[0] = entries.targets1;
      rows.stops1[0] = entries.stops1;
      rows.targets2[0] = entries.targets2;
      rows.entryCosts[0] = entries.costs;
    }
    const tally = tallies.get(opened.group) ?? createTally();
    tallies.set(opened.group, tally);
    addRow(tally, rows, 0);
  }
}

test('in twenty simulated sources about one verdict in twenty differs', async (t) => {
  let said = 0;
  let differs = 0;
  let rows = 0;
  let difference = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const connector = createSimulatedConnector({ seed, clock: createManualClock(NOW) });
    const tallies = new Map<string, RecordTally>();
    for (const instrument of await connector.instruments()) {
      if (instrument.optional) continue;
      addSymbol(tallies, instrument, await readBars(seed, instrument.symbol));
    }
    const words: string[] = [];
    for (const [group, tally] of tallies) {
      const figures = computeFigures(tally, FIGURES_SEED);
      const value = figures.first.netDifference?.value ?? 0;
      rows += figures.matched;
      difference += figures.matched * value;
      if (figures.verdict === 'few') continue;
      said++;
      if (figures.verdict !== 'interval-excludes-zero') continue;
      differs++;
      words.push(`${group} ${value.toFixed(3)} R of ${figures.matched}`);
    }
    t.diagnostic(`seed ${seed}: ${words.length === 0 ? 'nothing differs' : words.join(', ')}`);
  }
  t.diagnostic(`${differs} of ${said} verdicts differ, ${rows} rows`);
  t.diagnostic(`mean difference ${(difference / rows).toFixed(4)} R`);
  // Groups of one source share their markets, so the spread is wider than that of as many coins.
  assert.ok(differs / said > 0.01 && differs / said < 0.1, `${differs} of ${said}`);
  assert.ok(Math.abs(difference / rows) < 0.01, `${difference / rows}`);
});
