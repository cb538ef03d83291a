/**
 * The form of a mail address in which two spellings of one mailbox are equal: Unicode-normalised and in small letters
 * by the rules of no language, so that `I` is `i` for a Turkish reader too. Addresses that passed the contract are ASCII.
 */
export function mailKey(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}
