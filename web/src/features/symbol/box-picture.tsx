import type { BoxKind } from '@rasat/contract';
import { memo } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { CardTerm } from './box-cards.ts';
import { computeSketch, type SketchBar } from './box-sketch.ts';

const SIZE = { width: 136, height: 76 };

/** The line pattern of a box: the cue that does not need colour. */
const DASH: Readonly<Record<BoxKind, string | undefined>> = {
  hayyam: undefined,
  '52': '8 3',
  '144': '3 3',
  '36': '9 3 2 3',
  crystal: '1.5 3',
};

/** A box over its bars, small: fill, outline in the box's dash, its middle lines, graduations on the left edge. */
export const BoxPicture = memo(function BoxPicture({
  kind,
  term,
  bars,
  digits,
  className,
}: {
  readonly kind: BoxKind;
  readonly term: CardTerm;
  readonly bars: readonly SketchBar[];
  readonly digits: number;
  readonly className?: string;
}) {
  const { t } = useTranslation(['symbol', 'boxes']);
  const formats = useFormats();
  const { box, middleX, middleY, columns } = computeSketch(term.box, bars, SIZE);
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const graduations = Array.from({ length: 17 }, (_, i) => {
    const y = box.y + (box.height * i) / 16;
    return `M${box.x} ${y.toFixed(1)}h${i % 4 === 0 ? 4 : 2}`;
  });
  return (
    <svg
      role="img"
      aria-label={t('boxes.sketch', {
        box: t(`boxes:${kind}`),
        term: t(`boxes.${term.term}`),
        bottom: formats.price(term.box.p.bottom, digits),
        top: formats.price(term.box.p.top, digits),
        from: formats.day(term.box.d.start),
        to: formats.day(term.box.d.end),
      })}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      fill="none"
      className={className}
    >
      <rect {...box} fill="var(--bx)" opacity="var(--box-fill)" />
      <path
        d={columns
          .map(
            ({ x, high, low }) =>
              `M${x.toFixed(1)} ${high.toFixed(1)}V${Math.max(low, high + 1).toFixed(1)}`,
          )
          .join('')}
        stroke="var(--text-3)"
        strokeWidth="1.6"
      />
      <rect {...box} stroke="var(--bx-l)" strokeWidth="1.3" strokeDasharray={DASH[kind]} />
      <path
        d={`M${box.x} ${middleY}H${right}M${middleX} ${box.y}V${bottom}`}
        stroke="var(--bx-l)"
        strokeWidth=".9"
      />
      <path d={graduations.join('')} stroke="var(--bx-l)" strokeWidth=".7" />
    </svg>
  );
});
