import * as z from 'zod/mini';
import { PRICE_COLOURS, THEMES } from '../appearance.ts';
import { language } from './fields.ts';

/** The settings of a person for every device. */
export const personSettings = z.strictObject({
  language,
  theme: z.enum(THEMES),
  prices: z.enum(PRICE_COLOURS),
  /** Whether single letters are shortcuts. */
  keys: z.boolean(),
});

/** Parsed settings of a person for every device. */
export type PersonSettings = z.output<typeof personSettings>;
