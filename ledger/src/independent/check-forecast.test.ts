import assert from 'node:assert/strict';
import test from 'node:test';
import { sliceColumns } from '../bars/bars-codec.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { type PublishedRow, publishRows } from '../testing/published-rows.ts';
import { checkRow, type OutcomeToCheck, type RowToCheck, type Violation } from './check-row.ts';
import { type PreparedBars, prepareBars } from './prepared-bars.ts';
import { chanceOf } from './touch.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Detail = Record<string, unknown>;

/** A published forecast that a test may change. */
interface Draft {
  row: Writable<RowToCheck>;
  outcomes: Writable<OutcomeToCheck>[];
}

const copyOf = (published: PublishedRow): Draft => structuredClone(published) as unknown as Draft;
const told = (found: readonly Violation[]): string[] =>
  found.map(({ cause, leg, field }) => `${leg === null ? '' : `${leg} `}${cause}: ${field}`);

/**
 * Bars that are read of a series of days, of 4,000: six years, with five years of forecasts. A series of hours has all of
 * its bars, since it ends after two years.
 */
const MOST_DAYS = 1_500;

const markets = MARKETS.map(({ name, rules, columns }) => {
  const most = rules.base === '1D' ? MOST_DAYS : columns.length;
  const read = sliceColumns(columns, 0, most);
  return {
    name,
    bars: prepareBars(read, rules),
    forecasts: publishRows(read, rules, Number.NEGATIVE_INFINITY).filter(
      ({ row }) => row.kind === 'forecast',
    ),
  };
});

/** One forecast of so many is changed in each way, and the first one of every setup. */
const EVERY = 13;

for (const { name, bars, forecasts } of markets) {
  test(`forecasts of the engine and what came of them follow from the bars: ${name}`, () => {
    const setups = new Map<string, number>();
    let touched = 0;
    let voids = 0;
    for (const { row, outcomes } of forecasts) {
      assert.deepEqual(told(checkRow(row, outcomes, bars)), [], row.eventKey);
      setups.set(row.setup, (setups.get(row.setup) ?? 0) + 1);
      for (const { detail } of outcomes) {
        if (detail.bars === 0) voids += 1;
        touched += (detail.touched as number[]).filter((one) => one === 1).length;
      }
    }
    for (const setup of ['weekly', 'cone.1d', 'cone.1w', 'cone.4w', 'hayyam.long', '52.short']) {
      assert.ok((setups.get(setup) ?? 0) > 5, setup);
    }
    assert.ok(touched > 200);
    assert.ok(voids > 0 || name === 'a random walk without a break' || name === 'few ticks', name);
  });

  test(`a changed forecast or outcome is named, of one row of thirteen and of every setup: ${name}`, () => {
    const changed = new Set<string>();
    for (const [at, published] of forecasts.entries()) {
      const { row } = published;
      if (at % EVERY > 0 && changed.has(row.setup)) continue;
      changed.add(row.setup);
      const forged = (change: (detail: Detail, draft: Draft) => void): string[] => {
        const draft = copyOf(published);
        change(draft.row.detail as Detail, draft);
        return told(checkRow(draft.row, draft.outcomes, bars));
      };
      const first = (field: string): string => `chance: ${field}[0]`;
      if (row.setup.startsWith('cone')) {
        const moved = forged(({ levels }) => {
          (levels as number[])[0]! -= bars.tick;
        });
        assert.ok(moved.includes(first('levels')), row.eventKey);
      } else {
        // Shaded by ten points.
        const shaded = forged(({ chances }) => {
          const [chance = 0] = chances as number[];
          (chances as number[])[0] = chance > 0.5 ? chance - 0.1 : chance + 0.1;
        });
        assert.deepEqual(shaded, [first('chances')]);
        const rounded = forged(({ chances }) => {
          (chances as number[])[0]! += 1e-4;
        });
        assert.deepEqual(rounded, [first('chances')]);
        const plain = forged((detail) => {
          (detail.plain as (number | null)[])[0] = 0.123;
        });
        assert.deepEqual(plain, [first('plain')]);
      }
      assert.deepEqual(
        forged((detail) => {
          detail.class = 'none';
        }),
        ['chance: class'],
      );
      assert.deepEqual(
        forged((_, draft) => {
          draft.row.price = bars.round(draft.row.price + bars.tick);
        }),
        ['chance: price'],
      );
      assert.ok(
        forged((detail) => {
          detail.weeks = (detail.weeks as number) + 1e-5;
        }).includes('chance: weeks'),
      );
      assert.ok(
        forged((detail) => {
          detail.until = (detail.until as number) + 7 * 86_400_000;
        }).length > 0,
      );
      if (published.outcomes.length === 0) continue;
      const ofOutcome = (change: (outcome: Writable<OutcomeToCheck>) => void): string[] =>
        forged((_, { outcomes }) => change(outcomes[0]!));
      assert.deepEqual(
        ofOutcome(({ detail }) => {
          const marks = (detail as Detail).touched as number[];
          marks[0] = 1 - marks[0]!;
        }),
        ['touch outcome-status: touched'],
      );
      assert.deepEqual(
        ofOutcome(({ detail }) => {
          const times = (detail as Detail).first as (number | null)[];
          times[0] = times[0] === null ? row.barTime + bars.lengthMs : times[0]! + bars.lengthMs;
        }),
        ['touch outcome-status: first'],
      );
      assert.deepEqual(
        ofOutcome((outcome) => {
          outcome.barTime -= bars.lengthMs;
        }).map((text) => text.split(' ')[0]),
        ['touch'],
      );
      assert.deepEqual(
        told(checkRow(row, [], bars)),
        isDecided(published, bars) ? ['touch outcome-withheld: barTime'] : [],
        `${at}`,
      );
    }
  });
}

/** Whether a bar closes at or after the end of a forecast. */
function isDecided({ outcomes }: PublishedRow, bars: PreparedBars): boolean {
  const endMs = (bars.openTimeMs[bars.length - 1] ?? 0) + bars.lengthMs;
  return outcomes.every(({ barTime }) => barTime <= endMs);
}

test('chances computed with a day more than was known are named', () => {
  let planted = 0;
  for (const { bars, forecasts } of markets) {
    for (const [at, published] of forecasts.entries()) {
      const { barTime, setup } = published.row;
      if (at % 11 > 0 || setup.startsWith('cone')) continue;
      const draft = copyOf(published);
      const { weeks, levels, chances } = draft.row.detail as {
        weeks: number;
        levels: number[];
        chances: number[];
      };
      const later = bars.movement(barTime + 86_400_000)!;
      const of = { category: bars.category, lengthMs: bars.lengthMs, weeks };
      const peeked = levels.map((level) => Number(chanceOf(later, of, level).toFixed(4)));
      if (peeked.every((chance, i) => Math.abs(chance - chances[i]!) < 2e-4)) continue;
      (draft.row.detail as Detail).chances = peeked;
      planted += 1;
      const [found] = told(checkRow(draft.row, draft.outcomes, bars));
      assert.match(found ?? '', /^chance: chances/);
    }
  }
  assert.ok(planted > 50);
});

test('a forecast of a series that ended is void only where no bar decides it', () => {
  const { bars, forecasts } = markets[1]!;
  const lastMs = (bars.openTimeMs[bars.length - 1] ?? 0) + bars.lengthMs;
  const end = { seq: 9, reason: 'retired', atMs: lastMs };
  const voided = (published: PublishedRow): string[] => {
    const outcome = {
      leg: 'touch',
      status: 2,
      price: bars.round(bars.close[bars.length - 1]!),
      r: null,
      barTime: lastMs,
      createdAt: lastMs,
      detail: { ended: 9, reason: 'retired' },
    } as const;
    return told(checkRow(published.row, [outcome], bars, { end }));
  };
  const open = forecasts.filter(({ outcomes }) => outcomes.length === 0);
  assert.ok(open.length > 3);
  for (const published of open) {
    assert.deepEqual(voided(published), []);
    assert.deepEqual(told(checkRow(published.row, [], bars, { end })), [
      'touch void-missing: barTime',
    ]);
  }
  const decided = forecasts.find(({ outcomes }) => outcomes.length > 0)!;
  assert.deepEqual(voided(decided), ['touch void-decided: status']);
});
