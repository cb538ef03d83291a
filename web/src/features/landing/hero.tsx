import type { SiteText } from '@rasat/contract';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Text } from '../../ui/document/site-text.tsx';
import { PIVOT } from './sight-line.ts';
import { Simulated } from './simulated.tsx';

const HEIGHT = 760;
const WIDTH = 1100;

/** The graduated rims of the quadrant, the innermost first: radius, opacity, and marks in a quarter circle. */
const RIMS = [
  { radius: 330, opacity: 0.34, marks: 90 },
  { radius: 520, opacity: 0.26, marks: 180 },
  { radius: 720, opacity: 0.14, marks: 180 },
] as const;

/** Renders the first screen: what the product is, and a chart at which the sight line ends. */
export function Hero() {
  return (
    <div
      className="relative min-h-[690px] overflow-hidden border-b border-line max-desk:min-h-0"
      data-hero
    >
      <Quadrant />
      <div className="relative mx-auto grid max-w-[1360px] grid-cols-[minmax(0,500px)_minmax(0,1fr)] items-start gap-11 px-10 pt-29.5 pb-16 max-wide:grid-cols-[minmax(0,400px)_minmax(0,1fr)] max-desk:grid-cols-1 max-desk:gap-5.5 max-desk:px-4 max-desk:pt-20 max-desk:pb-0">
        <div className="desk:pt-6.5">
          <h1 className="text-[62px] leading-[1.02] font-[640] tracking-[-.028em] font-stretch-[118%] max-wide:text-[48px] max-desk:text-[42px]">
            <Text name="hero.title" />
          </h1>
          <p className="mt-5.5 mb-7 max-w-[44ch] text-18 leading-[1.55] text-ink-2 max-desk:mt-4 max-desk:mb-5 max-desk:text-16">
            <Text name="hero.lead" />
          </p>
          <div className="flex flex-wrap gap-2.5">
            <a
              href="/dashboard/predictor/forex"
              className={cx(buttonClass('primary', 'lg'), 'for-guest max-desk:flex-1')}
            >
              <Text name="hero.look" />
            </a>
            <a
              href="/dashboard"
              className={cx(buttonClass('primary', 'lg'), 'for-person max-desk:flex-1')}
            >
              <Text name="hero.dashboard" />
            </a>
            <a
              href="#ucretler"
              data-sale="open"
              className={cx(
                buttonClass('secondary', 'lg'),
                'bg-bg max-desk:flex-1 [[hidden]]:hidden',
              )}
            >
              <span>
                <Text name="hero.price" />{' '}
                <span className="num inline-block min-w-18" data-fill="year">
                  —
                </span>
              </span>
            </a>
            <a
              href="#ucretler"
              hidden
              data-sale="closed"
              className={cx(
                buttonClass('secondary', 'lg'),
                'bg-bg max-desk:flex-1 [[hidden]]:hidden',
              )}
            >
              <Text name="hero.prices" />
            </a>
          </div>
        </div>
        <HeroChart />
      </div>
      <svg
        aria-hidden="true"
        data-sight
        fill="none"
        stroke="var(--brass)"
        strokeWidth="1.2"
        className="pointer-events-none absolute inset-0 size-full max-desk:hidden"
      >
        <path opacity=".85" />
        <path opacity=".85" strokeDasharray="2 5" />
      </svg>
    </div>
  );
}

/** Draws the graduated quadrant around a centre beyond the lower left corner. It fades below the words. */
function Quadrant() {
  const cy = HEIGHT + PIVOT.below;
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="var(--brass)"
      className="absolute bottom-0 left-0 max-desk:hidden"
    >
      <defs>
        <filter id="soft" x="-20%" y="-20%" width="140%" height="140%">
          <feGaussianBlur stdDeviation="34" />
        </filter>
        <mask id="words">
          <rect width={WIDTH} height={HEIGHT} fill="#fff" />
          <rect
            x="20"
            y="140"
            width="600"
            height="370"
            fill="#000"
            opacity=".9"
            filter="url(#soft)"
          />
        </mask>
      </defs>
      <g mask="url(#words)">
        {RIMS.map(({ radius, opacity, marks }) => (
          <g key={radius} opacity={opacity}>
            <path d={quarter(radius, cy)} />
            <Marks radius={radius} cy={cy} count={marks} length={5} />
            <Marks radius={radius} cy={cy} count={marks / 5} length={10} />
            <Marks radius={radius} cy={cy} count={marks / 10} length={16} />
            <path d={quarter(radius + 18, cy)} opacity=".75" />
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Draws even marks inside a rim as one thick, dashed arc. */
function Marks({
  radius,
  cy,
  count,
  length,
}: {
  readonly radius: number;
  readonly cy: number;
  readonly count: number;
  readonly length: number;
}) {
  const middle = radius - length / 2;
  const arc = (Math.PI / 2) * middle;
  return (
    <path
      d={quarter(middle, cy)}
      strokeWidth={length}
      strokeDasharray={`0.9 ${(arc / count - 0.9).toFixed(3)}`}
    />
  );
}

function quarter(radius: number, cy: number): string {
  return `M${PIVOT.left + radius} ${cy}A${radius} ${radius} 0 0 0 ${PIVOT.left} ${cy - radius}`;
}

/** Renders the place of the hero's chart. The page's program draws the prices. */
function HeroChart() {
  return (
    <figure
      data-snapshot
      className="overflow-hidden rounded-[10px] border border-line bg-chart-bg elev-3 max-desk:rounded-b-none max-desk:border-b-0 max-desk:shadow-none"
    >
      <figcaption className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-s1 px-3.5 py-1.5">
        <b className="text-14" translate="no" data-fill="symbol">
          &nbsp;
        </b>
        <span className="lbl max-tab:hidden" data-fill="resolution" />
        <Simulated />
        <span className="flex-1" />
        <span
          data-fill="condition"
          className="way inline-flex min-h-5 items-center gap-1.5 rounded-1 bg-s3 px-1.75 text-12 font-med whitespace-nowrap text-ink-2 data-[way=down]:bg-down-bg data-[way=down]:text-down-text data-[way=up]:bg-up-bg data-[way=up]:text-up"
        >
          &nbsp;
        </span>
      </figcaption>
      <svg
        role="img"
        aria-labelledby="chart-loading"
        data-chart="hero"
        className="picture block h-105 w-full max-desk:h-80"
      />
      <dl className="grid grid-cols-3 border-t border-line bg-s1">
        <Figure name="word.entry" fill="entry" />
        <Figure name="word.target" fill="target" className="text-up" />
        <Figure name="word.stop" fill="stop" className="text-down-text" />
      </dl>
    </figure>
  );
}

function Figure({
  name,
  fill,
  className = '',
}: {
  readonly name: SiteText;
  readonly fill: string;
  readonly className?: string;
}) {
  return (
    <div className="border-line-soft px-3.5 py-2.5 not-first:border-l max-desk:px-3">
      <dt className="lbl">
        <Text name={name} />
      </dt>
      <dd
        data-fill={fill}
        className={cx('num mt-0.5 text-16 font-semi max-desk:text-15', className)}
      >
        —
      </dd>
    </div>
  );
}
