import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainedText, type LedgerRow } from '../rows/chain.ts';
import { toHex } from '../rows/drafts.ts';
import { type EndDetail, voidDraft } from '../rows/ended.ts';
import { rollInputHash } from '../rows/input-hash.ts';
import { registerText } from '../rows/register.ts';
import {
  DAY,
  differing,
  FROM,
  fileOf,
  forge,
  HOUR,
  makeWorld,
  sha256,
  stepOf,
  type WritableFile,
} from '../testing/published-world.ts';
import { recompute } from './recompute.ts';

// Chances need 182 days of bars; the record of forecasts begins after 200.
const AFTER = FROM + 200 * DAY;
const world = makeWorld(7000, { forecastsAfterMs: AFTER });
const forecasts = world.ledger.filter(({ kind }) => kind === 'forecast');
const outcomeOf = ({ seq }: LedgerRow) => world.outcomes.find((one) => one.seq === seq);

function find(wanted: (row: LedgerRow) => boolean): LedgerRow {
  const row = forecasts.find((one) => outcomeOf(one) !== undefined && wanted(one));
  assert.ok(row);
  return row;
}

const firstOf = (row: LedgerRow) => outcomeOf(row)?.detail.first as (number | null)[];
const weekly = find((row) => row.setup === 'weekly' && firstOf(row).some((one) => one !== null));
const cone = find(({ setup }) => setup === 'cone.1w');
const box = find(({ setup }) => setup === '36.short');
const files = Object.fromEntries(
  Object.entries({ weekly, cone, box }).map(([name, row]) => [name, fileOf(row, world)]),
) as Record<'weekly' | 'cone' | 'box', WritableFile>;

test('forecasts made after the start of their record are recomputed equal, running ones too', () => {
  const setups = new Set(forecasts.map(({ setup }) => setup));
  for (const setup of ['weekly', 'cone.1d', 'cone.1w', 'cone.4w', '36.short', 'hayyam.long']) {
    assert.ok(setups.has(setup), setup);
  }
  assert.ok(forecasts.every(({ barTime }) => barTime > AFTER));
  const running = forecasts.filter((row) => outcomeOf(row) === undefined);
  assert.ok(running.length > 0 && running.length < 40);
  const chosen = forecasts.filter((_, i) => i % 23 === 0);
  for (const row of [...chosen, ...running.slice(0, 3)]) {
    const report = recompute(fileOf(row, world), sha256);
    assert.deepEqual(differing(report), [], `${row.seq} ${row.eventKey}`);
    assert.equal(report.verdict, 'equal');
  }
});

for (const [name, file] of Object.entries(files)) {
  test(`the steps of a forecast (${name}) have neither matched entries nor a twin`, () => {
    const report = recompute(file, sha256);
    assert.deepEqual(
      report.steps.map((step) => `${step.name} ${step.state}`),
      ['file', 'row', 'chain', 'head', 'bars', 'signal', 'outcomes', 'corrections'].map(
        (step) => `${step} equal`,
      ),
    );
    const values = (step: 'signal' | 'outcomes') =>
      stepOf(report, step).compared.map(({ what }) => what);
    for (const what of ['model', 'class', 'until', 'weeks', 'levels', 'chances', 'plain']) {
      assert.ok(values('signal').includes(`detail.${what}`), what);
    }
    for (const what of ['status', 'price', 'detail.bars', 'detail.touched', 'detail.first']) {
      assert.ok(values('outcomes').includes(`touch.${what}`), what);
    }
    assert.equal(report.bars, (file.row.barTime - FROM) / HOUR);
  });
}

test('a forecast with matched entries differs', () => {
  const other = world.ledger.find(({ kind }) => kind === 'box') as LedgerRow;
  const { baseline } = fileOf(other, world);
  assert.ok(baseline);
  const report = recompute({ ...files.weekly, baseline }, sha256);
  assert.equal(stepOf(report, 'baseline').state, 'differs');
});

const numbers = (file: WritableFile, name: string): (number | null)[] =>
  file.row.detail[name] as (number | null)[];
const outcome = (file: WritableFile) => file.outcomes[0]!;

const forgeries: {
  name: string;
  of?: WritableFile;
  change: (draft: WritableFile) => void;
  finds: string;
}[] = [
  {
    name: 'a chance',
    change: (file) => numbers(file, 'chances').splice(0, 1, 0.5),
    finds: 'signal detail.chances',
  },
  {
    name: 'a plain chance',
    change: (file) => numbers(file, 'plain').splice(0, 1, null),
    finds: 'signal detail.plain',
  },
  {
    name: 'an edge of a cone',
    of: files.cone,
    change: (file) => numbers(file, 'levels').splice(2, 1, 1),
    finds: 'signal detail.levels',
  },
  {
    name: 'a level that is gone, with its chance',
    change: (file) => {
      for (const name of ['levels', 'chances', 'plain']) numbers(file, name).pop();
    },
    finds: 'signal detail.levels',
  },
  {
    name: 'the time until which it counts',
    change: ({ row }) => {
      row.detail.until = Number(row.detail.until) + DAY;
    },
    finds: 'signal detail.until',
  },
  {
    name: 'the end of its box',
    of: files.box,
    change: ({ row }) => {
      row.detail.boxEnd = Number(row.detail.boxEnd) - HOUR;
    },
    finds: 'signal detail.boxEnd',
  },
  {
    name: 'the set it belongs to',
    change: ({ row }) => {
      row.detail.ref = 'levels.0';
    },
    finds: 'signal detail.ref',
  },
  {
    name: 'a reached level that is said not to be',
    change: (file) => {
      const { detail } = outcome(file);
      detail.touched = (detail.touched as number[]).map(() => 0);
      detail.first = (detail.first as unknown[]).map(() => null);
    },
    finds: 'outcomes touch.detail.first',
  },
  {
    name: 'a week without a bar',
    change: (file) => {
      outcome(file).detail.bars = 0;
    },
    finds: 'outcomes touch.detail.bars',
  },
  {
    name: 'an outcome that is void',
    change: (file) => {
      outcome(file).status = 2;
    },
    finds: 'outcomes touch.status',
  },
  {
    name: 'an outcome that is withheld',
    change: (file) => {
      file.outcomes.pop();
      file.outcomePaths.pop();
    },
    finds: 'outcomes touch',
  },
];

for (const { name, of = files.weekly, change, finds } of forgeries) {
  test(`a forecast with another value differs: ${name}`, () => {
    const found = differing(recompute(forge(of, change), sha256));
    assert.ok(found.includes(finds), found.join());
  });
}

test('the steps of a forecast whose bars cannot be read have no matched entries', () => {
  const damaged = forge(files.cone, ({ bars }) => bars.splice(0, 1, 'AAAA'));
  assert.deepEqual(
    recompute(damaged, sha256)
      .steps.map(({ name, state }) => `${name} ${state}`)
      .slice(4),
    ['bars differs', 'signal unknown', 'outcomes unknown', 'corrections unknown'],
  );
});

const hashText = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));
/** Close of the last bar, and the hash over all bars. */
const END = FROM + 7000 * HOUR;
const rolling = rollInputHash(sha256, new Uint8Array(32));
for (let i = 0; i < world.bars.length; i++) rolling.add(world.bars, i);

/** Returns the file of a forecast whose series ended so many hours after its last bar; `isVoid` adds a void outcome. */
function endedFile(of: WritableFile, hours: number, isVoid: boolean): WritableFile {
  const at = END + hours * HOUR;
  const detail: EndDetail = {
    symbol: of.row.symbol,
    seriesId: of.row.seriesId,
    reason: 'split',
    at,
    factor: 4,
    to: null,
    legs: 1,
  };
  const seq = 99_999;
  const end = { seq, kind: 'ended', createdAt: at, detail, prevHash: '0'.repeat(64) } as const;
  const draft = voidDraft('touch', of.row.engineVersion, {
    seq,
    reason: 'split',
    atMs: at,
    close: world.bars.close[world.bars.length - 1]!,
    inputHash: toHex(rolling.value),
  });
  const content = { ...draft, no: 99_999, seq: of.row.seq, createdAt: at, origin: 'live' };
  const prevHash = '1'.repeat(64);
  const hash = hashText(chainedText(prevHash, content));
  return forge(of, (file) => {
    file.version = 3;
    file.publishedTo = at;
    file.ended = { row: { ...end, hash: hashText(registerText(end)) }, path: null };
    if (!isVoid) return;
    file.outcomes = [{ ...content, prevHash, hash } as WritableFile['outcomes'][number]];
    file.outcomePaths = [null];
  });
}

test('a forecast is void when its series ends first; time alone may end it before that', () => {
  const verdict = (file: WritableFile) => differing(recompute(file, sha256));
  const running = forecasts.filter((row) => outcomeOf(row) === undefined);
  const day = running.find(({ setup }) => setup === 'cone.1d')!;
  const week = running.find(({ setup }) => setup === 'cone.1w')!;
  const hoursLeft = (Number(day.detail.until) - END) / HOUR;
  assert.ok(hoursLeft > 0 && hoursLeft < 24);
  // The series ended within the day and the week.
  assert.deepEqual(verdict(endedFile(fileOf(week, world), 1, true)), []);
  assert.deepEqual(verdict(endedFile(fileOf(week, world), 1, false)), ['outcomes touch']);
  // The day passed without a bar: the server was still waiting for its end, or had advanced to it.
  assert.deepEqual(verdict(endedFile(fileOf(day, world), 30, true)), []);
  const waited = makeWorld(7000, { forecastsAfterMs: AFTER, waitHours: 24 });
  assert.deepEqual(verdict(endedFile(fileOf(day, waited), 30, false)), []);
  // Bars decide a forecast whose time was over before: it is not void.
  const decided = endedFile(files.cone, 30, true);
  assert.ok(verdict(decided).includes('outcomes touch.status'));
});
