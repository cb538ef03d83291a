import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isVisible } from '@rasat/contract';
import { mailKey } from '../accounts/index.ts';

const LIST = path.join(import.meta.dirname, 'blocked-passwords.txt');

/** Words that an attacker tries first on this site. */
const SITE_WORDS: readonly string[] = [
  'rasat',
  'hayyam',
  'khayyam',
  'kristal',
  'crystal',
  'seer',
  'gann',
  'borsa',
  'forex',
  'kripto',
  'crypto',
  'bitcoin',
  'nasdaq',
  'trader',
  'trade',
  'analiz',
  'eurusd',
  'bist',
];

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is one of those that are tried first: one of the list of common ones, or a word of this site with
 * nothing but digits and signs around it. Letter case does not matter.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  const plain = password.normalize('NFKC').toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(plain) || SITE_WORDS.includes(word);
}

/**
 * Whether a password is refused for being known to others: a common one, one of blanks alone, or the account's own mail
 * address. Letter case and width do not matter.
 */
export function isWeakPassword(password: string, mail: string): boolean {
  const plain = password.normalize('NFKC').trim().toLowerCase();
  return !isVisible(plain) || plain === mailKey(mail) || isCommonPassword(password);
}

function readList(): ReadonlySet<string> {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}
