import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import { type RecordedForecast, recordedForecast, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { openAnalyses, registerAnalysisRoutes, startAnalyst } from '../analysis/index.ts';
import { closedTopic } from '../market/index.ts';
import { listSignals, startPublisher } from '../signals/index.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
/** Publishing begins on a Saturday, more than half a year after the first bar. */
const FIRST = 32 * 168 - 30;
const BARS = FIRST + 60;

type Touch = NonNullable<Reply<typeof ROUTES.touch>>;

test('what is shown of a forecast at a moment equals the row that was published then', async () => {
  const bars = makeBars({ seed: 11, fromMs: MONDAY, bars: BARS, digits: 2, price: 300 });
  const startMs = MONDAY + FIRST * HOUR;
  const clock = createManualClock(startMs);
  const context = await testContext({ after }, { clock });
  const { db, bus } = context;
  const series = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2 });
  await plantBars(db, series, sliceColumns(bars, 0, FIRST));
  const analyses = openAnalyses(context, listOf([series]));
  after(() => analyses.stop());
  const server = await startTestServer(
    { after },
    { context, routes: (web) => registerAnalysisRoutes(web, analyses) },
  );
  const compared = { levels: 0, boxes: 0, cones: 0 };
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    for (let at = FIRST; at < BARS; at++) {
      const closeMs = MONDAY + (at + 1) * HOUR;
      await clock.advance(closeMs + 2000 - clock.now());
      await plantBars(db, series, sliceColumns(bars, at, at + 1));
      bus.publish(closedTopic, { symbols: ['BTC'], throughMs: closeMs });
      await wait(async () => {
        const { rows } = await sql<{ done: boolean }>`
          select cursor_ms = ${closeMs - HOUR} and not exists (
            select from analysis_event where id > (select event_id from publisher_cursor)
          ) as done from analysis_state`.execute(db);
        return rows[0]?.done === true;
      });
      const response = await server.fetch('/api/touch/BTC');
      const shown = (await response.json()) as Touch;
      assert.deepEqual(
        [shown.base, shown.now?.at, shown.now?.price],
        ['60', closeMs, bars.close[at]],
      );
      // A market around the clock has a share in each hour. Each is rounded to a hundred-thousandth.
      const { slots } = shown.cones;
      const all = slots.reduce((sum, share) => sum + share, 0);
      assert.ok(slots.length === 168 && slots.every((share) => share > 0), slots.join());
      assert.ok(Math.abs(all - 100_000) <= 84, `${all}`);
      const rows = await readRows();
      const rowOf = (setup: string, from: number): RecordedForecast | undefined => {
        const row = rows.get(`${setup} ${from}`);
        if (from > startMs) assert.ok(row, `${setup} of ${new Date(from).toISOString()}`);
        return row;
      };
      const isEqual = (
        { from, until, levels }: Touch['boxes'][number]['chances'],
        setup: string,
      ) => {
        const row = rowOf(setup, from);
        if (!row) return 0;
        assert.equal(until, row.until, setup);
        assert.deepEqual(
          levels.map(({ level, chance }) => [level, chance]),
          row.levels.map((level, place) => [level, row.chances[place]]),
          setup,
        );
        return levels.length;
      };
      if (shown.levels) compared.levels += isEqual(shown.levels, 'weekly');
      for (const { kind, term, chances } of shown.boxes) {
        compared.boxes += isEqual(chances, `${kind}.${term}`);
      }
      for (const [setup, cone] of [
        ['cone.1d', shown.cones.day],
        ['cone.1w', shown.cones.week],
      ] as const) {
        const row = cone && rowOf(setup, cone.from);
        if (!row) continue;
        assert.deepEqual([cone.until, cone.edges.flat()], [row.until, row.levels], setup);
        compared.cones += 1;
      }
    }
  });
  assert.ok(
    compared.levels > 200 && compared.boxes > 50 && compared.cones > 40,
    JSON.stringify(compared),
  );

  async function readRows(): Promise<Map<string, RecordedForecast>> {
    const of = { seriesId: series.id, engineVersion: ENGINE_VERSION };
    const found = new Map<string, RecordedForecast>();
    for (const { row } of await listSignals(db, of)) {
      const forecast = recordedForecast(row);
      if (forecast) found.set(`${row.setup} ${row.barTime}`, forecast);
    }
    return found;
  }
});
