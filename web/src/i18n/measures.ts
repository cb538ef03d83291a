import { DAY_MS, HOUR_MS, type Language, LOCALES, MINUTE_MS } from '@rasat/contract';
import { formatNumber } from './format.ts';

const KILO = 1024;
const STEPS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
  { unit: 'second', ms: 1000 },
] as const;
/** Units of time in Azerbaijani, which browsers lack. */
const AZERBAIJANI = { day: 'gün', hour: 'saat', minute: 'dəq', second: 'san' } as const;

/** Returns a size in bytes in the largest unit in which it is at least one: `1,4 GB`, `312 MB`, `8 KB`. */
export function formatSize(language: Language, bytes: number): string {
  const kilo = bytes / KILO;
  if (kilo < KILO) return `${formatNumber(language, Math.max(1, Math.round(kilo)), 0)} KB`;
  const mega = kilo / KILO;
  const isShort = mega >= 10 || Number.isInteger(mega);
  if (mega < KILO) return `${formatNumber(language, mega, isShort ? 0 : 1)} MB`;
  const giga = mega / KILO;
  return `${formatNumber(language, giga, Number.isInteger(giga) ? 0 : 1)} GB`;
}

/** Returns the time since a moment in its largest unit; a future moment is "now". */
export function formatAge(language: Language, ageMs: number): string {
  const step = STEPS.find(({ ms }) => ageMs >= ms);
  const amount = step ? Math.floor(ageMs / step.ms) : 0;
  if (language === 'az') {
    if (!step) return 'indi';
    return step.unit === 'day' && amount === 1
      ? 'dünən'
      : `${amount} ${AZERBAIJANI[step.unit]} əvvəl`;
  }
  const format = new Intl.RelativeTimeFormat(LOCALES[language], {
    numeric: 'auto',
    style: 'short',
  });
  return format.format(-amount, step?.unit ?? 'second');
}

/** Units of exact lengths of time, the shortest first. */
const SPAN_UNITS: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  tr: ['ms', 's', 'dk', 'sa', 'gün'],
  az: ['ms', 'san', 'dəq', 'saat', 'gün'],
  en: ['ms', 's', 'min', 'h', 'd'],
};

/** Returns a length of time in its two largest units: `84 ms`, `1,2 s`, `15 dk 2 s`, `3 sa 5 dk`. */
export function formatSpan(language: Language, spanMs: number): string {
  const [ms, second, minute, hour, day] = SPAN_UNITS[language];
  const two = (largeMs: number, large: string, smallMs: number, small: string): string => {
    const whole = Math.floor(spanMs / smallMs);
    const perLarge = largeMs / smallMs;
    const rest = whole % perLarge;
    const head = `${formatNumber(language, Math.floor(whole / perLarge), 0)} ${large}`;
    return rest === 0 ? head : `${head} ${rest} ${small}`;
  };
  if (spanMs < 1000) return `${Math.max(0, Math.floor(spanMs))} ${ms}`;
  if (spanMs < 10_000)
    return `${formatNumber(language, Math.floor(spanMs / 100) / 10, 1)} ${second}`;
  if (spanMs < MINUTE_MS) return `${Math.floor(spanMs / 1000)} ${second}`;
  if (spanMs < HOUR_MS) return two(MINUTE_MS, minute, 1000, second);
  if (spanMs < DAY_MS) return two(HOUR_MS, hour, MINUTE_MS, minute);
  return two(DAY_MS, day, HOUR_MS, hour);
}

/** Returns a waiting time in hours or minutes; null from a day on, when the date is shown instead. */
export function formatWaited(language: Language, waitedMs: number): string | null {
  if (waitedMs >= DAY_MS) return null;
  const { unit, ms } = waitedMs >= STEPS[1].ms ? STEPS[1] : STEPS[2];
  const amount = Math.max(1, Math.floor(waitedMs / ms));
  if (language === 'az') return `${amount} ${AZERBAIJANI[unit]}`;
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(amount);
}
