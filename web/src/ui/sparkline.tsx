import { memo } from 'react';
import { computeSpark } from './sparkline-path.ts';

const NO_VALUES: readonly number[] = [];

/** Renders thirty days as a grey line. It has no colour, because the figures beside it show the direction. */
export const Sparkline = memo(function Sparkline({
  values,
  width = 40,
  height = 18,
  className,
}: {
  /** Undefined while loading: nothing is drawn. */
  readonly values: readonly number[] | undefined;
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
}) {
  const spark = computeSpark(values ?? NO_VALUES, width, height);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      aria-hidden="true"
      className={className}
    >
      {spark ? (
        <>
          <path d={spark.d} stroke="var(--text-3)" strokeWidth="1.25" strokeLinejoin="round" />
          <circle cx={spark.endX} cy={spark.endY} r="1.6" fill="var(--text)" />
        </>
      ) : null}
    </svg>
  );
});
