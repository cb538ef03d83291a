import { type ReactNode, useMemo } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { Comparison } from './groups.ts';
import {
  clipInterval,
  INTERVAL_STEPS,
  type IntervalScale,
  intervalDomain,
} from './interval-geometry.ts';
import { PlotCursor } from './plot-cursor.tsx';
import type { Standing } from './record-view.ts';
import { createScale, listTicks } from './scale.ts';
import { useWidth } from './use-width.ts';

const ROW = 42;
const TOP = 4;
const FOOT = 26;
const LABEL = 62;
const GAP = 8;

/** Comparison with its name. */
export type NamedComparison = Comparison & { readonly name: string };

/**
 * Draws groups beside their baselines, one row each. A tick marks the baseline, a dot the group, and a line through the
 * dot the interval of the difference. The dot is filled and coloured when the verdict is that the interval excludes 0.
 */
export function IntervalPlot<R extends NamedComparison>({
  rows,
  scale,
  summary,
  sliderLabel,
  hint,
  read,
  write,
  writeTick,
}: {
  readonly rows: readonly R[];
  readonly scale: IntervalScale;
  /** Summary of the plot in a sentence, for screen readers. */
  readonly summary: string;
  readonly sliderLabel: string;
  readonly hint: string;
  readonly read: (row: R) => string;
  /** Formats the value beside a dot. */
  readonly write: (value: number | null) => string;
  readonly writeTick: (value: number, digits: number) => string;
}) {
  const [ref, width] = useWidth();
  const names = width < 420 ? 104 : 124;
  const height = TOP + rows.length * ROW + FOOT;
  const domain = useMemo(() => intervalDomain(rows, scale), [rows, scale]);
  const place = createScale(domain, names + GAP, Math.max(names + 2 * GAP, width - LABEL));
  const { ticks, digits } = listTicks(domain, width < 420 ? 3 : INTERVAL_STEPS);
  return (
    <PlotCursor
      label={sliderLabel}
      count={rows.length}
      downward
      hint={hint}
      locate={(_, y) => Math.min(rows.length - 1, Math.max(0, Math.floor((y - TOP) / ROW)))}
      read={(at) => {
        const row = rows[at];
        return row ? read(row) : '';
      }}
    >
      {(at) => (
        <div ref={ref} style={{ height }}>
          {width === 0 ? null : (
            <svg
              role="img"
              aria-label={summary}
              width={width}
              height={height}
              className="num block"
              fill="none"
            >
              {at === null ? null : (
                <rect
                  x={-4}
                  y={TOP + at * ROW}
                  width={width + 8}
                  height={ROW - 2}
                  rx={3}
                  fill="var(--s-hover)"
                />
              )}
              {ticks.map((tick) => (
                <g key={tick}>
                  <path
                    d={`M${Math.round(place(tick)) + 0.5} ${TOP}V${height - FOOT}`}
                    stroke={tick === 0 ? 'var(--line-ctl)' : 'var(--chart-grid)'}
                    strokeDasharray={tick === 0 ? '2 3' : undefined}
                  />
                  <text
                    x={place(tick)}
                    y={height - 8}
                    textAnchor="middle"
                    fontSize="12"
                    fill="var(--chart-axis)"
                  >
                    {writeTick(tick, digits)}
                  </text>
                </g>
              ))}
              {rows.map((row, index) => (
                <Row
                  key={row.key}
                  row={row}
                  y={TOP + index * ROW + ROW / 2 - 1}
                  domain={domain}
                  place={place}
                  write={write}
                />
              ))}
            </svg>
          )}
        </div>
      )}
    </PlotCursor>
  );
}

function Row({
  row,
  y,
  domain,
  place,
  write,
}: {
  readonly row: NamedComparison;
  readonly y: number;
  readonly domain: readonly [number, number];
  readonly place: (value: number) => number;
  readonly write: (value: number) => string;
}) {
  const { t } = useTranslation('record');
  const formats = useFormats();
  const few = row.verdict === 'few';
  return (
    <g>
      <text x={0} y={y - 2} fontSize="12.5" fontWeight="600" fill="var(--text)">
        {row.name}
      </text>
      <text x={0} y={y + 12} fontSize="12" fill="var(--text-3)">
        {`n = ${formats.count(row.n)}`}
      </text>
      {few ? (
        <text x={place(domain[0])} y={y + 4} fontSize="12" fill="var(--text-3)">
          {t('verdict.few')}
        </text>
      ) : (
        <Marks row={row} y={y} domain={domain} place={place} write={write} />
      )}
    </g>
  );
}

function Marks({ row, y, domain, place, write }: Parameters<typeof Row>[0]) {
  const { value, baseline, low, high, verdict } = row;
  const differs = verdict === 'interval-excludes-zero';
  const ink = differs
    ? (row.difference?.value ?? 0) < 0
      ? 'var(--down)'
      : 'var(--up)'
    : 'var(--text-2)';
  const span = low === null || high === null ? null : clipInterval(low, high, domain);
  const end = Math.max(
    place(span?.high ?? value ?? domain[0]),
    place(value ?? domain[0]) + 5,
    place(baseline ?? domain[0]),
  );
  return (
    <>
      {span ? (
        <>
          <path
            d={`M${place(span.low)} ${y}H${place(span.high)}`}
            stroke={ink}
            strokeWidth="3"
            opacity=".5"
          />
          <path
            d={`${endMark(place(span.low), y, span.before ? -1 : 0)}${endMark(place(span.high), y, span.beyond ? 1 : 0)}`}
            stroke={ink}
            strokeWidth="1.5"
          />
        </>
      ) : null}
      {baseline === null ? null : (
        <path d={`M${place(baseline)} ${y - 10}V${y + 10}`} stroke="var(--brass)" strokeWidth="2" />
      )}
      {value === null ? null : (
        <>
          <circle
            cx={place(value)}
            cy={y}
            r="5"
            fill={differs ? ink : 'var(--s1)'}
            stroke={ink}
            strokeWidth="2"
          />
          <text x={end + 8} y={y + 4} fontSize="12" fill="var(--text-2)">
            {write(value)}
          </text>
        </>
      )}
    </>
  );
}

/** Returns the SVG path of an interval's end: a cap, or an arrow when the interval continues beyond the plot. */
function endMark(x: number, y: number, beyond: -1 | 0 | 1): string {
  if (beyond === 0) return `M${x} ${y - 4}v8`;
  return `M${x - beyond * 5} ${y - 4}l${beyond * 5} 4l${-beyond * 5} 4`;
}

/** Renders the legend of the marks. */
export function IntervalLegend({
  few,
  standing,
}: {
  readonly few: boolean;
  /** Standing of the part; the legend explains verdicts only when it is `judged`. */
  readonly standing: Standing;
}) {
  const { t } = useTranslation('record');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-3 text-12 text-ink-3">
      <Meaning text={t('intervals.baseline')}>
        <path d="M7 0V12" stroke="var(--brass)" strokeWidth="2" />
      </Meaning>
      {standing === 'judged' ? (
        <>
          <Meaning text={t('verdict.interval-excludes-zero')} width={21}>
            <circle cx="5" cy="6" r="4.5" fill="var(--up)" />
            <circle cx="16" cy="6" r="4.5" fill="var(--down)" />
          </Meaning>
          <Meaning text={t('verdict.undecided')}>
            <circle cx="7" cy="6" r="4" fill="none" stroke="var(--text-2)" strokeWidth="2" />
          </Meaning>
        </>
      ) : (
        <Meaning text={t('intervals.value')}>
          <circle cx="7" cy="6" r="4" fill="none" stroke="var(--text-2)" strokeWidth="2" />
        </Meaning>
      )}
      {few ? (
        <li>{t(standing === 'backtest' ? 'verdict.fewBacktest' : 'verdict.fewLong')}</li>
      ) : null}
    </ul>
  );
}

/** Renders a mark of a plot with its meaning, as an item of a legend. */
export function Meaning({
  text,
  width = 14,
  children,
}: {
  readonly text: string;
  readonly width?: number;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-1.5">
      <svg width={width} height="12" aria-hidden="true" className="flex-none">
        {children}
      </svg>
      {text}
    </li>
  );
}
