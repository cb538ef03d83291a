import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isVisible } from '@rasat/contract';
import { mailKey } from '../accounts/index.ts';

const LIST = path.join(import.meta.dirname, 'blocked-passwords.txt');

/** Words that an attacker of this site tries first. */
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
 * Returns whether an attacker tries a password first: it is on the list of common ones, or a word of this site with
 * only digits and signs around it. Letter case does not matter.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  const plain = password.normalize('NFKC').toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(plain) || SITE_WORDS.includes(word);
}

/**
 * Returns whether a password is refused as guessable: a common one, one of only blanks, or the account's own mail
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
