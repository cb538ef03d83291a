// What the processes of the fan-out benchmark know in common.

/** Symbols to which every client listens that is measured. */
export const SYMBOLS: readonly string[] = Array.from({ length: 10 }, (_, i) => `SYM${i}`);
/** Symbols of another category, whose frames are large enough to fill the buffers of a client that does not read. */
export const CROWD: readonly string[] = Array.from({ length: 2000 }, (_, i) => `CROWD${i}`);
