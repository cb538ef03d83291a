import { useMemo } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useCalibrationWords } from './calibration-words.ts';
import { PlotCursor } from './plot-cursor.tsx';
import {
  countMissed,
  drawReliability,
  LABEL_WIDTH,
  nearestBin,
  type ReliabilityBin,
  type ReliabilityDrawing,
  type ReliabilityPoint,
} from './reliability-geometry.ts';
import { useWidth } from './use-width.ts';

const TICKS = [0, 20, 40, 60, 80, 100] as const;

/** Draws the share of levels that price reached over the chance given, with the diagonal on which both are equal. */
export function ReliabilityPlot({
  bins,
  weeks,
}: {
  readonly bins: readonly ReliabilityBin[];
  /** Weeks with forecasts, which decide whether there can be an interval. */
  readonly weeks: number;
}) {
  const { t } = useTranslation('calibration');
  const { formats, share, bin: nameOf, shareRange, why } = useCalibrationWords();
  const [ref, width] = useWidth();
  const missed = countMissed(bins);
  const drawing = useMemo(() => drawReliability(bins, width), [bins, width]);
  const read = ({ from, to, n, forecast, seen }: ReliabilityBin) => {
    const known = {
      bin: nameOf(from, to),
      forecast: share(forecast),
      seen: share(seen.value),
      n: formats.count(n),
    };
    return seen.halfWidth === null
      ? t('diagram.readFew', { ...known, why: why(weeks) })
      : t('diagram.read', { ...known, range: shareRange(seen) });
  };
  return (
    <PlotCursor
      label={t('diagram.bins')}
      count={bins.length}
      hint={
        missed.of === 0
          ? t('diagram.hint')
          : `${t('diagram.hint')} ${t('diagram.missed', { missed: formats.count(missed.n), all: formats.count(missed.of) })}`
      }
      locate={(x) => nearestBin(drawing.points, x)}
      read={(at) => {
        const bin = bins[at];
        return bin ? read(bin) : '';
      }}
    >
      {(at) => (
        <div ref={ref} style={{ height: drawing.height }}>
          {width === 0 ? null : (
            <svg
              role="img"
              aria-label={t('diagram.summary')}
              width={width}
              height={drawing.height}
              fill="none"
              className="num block"
            >
              <Axes drawing={drawing} />
              {drawing.points.map((point, index) => (
                <Point key={point.bin.from} point={point} drawing={drawing} chosen={index === at} />
              ))}
            </svg>
          )}
        </div>
      )}
    </PlotCursor>
  );
}

function Axes({
  drawing: { x, y, left, right, top, bottom },
}: {
  readonly drawing: ReliabilityDrawing;
}) {
  const { t } = useTranslation('calibration');
  const { percent } = useFormats();
  return (
    <g fontSize="12" fill="var(--chart-axis)">
      {TICKS.map((tick) => {
        const [across, up] = [Math.round(x(tick / 100)) + 0.5, Math.round(y(tick / 100)) + 0.5];
        const stroke = tick === 0 ? 'var(--line-ctl)' : 'var(--chart-grid)';
        return (
          <g key={tick}>
            <path d={`M${across} ${top}V${bottom}`} stroke={stroke} />
            <path d={`M${left} ${up}H${right}`} stroke={stroke} />
            <text x={across} y={bottom + 17} textAnchor="middle">
              {percent(tick, 0)}
            </text>
            <text x={left - 7} y={up + 4} textAnchor="end">
              {percent(tick, 0)}
            </text>
          </g>
        );
      })}
      <path
        d={`M${left} ${bottom}L${right} ${top}`}
        stroke="var(--brass)"
        strokeWidth="1.5"
        strokeDasharray="5 4"
      />
      <text x={left - LABEL_WIDTH} y={12}>
        {t('diagram.reached')}
      </text>
      <text x={right} y={bottom + 36} textAnchor="end">
        {t('diagram.given')}
      </text>
    </g>
  );
}

function Point({
  point: { x, y, bar, radius },
  drawing: { left, bottom },
  chosen,
}: {
  readonly point: ReliabilityPoint;
  readonly drawing: ReliabilityDrawing;
  readonly chosen: boolean;
}) {
  return (
    <g>
      {chosen ? (
        <path d={`M${left} ${y}H${x}V${bottom}`} stroke="var(--cross)" strokeDasharray="4 4" />
      ) : null}
      {bar ? (
        <path d={`M${x} ${bar.top}V${bar.bottom}`} stroke="var(--text)" strokeWidth="1.5" />
      ) : null}
      <circle
        cx={x}
        cy={y}
        r={radius}
        fill={bar ? 'var(--text)' : 'var(--s1)'}
        stroke={bar ? 'var(--s1)' : 'var(--text)'}
        strokeWidth="1.5"
      />
      {chosen ? (
        <circle cx={x} cy={y} r={radius + 4} stroke="var(--brass)" strokeWidth="2" />
      ) : null}
    </g>
  );
}
