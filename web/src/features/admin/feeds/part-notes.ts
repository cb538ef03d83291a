import type { adminMarket } from '../../../i18n/en/admin-market.ts';

/**
 * Note of a part of the server: the key of a text with its values, or the server's own sentence when it has no text.
 */
export type PartNote =
  | {
      readonly key: keyof typeof adminMarket.feeds.notes;
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly words: string };

/**
 * Sentences with which parts of the server report their state, in English for logs and monitors. Each listed sentence
 * has a text in the language of the page, with the values from the sentence.
 */
const NOTES: readonly (readonly [RegExp, keyof typeof adminMarket.feeds.notes])[] = [
  [/^starting$/, 'starting'],
  [/^starting again$/, 'startingAgain'],
  [/^stopped$/, 'stopped'],
  [/^starts in a moment$/, 'startsSoon'],
  [/^tries again$/, 'triesAgain'],
  [/^interrupted(?:; tries again)?$/, 'interrupted'],
  [/^another process analyses$/, 'elsewhere'],
  [/^behind$/, 'behind'],
  [/^(?<done>\d+) of (?<all>\d+) symbols$/, 'symbols'],
  [/^stopped: (?<names>.+)$/, 'symbolsStopped'],
  [/^computing (?<percent>\d+) %$/, 'computing'],
  [/^(?<count>\d+) sockets$/, 'sockets'],
  [/^no bot$/, 'noBot'],
  [/^not reached(?: yet|: .+)$/, 'notReached'],
  [/^(?<count>\d+) messages wait: .+$/, 'messagesWait'],
  [/^no mail server: mails are kept on this machine$/, 'mailsKept'],
  [/^no mail server$/, 'noMailServer'],
  [/^(?:no mail server: )?(?<count>\d+) mails? waits?(?:: .+)?$/, 'mailsWait'],
  [/^calls are refused: the thread was (?<ms>\d+) ms late$/, 'busy'],
  [/^(?<percent>\d+) % of the disk are used$/, 'diskUsed'],
  [/^the disk is (?<percent>\d+) % full, (?<free>\d+ MB) are free$/, 'diskFull'],
  [/^it does not answer$/, 'silent'],
  [/^(?:publisher: )?publishing waits until the new build .+$/, 'publishingWaits'],
  [/^(?:publisher: )?publishing is halted \(build-not-reproduced\): .+$/, 'publishingHalted'],
  [/^comparing the new build (?<percent>\d+) %$/, 'comparingBuild'],
  [/^the first reconciliation failed; the next one comes by itself$/, 'reconciliation'],
];

/** Returns the note of a part's sentence. */
export function readPartNote(words: string): PartNote {
  for (const [pattern, key] of NOTES) {
    const match = pattern.exec(words);
    if (match) return { key, values: { ...match.groups } };
  }
  return { words };
}
