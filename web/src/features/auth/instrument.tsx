const CENTRE_Y = 900;

/** The three graduated arcs, the outermost last: radius, opacity of the rim, and opacity of a second rim outside it. */
const ARCS = [
  { radius: 260, rim: 0.32, outer: 0.28 },
  { radius: 430, rim: 0.24, outer: 0.2 },
  { radius: 620, rim: 0.16, outer: null },
] as const;
const RIM_GAP = 16;

/** Returns the marks of a quadrant as a path, one per degree: every tenth is long, every fifth is of middle length. */
function ticks(radius: number, long: boolean): string {
  const marks: string[] = [];
  for (let degree = 0; degree <= 90; degree += 1) {
    const isLong = degree % 10 === 0;
    if (isLong !== long) continue;
    const length = isLong ? 16 : degree % 5 === 0 ? 10 : 5;
    const angle = (degree * Math.PI) / 180;
    const at = (r: number) =>
      `${(r * Math.cos(angle)).toFixed(1)} ${(CENTRE_Y - r * Math.sin(angle)).toFixed(1)}`;
    marks.push(`M${at(radius)}L${at(radius - length)}`);
  }
  return marks.join('');
}

const quarter = (radius: number) =>
  `M0 ${CENTRE_Y - radius}A${radius} ${radius} 0 0 1 ${radius} ${CENTRE_Y}`;

/** Renders a quadrant with its sighting rule, as large as its column. */
export function Instrument() {
  return (
    <svg
      viewBox="0 0 960 900"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      fill="none"
      stroke="var(--brass)"
      className="absolute inset-0 size-full"
    >
      {ARCS.map(({ radius, rim, outer }) => (
        <g key={radius}>
          <path d={quarter(radius)} opacity={rim} />
          <path d={ticks(radius, true)} opacity={0.5} />
          <path d={ticks(radius, false)} opacity={0.28} />
          {outer === null ? null : <path d={quarter(radius + RIM_GAP)} opacity={outer} />}
        </g>
      ))}
      <path d={`M0 ${CENTRE_Y}L640 330`} opacity={0.7} strokeWidth={1.2} />
      <circle cx={640} cy={330} r={6} fill="var(--bg)" strokeWidth={2} />
    </svg>
  );
}
