import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import type { BarRow } from '../connector.ts';
import { BarFileError, type BarFileOptions } from './formats.ts';
import { openBarFile } from './open-bar-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasat-files-'));
after(() => rmSync(folder, { recursive: true }));

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name);

function made(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface ReadFile {
  readonly file: string;
  readonly rows: readonly string[];
  readonly refused: readonly string[];
}

const show = (row: BarRow): string => {
  if ('refusal' in row) return `${row.line} ${row.refusal}`;
  const { openTimeMs, open, high, low, close, volume } = row.bar;
  const time = new Date(openTimeMs).toISOString().slice(0, 16);
  return `${row.line} ${time} ${open} ${high} ${low} ${close} ${volume}`;
};

/** Reads a file to its end; bars and refusals as one line each. */
async function read(path: string, options?: BarFileOptions): Promise<ReadFile> {
  const file = await openBarFile(path, options);
  const rows: string[] = [];
  const refused: string[] = [];
  for await (const row of file.rows) ('bar' in row ? rows : refused).push(show(row));
  assert.equal(file.readBytes(), file.sizeBytes, 'the progress ends at the whole file');
  const { format, resolution, stepMs, timeZone } = file;
  return {
    file: `${format} ${resolution ?? '-'} ${stepMs / 60_000} ${timeZone}`,
    rows,
    refused,
  };
}

async function refusalOf(path: string, options?: BarFileOptions): Promise<string> {
  try {
    await read(path, options);
  } catch (error) {
    assert.ok(error instanceof BarFileError, String(error));
    assert.match(error.message, /\.$/, 'the message is a sentence');
    return error.code;
  }
  return 'read';
}

test('the canonical table', async () => {
  const { file, rows, refused } = await read(fixture('canonical.csv'));
  assert.equal(file, 'canonical 60 60 UTC');
  const [first] = readFileSync(fixture('canonical.csv'), 'utf8').split('\n').slice(1);
  const [, o, h, l, c, v] = (first ?? '').split(',').map(Number);
  assert.equal(rows[0], `2 2024-03-11T00:00 ${o} ${h} ${l} ${c} ${v}`);
  assert.equal(rows.length, 12);
  assert.deepEqual(refused, []);
});

test('the canonical table reaches back before 1970', async () => {
  const days = [-3, -2, -1, 0, 1, 2].map((day) => `${day * 86_400_000},10,11,9,10,0`);
  const { file, rows, refused } = await read(made('old.csv', ['d,o,h,l,c,v', ...days].join('\n')));
  assert.equal(file, 'canonical 1D 1440 UTC');
  assert.deepEqual(refused, []);
  assert.equal(rows[0], '2 1969-12-29T00:00 10 11 9 10 0');
  assert.equal(rows.length, 6);
});

test('MetaTrader tables of three shapes, on the clock of a broker', async () => {
  const split = await read(fixture('metatrader-date-time.csv'));
  assert.equal(split.file, 'metatrader 15 15 Europe/Athens');
  assert.match(split.rows[0] ?? '', /^2 2024-03-10T22:00 /);
  const exported = await read(fixture('metatrader-export.csv'));
  assert.equal(exported.file, 'metatrader 60 60 Europe/Athens');
  const line = readFileSync(fixture('metatrader-export.csv'), 'utf8').split('\r\n')[1] ?? '';
  const [, , o, h, l, c, tickVolume] = line.split('\t');
  assert.equal(
    exported.rows[0],
    `2 2024-03-10T22:00 ${[o, h, l, c].map(Number).join(' ')} ${tickVolume}`,
  );
  const bare = await read(fixture('metatrader-bare.csv'), { timeZone: 'UTC' });
  assert.equal(bare.file, 'metatrader 60 60 UTC');
  assert.match(bare.rows[0] ?? '', /^1 2024-03-11T00:00 /);
});

test('prices in points need the digits and become prices', async () => {
  assert.equal(await refusalOf(fixture('metatrader-points.csv')), 'digits');
  const { file, rows } = await read(fixture('metatrader-points.csv'), { digits: 5 });
  assert.equal(file, 'metatrader-points 1D 1440 Europe/Athens');
  assert.match(
    rows[0] ?? '',
    /^2 2024-03-11T00:00 1\.\d{1,5} 1\.\d{1,5} 1\.\d{1,5} 1\.\d{1,5} \d+$/,
  );
  const asIs = await read(fixture('metatrader-points.csv'), { format: 'metatrader' });
  assert.match(asIs.rows[0] ?? '', /^2 2024-03-11T00:00 1[23]\d{4}/);
});

test('HistData minutes are five hours behind UTC all year', async () => {
  const { file, rows } = await read(fixture('histdata.csv'));
  assert.equal(file, 'histdata - 1 -05:00');
  assert.match(rows[0] ?? '', /^1 2024-03-10T22:00 /, 'New York itself is on summer time that day');
});

test('Yahoo in four shapes', async () => {
  const classic = await read(fixture('yahoo-classic.csv'));
  assert.equal(classic.file, 'yahoo 1D 1440 UTC');
  assert.deepEqual(classic.refused, ['5 no-values']);
  const two = await read(fixture('yahoo-two-header.csv'), { digits: 2 });
  assert.equal(two.file, 'yahoo 1D 1440 UTC');
  assert.deepEqual(two.refused, ['8 filler']);
  assert.match(two.rows[0] ?? '', /^3 2024-03-11T00:00 262 264\.87 260\.79 261\.81 2066012$/);
  const three = await read(fixture('yahoo-three-header.csv'));
  assert.equal(three.file, 'yahoo 1D 1440 UTC');
  assert.match(three.rows[0] ?? '', /^4 2024-03-11T00:00 /);
  const close = await read(fixture('yahoo-close-first.csv'), { digits: 2 });
  assert.equal(close.rows.length, 10);
  const [, c, o] = readFileSync(fixture('yahoo-close-first.csv'), 'utf8')
    .split('\n')[1]!
    .split(',');
  const bar = close.rows[0]!.split(' ');
  assert.deepEqual([bar[2], bar[5]], [String(Number(o)), String(Number(c))]);
});

test('the last row of an exchange export may still be forming', async () => {
  const ticker = await read(fixture('klines-ticker.csv'));
  assert.equal(ticker.file, 'klines-csv 60 60 UTC');
  assert.deepEqual(ticker.refused, ['11 still-forming']);
  assert.equal(ticker.rows.length, 9);
  const kept = await read(fixture('klines-ticker.csv'), { keepLast: true });
  assert.equal(kept.rows.length, 10);
  const weekly = await read(fixture('klines-turnover.csv'));
  assert.equal(weekly.file, 'klines-csv 1W 10080 UTC');
  assert.match(weekly.rows[0] ?? '', /^2 2024-01-01T00:00 /);
  const archive = await read(fixture('klines-bare.csv'));
  assert.deepEqual(archive.refused, [], 'an archive of twelve columns holds closed bars alone');
});

const klines = readFileSync(fixture('klines-bare.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((row) => row.split(','));
const numbers = klines.map((row) => row.slice(0, 6).map(Number));

test('Binance, Bybit and freqtrade lists in JSON', async () => {
  const binance = made(
    'binance.json',
    JSON.stringify(klines.map(([t, ...r]) => [Number(t), ...r])),
  );
  const fromBinance = await read(binance);
  assert.equal(fromBinance.file, 'klines-json 60 60 UTC');
  assert.deepEqual(fromBinance.refused, ['10 still-forming']);

  const list = klines.map((row) => [...row.slice(0, 6), '1.5']).reverse();
  const wrapped = { retCode: 0, retMsg: 'OK', result: { symbol: 'MADE', list }, time: 1 };
  const fromBybit = await read(made('bybit.json', JSON.stringify(wrapped, null, 1)));
  assert.equal(fromBybit.file, 'klines-json 60 60 UTC');
  assert.deepEqual(fromBybit.refused, ['1 still-forming'], 'the newest row comes first');

  const fromFreqtrade = await read(made('freqtrade.json', JSON.stringify(numbers)));
  assert.equal(fromFreqtrade.file, 'freqtrade 60 60 UTC');
  assert.equal(fromFreqtrade.rows.length, 10);
  const withoutLine = (row: string): string => row.slice(row.indexOf(' '));
  const expected = fromFreqtrade.rows.map(withoutLine);
  assert.deepEqual(fromBinance.rows.map(withoutLine), expected.slice(0, 9));
  assert.deepEqual(fromBybit.rows.map(withoutLine), expected.slice(0, 9));
  const packed = await read(made('freqtrade.json.gz', gzipSync(JSON.stringify(numbers))));
  assert.deepEqual(packed.rows, fromFreqtrade.rows);
});

test('a JSON list longer than any buffer, and one that breaks off', async () => {
  const [, o, h, l, c, v] = numbers[0]!;
  const many = Array.from({ length: 30_000 }, (_, i) => [1.6e12 + i * 9e5, o, h, l, c, v]);
  const text = JSON.stringify(many);
  assert.equal((await read(made('long.json', text))).rows.length, 30_000);
  const cut = await read(made('cut.json', text.slice(0, -30)));
  assert.equal(cut.rows.length, 29_999);
  assert.deepEqual(cut.refused, ['30000 truncated']);
});

test('LEAN archives: quotes, trades, days, hours and minutes', async () => {
  const zip = (path: string, entry: string, rows: readonly string[]): string =>
    made(path, zipSync({ [entry]: strToU8(rows.join('\n')) }));
  const quotes = zip('madeusd.zip', 'madeusd.csv', [
    '20240310 21:00,1.09,1.0912,1.0899,1.0905,0,1.0901,1.0913,1.09,1.0906,0',
    '20240310 22:00,1.0905,1.0907,1.0891,1.0893,0,1.0906,1.0908,1.0892,1.0894,0',
    '20240310 23:00,1.0893,1.0898,1.0892,1.0897,0,1.0894,1.0899,1.0893,1.0898,0',
  ]);
  const hours = await read(quotes);
  assert.equal(hours.file, 'lean 60 60 UTC');
  assert.equal(hours.rows[0], '1 2024-03-10T21:00 1.09 1.0912 1.0899 1.0905 0');

  const equity = zip('made.zip', 'made.csv', [
    '20240308 15:00,1701200,1712300,1700000,1709900,5120044',
    '20240311 09:00,1711200,1722300,1710000,1719900,9120044',
    '20240311 10:00,1719900,1722300,1715500,1716100,4120044',
    '20240311 11:00,1716100,1722300,1710000,1712300,3120044',
  ]);
  const shares = await read(equity);
  assert.equal(shares.file, 'lean 60 60 America/New_York');
  assert.equal(shares.rows[0], '1 2024-03-08T20:00 170.12 171.23 170 170.99 5120044');
  assert.match(
    shares.rows[1] ?? '',
    /^2 2024-03-11T13:00 171\.12 /,
    'summer time began in between',
  );

  const factors = made('made.csv', '20240310,0.98,0.25,171\n20501231,1,1,0\n');
  const split = await read(equity, { factorFile: factors, digits: 4 });
  assert.equal(split.rows[0], '1 2024-03-08T20:00 42.53 42.8075 42.5 42.7475 20480176');
  assert.match(split.rows[1] ?? '', /^2 2024-03-11T13:00 171\.12 /);

  const minutes = zip('20240311_trade.zip', '20240311_made_minute_trade.csv', [
    '34200000,1701200,1712300,1700000,1709900,120',
    '34260000,1709900,1712300,1700000,1705500,80',
    '34320000,1705500,1706600,1700000,1701100,95',
  ]);
  const day = await read(minutes);
  assert.equal(day.file, 'lean - 1 America/New_York');
  assert.equal(day.rows[0], '1 2024-03-11T13:30 170.12 171.23 170 170.99 120');
});

/** A MetaTrader history file of version 401 over the rows of an array. */
function hstFile(rows: readonly (readonly number[])[], version = 401): Buffer {
  const header = Buffer.alloc(148);
  header.writeInt32LE(version, 0);
  header.write('Copyright', 4, 'latin1');
  header.write('MADEUSD', 68, 'latin1');
  header.writeInt32LE(60, 80);
  header.writeInt32LE(2, 84);
  const records = rows.map(([time, open, high, low, close, volume]) => {
    const record = Buffer.alloc(60);
    record.writeBigInt64LE(BigInt(time! / 1000), 0);
    for (const [i, price] of [open, high, low, close].entries()) {
      record.writeDoubleLE(price!, 8 + 8 * i);
    }
    record.writeBigInt64LE(BigInt(Math.round(volume!)), 40);
    return record;
  });
  return Buffer.concat([header, ...records]);
}

test('MetaTrader history files', async () => {
  const path = made('MADEUSD60.hst', hstFile(numbers));
  const { file, rows } = await read(path);
  assert.equal(file, 'metatrader-hst 60 60 Europe/Athens');
  assert.equal(rows.length, 10);
  const [time, open, high, low, close, volume] = numbers[0]!;
  const opening = new Date(time! - 2 * 3_600_000).toISOString().slice(0, 16);
  const prices = [open, high, low, close].map((price) => Math.round(price! * 100) / 100);
  assert.equal(rows[0], `1 ${opening} ${prices.join(' ')} ${Math.round(volume!)}`);
  const cut = await read(made('cut.hst', hstFile(numbers).subarray(0, -10)));
  assert.deepEqual(cut.refused, ['10 truncated']);
  assert.equal(await refusalOf(made('old.hst', hstFile(numbers, 400))), 'not-supported');
});

test('minutes that are labelled by their end are opened a minute earlier', async () => {
  const { file, rows } = await read(fixture('backtrader-minute.txt'), {
    timeZone: 'Europe/Berlin',
  });
  assert.equal(file, 'backtrader - 1 Europe/Berlin');
  assert.match(rows[0] ?? '', /^2 2024-03-11T08:00 /);
});

test('a table with garbage gives the rest and says what was wrong, line by line', async () => {
  const { file, rows, refused } = await read(fixture('garbage.csv'));
  assert.equal(file, 'csv 60 60 UTC');
  assert.deepEqual(
    rows.map((row) => row.slice(0, row.indexOf(' '))),
    ['2', '3', '5', '17', '18'],
  );
  assert.deepEqual(refused, [
    '4 columns',
    '6 number',
    '7 number',
    '8 range',
    '9 not-positive',
    '10 time',
    '11 out-of-order',
    '12 duplicate',
    '13 columns',
    '14 no-values',
    '15 range',
  ]);
});

test('decimal commas, semicolons, quotes and UTF-16 are read', async () => {
  const rows = ['11.03.2024 10:00', '11.03.2024 11:00', '11.03.2024 12:00'].map(
    (time) => `${time};28,400;28,475;28,181;28,212;793`,
  );
  const table = ['Date;Open;High;Low;Close;Volume', ...rows].join('\r\n');
  const plain = await read(made('comma.csv', table), { timeZone: 'Europe/Istanbul' });
  assert.equal(plain.file, 'csv 60 60 Europe/Istanbul');
  assert.equal(plain.rows[0], '2 2024-03-11T07:00 28.4 28.475 28.181 28.212 793');
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]);
  assert.deepEqual((await read(made('wide.csv', wide), { timeZone: '+03:00' })).rows, plain.rows);
  const quoted = rows.map((row) =>
    row
      .split(';')
      .map((field) => `"${field}"`)
      .join(';'),
  );
  const path = made(
    'quoted.csv',
    ['"Date";"Open";"High";"Low";"Close";"Volume"', ...quoted].join('\n'),
  );
  assert.deepEqual((await read(path, { timeZone: 'UTC+3' })).rows, plain.rows);
});

test('an hour that the clocks show twice is two hours, one that they skip is refused', async () => {
  const row = (time: string): string => `${time},10,11,9,10,1`;
  const times = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30'];
  const autumn = ['time,open,high,low,close,volume', ...times.map((t) => row(`2024-11-03 ${t}`))];
  const twice = await read(made('autumn.csv', autumn.join('\n')), { timeZone: 'America/New_York' });
  assert.deepEqual(
    twice.rows.map((text) => text.split(' ')[1]?.slice(11)),
    ['04:30', '05:00', '05:30', '06:00', '06:30', '07:00', '07:30'],
  );
  const spring = ['01:30', '02:00', '02:30', '03:00', '03:30'].map((t) => row(`2024-03-10 ${t}`));
  const table = ['time,open,high,low,close,volume', ...spring].join('\n');
  const skipped = await read(made('spring.csv', table), { timeZone: 'America/New_York' });
  assert.deepEqual(skipped.refused, ['3 no-such-time', '4 no-such-time']);
  assert.deepEqual(
    skipped.rows.map((text) => text.split(' ')[1]?.slice(11)),
    ['06:30', '07:00', '07:30'],
  );
});

test('days keep the date that is written, in every zone', async () => {
  const dated = ['2024-03-08', '2024-03-11', '2024-03-12'];
  const rows = (suffix: string): string =>
    ['Date,Open,High,Low,Close', ...dated.map((d) => `${d}${suffix},10,11,9,10`)].join('\n');
  for (const [suffix, timeZone] of [
    ['', 'Asia/Tokyo'],
    [' 00:00:00-05:00', 'UTC'],
    [' 00:00', 'America/New_York'],
  ] as const) {
    const { file, rows: bars } = await read(made('days.csv', rows(suffix)), { timeZone });
    assert.match(file, / 1D 1440 /);
    assert.deepEqual(
      bars.map((bar) => bar.split(' ')[1]),
      dated.map((d) => `${d}T00:00`),
    );
  }
});

test('a table newest first comes out in the order of time', async () => {
  const [header, ...rows] = readFileSync(fixture('canonical.csv'), 'utf8').trim().split('\n');
  const path = made('descending.csv', [header, ...rows.reverse()].join('\n'));
  const { rows: bars, refused } = await read(path);
  assert.equal(bars.length, 12);
  assert.match(bars[0] ?? '', /^13 2024-03-11T00:00 /);
  assert.deepEqual(refused, []);
});

test('a file that is no file of bars is refused as a whole, with its reason', async () => {
  assert.equal(await refusalOf(join(folder, 'absent.csv')), 'not-found');
  assert.equal(await refusalOf(folder), 'not-found');
  assert.equal(await refusalOf(made('empty.csv', '')), 'empty');
  assert.equal(await refusalOf(made('header.csv', 'Date,Open,High,Low,Close,Volume\n')), 'no-rows');
  assert.equal(
    await refusalOf(made('prose.txt', 'There are no bars in here.\n'.repeat(9))),
    'unknown',
  );
  assert.equal(await refusalOf(made('object.json', '{"bars": []}')), 'unknown');
  assert.equal(await refusalOf(made('bars.parquet', 'PAR1 and more')), 'not-supported');
  assert.equal(await refusalOf(made('bars.feather', 'ARROW1 and more')), 'not-supported');
  assert.equal(await refusalOf(made('noise.bin', new Uint8Array(64))), 'unknown');
  assert.equal(await refusalOf(made('tiny.bin', new Uint8Array([0, 1]))), 'unknown');
  assert.equal(await refusalOf(fixture('canonical.csv'), { timeZone: 'Mars/Base' }), 'time-zone');
  const scattered = ['09:15', '09:41', '11:02', '11:50', '13:07', '13:09', '16:20'].map(
    (time) => `2024-03-11 ${time},10,11,9,10,1`,
  );
  const table = ['Date,Open,High,Low,Close,Volume', ...scattered].join('\n');
  assert.equal(await refusalOf(made('scattered.csv', table)), 'irregular');
  const dailyAtAnyHour = ['08 09:15', '09 11:02', '10 08:30', '11 16:00', '12 09:15'].map(
    (time) => `2024-03-${time},10,11,9,10,1`,
  );
  const anyHour = ['Date,Open,High,Low,Close,Volume', ...dailyAtAnyHour].join('\n');
  assert.equal(await refusalOf(made('any-hour.csv', anyHour)), 'irregular');
});

test('a damaged archive is refused, when it is opened or where it breaks off', async () => {
  const rows = readFileSync(fixture('canonical.csv'), 'utf8');
  const packed = gzipSync(rows);
  assert.equal(await refusalOf(made('cut.csv.gz', packed.subarray(0, -20))), 'damaged');
  const zipped = zipSync({ 'bars.csv': strToU8(rows) });
  assert.equal(await refusalOf(made('cut.zip', zipped.subarray(0, 100))), 'damaged');
  const two = zipSync({ 'a.csv': strToU8(rows), 'b.csv': strToU8(rows) });
  assert.equal(await refusalOf(made('two.zip', two)), 'not-supported');
  const withReport = zipSync({ 'report.txt': strToU8('all well'), 'bars.csv': strToU8(rows) });
  assert.equal((await read(made('report.zip', withReport))).rows.length, 12);
});

test('a table that breaks off inside a row says so', async () => {
  const text = readFileSync(fixture('canonical.csv'), 'utf8').trimEnd();
  const cut = await read(made('broken.csv', text.slice(0, text.lastIndexOf(',') - 8)));
  assert.equal(cut.rows.length, 11);
  assert.deepEqual(cut.refused, ['13 truncated']);
});

test('reading may stop early, and the file is let go', async () => {
  const file = await openBarFile(fixture('canonical.csv'));
  let count = 0;
  for await (const row of file.rows) {
    assert.ok('bar' in row);
    count += 1;
    if (count === 3) break;
  }
  assert.equal(count, 3);
});

test('of every file, each line is a bar or a refusal and only whole files are thrown out', async () => {
  // Pieces of rows, a space between them; `N` stands for a line break.
  const pieces =
    'Date,Open,High,Low,Close,Volume d,o,h,l,c,v [[ ]] ],[ { " , ; 1710151500000 2024-03-11 ' +
    '20240311 10,11,9,10,5 N N N2024-03-12,10,11,9,10,5 N2024-03-13,10,11,9,10,5 null NaN 1e999 -1 ' +
    '0x10 \u0000 \ufeff ğ [1710151500000,1,2,1,2,3] N1710151500000,1,2,1,2,3 N1710155100000,1,2,1,2,3';
  const piece = fc.constantFrom(...pieces.split(' ')).map((text) => text.replace(/^N(?!a)/, '\n'));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (content) => {
      const path = made('any.csv', content.join(''));
      try {
        const file = await openBarFile(path);
        let beforeMs = Number.NEGATIVE_INFINITY;
        for await (const row of file.rows) {
          assert.ok(row.line >= 1);
          if (!('bar' in row)) continue;
          const { openTimeMs, open, high, low, close, volume } = row.bar;
          assert.ok(openTimeMs > beforeMs && low > 0 && volume >= 0);
          assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close));
          assert.ok(Number.isFinite(high + volume));
          beforeMs = openTimeMs;
        }
      } catch (error) {
        assert.ok(error instanceof BarFileError, String(error));
      }
    }),
    { numRuns: 400 },
  );
});
