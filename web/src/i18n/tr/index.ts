import { boxes } from './boxes.ts';
import { errors } from './errors.ts';
import { palette } from './palette.ts';
import { shell } from './shell.ts';
import { signal } from './signal.ts';
import { terms } from './terms.ts';
import { words } from './words.ts';

/** Every text in Turkish. */
export const catalogue = {
  boxes,
  errors,
  palette,
  shell,
  signal,
  terms,
  words,
};
