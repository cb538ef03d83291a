import type { Category } from '@rasat/contract';
import {
  type Bar,
  type CalendarName,
  checkBar,
  resolutionMs,
  type SourceResolution,
} from '@rasat/engine';
import type { BarRow } from '../../../connectors/connector.ts';
import { StartError } from '../../../platform/start-error.ts';
import { BarList } from '../store/bar-columns.ts';
import { hasStorablePrices, MOST_BAR_VOLUME } from '../store/storable-bar.ts';
import { isForex, type SymbolNames } from '../symbol.ts';
import type { ReadFile, RefusedRow } from './import-checks.ts';

/** Parameters of an import. */
export interface ImportRequest {
  readonly symbol: string;
  readonly resolution: SourceResolution;
  readonly category: Category;
  readonly digits: number;
  /** Names of a new symbol; the symbol itself when absent. */
  readonly name?: SymbolNames;
  /** Calendar of a new history; that of a history that goes on must be one of the same market. */
  readonly calendar?: CalendarName;
  /** Starts a new history epoch, also for a symbol of another source. */
  readonly replace: boolean;
  /** Imports implausible files too; false when absent. */
  readonly force?: boolean;
  /**
   * Returns a sentence when the opening times cannot lie in the hours of a calendar, else null; absent when the
   * operator has named the zone.
   */
  readonly findWrongHours?: (openTimeMs: Float64Array, calendar: CalendarName) => string | null;
}

/** Reason to import nothing, in one sentence. */
export class ImportRefused extends StartError {
  override readonly name = 'ImportRefused';
}

/** Greatest number of bars in a file; the operator must split a larger file. */
const MOST_BARS = 20_000_000;

/** Reads the bars of a file without those that cannot be stored. Throws `ImportRefused`, or the signal's reason. */
export async function readRows(
  { resolution, category, digits }: ImportRequest,
  rows: AsyncIterable<BarRow>,
  nowMs: number,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const list = new BarList(1024);
  const lines: number[] = [];
  const refused: RefusedRow[] = [];
  const breaks: { row: number; afterMs: number }[] = [];
  // Daily bars carry the local date, which may already be tomorrow's.
  const latestMs = nowMs + resolutionMs[resolution];
  const fx = isForex(category);
  let lastMs = Number.NEGATIVE_INFINITY;
  for await (const row of rows) {
    signal?.throwIfAborted();
    if (!('bar' in row)) {
      refused.push({ line: row.line, reason: row.refusal, text: row.text });
      continue;
    }
    // Turns a volume of minus zero into zero.
    const bar: Bar = { ...row.bar, volume: row.bar.volume + 0 };
    const reason =
      checkBar(bar, resolution, fx) ??
      (hasStorablePrices(bar, digits) ? null : 'digits') ??
      (bar.volume > MOST_BAR_VOLUME ? 'volume' : null) ??
      (bar.openTimeMs > latestMs ? 'future' : null) ??
      (bar.openTimeMs <= lastMs ? 'out-of-order' : null);
    if (reason) {
      refused.push({ line: row.line, reason, text: textOf(bar) });
      continue;
    }
    if (list.length >= MOST_BARS) {
      throw new ImportRefused(`The file has more than ${MOST_BARS} bars; import it in parts.`);
    }
    if (row.afterMs !== undefined) breaks.push({ row: list.length, afterMs: row.afterMs });
    lastMs = bar.openTimeMs;
    list.pushBar(bar);
    lines.push(row.line);
  }
  return { bars: list.columns, lines, refused, breaks };
}

/** Returns the values of a bar as text. */
export function textOf({ openTimeMs, open, high, low, close, volume }: Bar): string {
  return [openTimeMs, open, high, low, close, volume].join(',');
}
