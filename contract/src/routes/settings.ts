import * as z from 'zod/mini';
import { PRICE_COLOURS, THEMES } from '../appearance.ts';
import { language } from './fields.ts';

/** What a person chooses for every device. */
export const personSettings = z.strictObject({
  language,
  theme: z.enum(THEMES),
  prices: z.enum(PRICE_COLOURS),
  /** Whether single letters are shortcuts. */
  keys: z.boolean(),
});

/** What a person chose for every device. */
export type PersonSettings = z.output<typeof personSettings>;
