import { forEachLanguage } from '@rasat/contract';
import { type Bar, bucketEnd, type SourceResolution } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { notify } from '../../../platform/db/notify.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { settleSplits } from '../store/action-store.ts';
import { appendBars } from '../store/append-bars.ts';
import { barAt } from '../store/bar-columns.ts';
import { moveFavorites } from '../store/favorite-store.ts';
import { listHeads, readAllBars } from '../store/read-bars.ts';
import { openWriters } from '../store/series-writer.ts';
import { copySplits, insertSplits, listSplits } from '../store/split-store.ts';
import { hasStorablePrices } from '../store/storable-bar.ts';
import {
  type Ending,
  findSymbol,
  insertSeries,
  listChoices,
  listSourceSymbols,
  lockSymbol,
  noteSuccessor,
  removeSymbol,
  saveAlias,
  saveChoice,
  updateSymbol,
} from '../store/symbol-store.ts';
import { FILE_SOURCE, type Series, type SymbolNames } from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { findOffered, getSymbol } from './chosen-symbol.ts';
import { adjustBar } from './split-bars.ts';

// The operator's changes to the prices of a symbol: its bars are copied into a new history. Each function needs a
// transaction.

/**
 * Shows the prices of a symbol with other decimals, in a new history of the same bars. Throws `not-found-404`, and
 * `conflict-409` when the prices of its bars or of its source have more decimals, or nothing would change.
 */
export async function chooseDigits(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  digits: number,
  nowMs: number,
): Promise<void> {
  const { series } = await getSymbol(trx, symbol);
  const offered = await findOffered(sources, series.source, series.sourceSymbol);
  if (digits === series.digits || (offered && digits < offered.digits)) {
    throw new AppError('conflict-409', { field: 'digits' });
  }
  await beginAgain(trx, symbol, { digits, ending: { reason: 'digits' } }, (bar) => bar, nowMs);
}

/** Split: `factor` new shares for each old one, from `atMs` on. */
export interface Split {
  readonly factor: number;
  readonly atMs: number;
}

/**
 * Divides the prices of every bar that ends before the split, and multiplies their volumes, in a new history; bars that
 * its source delivers later are adjusted likewise. Throws `not-found-404`, and `conflict-409` with the field `at` when no
 * bar is before the split, the split is still to come or the history has a split at that time, `digits` when a price
 * would be rounded to zero.
 */
export async function splitSymbol(
  trx: Db,
  symbol: string,
  { factor, atMs }: Split,
  nowMs: number,
): Promise<void> {
  const { series } = await getSymbol(trx, symbol);
  const split = { effectiveMs: atMs, factor };
  const known = await listSplits(trx, series.id);
  const isKnown = known.some(({ effectiveMs }) => effectiveMs === atMs);
  if (isKnown || atMs > nowMs || !(await hasBarBefore(trx, series, atMs))) {
    throw new AppError('conflict-409', { field: 'at' });
  }
  const begun = await beginAgain(
    trx,
    symbol,
    { ending: { reason: 'split', factor } },
    (bar, resolution) => adjustBar(bar, resolution, series, [split]),
    nowMs,
  );
  await insertSplits(trx, begun.id, [split]);
  await settleSplits(trx, begun.id, nowMs);
}

/** Returns whether a base bar of a series ends by a time. */
export async function hasBarBefore(
  db: Db,
  { id, base, fx }: Pick<Series, 'id' | 'base' | 'fx'>,
  timeMs: number,
): Promise<boolean> {
  const heads = await listHeads(db, [id]);
  const head = heads.find(({ resolution }) => resolution === base);
  return head !== undefined && bucketEnd(base, head.firstOpenTimeMs, fx) <= timeMs;
}

/**
 * Gives a symbol another name, in a new history with the same bars from the same instrument. People's favourites follow,
 * and links to the old name lead to the new one. Throws `not-found-404`, and `conflict-409` when a symbol with the new
 * name is listed.
 */
export async function renameSymbol(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  to: string,
  nowMs: number,
): Promise<void> {
  const findName = (before: Series): Promise<string> => findSourceSymbol(sources, before, to);
  await rename(trx, symbol, to, findName, nowMs);
}

/**
 * Follows a source that has given the instrument of a symbol the name `to`, in a new history with the same bars. A symbol
 * that has the instrument's old name gets the new one as well, unless a symbol with it is listed; any other symbol keeps
 * its name. Throws `not-found-404`, and `conflict-409` with the field `to` when the source feeds another symbol with an
 * instrument of that name.
 */
export async function renameInstrument(
  trx: Db,
  symbol: string,
  to: string,
  nowMs: number,
): Promise<void> {
  for (const name of [symbol, to].toSorted()) await lockSymbol(trx, name);
  const { series } = await getSymbol(trx, symbol);
  const { source, sourceSymbol } = series;
  await lockSymbol(trx, `${source} ${to}`);
  if ((await listSourceSymbols(trx, source)).has(to)) {
    throw new AppError('conflict-409', { field: 'to' });
  }
  if (symbol === sourceSymbol && !to.endsWith('.R') && !(await findSymbol(trx, to))) {
    await rename(trx, symbol, to, async () => to, nowMs);
    return;
  }
  const changed = { sourceSymbol: to, ending: { reason: 'rename' } } as const;
  await beginAgain(trx, symbol, changed, (bar) => bar, nowMs);
  // The source must not list the instrument under its own name as well, also after the symbol is retired.
  if (!(await listChoices(trx)).has(to)) await saveChoice(trx, to, null, nowMs);
}

async function rename(
  trx: Db,
  symbol: string,
  to: string,
  findName: (before: Series) => Promise<string>,
  nowMs: number,
): Promise<void> {
  // Always in the same order, so that two renames never wait for each other.
  for (const name of [symbol, to].toSorted()) await lockSymbol(trx, name);
  const { series: before, name, isKept } = await getSymbol(trx, symbol);
  if (to.endsWith('.R') || (await findSymbol(trx, to))) {
    throw new AppError('conflict-409', { field: 'to' });
  }
  const ended = await removeSymbol(trx, symbol, nowMs, { reason: 'rename' });
  const { source, category, digits, base, calendar, isWhole: whole } = before;
  const sourceSymbol = await findName(before);
  const shown = renamed(name, symbol, to);
  const series = await insertSeries(
    trx,
    { symbol: to, source, sourceSymbol, category, digits, base, calendar, whole },
    shown,
    nowMs,
  );
  if (isKept) await updateSymbol(trx, to, { name: shown, kept: true });
  await noteSuccessor(trx, ended, series.id);
  await copySplits(trx, before.id, series.id);
  await copyBars(trx, before, series, (bar) => bar);
  await saveChoice(trx, symbol, null, nowMs);
  await saveChoice(trx, to, source, nowMs);
  await moveFavorites(trx, symbol, to);
  await saveAlias(trx, symbol, to, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
  await notify(trx, MARKET_CHANNEL, to);
}

/**
 * Returns the name at its source of the instrument of a renamed symbol: the present one, or the new name when the source
 * has renamed the instrument as well.
 */
async function findSourceSymbol(
  sources: readonly Connector[],
  { source, sourceSymbol }: Series,
  to: string,
): Promise<string> {
  if (source === FILE_SOURCE) return to;
  const isOffered = async (name: string): Promise<boolean> =>
    (await findOffered(sources, source, name)) !== undefined;
  return !(await isOffered(sourceSymbol)) && (await isOffered(to)) ? to : sourceSymbol;
}

/** Returns the shown names of a renamed symbol: a name that was the symbol itself becomes the new one. */
function renamed(names: SymbolNames, symbol: string, to: string): SymbolNames {
  return forEachLanguage((language) => (names[language] === symbol ? to : names[language]));
}

/** Returns a bar of one resolution as it is in the new history. */
type ChangeBar = (bar: Bar, resolution: SourceResolution) => Bar;

/**
 * Starts a new history with the bars of the present one, each changed by `change`, and builds the higher bars from
 * them.
 */
async function beginAgain(
  trx: Db,
  symbol: string,
  changed: { readonly digits?: number; readonly sourceSymbol?: string; readonly ending: Ending },
  change: ChangeBar,
  nowMs: number,
): Promise<Series> {
  const { series: before, name } = await getSymbol(trx, symbol);
  const { source, category, base, calendar, isWhole: whole } = before;
  const { digits = before.digits, sourceSymbol = before.sourceSymbol } = changed;
  const series = await insertSeries(
    trx,
    { symbol, source, sourceSymbol, category, digits, base, calendar, whole },
    name,
    nowMs,
    changed.ending,
  );
  await copySplits(trx, before.id, series.id);
  await copyBars(trx, before, series, change);
  await notify(trx, MARKET_CHANNEL, symbol);
  return series;
}

async function copyBars(trx: Db, from: Series, to: Series, change: ChangeBar): Promise<void> {
  const writer = (await openWriters(trx, [to])).get(to.id);
  if (!writer) throw new Error(`series ${to.id} has no writer`);
  const copy = async (resolution: SourceResolution, add: (bar: Bar) => void): Promise<void> => {
    for await (const part of readAllBars(trx, from.id, resolution)) {
      for (let row = 0; row < part.length; row++) {
        const bar = change(barAt(part, row), resolution);
        if (!hasStorablePrices(bar, to.digits))
          throw new AppError('conflict-409', { field: 'digits' });
        add(bar);
      }
      await appendBars(trx, writer.takePending());
    }
  };
  await copy(from.base, (bar) => writer.addBase(bar));
  if (from.base === '60') await copy('15', (bar) => writer.addQuarter(bar));
}
