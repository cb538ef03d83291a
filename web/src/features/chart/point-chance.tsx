import type { WireTouch } from '@rasat/contract';
import { MINUTE_MS, roundTo } from '@rasat/engine';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useChanceWords } from '../../ui/chance.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { horizonChance } from '../../why/index.ts';
import { LegendLine } from './legend.tsx';
import { type PointStore, useIsPointed, usePoint } from './point-store.ts';

const HORIZONS = ['day', 'week'] as const;

/**
 * Renders the present chance that price reaches the price under the crosshair before the end of the day and of the week;
 * nothing at the price itself, and without a crosshair.
 */
export function PointChance({
  touch,
  point,
  entry: { digits, calendar },
}: {
  readonly touch: WireTouch;
  readonly point: PointStore;
  readonly entry: Pick<SymbolEntry, 'digits' | 'calendar'>;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const nowMs = useServerNow(MINUTE_MS);
  const words = useChanceWords(nowMs);
  const pointed = usePoint(point);
  const { now } = touch;
  if (pointed === null || now === null) return null;
  const price = roundTo(pointed, digits);
  if (!(price > 0) || price === roundTo(now.price, digits)) return null;
  const parts = HORIZONS.flatMap((horizon) => {
    const state = horizonChance(touch, horizon, price, { calendar, nowMs });
    if (state?.state !== 'chance' && state?.state !== 'closed') return [];
    const until = words.until(state.untilMs);
    return [t(`chance.${horizon}`, { until, chance: words.short(state) })];
  });
  if (parts.length === 0) return null;
  const head = t('chance.point', {
    price: formats.price(price, digits),
    moment: words.moment('now', now.at),
  });
  const trial = touch.trial ? ` · ${words.trial}` : '';
  return <LegendLine>{`${head} ${parts.join(' · ')}${trial}`}</LegendLine>;
}

/**
 * Renders the lines of the legend about the drawings. On a phone they make room for the chance at the crosshair, while
 * there is one.
 */
export function DrawingNotes({
  notes,
  point,
}: {
  readonly notes: readonly (string | null)[];
  readonly point: PointStore;
}) {
  const desk = useDesktop();
  const isPointed = useIsPointed(point);
  if (!desk && isPointed) return null;
  return notes.map((note) => (note === null ? null : <LegendLine key={note}>{note}</LegendLine>));
}
