import { existsSync } from 'node:fs';
import { findProgram } from './debian-package.ts';

const PLACES = [
  // Headless Chromium: the same pages for less work.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Returns the browser for the browser tests: the one that `CHROMIUM` names, otherwise an installed one, Debian's
 * headless shell first. On a Debian machine, root installs the shell when it is missing. Null when there is none.
 */
export function findChromium(): string | null {
  const { CHROMIUM: named } = process.env;
  if (named !== undefined) return existsSync(named) ? named : null;
  return findProgram(PLACES, {
    debianPackage: 'chromium-headless-shell',
    purpose: 'the browser tests',
  });
}
