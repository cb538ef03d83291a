import { useMemo } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import {
  type CurveDrawing,
  type CurveFrame,
  type CurvePoint,
  drawCurve,
  nearestPoint,
} from './cumulative-geometry.ts';
import { PlotCursor } from './plot-cursor.tsx';
import { spreadPlaces } from './scale.ts';
import { useWidth } from './use-width.ts';
import { useRecordWords } from './words.ts';

const HEIGHT = 262;

/** Draws the cumulative result over the band of matched entries. */
export function CumulativePlot({
  points,
  net,
}: {
  readonly points: readonly CurvePoint[];
  readonly net: boolean;
}) {
  const { t } = useTranslation('record');
  const { multiple, range, month } = useRecordWords();
  const [ref, width] = useWidth();
  const frame: CurveFrame = useMemo(
    () => ({ left: 44, right: Math.max(60, width - 58), top: 8, bottom: HEIGHT - 26 }),
    [width],
  );
  const drawing = useMemo(() => drawCurve(points, frame), [points, frame]);
  const read = ({ month: at, r, middle, low, high }: CurvePoint) => ({
    month: month(at),
    value: multiple(r),
    middle: multiple(middle),
    range: range({ low, high }, multiple),
  });
  const last = points.at(-1);
  return (
    <PlotCursor
      label={t('cumulative.months')}
      count={points.length - 1}
      hint={t('cumulative.hint')}
      // The first point is the zero before the first month.
      locate={(x) => Math.max(0, nearestPoint(points, drawing.x, x) - 1)}
      read={(at) => {
        const point = points[at + 1];
        return point ? t('cumulative.read', read(point)) : '';
      }}
    >
      {(at) => (
        <div ref={ref} style={{ height: HEIGHT }}>
          {width === 0 || !last ? null : (
            <svg
              role="img"
              aria-label={t(net ? 'cumulative.summaryNet' : 'cumulative.summaryGross', read(last))}
              width={width}
              height={HEIGHT}
              fill="none"
              className="num block"
            >
              <Graduations drawing={drawing} frame={frame} />
              <path d={drawing.band} fill="var(--brass)" opacity=".17" />
              <path
                d={drawing.middle}
                stroke="var(--brass)"
                strokeWidth="1.5"
                strokeDasharray="5 4"
              />
              <path
                d={drawing.line}
                stroke="var(--text)"
                strokeWidth="1.8"
                strokeLinejoin="round"
              />
              <Ends last={last} drawing={drawing} right={frame.right} />
              {at === null ? null : (
                <Cursor point={points[at + 1] ?? last} drawing={drawing} frame={frame} />
              )}
            </svg>
          )}
        </div>
      )}
    </PlotCursor>
  );
}

function Graduations({
  drawing,
  frame,
}: {
  readonly drawing: CurveDrawing;
  readonly frame: CurveFrame;
}) {
  const { formats, monthName } = useRecordWords();
  return (
    <g fontSize="12" fill="var(--chart-axis)">
      {drawing.ticks.map(({ value, y }) => (
        <g key={value}>
          <path
            d={`M${frame.left} ${Math.round(y) + 0.5}H${frame.right}`}
            stroke={value === 0 ? 'var(--line-ctl)' : 'var(--chart-grid)'}
          />
          <text x={frame.left - 6} y={y + 4} textAnchor="end">
            {formats.number(value, drawing.digits)}
          </text>
        </g>
      ))}
      {drawing.months.map(({ month, x }) => (
        <g key={month}>
          <path d={`M${Math.round(x) + 0.5} ${frame.bottom}v4`} stroke="var(--line-ctl)" />
          <text x={x} y={frame.bottom + 18} textAnchor="middle">
            {month % 12 === 0 ? Math.floor(month / 12) : monthName(month)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Ends({
  last,
  drawing,
  right,
}: {
  readonly last: CurvePoint;
  readonly drawing: CurveDrawing;
  readonly right: number;
}) {
  const { t } = useTranslation('record');
  const [own = 0, middle = 0] = spreadPlaces([drawing.y(last.r), drawing.y(last.middle)], 14);
  return (
    <g fontSize="12">
      <text x={right + 5} y={own + 4} fontWeight="600" fill="var(--text)">
        {t('cumulative.own')}
      </text>
      <text x={right + 5} y={middle + 4} fill="var(--brass)">
        {t('cumulative.baseline')}
      </text>
    </g>
  );
}

function Cursor({
  point,
  drawing: { x, y },
  frame,
}: {
  readonly point: CurvePoint;
  readonly drawing: CurveDrawing;
  readonly frame: CurveFrame;
}) {
  const at = x(point.month);
  return (
    <g>
      <path d={`M${at} ${frame.top}V${frame.bottom}`} stroke="var(--cross)" strokeDasharray="4 4" />
      <circle
        cx={at}
        cy={y(point.middle)}
        r="3.5"
        fill="var(--s1)"
        stroke="var(--brass)"
        strokeWidth="2"
      />
      <circle
        cx={at}
        cy={y(point.r)}
        r="4"
        fill="var(--text)"
        stroke="var(--s1)"
        strokeWidth="1.5"
      />
    </g>
  );
}
