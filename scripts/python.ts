import { existsSync } from 'node:fs';
import { findProgram } from './debian-package.ts';

const PLACES = ['/usr/bin/python3', '/usr/local/bin/python3'];

/**
 * Returns Python for the tests of docs/verifier: the one that `PYTHON` names, otherwise an installed one. On a Debian
 * machine, root installs it when it is missing. Null when there is none.
 */
export function findPython(): string | null {
  const { PYTHON: named } = process.env;
  if (named !== undefined) return existsSync(named) ? named : null;
  return findProgram(PLACES, {
    debianPackage: 'python3',
    purpose: 'the tests of docs/verifier',
  });
}
