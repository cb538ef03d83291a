import { GAUGE, gaugeArc, gaugePoint, gaugeTickPath } from './gauge-geometry.ts';

const PLAIN = gaugeTickPath(['plain', 'fifth']);
const QUARTERS = gaugeTickPath(['quarter']);
const RIM = gaugeArc(-1, 1);
const LABELS = [-1, 0, 1] as const;
const LABEL_RADIUS = 129;

/** Renders the cycle gauge: a semicircle of sixty steps, coloured from zero to the value, with a pointer. */
export function Gauge({
  value,
  positive,
  quiet,
  sentence,
  shown,
  format,
}: {
  readonly value: number;
  readonly positive: boolean;
  /** Whether the value gives no direction yet; it is then drawn without colour. */
  readonly quiet: boolean;
  readonly sentence: string;
  /** The value as text, in the middle. */
  readonly shown: string;
  readonly format: (value: number) => string;
}) {
  const tip = gaugePoint(value, GAUGE.radius);
  const { centreX, centreY } = GAUGE;
  const ink = quiet ? 'var(--line-ctl)' : positive ? 'var(--up)' : 'var(--down)';
  return (
    <svg
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${GAUGE.width} ${GAUGE.height}`}
      className="mx-auto w-full max-w-75"
      fill="none"
    >
      <path d={PLAIN} stroke="var(--line-ctl)" opacity=".75" />
      <path d={QUARTERS} stroke="var(--text-2)" strokeWidth="1.25" />
      <path d={RIM} stroke="var(--line)" />
      <path d={gaugeArc(0, value)} stroke={ink} strokeWidth="4" />
      <path d={`M${centreX} ${centreY}L${tip.x} ${tip.y}`} stroke="var(--text)" strokeWidth="1.5" />
      <circle
        cx={tip.x}
        cy={tip.y}
        r="4.5"
        fill="var(--s1)"
        stroke="var(--brass)"
        strokeWidth="2"
      />
      <circle cx={centreX} cy={centreY} r="3" fill="var(--text)" />
      <text
        x={centreX}
        y={centreY - 40}
        textAnchor="middle"
        fontSize="20"
        fontWeight="520"
        fill="var(--text)"
        stroke="var(--s1)"
        strokeWidth="6"
        paintOrder="stroke"
        className="num"
      >
        {shown}
      </text>
      <g fontSize="12" fill="var(--text-3)" className="num">
        {LABELS.map((label) => {
          const at = gaugePoint(label, LABEL_RADIUS);
          const end = Math.abs(label) === 1;
          return (
            <text
              key={label}
              x={end ? GAUGE.centreX + label * GAUGE.radius : at.x}
              y={end ? 154 : label === 0 ? 14 : at.y + 3}
              textAnchor={label === -1 ? 'start' : label === 1 ? 'end' : 'middle'}
            >
              {format(label)}
            </text>
          );
        })}
      </g>
    </svg>
  );
}
