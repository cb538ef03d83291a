import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { CHAIN_START, draftOf, type LedgerRow, type OutcomeRow } from '@rasat/ledger';
import { makeBars } from '../../testing/bars.ts';
import type { EventRecord, StoredEvent } from '../analysis/index.ts';
import { NO_BARS_HASH, proofOf, startRun } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { type ComparedItem, compareSeries } from './comparison.ts';
import type { Published } from './published.ts';

const DAY = 86_400_000;
const SERIES: Series = {
  id: 3,
  symbol: 'BTC',
  epoch: 1,
  source: 'simulated',
  sourceSymbol: 'BTC',
  audience: 'anyone',
  delay: null,
  category: 'crypto',
  digits: 2,
  base: '1D',
  calendar: 'always',
  fx: false,
  isWhole: true,
  archivedAtMs: null,
};
const OTHER_HASH = Buffer.alloc(32, 9);
/** Whether the chain holds is looked at elsewhere. */
const CHAINED = { origin: 'live', prevHash: CHAIN_START, hash: CHAIN_START } as const;

const records = ((): EventRecord[] => {
  const bars = makeBars({
    seed: 3,
    fromMs: Date.UTC(2022, 0, 3),
    stepMs: DAY,
    digits: 2,
    price: 90,
    bars: 700,
  });
  const run = startRun(SERIES);
  for (let row = 0; row < bars.length; row += 1) run.read(bars, row);
  return run.takeEvents();
})();

function first(type: EventRecord['event']['type']): EventRecord {
  const found = records.find(({ event }) => event.type === type);
  assert.ok(found, type);
  return found;
}

interface Rows {
  events: Map<string, StoredEvent>;
  boxes: Buffer[];
  ledger: LedgerRow[];
  outcomes: OutcomeRow[];
  publishedTo: number;
}

/** What an honest server has published of the series. */
function publish(): Rows {
  const rows: Rows = {
    events: new Map(),
    boxes: [],
    ledger: [],
    outcomes: [],
    publishedTo: records.length,
  };
  const seqOf = new Map<string, number>();
  for (const [at, record] of records.entries()) {
    const { key, event, inputHash } = record;
    const stored = JSON.parse(JSON.stringify(event));
    rows.events.set(key, {
      id: at + 1,
      seriesId: SERIES.id,
      engineVersion: ENGINE_VERSION,
      key,
      barTimeMs: event.timeMs,
      event: stored,
      inputHash,
    });
    const draft = draftOf(record, ENGINE_VERSION, SERIES);
    if (draft?.to === 'ledger') {
      const seq = rows.ledger.length + 1;
      seqOf.set(key, seq);
      rows.ledger.push({ ...draft.row, ...CHAINED, seq, createdAt: event.timeMs });
    } else if (draft) {
      const no = rows.outcomes.length + 1;
      const seq = seqOf.get(draft.of) ?? 0;
      rows.outcomes.push({ ...draft.row, ...CHAINED, no, seq, createdAt: event.timeMs });
    }
  }
  return rows;
}

interface Met {
  readonly record: EventRecord;
  readonly atMs: number;
  readonly hash: Buffer;
}

/** Compares everything that the bars give with what was published; the items that differ. */
function compare(
  change: (rows: Rows) => void,
  meeting: (met: Met) => Met = (met) => met,
  series = SERIES,
): { readonly all: ComparedItem[]; readonly wrong: ComparedItem[] } {
  const rows = publish();
  change(rows);
  const all: ComparedItem[] = [];
  const published: Published = {
    ...rows,
    version: ENGINE_VERSION,
    rowsUntilMs: null,
    forecastsAfterMs: null,
    olderEvents: new Map(),
    isEnded: false,
    olderKeys: new Map(),
    state: {
      seriesId: SERIES.id,
      cursorMs: null,
      bars: 0,
      advancedMs: null,
      inputHash: NO_BARS_HASH,
    },
  };
  const comparison = compareSeries(series, published, (item) => all.push(item));
  for (const record of records) {
    const met = meeting({ record, atMs: record.event.timeMs, hash: record.inputHash });
    comparison.meet(met.record, met.atMs, met.hash);
  }
  comparison.end(NO_BARS_HASH);
  return { all, wrong: all.filter(({ differences }) => differences.length > 0) };
}

/** A difference in words: of what, how, and what else it says. */
const told = (items: readonly ComparedItem[]): string[] =>
  items.flatMap((item) =>
    item.differences.map((difference) => {
      const more =
        difference.of === 'row'
          ? `${difference.name} ${difference.how === 'missing' ? difference.in : difference.fields.join()}`
          : difference.how === 'untimely'
            ? String(difference.knownMs)
            : '';
      return `${item.what} ${difference.key} ${difference.seq}: ${difference.of} ${difference.how} ${more}`.trim();
    }),
  );

const rowOf = (rows: Rows, key: string): LedgerRow => {
  const found = rows.ledger.find(({ eventKey }) => eventKey === key);
  assert.ok(found, key);
  return found;
};

test('an honest record has every event once, with the row that it became, and no difference', () => {
  const { all, wrong } = compare(() => {});
  assert.deepEqual(told(wrong), []);
  assert.deepEqual(
    all.map(({ key }) => key),
    records.map(({ key }) => key),
  );
  const kinds = { box: 'box', levels: 'levels', condition: 'signal', trade: 'signal' } as const;
  for (const [at, { what, row, seq, timeMs }] of all.entries()) {
    const event = records[at]?.event;
    assert.ok(event);
    assert.equal(what, event.type in kinds ? kinds[event.type as keyof typeof kinds] : 'outcome');
    assert.equal(timeMs, event.timeMs);
    assert.equal(row === null, event.type === 'box', event.type);
    assert.equal(seq, row?.seq ?? null);
  }
  const types = new Set(records.map(({ event }) => event.type));
  assert.deepEqual(
    [...types].sort(),
    [
      'box',
      'condition',
      'conditionLeg',
      'levels',
      'levelsClosed',
      'levelsTrade',
      'trade',
      'tradeClosed',
    ].sort(),
  );
});

/** What the publisher does with events that are a day old. */
function fold(rows: Rows): void {
  rows.events.clear();
  rows.boxes = records.flatMap((record) => proofOf(record) ?? []);
}

test('folded events are known by their rows, boxes by their proofs', () => {
  const { all, wrong } = compare(fold);
  assert.deepEqual(told(wrong), []);
  assert.equal(all.length, records.length);
  const [leg, trade] = [first('conditionLeg'), first('trade')];
  const changed = compare((rows) => {
    fold(rows);
    rows.ledger = rows.ledger.map((row) => (row.eventKey === trade.key ? { ...row, sl: 1 } : row));
    rows.outcomes = rows.outcomes.filter(({ inputHash, leg: own }) => {
      return inputHash !== leg.inputHash.toString('hex') || own !== 'tp1';
    });
  });
  assert.deepEqual(
    told(changed.wrong)
      .map((line) => line.replace(/ (null|\d+): /, ': '))
      .toSorted(),
    [
      `outcome ${leg.key}: row missing ${leg.key.replace(/\.tp1$/, ' tp1')} outcomes`,
      `signal ${trade.key}: row differs ${trade.key} sl`,
    ],
  );
});

test('a folded box that is gone, was changed, was made of other bars or never was is told', () => {
  const boxes = records.filter(({ event }) => event.type === 'box');
  const [gone, moved, other] = boxes;
  assert.ok(gone && moved && other);
  const { wrong } = compare((rows) => {
    fold(rows);
    const [, second = Buffer.alloc(0), third = Buffer.alloc(0), ...rest] = rows.boxes;
    const never = Buffer.from(second);
    never.writeIntLE(Date.UTC(2021, 0, 1) / 1000, 1, 5);
    const [ofMoved, ofOther] = [Buffer.from(second), Buffer.from(third)];
    ofMoved[9] = (ofMoved[9] ?? 0) ^ 1;
    ofOther[15] = (ofOther[15] ?? 0) ^ 1;
    rows.boxes = [never, ofMoved, ofOther, ...rest];
  });
  assert.deepEqual(told(wrong), [
    `box ${gone.key} null: event missing`,
    `box ${moved.key} null: event differs`,
    `box ${other.key} null: event bars`,
    `box ${moved.key.replace(/\d+$/, '')}${Date.UTC(2021, 0, 1)} null: event unfounded`,
  ]);
});

test('a box that is not stored is missing; of what has a row the row is enough', () => {
  const { key } = first('box');
  assert.deepEqual(told(compare(({ events }) => events.delete(key)).wrong), [
    `box ${key} null: event missing`,
  ]);
  assert.deepEqual(told(compare(({ events }) => events.delete(first('trade').key)).wrong), []);
});

test('an event that says something else differs, in any order of its fields', () => {
  const { key } = first('box');
  const change = (text: (event: string) => string) => (rows: Rows) => {
    const stored = rows.events.get(key);
    assert.ok(stored);
    const event = JSON.parse(text(JSON.stringify(stored.event)));
    rows.events.set(key, { ...stored, event });
  };
  const turned = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, one]) => [name, turned(one)]),
        )
      : value;
  assert.deepEqual(
    told(compare(change((text) => JSON.stringify(turned(JSON.parse(text))))).wrong),
    [],
  );
  for (const other of [
    change((text) => text.replace(/"createdMs":\d+/, '"createdMs":1')),
    change((text) => text.replace('{', '{"more":1,')),
    change((text) => text.replace(/"p":\{[^}]*\}/, '"p":[]')),
    change((text) => text.replace(/"p":\{[^}]*\}/, '"p":null')),
    change((text) => text.replace(/"p":\{[^}]*\}/, '"p":5')),
  ]) {
    assert.deepEqual(told(compare(other).wrong), [`box ${key} null: event differs`]);
  }
});

test('an event from other bars is told from one that says something else', () => {
  const { key } = first('box');
  const stored = compare((rows) => {
    const own = rows.events.get(key);
    assert.ok(own);
    rows.events.set(key, { ...own, inputHash: OTHER_HASH });
  });
  assert.deepEqual(told(stored.wrong), [`box ${key} null: event bars`]);
  const condition = first('condition').key;
  const met = compare(
    () => {},
    (one) => (one.record.key === condition ? { ...one, hash: OTHER_HASH } : one),
  );
  const seq = met.wrong[0]?.seq;
  assert.deepEqual(told(met.wrong), [
    `signal ${condition} ${seq}: event bars`,
    `signal ${condition} ${seq}: row differs ${condition} inputHash`,
  ]);
});

test('an event that becomes known at another time than its own is untimely', () => {
  const { key, event } = first('box');
  const { wrong } = compare(
    () => {},
    (one) => (one.record.key === key ? { ...one, atMs: one.atMs + 1 } : one),
  );
  assert.deepEqual(told(wrong), [`box ${key} null: event untimely ${event.timeMs + 1}`]);
});

test('a row that is not there is missing from its chain, unless the publisher has not come to it', () => {
  const { key, event } = first('trade');
  const outcome = records.find(
    (one) => one.event.type === 'tradeClosed' && 'id' in event && one.event.id === event.id,
  );
  assert.ok(outcome && 'leg' in outcome.event);
  const { leg } = outcome.event;
  const gone = compare((rows) => {
    rows.ledger = rows.ledger.filter(({ eventKey }) => eventKey !== key);
  });
  assert.ok(told(gone.wrong).includes(`signal ${key} null: row missing ${key} ledger`));
  const without = (publishedTo: (id: number) => number) =>
    compare((rows) => {
      const id = rows.events.get(outcome.key)?.id ?? 0;
      const { seq } = rowOf(rows, key);
      rows.outcomes = rows.outcomes.filter((one) => one.seq !== seq || one.leg !== leg);
      rows.publishedTo = publishedTo(id);
    }).wrong;
  const missing = [`outcome ${outcome.key} null: row missing ${key} ${leg} outcomes`];
  assert.deepEqual(told(without((id) => id)), missing);
  assert.deepEqual(told(without((id) => id - 1)), [], 'not published yet');
});

test('a row that says something else names its fields', () => {
  const { key } = first('levels');
  const { wrong } = compare((rows) => {
    const own = rowOf(rows, key);
    rows.ledger = rows.ledger.map((row) =>
      row === own ? { ...own, price: own.price + 1, setup: 'daily' } : row,
    );
  });
  const [item] = wrong;
  assert.deepEqual(told(wrong), [`levels ${key} ${item?.seq}: row differs ${key} setup,price`]);
});

test('a row that is there twice is a double of the first', () => {
  const { key } = first('condition');
  const { wrong } = compare((rows) => {
    const own = rowOf(rows, key);
    rows.ledger.push({ ...own, seq: rows.ledger.length + 1 });
  });
  const [item] = wrong;
  assert.deepEqual(told(wrong), [`signal ${key} ${item?.seq}: row double ${key}`]);
  assert.ok(item && item.row?.seq === item.seq);
  assert.ok(item.seq < publish().ledger.length, 'the first one counts');
});

test('what was published without reason is unfounded: an event with its row, and a row alone', () => {
  const condition = first('condition');
  const leg = records.find(
    ({ event }) =>
      event.type === 'conditionLeg' &&
      condition.event.type === 'condition' &&
      event.id === condition.event.id,
  );
  assert.ok(leg);
  const never = compare((rows) => {
    const own = rows.events.get(leg.key);
    const { seq } = rowOf(rows, condition.key);
    const outcome = rows.outcomes.find((one) => one.seq === seq);
    assert.ok(own && outcome);
    // A second end of the same leg, under a key and of a row that the bars do not give.
    const row = { ...rowOf(rows, condition.key), seq: 9000, eventKey: 'condition.pivot.1' };
    rows.ledger.push(row);
    const event = { ...own.event, id: 'condition.pivot.1' } as typeof own.event;
    rows.events.set('condition.pivot.1.tp1', { ...own, key: 'condition.pivot.1.tp1', event });
    rows.outcomes.push({ ...outcome, no: 9000, seq: 9000 });
  });
  assert.deepEqual(
    told(never.wrong).map((line) => line.replace(/tp[12]/g, 'tp')),
    [
      'outcome condition.pivot.1.tp 9000: event unfounded',
      'outcome condition.pivot.1.tp 9000: row unfounded condition.pivot.1 tp',
      'signal condition.pivot.1 9000: row unfounded condition.pivot.1',
    ],
  );
  const rowsAlone = compare((rows) => {
    const set = rowOf(rows, first('levels').key);
    rows.ledger.push({ ...set, seq: 9001, eventKey: 'levels.1' });
    const [outcome] = rows.outcomes;
    assert.ok(outcome);
    rows.outcomes.push({ ...outcome, no: 9001, seq: 9001, leg: 'entry' });
  });
  assert.deepEqual(told(rowsAlone.wrong), [
    'levels levels.1 9001: row unfounded levels.1',
    'outcome levels.1 entry 9001: row unfounded levels.1 entry',
  ]);
});

test('the row of an unfounded event is named by what it ends: a trade, a set, its entry', () => {
  for (const type of [
    'trade',
    'tradeClosed',
    'levels',
    'levelsTrade',
    'levelsClosed',
    'condition',
    'conditionLeg',
  ] as const) {
    const record = first(type);
    const rows = publish();
    const all: ComparedItem[] = [];
    const comparison = compareSeries(
      SERIES,
      {
        ...rows,
        version: ENGINE_VERSION,
        rowsUntilMs: null,
        forecastsAfterMs: null,
        olderEvents: new Map(),
        isEnded: false,
        olderKeys: new Map(),
        state: {
          seriesId: 3,
          cursorMs: null,
          bars: 0,
          advancedMs: null,
          inputHash: NO_BARS_HASH,
        },
      },
      (item) => all.push(item),
    );
    // Nothing follows from no bar, so that all of it is unfounded.
    comparison.end(NO_BARS_HASH);
    const item = all.find(({ key }) => key === record.key);
    assert.deepEqual(
      item?.differences.map(({ of, how }) => `${of} ${how}`),
      ['event unfounded', 'row unfounded'],
      type,
    );
    assert.equal(item?.row !== null && item?.seq, item?.row?.seq, type);
    assert.equal(all.length, records.length, 'each row with its event, none a second time');
  }
});

test('of a replay the events are compared and rows are not expected', () => {
  const replay = { ...SERIES, symbol: 'BTC.R', source: 'replay' };
  const { all, wrong } = compare(
    (rows) => {
      rows.ledger = [];
      rows.outcomes = [];
    },
    undefined,
    replay,
  );
  assert.deepEqual(told(wrong), []);
  assert.ok(all.every(({ row }) => row === null));
});
