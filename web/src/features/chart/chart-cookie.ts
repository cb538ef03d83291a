import { RESOLUTIONS, SYMBOL_PATTERN } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';

/** Symbol and resolution with which the chart opens. */
export interface ChartDefaults {
  readonly symbol: string;
  readonly resolution: Resolution;
}

/** Symbol and resolution without a cookie. */
export const FIRST_CHART: ChartDefaults = { symbol: 'EURUSD', resolution: '1D' };

const COOKIE = 'chart';
const COOKIE_SECONDS = 604_800;

/** Returns the cookie for `document.cookie`: symbol and resolution, valid for seven days. */
export function chartCookie(chart: ChartDefaults): string {
  const value = encodeURIComponent(
    JSON.stringify({ symbol: chart.symbol, resolution: chart.resolution }),
  );
  return `${COOKIE}=${value}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

/** Returns symbol and resolution of a cookie header; `FIRST_CHART` when they are missing or invalid. */
export function readChartCookie(cookies: string): ChartDefaults {
  for (const part of cookies.split(';')) {
    const [name, value] = part.trim().split('=');
    if (name !== COOKIE || value === undefined) continue;
    return parse(value) ?? FIRST_CHART;
  }
  return FIRST_CHART;
}

function parse(value: string): ChartDefaults | null {
  let kept: unknown;
  try {
    kept = JSON.parse(decodeURIComponent(value));
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const symbol: unknown = Reflect.get(kept, 'symbol');
  const resolution = RESOLUTIONS.find((each) => each === Reflect.get(kept, 'resolution'));
  if (typeof symbol !== 'string' || !SYMBOL_PATTERN.test(symbol) || !resolution) return null;
  return { symbol, resolution };
}
