import { DAY_MS, SPLIT_FACTORS, SYMBOL_PATTERN } from '@rasat/contract';
import type { Logger } from 'pino';
import type { Connector, CorporateAction } from '../../../connectors/connector.ts';
import { notify } from '../../../platform/db/notify.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import {
  listDismissedSplits,
  lockActions,
  saveActions,
  settleSplits,
} from '../store/action-store.ts';
import { insertSplits } from '../store/split-store.ts';
import { listSourceSymbols } from '../store/symbol-store.ts';
import type { Series } from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';

/** Age of the actions for which a source is asked again and again. */
const ASKED_DAYS = 7;
/** Number of symbols in one question. */
const SYMBOLS_AT_ONCE = 200;

/** What a source that tells actions is asked with. */
export interface AskOptions {
  readonly db: Db;
  readonly log: Logger;
  /** The source, under our names. */
  readonly connector: Connector;
  /** Present of the server, and that of the source, which is behind for a delayed one. */
  readonly nowMs: number;
  readonly venueMs: number;
}

/**
 * Asks a source for the actions of the last seven days and the announced ones of the symbols that it feeds, stores the
 * new ones and notifies the running server. Returns the number of new ones; null when the operator's plan does not
 * include actions. Throws while the source is unavailable.
 */
export async function findActions(options: AskOptions): Promise<number | null> {
  const { db, log, connector, nowMs, venueMs } = options;
  const { name: source } = connector;
  const symbols = [...(await listSourceSymbols(db, source)).values()];
  const told = await ask(connector, symbols, venueMs - ASKED_DAYS * DAY_MS);
  if (told === null) return null;
  const valid = told.filter((action) => isValid(action, source, log));
  return inTransaction(db, async (trx) => {
    await lockActions(trx, source);
    const saved = await saveActions(trx, source, valid, nowMs);
    for (const { symbol } of saved) await notify(trx, MARKET_CHANNEL, symbol);
    return saved.length;
  });
}

/**
 * Stores for series without bars the splits that are effective, by which their raw history is adjusted, and the announced
 * actions as open ones. A split that an operator has dismissed is left out. Returns false when the operator's plan does
 * not include actions. Throws while the source is unavailable.
 */
export async function readFirstSplits(
  series: readonly Series[],
  { db, log, connector, nowMs, venueMs }: AskOptions,
): Promise<boolean> {
  if (!connector.actions || series.length === 0) return true;
  const { name: source } = connector;
  const told = await ask(
    connector,
    series.map(({ symbol }) => symbol),
    0,
  );
  if (told === null) return false;
  const valid = told.filter((action) => isValid(action, source, log));
  await inTransaction(db, async (trx) => {
    await lockActions(trx, source);
    for (const { id, symbol, sourceSymbol } of series) {
      const dismissed = await listDismissedSplits(trx, source, sourceSymbol);
      const splits = valid.flatMap((action) => {
        const { kind, effectiveMs } = action;
        if (action.symbol !== symbol || kind !== 'split') return [];
        const isPast = effectiveMs <= venueMs && !dismissed.has(effectiveMs);
        return isPast ? [{ effectiveMs, factor: action.factor }] : [];
      });
      await insertSplits(trx, id, splits);
      await settleSplits(trx, id, nowMs);
    }
    const coming = valid.filter(({ effectiveMs }) => effectiveMs > venueMs);
    await saveActions(trx, source, coming, nowMs);
  });
  return true;
}

async function ask(
  connector: Connector,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const told: CorporateAction[] = [];
  for (let at = 0; at < symbols.length; at += SYMBOLS_AT_ONCE) {
    const some = await connector.actions?.(symbols.slice(at, at + SYMBOLS_AT_ONCE), fromMs);
    if (some === null) return null;
    told.push(...(some ?? []));
  }
  return told;
}

/** Returns whether an action can be carried out; another one is logged. */
function isValid(action: CorporateAction, source: string, log: Logger): boolean {
  const isSound =
    action.kind === 'split'
      ? action.factor >= SPLIT_FACTORS.least &&
        action.factor <= SPLIT_FACTORS.most &&
        action.factor !== 1
      : SYMBOL_PATTERN.test(action.to);
  if (isSound && Number.isSafeInteger(action.effectiveMs)) return true;
  log.warn({ source, action }, 'a split or rename of a source is refused');
  return false;
}
