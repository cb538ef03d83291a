import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Bar } from '../bars/bar.ts';

// Real series and reference results lie outside the repository and are never copied into it.
const SHARED = path.resolve(import.meta.dirname, '../../../../shared');

/** Returns one shared JSON file. When it is missing the test is skipped and undefined is returned. */
export function readGolden(t: TestContext, name: string): unknown {
  const file = path.join(SHARED, 'design/golden', `${name}.json`);
  if (!existsSync(file)) {
    t.skip(`${name} is not here`);
    return undefined;
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns one shared series. When it is missing the test is skipped and undefined is returned. */
export function readSeries(
  t: TestContext,
  category: string,
  symbol: string,
  resolution: string,
): Bar[] | undefined {
  const file = path.join(SHARED, 'data/market', category, symbol, `${resolution}.csv`);
  if (!existsSync(file)) {
    t.skip(`${symbol} ${resolution} is not here`);
    return undefined;
  }
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [openTimeMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row
      .split(',')
      .map(Number);
    return { openTimeMs, open, high, low, close, volume };
  });
}
