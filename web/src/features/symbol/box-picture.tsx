import type { BoxKind } from '@rasat/contract';
import { memo } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { CardTerm } from './box-cards.ts';
import { computeSketch, type SketchBar } from './box-sketch.ts';

const SIZE = { width: 236, height: 92 };

/** The dash pattern of each box's outline: the cue besides colour. */
const DASH: Readonly<Record<BoxKind, string | undefined>> = {
  hayyam: undefined,
  '52': '8 3',
  '144': '3 3',
  '36': '9 3 2 3',
  crystal: '1.5 3',
};

/**
 * Draws the present box over its bars: fill, outline in the box's dash pattern, middle lines, graduations on the left
 * edge, the entry of its own trade, and a ring at the last price.
 */
export const BoxPicture = memo(function BoxPicture({
  kind,
  term: { term, box, own },
  bars,
  price,
  digits,
  className,
}: {
  readonly kind: BoxKind;
  readonly term: CardTerm;
  readonly bars: readonly SketchBar[];
  /** The last price; null before the first. */
  readonly price: number | null;
  readonly digits: number;
  readonly className?: string;
}) {
  const { t } = useTranslation(['symbol', 'boxes']);
  const formats = useFormats();
  const { box: frame, middleX, middleY, columns, placeOf, nowX } = computeSketch(box, bars, SIZE);
  const ownY = own && placeOf(own.p);
  const nowY = price === null ? null : placeOf(price);
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  const graduations = Array.from({ length: 17 }, (_, i) => {
    const y = frame.y + (frame.height * i) / 16;
    return `M${frame.x} ${y.toFixed(1)}h${i % 4 === 0 ? 7 : i % 2 === 0 ? 4.5 : 2.5}`;
  });
  return (
    <svg
      role="img"
      aria-label={t('boxes.sketch', {
        box: t(`boxes:${kind}`),
        term: t(`boxes.${term}`),
        bottom: formats.price(box.p.bottom, digits),
        top: formats.price(box.p.top, digits),
        from: formats.day(box.d.start),
        to: formats.day(box.d.end),
      })}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
      fill="none"
      className={className}
    >
      <rect {...frame} fill="var(--bx)" opacity="var(--box-fill)" />
      <path
        d={columns
          .map(
            ({ x, high, low }) =>
              `M${x.toFixed(1)} ${high.toFixed(1)}V${Math.max(low, high + 1).toFixed(1)}`,
          )
          .join('')}
        stroke="var(--text-3)"
        strokeWidth="1.4"
      />
      <rect {...frame} stroke="var(--bx-l)" strokeWidth="1.5" strokeDasharray={DASH[kind]} />
      <path
        d={`M${frame.x} ${middleY}H${right}M${middleX} ${frame.y}V${bottom}`}
        stroke="var(--bx-l)"
        strokeWidth="1.1"
        opacity=".85"
      />
      <path d={graduations.join('')} stroke="var(--bx-l)" />
      {own && ownY !== null ? (
        <path
          d={`M${frame.x} ${ownY}H${SIZE.width}`}
          stroke={own.way ? 'var(--up)' : 'var(--down)'}
          strokeWidth="1.6"
        />
      ) : null}
      {nowY !== null && nowX !== null ? (
        <>
          <path d={`M${nowX} ${nowY}H${SIZE.width}`} stroke="var(--brass)" strokeDasharray="2 3" />
          <circle
            cx={nowX}
            cy={nowY}
            r="3.5"
            fill="var(--chart-bg)"
            stroke="var(--brass)"
            strokeWidth="1.6"
          />
        </>
      ) : null}
    </svg>
  );
});
