import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Category } from '@rasat/contract';
import { resolutionMs } from '@rasat/engine';
import { openBaseBars } from '../../connectors/files/base-bars.ts';
import { BarFileError } from '../../connectors/files/formats.ts';
import { findZoneMisfit } from '../../connectors/files/zone-fit.ts';
import {
  ImportRefused,
  type ImportReport,
  type ImportRequest,
  importBars,
  isForex,
} from '../../modules/market/index.ts';
import type { Db } from '../../platform/db/pool.ts';

// Build machines may hold real files of many vendors outside the repository.
const DATA = path.join(import.meta.dirname, '../../../../../shared/data');

/** A real file with its symbol and the properties of its bars. */
export interface RealFile {
  readonly path: string;
  readonly symbol: string;
  readonly category: Category;
  readonly digits: number;
  readonly resolution: '15' | '60' | '1D';
  readonly factorFile?: string;
}

/** Lists the cleaned files; empty on a machine without them. */
export function listRealFiles(): RealFile[] {
  const index = path.join(DATA, 'market/INDEX.csv');
  if (!existsSync(index)) return [];
  const [header = '', ...rows] = readFileSync(index, 'utf8').trim().split('\n');
  const names = header.split(',');
  return rows.flatMap((row) => {
    const fields = row.split(',');
    const get = (name: string): string => fields[names.indexOf(name)] ?? '';
    const [category, symbol, resolution] = [get('category'), get('symbol'), get('resolution')];
    if (resolution !== '15' && resolution !== '60' && resolution !== '1D') return [];
    return [
      {
        path: path.join(DATA, 'market', category, symbol, `${resolution}.csv`),
        symbol,
        category: category as Category,
        digits: Number(get('digits')),
        resolution,
      },
    ];
  });
}

type RawRow = readonly [
  file: string,
  symbol: string,
  category: Category,
  digits: number,
  resolution: RealFile['resolution'],
  more?: { readonly factorFile?: string },
];

const RAW: readonly RawRow[] = [
  ['lean/forex/oanda/hour/eurusd.zip', 'EURUSD', 'forex', 5, '60'],
  ['lean/forex/oanda/daily/eurusd.zip', 'EURUSD', 'forex', 5, '1D'],
  [
    'lean/equity/usa/daily/aapl.zip',
    'AAPL',
    'nasdaq',
    4,
    '1D',
    { factorFile: 'lean/equity/usa/factor_files/aapl.csv' },
  ],
  [
    'lean/equity/usa/hour/aapl.zip',
    'AAPL',
    'nasdaq',
    4,
    '60',
    { factorFile: 'lean/equity/usa/factor_files/aapl.csv' },
  ],
  ['lean/crypto/coinbase/daily/btcusd_trade.zip', 'BTCUSD', 'crypto', 2, '1D'],
  ['lean/cfd/oanda/daily/xauusd.zip', 'XAUUSD', 'forex', 3, '1D'],
  ['metatrader/komo-GBPUSDd1.csv', 'GBPUSD', 'forex', 5, '1D'],
  ['metatrader/bagherani-GBPUSD15.csv', 'GBPUSD', 'forex', 5, '60'],
  ['metatrader/EURUSD15.hst', 'EURUSD', 'forex', 5, '60'],
  ['histdata/DAT_ASCII_EURUSD_M1_201801.csv', 'EURUSD', 'forex', 5, '60'],
  ['yahoo/nvda-1999-2014.txt', 'NVDA', 'nasdaq', 4, '1D'],
  ['yahoo/MSFT.csv', 'MSFT', 'nasdaq', 4, '1D'],
  ['yahoo/THYAO.IS.csv', 'THYAO', 'bist', 4, '1D'],
  ['yahoo/GSPC-3-header.csv', 'SPX', 'index', 2, '1D'],
  ['yahoo/GDAXI.csv', 'DAX', 'index', 2, '1D'],
  ['yahoo/XU100.csv', 'XU100', 'index', 2, '1D'],
  ['freqtrade/BTC_USDT-15m.json', 'BTCUSDT', 'crypto', 2, '60'],
  ['freqtrade/XRP_USDT_USDT-1h-futures.json.gz', 'XRPUSDT', 'crypto', 5, '60'],
  ['exchange/misrori-APTUSDT_1h.csv', 'APTUSDT', 'crypto', 4, '60'],
  ['exchange/bybit-BTCUSDT_15m.csv', 'BTCUSDT', 'crypto', 2, '60'],
  ['backtrader/2006-day-001.txt', 'STOXX50', 'index', 2, '1D'],
  ['backtrader/2006-min-005.txt', 'FESX', 'index', 2, '60'],
  ['backtrader/2006-01-02-volume-min-001.txt', 'FESX', 'index', 2, '60'],
];

/** Lists the vendors' files as published; empty on a machine without them. */
export function listRawFiles(): RealFile[] {
  if (!hasRealFiles) return [];
  return RAW.map(([file, symbol, category, digits, resolution, more = {}]) => {
    const { factorFile } = more;
    return {
      path: rawFile(file),
      symbol,
      category,
      digits,
      resolution,
      ...(factorFile !== undefined && { factorFile: rawFile(factorFile) }),
    };
  });
}

/** Lists files that hold another instrument than their names say, or times that were shifted twice. */
export function listDirtyFiles(): RealFile[] {
  const dirty = [
    ['dirty/GSPC_15m.csv', 'SPX', 'index', '15'],
    ['dirty/NASDAQ_15m.csv', 'NDX', 'index', '15'],
    ['metatrader/mt5-python-EURUSD15.csv', 'EURUSD', 'forex', '60'],
  ] as const;
  return dirty
    .map(([file, symbol, category, resolution]) => ({
      path: rawFile(file),
      symbol,
      category,
      digits: 5,
      resolution: resolution === '15' ? ('60' as const) : resolution,
    }))
    .filter((file) => existsSync(file.path));
}

/** Returns the path of a vendor's file as published. */
function rawFile(name: string): string {
  return path.join(DATA, 'raw', name);
}

/** Whether the real files are there. */
const hasRealFiles = existsSync(DATA);

/** Imports a file like the command, without `--force` and without `--time-zone`. */
async function importReal(db: Db, file: RealFile, name: string): Promise<ImportReport> {
  const { category, digits, factorFile } = file;
  // Quarter-hours of a symbol without hours are aggregated to hours.
  const resolution = file.resolution === '15' ? '60' : file.resolution;
  const { file: opened, rows } = await openBaseBars(file.path, {
    digits,
    resolution,
    fx: isForex(category),
    ...(factorFile !== undefined && { factorFile }),
  });
  const market = { symbol: file.symbol, lengthMs: resolutionMs[resolution], zone: opened.timeZone };
  const request: ImportRequest = {
    symbol: name,
    resolution,
    category,
    digits,
    replace: false,
    findWrongHours: (openTimeMs, calendar) => findZoneMisfit({ ...market, openTimeMs, calendar }),
  };
  return importBars(db, request, rows, Date.now());
}

/** Totals of the import of many files. */
export interface RealImports {
  readonly imported: number;
  readonly bars: number;
  /** The files that were not imported, each with the sentence shown to the operator. */
  readonly stopped: readonly string[];
}

let made = 0;

/** Imports files, each as a symbol of its own, and returns the totals. */
export async function importAllReal(db: Db, files: readonly RealFile[]): Promise<RealImports> {
  const stopped: string[] = [];
  let imported = 0;
  let bars = 0;
  for (const file of files) {
    made += 1;
    try {
      bars += (await importReal(db, file, `REAL${made}`)).bars;
      imported += 1;
    } catch (error) {
      if (!(error instanceof ImportRefused) && !(error instanceof BarFileError)) throw error;
      stopped.push(`${path.relative(DATA, file.path)}: ${error.message}`);
    }
  }
  return { imported, bars, stopped };
}
