import type { ClockSettings } from '../platform/clock.ts';

/** Friday, four days after the simulated markets begin. */
export const EARLY_MS = Date.UTC(2023, 0, 6, 10, 20);

/**
 * Clock of a whole server that fills four days of 45 markets instead of years, for tests that do not depend on prices.
 * It starts at `EARLY_MS` when this file is first loaded.
 */
export const EARLY_CLOCK: ClockSettings = { kind: 'shifted', offsetMs: EARLY_MS - Date.now() };
