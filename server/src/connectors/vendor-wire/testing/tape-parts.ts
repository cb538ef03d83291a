/** Time from its first to before its second moment, UTC epoch milliseconds. */
export type Span = readonly [fromMs: number, toMs: number];

/** Items that are kept under a name unless told otherwise. */
const KEPT = 400;

/** Writes whole units as a decimal with at least that many places, without rounding. */
export function unitsToText(units: number, decimals: number, places = decimals): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : digits.slice(-decimals);
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals);
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
}

/** Returns the parts of spans that no hole covers. */
export function cutSpans(
  spans: readonly Span[],
  holes: readonly { readonly fromMs: number; readonly toMs: number }[],
): Span[] {
  let rest = [...spans];
  for (const { fromMs, toMs } of holes) {
    rest = rest.flatMap(([a, b]): Span[] => {
      const parts: Span[] = [
        [a, Math.min(b, fromMs)],
        [Math.max(a, toMs), b],
      ];
      return parts.filter(([from, to]) => to > from);
    });
  }
  return rest;
}

/** Returns `count` times within spans, ascending: some spread evenly, some in a burst, some the same. */
export function spreadTimes(spans: readonly Span[], count: number, random: () => number): number[] {
  const [first] = spans;
  if (!first) return [];
  const openMs = spans.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
  const place = (offset: number): number => {
    let rest = Math.min(openMs - 1, Math.max(0, Math.floor(offset)));
    for (const [fromMs, toMs] of spans) {
      if (rest < toMs - fromMs) return fromMs + rest;
      rest -= toMs - fromMs;
    }
    return first[0];
  };
  const burst = random() * openMs;
  const times = Array.from({ length: count }, () => {
    const isBurst = random() < 0.2;
    return place(isBurst ? burst + random() * 2500 : random() * openMs);
  }).toSorted((a, b) => a - b);
  for (let i = 1; i < count; i += 1) if (random() < 0.1) times[i] = times[i - 1] ?? first[0];
  return times.toSorted((a, b) => a - b);
}

/** Keeps the newest of what was made under a name, and makes it again when it is asked for later. */
export class KeptItems<T> {
  readonly #items = new Map<string, T>();
  readonly #most: number;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /** Returns what was made under a name, or makes it. */
  get(name: string, make: () => T): T {
    const known = this.#items.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.#items.set(name, made);
    const [oldest = ''] = this.#items.keys();
    if (this.#items.size > this.#most) this.#items.delete(oldest);
    return made;
  }
}
