import * as z from 'zod/mini';
import { language } from './fields.ts';

/** What a person chooses for every device. */
export const personSettings = z.strictObject({
  language,
  theme: z.enum(['system', 'light', 'dark']),
  /** Colours of rising and falling: teal and red, or blue and orange. */
  prices: z.enum(['teal-red', 'blue-orange']),
  /** Whether single letters are shortcuts. */
  keys: z.boolean(),
});

/** What a person chose for every device. */
export type PersonSettings = z.output<typeof personSettings>;
