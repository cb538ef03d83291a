import { screen } from '@testing-library/react';
import { textOf } from '../../../testing/read.ts';

/** Returns the description lists on the screen as `name: value`. */
export const facts = (): string[] =>
  screen
    .queryAllByRole('term')
    .map((term) => `${textOf(term)}: ${textOf(term.nextElementSibling)}`);

/** Returns the links on the screen as `text address`. */
export const links = (): string[] =>
  screen.queryAllByRole('link').map((link) => `${textOf(link)} ${link.getAttribute('href')}`);
