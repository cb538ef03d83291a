import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useDesktop } from '../../ui/use-media.ts';
import { layStrip } from './strip-geometry.ts';
import { useRowWords } from './use-row-words.ts';

const DOT = 11;
const SIDE = 14;
const TOP = 34;
const BOTTOM = 40;
/** Pixels around the mean's line in which tick labels are omitted, since the line would cross them. */
const NEAR = 11;

/**
 * Draws the results of matched entries as rings over an axis of multiples of the risk, the row's own result as a filled
 * diamond on a solid line, and the mean of the rings on a dashed line.
 */
export function RowStrip({
  thousandths,
  own,
}: {
  readonly thousandths: readonly number[];
  /** Result of the row itself; null while it is not decided. */
  readonly own: number | null;
}) {
  const { t } = useTranslation('record');
  const { signed } = useFormats();
  const words = useRowWords();
  const desk = useDesktop();
  const width = desk ? 640 : 340;
  const inner = width - 2 * SIDE;
  const strip = layStrip(thousandths, own, Math.floor(inner / DOT));
  if (strip === null) return null;
  const floor = TOP + Math.max(strip.rows, 4) * DOT + 6;
  const height = floor + BOTTOM;
  const at = (x: number): number => SIDE + x * inner;
  const side = (x: number): 'start' | 'middle' | 'end' =>
    x < 0.2 ? 'start' : x > 0.8 ? 'end' : 'middle';
  const sentence = t('row.plot', {
    mean: words.r(strip.mean),
    own: own === null ? t('row.plotOpen') : t('row.plotOwn', { r: words.r(own) }),
  });
  return (
    <svg
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${width} ${height}`}
      className="block w-full text-11"
    >
      {strip.ticks.map(({ r, x }) => (
        <g key={r}>
          <path
            d={`M${at(x)} ${TOP}V${floor}`}
            stroke={r === 0 ? 'var(--line-ctl)' : 'var(--chart-grid)'}
          />
          {Math.abs(at(x) - at(strip.meanX)) < NEAR ? null : (
            <text x={at(x)} y={floor + 15} textAnchor="middle" className="num fill-chart-axis">
              {signed(r, 0)}
            </text>
          )}
        </g>
      ))}
      <path d={`M${SIDE} ${floor}H${width - SIDE}`} stroke="var(--line-ctl)" />
      {strip.dots.map(({ x, row }, i) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: rings have no other key
          key={i}
          cx={at(x)}
          cy={floor - 7 - row * DOT}
          r="4"
          fill="none"
          stroke="var(--text-2)"
          strokeWidth="1.2"
        />
      ))}
      <path
        d={`M${at(strip.meanX)} ${TOP - 10}V${floor + 20}`}
        stroke="var(--brass)"
        strokeWidth="1.6"
        strokeDasharray="5 3"
      />
      <text
        x={at(strip.meanX)}
        y={floor + 33}
        textAnchor={side(strip.meanX)}
        className="num fill-brass font-semi"
      >
        {t('row.meanMark', { r: words.r(strip.mean) })}
      </text>
      {strip.ownX === null ? null : (
        <>
          <path d={`M${at(strip.ownX)} ${TOP - 8}V${floor}`} stroke="var(--text)" strokeWidth="2" />
          <path
            d={`M${at(strip.ownX)} ${TOP - 16}l7 7l-7 7l-7 -7z`}
            fill="var(--text)"
            stroke="var(--s1)"
          />
          <text
            x={at(strip.ownX)}
            y={12}
            textAnchor={side(strip.ownX)}
            className="num fill-ink font-semi"
          >
            {t('row.ownMark', { r: words.r(own) })}
          </text>
        </>
      )}
    </svg>
  );
}
