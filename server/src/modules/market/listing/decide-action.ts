import type { Logger } from 'pino';
import { AppError } from '../../../platform/app-error.ts';
import { notify } from '../../../platform/db/notify.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import {
  decideAction,
  listPendingActions,
  lockAction,
  noteApplied,
  type StoredAction,
  settleSplits,
} from '../store/action-store.ts';
import { insertSplits, isSameSplit, listSplits } from '../store/split-store.ts';
import { findSymbol, listSourceSymbols } from '../store/symbol-store.ts';
import type { Series } from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { hasBarBefore, renameInstrument, splitSymbol } from './new-history.ts';

/** Decision of an administrator. */
export interface Decision {
  /** Public id of the administrator. */
  readonly by: string;
  readonly nowMs: number;
}

/** What has become of an action: it was carried out, or waits until it is effective. */
export interface Decided {
  readonly action: StoredAction;
  readonly isApplied: boolean;
}

/**
 * Confirms an action, which is carried out now if it is effective on the clock of its source, else by the feed when it
 * is. Needs a transaction. Throws `not-found-404`, and `conflict-409`: with the field `state` when it is carried out or
 * dismissed, else for a reason of `splitSymbol` or `renameInstrument`.
 */
export async function confirmAction(trx: Db, id: number, decision: Decision): Promise<Decided> {
  const action = await getUndecided(trx, id);
  const { by, nowMs } = decision;
  await decideAction(trx, id, { state: 'confirmed', by }, nowMs);
  const series = await findSeries(trx, action);
  const isApplied = action.effectiveMs <= nowMs - (series?.delay?.ms ?? 0);
  if (isApplied) await apply(trx, action, series, nowMs);
  await notify(trx, MARKET_CHANNEL, series?.symbol ?? action.symbol);
  return { action: { ...action, symbol: series?.symbol ?? action.symbol }, isApplied };
}

/**
 * Dismisses an action: the history of its symbol continues. Needs a transaction. Throws `not-found-404`, and
 * `conflict-409` with the field `state` when it is carried out or dismissed.
 */
export async function dismissAction(
  trx: Db,
  id: number,
  { by, nowMs }: Decision,
): Promise<StoredAction> {
  const action = await getUndecided(trx, id);
  await decideAction(trx, id, { state: 'dismissed', by }, nowMs);
  const symbol = (await findSeries(trx, action))?.symbol ?? action.symbol;
  await notify(trx, MARKET_CHANNEL, symbol);
  return { ...action, symbol };
}

/**
 * Carries out the confirmed actions of a source that are effective at `venueMs`, the time of the source; each once, also
 * when several processes try. Returns the number of those that could not be carried out, which are logged and stay.
 */
export async function applyDueActions(
  db: Db,
  source: string,
  {
    venueMs,
    nowMs,
    log,
  }: { readonly venueMs: number; readonly nowMs: number; readonly log: Logger },
): Promise<number> {
  const due = (await listPendingActions(db, source)).filter(
    ({ state, effectiveMs }) => state === 'confirmed' && effectiveMs <= venueMs,
  );
  let failed = 0;
  for (const { id, symbol, terms } of due) {
    try {
      const isApplied = await inTransaction(db, async (trx) => {
        const action = await lockAction(trx, id);
        if (action?.state !== 'confirmed' || action.appliedMs !== null) return false;
        const series = await findSeries(trx, action);
        await apply(trx, action, series, nowMs);
        await notify(trx, MARKET_CHANNEL, series?.symbol ?? symbol);
        return true;
      });
      if (isApplied) log.info({ source, symbol, ...terms }, 'a split or rename was carried out');
    } catch (error) {
      failed += 1;
      log.error({ err: error, source, symbol }, 'a split or rename could not be carried out');
    }
  }
  return failed;
}

async function getUndecided(trx: Db, id: number): Promise<StoredAction> {
  const action = await lockAction(trx, id);
  if (!action) throw new AppError('not-found-404');
  if (action.state === 'dismissed' || action.appliedMs !== null) {
    throw new AppError('conflict-409', { field: 'state' });
  }
  return action;
}

/** Returns the present series of the instrument of an action; undefined when it feeds no symbol any more. */
async function findSeries(
  db: Db,
  { source, sourceSymbol }: StoredAction,
): Promise<Series | undefined> {
  const symbol = (await listSourceSymbols(db, source)).get(sourceSymbol);
  return symbol === undefined ? undefined : (await findSymbol(db, symbol))?.series;
}

/** Carries out a locked action. An instrument that feeds no symbol any more has nothing to change. */
async function apply(
  trx: Db,
  { id, terms, effectiveMs }: StoredAction,
  series: Series | undefined,
  nowMs: number,
): Promise<void> {
  if (series && terms.kind === 'rename') {
    await renameInstrument(trx, series.symbol, terms.to, nowMs);
  } else if (series && terms.kind === 'split') {
    const known = await listSplits(trx, series.id);
    const told = { effectiveMs, factor: terms.factor };
    if (!known.some((one) => isSameSplit(one, told))) await split(trx, series, told, nowMs);
  }
  await noteApplied(trx, id, nowMs);
}

async function split(
  trx: Db,
  series: Series,
  { effectiveMs, factor }: { readonly effectiveMs: number; readonly factor: number },
  nowMs: number,
): Promise<void> {
  if (await hasBarBefore(trx, series, effectiveMs)) {
    await splitSymbol(trx, series.symbol, { factor, atMs: effectiveMs }, nowMs);
    return;
  }
  // No stored bar changes; older ones that are still to come are adjusted as they come.
  await insertSplits(trx, series.id, [{ effectiveMs, factor }]);
  await settleSplits(trx, series.id, nowMs);
}
