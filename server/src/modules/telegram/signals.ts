import { DEFAULT_DIGITS, HOUR_MS, type Language } from '@rasat/contract';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { shortMoment } from '../../platform/short-moment.ts';
import { findPerson } from '../accounts/index.ts';
import { findSymbol, listPeopleWithFavorite } from '../market/index.ts';
import { readRights } from '../rights/index.ts';
import { findLedgerHead, type LedgerEntry, listRowsAfter } from '../signals/index.ts';
import { say } from './send.ts';
import { insertCursor, listSignalChats, lockCursor, updateCursor } from './store.ts';
import { BOT_TEXTS, botLanguage } from './texts.ts';

/** Number of rows in one transaction. */
const BATCH = 500;
/** Age in milliseconds from which a signal is not sent. */
const NEWS_MS = HOUR_MS;
const LOOK_MS = 5000;

/** Parts of the server that sending signals uses. */
export type SignalContext = Pick<PartContext, 'db' | 'clock' | 'config'>;

/**
 * Queues messages about the ledger's new live conditions to people who have the symbol among their favourites, want
 * signals and may see it now. The messages and the position in the ledger are stored together. Rows published before
 * the first call are not sent. Returns the milliseconds until the next call.
 */
export function tellSignals({ db, clock, config }: SignalContext): Promise<number> {
  return inTransaction(db, async (trx) => {
    const cursor = await lockCursor(trx);
    if (cursor === undefined) {
      await insertCursor(trx, await findLedgerHead(trx));
      return LOOK_MS;
    }
    const rows = await listRowsAfter(trx, cursor, BATCH);
    const last = rows.at(-1);
    if (!last) return LOOK_MS;
    const context = { db: trx, clock, config };
    for (const row of rows) if (isNews(row, clock.now())) await tell(context, row);
    await updateCursor(trx, last.seq);
    return rows.length === BATCH ? 0 : LOOK_MS;
  });
}

function isNews({ kind, origin, createdAt }: LedgerEntry, nowMs: number): boolean {
  return kind === 'condition' && origin === 'live' && nowMs - createdAt < NEWS_MS;
}

async function tell({ db, clock, config }: SignalContext, row: LedgerEntry): Promise<void> {
  const nowMs = clock.now();
  const chats = await listSignalChats(db, await listPeopleWithFavorite(db, row.symbol));
  if (chats.length === 0) return;
  const digits = (await findSymbol(db, row.symbol))?.series.digits ?? DEFAULT_DIGITS;
  for (const { personId, chatId } of chats) {
    const rights = await readRights(db, personId, nowMs);
    if (!rights.subscriber && !rights.admin) continue;
    const language = botLanguage((await findPerson(db, personId))?.language);
    const text = signalText(row, { language, digits, baseUrl: config.baseUrl });
    await say(db, { key: `signal:${row.seq}:${personId}`, personId, chatId, text }, nowMs);
  }
}

/** Returns the text of a condition in a person's language, with the figures of the predictor page. */
export function signalText(
  { symbol, source, way, price, sl, tp1, tp2, barTime }: LedgerEntry,
  options: { readonly language: Language; readonly digits: number; readonly baseUrl: string },
): string {
  const { language, digits, baseUrl } = options;
  const words = BOT_TEXTS[language].signal;
  const figure = (value: number | null): string => formatPrice(language, digits, value);
  return [
    words.title,
    '',
    `${symbol} · ${way === true ? words.buy : words.sell}`,
    `${words.price} ${figure(price)}`,
    `SL ${figure(sl)} · TP1 ${figure(tp1)} · TP2 ${figure(tp2)}`,
    `${shortMoment(barTime)} (${words.zone})`,
    ...(source === 'simulated' ? [words.simulated] : []),
    '',
    `${baseUrl}/dashboard/symbol/${symbol}`,
  ].join('\n');
}

function formatPrice(language: Language, digits: number, value: number | null): string {
  if (value === null) return '—';
  // Azerbaijani numbers are formatted like Turkish ones.
  return new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'tr-TR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
