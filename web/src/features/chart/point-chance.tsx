import type { WireTouch } from '@rasat/contract';
import { roundTo } from '@rasat/engine';
import { nowChance, nowInputs } from '../../drawings/now-chance.ts';
import { useDrawingWords, writeChance } from '../../drawings/words.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useDesktop } from '../../ui/use-media.ts';
import { toServerMs } from '../../ui/use-now.ts';
import { LegendLine } from './legend.tsx';
import { type PointStore, useIsPointed, usePoint } from './point-store.ts';

const HORIZONS = ['day', 'week'] as const;

/**
 * Renders the present chance that price reaches the price under the crosshair by the end of the day and of the week;
 * nothing at the price itself, and without a crosshair.
 */
export function PointChance({
  touch,
  point,
  digits,
}: {
  readonly touch: WireTouch;
  readonly point: PointStore;
  readonly digits: number;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const words = useDrawingWords();
  const pointed = usePoint(point);
  const { now } = touch;
  if (pointed === null || now === null) return null;
  const price = roundTo(pointed, digits);
  if (!(price > 0) || price === roundTo(now.price, digits)) return null;
  const inputs = nowInputs(touch.class, now);
  const nowMs = toServerMs(Date.now());
  const parts = HORIZONS.flatMap((horizon) => {
    const { until, weeks } = now[horizon];
    if (until <= nowMs) return [];
    const found = nowChance(inputs, price, weeks);
    if (found === null) return [];
    const chance = found === 'closed' ? t('chance.closed') : writeChance(found, words);
    return [t(`chance.${horizon}`, { until: formats.moment(until), chance })];
  });
  if (parts.length === 0) return null;
  const head = t('chance.point', {
    price: formats.price(price, digits),
    time: formats.moment(now.at),
  });
  const trial = touch.trial ? ` · ${t('chance.trial')}` : '';
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
