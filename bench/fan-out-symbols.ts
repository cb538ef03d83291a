// Constants that the processes of the fan-out benchmark share.

/** Symbols that every measured client joins. */
export const SYMBOLS: readonly string[] = Array.from({ length: 10 }, (_, i) => `SYM${i}`);
/** Symbols of another category, whose frames are large enough to fill the buffers of a stalled client. */
export const CROWD: readonly string[] = Array.from({ length: 2000 }, (_, i) => `CROWD${i}`);
