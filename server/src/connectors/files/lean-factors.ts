import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@rasat/engine';
import { BarFileError } from './formats.ts';
import { readMoment } from './moment.ts';

/**
 * Reads the split factors of a LEAN factor file: rows of date, price factor, split factor, reference price; a row holds
 * for every date up to and including its own (QuantConnect/Lean, Data/equity/readme.md). Dividends are ignored, so that
 * prices stay as quoted. Throws `BarFileError`: `not-found`, `unknown`.
 */
export async function readSplitFactors(path: string): Promise<(wallMs: number) => number> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BarFileError('not-found', `${path} cannot be read.`, { cause });
  });
  const rows = text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [date = '', , factor = ''] = row.trim().split(',');
      return { untilMs: readMoment(date)?.wallMs ?? Number.NaN, factor: Number(factor) };
    });
  if (rows.length === 0 || rows.some((row) => !(row.untilMs > 0 && row.factor > 0))) {
    throw new BarFileError('unknown', `${path} is not a factor file.`);
  }
  return (wallMs) => {
    const dayMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
    return rows.find((row) => row.untilMs >= dayMs)?.factor ?? 1;
  };
}
