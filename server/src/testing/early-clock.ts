import type { ClockSettings } from '../platform/clock.ts';

/** A Friday, four days after the simulated markets begin. */
export const EARLY_MS = Date.UTC(2023, 0, 6, 10, 20);

/**
 * The clock of a whole server that has to fill four days of 45 markets instead of years, for tests that ask nothing of
 * prices. It runs on from `EARLY_MS` at the moment at which this file is first read.
 */
export const EARLY_CLOCK: ClockSettings = { kind: 'shifted', offsetMs: EARLY_MS - Date.now() };
