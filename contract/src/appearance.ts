/** The themes that a person can choose; `system` follows the device. */
export const THEMES = ['system', 'dark', 'light'] as const;
/** A choice of theme. */
export type ThemeChoice = (typeof THEMES)[number];

/** The colours of rising and falling prices. */
export const PRICE_COLOURS = ['teal-red', 'blue-orange'] as const;
/** A choice of price colours. */
export type PriceColours = (typeof PRICE_COLOURS)[number];
