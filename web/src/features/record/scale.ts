/** Span of values, the smaller one first. */
export type Domain = readonly [low: number, high: number];

/** Returns the linear function from values to screen positions; an empty domain maps to the middle. */
export function createScale(
  [low, high]: Domain,
  from: number,
  to: number,
): (value: number) => number {
  if (high === low) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Returns the step of 1, 2 or 5 times a power of ten that divides a span into at most `most` parts; 1 for no span. */
export function niceStep(span: number, most: number): number {
  if (!(span > 0)) return 1;
  const least = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Lists the round values within a domain, at most `most` + 1, with the number of decimals that tells them apart. */
export function listTicks(
  [low, high]: Domain,
  most: number,
): { readonly ticks: readonly number[]; readonly digits: number } {
  const step = niceStep(high - low, most);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toFixed(digits)),
  );
  return { ticks, digits };
}

/** Widens a domain to the round values around it. */
export function roundDomain([low, high]: Domain, most: number): Domain {
  const step = niceStep(high - low, most);
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
}

/** Moves places apart until neighbours are at least `gap` from each other; the order stays. */
export function spreadPlaces(places: readonly number[], gap: number): number[] {
  const spread = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  for (let pass = 0; pass < spread.length; pass++) {
    for (let at = 1; at < spread.length; at++) {
      const above = spread[at - 1];
      const below = spread[at];
      if (!above || !below) continue;
      const lack = gap - (below.place - above.place);
      if (lack <= 0) continue;
      above.place -= lack / 2;
      below.place += lack / 2;
    }
  }
  return spread.sort((a, b) => a.at - b.at).map(({ place }) => place);
}
