import type { Language } from '@rasat/contract';

const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** How long something is past, in its largest unit, as a reader says it; what is not past yet is now. */
export function formatAge(language: Language, ageMs: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const step = STEPS.find(({ ms }) => ageMs >= ms);
  return step ? format.format(-Math.floor(ageMs / step.ms), step.unit) : format.format(0, 'second');
}
