import type { Language } from '@rasat/contract';

const STEPS = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;
const DAY_MS = 86_400_000;

/** How long something has waited, in hours or minutes, as a list writes it; null from a day on, when its date says more. */
export function formatWaited(language: Language, waitedMs: number): string | null {
  if (waitedMs >= DAY_MS) return null;
  const { unit, ms } = STEPS.find((step) => waitedMs >= step.ms) ?? STEPS[1];
  const amount = Math.max(1, Math.floor(waitedMs / ms));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    amount,
  );
}
