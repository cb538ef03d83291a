/**
 * Returns the key of a mail address, equal for two spellings of one mailbox: Unicode-normalised and in lower case
 * without language rules, so that `I` becomes `i` for a Turkish reader too. Addresses that passed the contract are
 * ASCII.
 */
export function mailKey(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}
