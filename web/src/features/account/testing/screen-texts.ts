import { screen } from '@testing-library/react';
import { textOf } from '../../../testing/read.ts';

/** What the lists of facts on the screen say, `name: value`. */
export const facts = (): string[] =>
  screen
    .queryAllByRole('term')
    .map((term) => `${textOf(term)}: ${textOf(term.nextElementSibling)}`);

/** The links on the screen with where they lead. */
export const links = (): string[] =>
  screen.queryAllByRole('link').map((link) => `${textOf(link)} ${link.getAttribute('href')}`);
