import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { CardTerm } from './box-cards.ts';
import { getOutcome } from './outcome.ts';

/** The state of a box in a few words, with further details. */
export interface BoxState {
  readonly title: string;
  readonly text: string;
}

/** Returns the state of the present box in words: its own trade, or that it has none, and its remaining time. */
export function useBoxState({
  entry,
  price,
  atr,
  nowMs,
}: {
  readonly entry: { readonly digits: number };
  readonly price: number | null;
  readonly atr: number | null;
  readonly nowMs: number;
}): (term: Pick<CardTerm, 'box' | 'own'>) => BoxState {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  return ({ box, own }) => {
    const left = box.d.end - nowMs;
    const running = (): string => {
      if (left >= DAY_MS) return t('boxes.leftDays', { count: Math.floor(left / DAY_MS) });
      return t('boxes.leftHours', { count: Math.max(1, Math.floor(left / HOUR_MS)) });
    };
    const time = left > 0 ? running() : t('boxes.over');
    if (!own) return { title: t(left > 0 ? 'boxes.noTradeYet' : 'boxes.noTrade'), text: time };
    const values = {
      way: own.way ? t('words:buy') : t('words:sell'),
      price: formats.price(own.p, entry.digits),
    };
    if (own.closed) {
      return {
        title: t('boxes.tradeOver', { ...values, outcome: t(`boxes.outcome.${getOutcome(own)}`) }),
        text: time,
      };
    }
    const distanceAtr = price !== null && atr ? Math.abs(own.tp1 - price) / atr : null;
    return {
      title: t('boxes.tradeOpen', values),
      text:
        distanceAtr === null ? time : t('boxes.toTarget', { atr: formats.number(distanceAtr, 2) }),
    };
  };
}
