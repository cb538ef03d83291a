import type { Category } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import { sql } from 'kysely';
import { type EventRecord, startRun } from '../server/src/modules/analysis/index.ts';
import { keptView } from '../server/src/modules/analysis/shown-view.ts';
import { getStates, insertRound, type SeriesState } from '../server/src/modules/analysis/store.ts';
import type { Series } from '../server/src/modules/market/index.ts';
import { type Db, inTransaction } from '../server/src/platform/db/pool.ts';
import { sha256 } from '../server/src/platform/sha256.ts';
import { makeBars } from '../server/src/testing/bars.ts';
import { plantSeries } from '../server/src/testing/market.ts';

const HOUR_MS = 3_600_000;
/** Three years of hours. */
const BARS = 26_280;
const FROM_MS = Math.floor(Date.now() / HOUR_MS - BARS) * HOUR_MS;
const ROUNDS = 36;
/** Different histories; the symbols share them. */
const HISTORIES = 20;
const SERIES_AT_ONCE = 50;

interface History {
  readonly events: readonly EventRecord[];
  readonly view: { readonly text: string; readonly hash: Buffer };
}

function makeHistory(series: Series, seed: number): History {
  const bars = makeBars({ seed, fromMs: FROM_MS, bars: BARS });
  const run = startRun(series);
  for (let row = 0; row < bars.length; row++) run.read(bars, row);
  const text = JSON.stringify(keptView(run.view()));
  return { events: run.takeEvents(), view: { text, hash: sha256(text) } };
}

/** Creates symbols with the analysis of three years of hourly bars, stored month by month like live ones. */
export async function plantAnalysed(
  db: Db,
  category: Category,
  prefix: string,
  count: number,
): Promise<Series[]> {
  const planted: Series[] = [];
  for (let i = 0; i < count; i++) {
    planted.push(await plantSeries(db, { symbol: `${prefix}${i}`, category, digits: 2 }));
  }
  const histories = planted.slice(0, HISTORIES).map((series, i) => makeHistory(series, 100 + i));
  const ids = planted.map(({ id }) => id);
  const states = new Map<number, SeriesState>(
    (await getStates(db, ENGINE_VERSION, ids, FROM_MS)).map((state) => [state.seriesId, state]),
  );
  const monthMs = (BARS / ROUNDS) * HOUR_MS;
  for (let month = 0; month < ROUNDS; month++) {
    const [fromMs, toMs] = [FROM_MS + month * monthMs, FROM_MS + (month + 1) * monthMs];
    const isLast = month === ROUNDS - 1;
    for (let at = 0; at < planted.length; at += SERIES_AT_ONCE) {
      const round = planted.slice(at, at + SERIES_AT_ONCE).flatMap(({ id }, i) => {
        const history = histories[(at + i) % histories.length];
        const before = states.get(id);
        if (!history || !before) return [];
        const bars = before.bars + BARS / ROUNDS;
        const after = { ...before, bars, cursorMs: toMs - HOUR_MS, advancedMs: toMs };
        states.set(id, after);
        const events = history.events.filter(
          ({ event: { timeMs } }) => timeMs > fromMs && (timeMs <= toMs || isLast),
        );
        return [
          {
            before,
            after,
            repairs: 0,
            events,
            touchNow: null,
            ...(isLast && { view: history.view }),
          },
        ];
      });
      await inTransaction(db, (trx) => insertRound(trx, ENGINE_VERSION, round, toMs));
    }
  }
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  return planted;
}
