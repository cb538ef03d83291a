import { readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = path.join(import.meta.dirname, 'blocked-passwords.txt');

/** Words that somebody tries first on this site. */
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

function readList(): ReadonlySet<string> {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}
