import type { Catalogue } from '../catalogue.ts';
import { boxes } from './boxes.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { palette } from './palette.ts';
import { portfolio } from './portfolio.ts';
import { predictor } from './predictor.ts';
import { shell } from './shell.ts';
import { signal } from './signal.ts';
import { terms } from './terms.ts';
import { words } from './words.ts';

/** Every text in Azerbaijani. */
export const catalogue: Catalogue = {
  boxes,
  dashboard,
  errors,
  palette,
  portfolio,
  predictor,
  shell,
  signal,
  terms,
  words,
};
