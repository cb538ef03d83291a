import {
  isReference,
  type MarketState,
  type MarketSymbol,
  MINUTE_MS,
  marketState,
  type PricedSymbol,
} from '@rasat/contract';
import { useMemo } from 'react';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { describeComing } from '../i18n/opening.ts';
import { cx } from './cx.ts';
import { useServerNow } from './use-now.ts';

/** Returns the current state of the symbols' markets by the server's clock, updated every minute. */
export function useMarketState(symbols: readonly MarketSymbol[]): MarketState {
  return marketState(symbols, useServerNow(MINUTE_MS));
}

/** Returns a formatter of a market's next opening: `opens Mon 17:30, in 1 d 5 h`, in Istanbul time. */
export function useOpeningWords(): (opensMs: number) => string {
  const { t } = useTranslation('words');
  const { language } = useFormats();
  const nowMs = useServerNow(MINUTE_MS);
  return (opensMs) => {
    const { when, day, time, days, hours, minutes } = describeComing(language, opensMs, nowMs);
    // At most two units: days and hours, or hours and minutes.
    const parts = [
      days > 0 ? t('market.days', { value: days }) : '',
      hours > 0 ? t('market.hours', { value: hours }) : '',
      days === 0 && minutes > 0 ? t('market.minutes', { value: minutes }) : '',
    ];
    const length = parts.filter((part) => part !== '').join(' ');
    const moment = t(`market.${when}`, { day, time });
    return t('market.opens', { moment, length });
  };
}

/** Shows when the next session of a closed market opens; nothing while it is open, or without a next session. */
export function MarketOpening({ symbols }: { readonly symbols: readonly MarketSymbol[] }) {
  const { opensMs } = useMarketState(symbols);
  const words = useOpeningWords();
  return opensMs === null ? null : words(opensMs);
}

/**
 * Shows the state of a category's markets: open, or closed with the time of the last price and the next opening. When
 * only some are open it counts them, and time and opening are those of the others. Daily rates of banks have no market:
 * nothing for these alone.
 */
export function MarketLine({
  symbols: all,
  pricedAtMs,
  className,
}: {
  readonly symbols: readonly (PricedSymbol & { readonly symbol: string })[];
  /** Returns the time of a symbol's last price; null before the first. */
  readonly pricedAtMs: (symbol: string) => number | null;
  readonly className?: string;
}) {
  const { t } = useTranslation('words');
  const { moment } = useFormats();
  const nowMs = useServerNow(MINUTE_MS);
  const words = useOpeningWords();
  // Prices change many times a minute, so the state of the markets is memoised.
  const { symbols, open, total, opensMs, closed } = useMemo(() => {
    const symbols = all.filter(({ delay }) => !isReference(delay));
    return {
      ...marketState(symbols, nowMs),
      symbols,
      closed: symbols.filter((symbol) => marketState([symbol], nowMs).open === 0),
    };
  }, [all, nowMs]);
  if (symbols.length === 0) return null;
  const lastMs = Math.max(...closed.map(({ symbol }) => pricedAtMs(symbol) ?? 0));
  const isAll = open === symbols.length;
  const state = isAll ? 'open' : open > 0 ? 'partly' : total > 0 ? 'closed' : 'file';
  return (
    <p className={cx('num text-12 leading-snug whitespace-normal text-ink-3', className)}>
      <i
        aria-hidden="true"
        className={cx(
          'mr-1.5 inline-block size-1.75 rounded-full align-[1px]',
          open > 0 ? 'bg-up' : 'border border-ink-3',
        )}
      />
      <span className="whitespace-nowrap text-ink-2">
        {t(`market.${state}`, { open, total: symbols.length })}
      </span>
      {lastMs > 0 ? (
        <>
          {' · '}
          <span className="inline-block">{t('market.pricedAt', { time: moment(lastMs) })}</span>
        </>
      ) : null}
      {opensMs === null ? null : (
        <>
          {' · '}
          <span className="inline-block">{words(opensMs)}</span>
        </>
      )}
    </p>
  );
}
