import { BarFileError, type FileFormat } from './formats.ts';
import { type Moment, momentOfDay, readMilliseconds, readMoment } from './moment.ts';
import { isBlank, type RowColumns, type RowShape, readNumber, splitFields } from './row-shape.ts';

/** First lines of a table, numbered from 1 in the file. */
type Lines = readonly string[];

const EPOCH_ZONE = 'UTC';
/** Brokers' servers use the clock of Athens and Helsinki, so that a trading day has 24 hours and no Sunday. */
const BROKER_ZONE = 'Europe/Athens';
/** HistData.com: "Eastern Standard Time (EST) time-zone WITHOUT Day Light Savings adjustments". */
const HISTDATA_ZONE = '-05:00';
const LEAN_EQUITY_DIVISOR = 10_000;

const NAMES = {
  epoch: ['unix', 'unix timestamp', 'open_time', 'opentime', 'open time', 'd', 'ts'],
  date: ['date', 'datetime', 'timestamp', 'time', 'gmt time', 'local time', 'start', 'startat'],
  open: ['o', 'open'],
  high: ['h', 'high'],
  low: ['l', 'low'],
  close: ['c', 'close'],
  volume: ['tick_volume', 'tickvol', 'v', 'volume', 'vol', 'base volume'],
} as const;

/**
 * Detects the shape of a table from its first lines. `name` is the file's name, which holds the date of LEAN's minute
 * files; `path` identifies LEAN's equities. Throws `BarFileError` (`unknown`).
 */
export function sniffTable(
  lines: Lines,
  name: string,
  path: string,
  asked: FileFormat | undefined,
): RowShape {
  const headerAt = lines.slice(0, 6).findIndex((line) => headerDelimiter(line) !== undefined);
  const shape = headerAt >= 0 ? sniffHeader(lines, headerAt) : sniffBare(lines, name, path);
  if (!shape) throw new BarFileError('unknown', `${name} is in no format that can be read.`);
  if (asked === undefined || asked === shape.format) return shape;
  return { ...shape, ...traits(asked, shape), format: asked };
}

/** Returns the properties of a format besides its columns. */
function traits(format: FileFormat, shape: RowShape): Partial<RowShape> {
  const zone =
    format === 'histdata'
      ? HISTDATA_ZONE
      : format === 'metatrader' || format === 'metatrader-points'
        ? BROKER_ZONE
        : format === 'lean' && shape.divisor !== 1
          ? 'America/New_York'
          : EPOCH_ZONE;
  return {
    zone,
    endLabels: format === 'backtrader',
    lastForming: format === 'klines-csv',
    fillers: format === 'yahoo',
    divisor: format === 'lean' ? shape.divisor : 1,
  };
}

function normal(field: string): string {
  return field
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase();
}

function headerDelimiter(line: string): string | undefined {
  return [',', ';', '\t'].find((delimiter) => {
    const fields = splitFields(line, delimiter).map(normal);
    return [NAMES.open, NAMES.high, NAMES.low, NAMES.close].every((names) =>
      names.some((name) => fields.includes(name)),
    );
  });
}

function sniffHeader(lines: Lines, headerAt: number): RowShape | undefined {
  const header = lines[headerAt] ?? '';
  const delimiter = headerDelimiter(header) ?? ',';
  const names = splitFields(header, delimiter).map(normal);
  const find = (...wanted: readonly string[]): number | undefined =>
    wanted.map((name) => names.indexOf(name)).find((index) => index >= 0);
  const firstRow = skipLabels(lines, headerAt + 1, delimiter);
  const rows = lines
    .slice(firstRow, firstRow + 50)
    .map((line) => splitFields(line, delimiter))
    .filter((fields) => fields.length > 1);
  const row = rows[0] ?? [];
  const date = find('date');
  const clock = date === undefined ? undefined : find('time');
  const prefixed = names.findIndex((name) => name.startsWith('volume '));
  let columns: RowColumns = {
    time: clock !== undefined ? (date ?? 0) : (find(...NAMES.epoch) ?? find(...NAMES.date) ?? 0),
    clock: clock ?? null,
    open: find(...NAMES.open) ?? 0,
    high: find(...NAMES.high) ?? 0,
    low: find(...NAMES.low) ?? 0,
    close: find(...NAMES.close) ?? 0,
    volume: find(...NAMES.volume) ?? (prefixed >= 0 ? prefixed : null),
  };
  // Some writers split date and time into two fields below a header that names one.
  const split =
    mostCommon(rows.map((fields) => fields.length)) === names.length + 1 &&
    rows.some((fields) => /^\d{2}:\d{2}/.test(fields[1] ?? ''));
  if (split) columns = shiftColumns(columns);
  const format = nameOfHeader(names, lines[headerAt + 1] ?? '', row[columns.time] ?? '');
  const shape = plainShape(format, delimiter, firstRow, names.length + (split ? 1 : 0), columns);
  return {
    ...shape,
    ...traits(format, shape),
    decimalComma: delimiter !== ',' && /^\d+,\d+$/.test(row[columns.open] ?? ''),
  };
}

function shiftColumns(columns: RowColumns): RowColumns {
  const { time, open, high, low, close, volume } = columns;
  return {
    time,
    clock: time + 1,
    open: open + 1,
    high: high + 1,
    low: low + 1,
    close: close + 1,
    volume: volume === null ? null : volume + 1,
  };
}

/** Skips label rows: Yahoo's header may be followed by a row of tickers and one that names only the index. */
function skipLabels(lines: Lines, from: number, delimiter: string): number {
  let at = from;
  while (at < from + 2 && at < lines.length) {
    const label = normal(splitFields(lines[at] ?? '', delimiter)[0] ?? '');
    if (label !== '' && label !== 'ticker' && label !== 'date') break;
    at += 1;
  }
  return at;
}

function nameOfHeader(names: readonly string[], second: string, time: string): FileFormat {
  const has = (...wanted: readonly string[]): boolean =>
    wanted.some((name) => names.includes(name));
  if (['d', 'o', 'h', 'l', 'c'].every((name) => names.includes(name))) return 'canonical';
  if (has('tick_volume', 'tickvol')) return 'metatrader';
  if (has('openinterest')) return 'backtrader';
  if (has('ticker', 'turnover', 'quote_volume', 'quote asset volume', 'open_time', 'open time')) {
    return 'klines-csv';
  }
  if (has('adj close') || names[0] === 'price' || /^(?:ticker)?,/i.test(second)) return 'yahoo';
  if (has('date') && has('time')) return 'metatrader';
  // HistData's own rows, with a header added above them.
  if (/^\d{8} \d{6}$/.test(time.trim())) return 'histdata';
  return names[0] === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(time) ? 'yahoo' : 'csv';
}

/** Detects tables without a header by the way in which their first field writes time. */
function sniffBare(lines: Lines, name: string, path: string): RowShape | undefined {
  const rows = lines.filter((line) => line.trim() !== '').slice(0, 50);
  const delimiter = [';', ',', '\t'].find(
    (candidate) =>
      rows.filter((row) => splitFields(row, candidate).length >= 6).length * 2 > rows.length,
  );
  if (delimiter === undefined) return undefined;
  const split = rows.map((row) => splitFields(row, delimiter));
  const fields = mostCommon(split.map((row) => row.length));
  const sound = split.filter((row) => row.length === fields);
  const time = sound.find((row) => readMoment(row[0] ?? '') ?? momentOfDay(0, row[0] ?? ''))?.[0];
  if (time === undefined) return undefined;
  const six: RowColumns = { time: 0, clock: null, open: 1, high: 2, low: 3, close: 4, volume: 5 };
  const shape = (format: FileFormat, columns: RowColumns): RowShape => {
    const plain = plainShape(format, delimiter, 0, fields, columns);
    return { ...plain, ...traits(format, plain) };
  };
  if (/^\d{8} \d{6}$/.test(time)) return shape('histdata', six);
  if (/^\d{4}\.\d{2}\.\d{2}$/.test(time) && /^\d{2}:\d{2}/.test(sound[0]?.[1] ?? '')) {
    return shape('metatrader', shiftColumns(six));
  }
  const day = /^(\d{8})_.*(trade|quote)/i.exec(name)?.[1];
  if (/^\d{8} \d{2}:\d{2}$/.test(time) || (day !== undefined && /^\d{1,8}$/.test(time))) {
    return leanShape(
      shape('lean', fields >= 11 ? { ...six, volume: null } : six),
      sound,
      path,
      day,
    );
  }
  if (fields === 12 && readMoment(time)) return { ...shape('klines-csv', six), lastForming: false };
  return readMoment(time) ? shape('csv', six) : undefined;
}

/**
 * Returns the shape of a LEAN file. LEAN writes equities in ten-thousandths and New York time, everything else unscaled
 * and in UTC (QuantConnect/Lean, Data/equity/readme.md). Quote files hold bid and ask and have no volume.
 */
function leanShape(
  shape: RowShape,
  rows: readonly (readonly string[])[],
  path: string,
  day: string | undefined,
): RowShape {
  const isWhole = (text: string | undefined): boolean => /^\d+$/.test(text ?? '');
  const named = /[\\/](equity|forex|cfd|crypto)[\\/]/i.exec(path)?.[1]?.toLowerCase();
  const looksWhole =
    rows.length > 2 && rows.every((row) => [1, 2, 3, 4, 5].every((at) => isWhole(row[at])));
  const isEquity = named === undefined ? looksWhole : named === 'equity';
  return {
    ...shape,
    divisor: isEquity ? LEAN_EQUITY_DIVISOR : 1,
    zone: isEquity ? 'America/New_York' : EPOCH_ZONE,
    dayMs: day === undefined ? null : (readMoment(day)?.wallMs ?? null),
  };
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

function plainShape(
  format: FileFormat,
  delimiter: string,
  skipLines: number,
  fields: number,
  columns: RowColumns,
): RowShape {
  return {
    format,
    delimiter,
    decimalComma: false,
    skipLines,
    fields,
    columns,
    dayMs: null,
    divisor: 1,
    endLabels: false,
    zone: EPOCH_ZONE,
    lastForming: false,
    fillers: false,
  };
}

/** Reads the time of a row; undefined when it cannot be read. */
export function momentOf(fields: readonly string[], shape: RowShape): Moment | undefined {
  const { columns, dayMs } = shape;
  const text = (fields[columns.time] ?? '').trim();
  if (dayMs !== null) return momentOfDay(dayMs, text);
  // The column `d` of the canonical format is milliseconds by definition, of any size.
  if (shape.format === 'canonical') return readMilliseconds(text);
  if (columns.clock === null) return readMoment(text);
  return readMoment(`${text} ${(fields[columns.clock] ?? '').trim()}`);
}

/**
 * Returns whether a broker's export writes prices in points, whole numbers that have to be divided by ten to the power
 * of the digits. This is so when every price of the sample is whole apart from floating-point noise.
 */
export function isInPoints(rows: readonly (readonly string[])[], shape: RowShape): boolean {
  if (shape.format !== 'metatrader' || rows.length < 5) return false;
  const { open, high, low, close } = shape.columns;
  return rows.every((row) =>
    [open, high, low, close].every((at) => {
      const text = row[at] ?? '';
      if (isBlank(text)) return true;
      const value = readNumber(text, shape.decimalComma);
      return value >= 1000 && Math.abs(value - Math.round(value)) < 1e-6;
    }),
  );
}
